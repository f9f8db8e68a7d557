import { must } from "../../../help/reason.js";
import { PictureFault } from "../../fault.js";

/** Counted beforehand, in units of similar cost. */
const MOST = {
  characters: [32_000_000, "characters, with use elements and entities expanded"],
  outline: [3_000_000, "points of outlines, with use elements expanded and arcs counted as 12"],
  elements: [100_000, "elements, with use elements and markers expanded"],
  letters: [45_000, "letters, where a piece of text counts as 6, and as more in a text of many pieces"],
  held: [300_000, "elements, with their patterns, masks and clip paths expanded"],
  parts: [300_000, "drawn parts, with use elements, patterns, masks and clip paths expanded"],
  points: [3_000_000, "points, with use elements, patterns, masks and clip paths expanded"],
  filtered: [60_000_000, "filtered pixels, counted once per filter step"],
  matches: [5_000_000, "comparisons of elements with style rules"],
  styles: [4_000_000, "declarations of style rules, counted once per matching element"],
} as const satisfies Readonly<Record<string, readonly [most: number, of: string]>>;
type Work = keyof typeof MOST;

export class SvgBudget {
  readonly #spent = new Map<Work, number>();

  /** @throws PictureFault */
  spend(work: Work, amount: number): void {
    const spent = (this.#spent.get(work) ?? 0) + amount;
    const [most, of] = MOST[work];
    if (!(spent <= most))
      throw new PictureFault(
        "svg",
        must(`an SVG file of at most ${formatCount(most)} ${of}`, formatCount(spent), { advice: "simplify it" }),
      );
    this.#spent.set(work, spent);
  }

  left(work: Work): number {
    return MOST[work][0] - (this.#spent.get(work) ?? 0);
  }
}

const formatCount = (n: number): string =>
  Number.isSafeInteger(Math.round(n)) ? String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",") : "very many";
