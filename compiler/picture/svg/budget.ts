// Work budget of an SVG file.
import { must } from "../../help/reason.js";
import { PictureFault } from "../fault.js";

/** Counted beforehand, in units of similar cost. */
const MOST = {
  characters: [32_000_000, "characters when what it uses is put in place"],
  outline: [3_000_000, "points of outlines when what it uses is put in place, where an arc counts as 12"],
  elements: [100_000, "elements when what it uses and its markers are put in place"],
  letters: [45_000, "letters, where each piece of text counts as 6 and a text of many pieces for more"],
  held: [300_000, "elements when the patterns, masks and clip paths that they have are put in place"],
  parts: [300_000, "drawn parts when what it uses, its patterns, masks and clip paths are put in place"],
  points: [3_000_000, "points when what it uses, its patterns, masks and clip paths are put in place"],
  filtered: [60_000_000, "filtered pixels, each counted once for every step of its filters"],
  matches: [5_000_000, "comparisons of elements with style rules"],
  styles: [4_000_000, "declarations of style rules, counted once for each element that they hold for"],
} as const satisfies Readonly<Record<string, readonly [most: number, of: string]>>;
export type Work = keyof typeof MOST;

/** Of one SVG file and its nested pictures. */
export class SvgBudget {
  readonly #spent = new Map<Work, number>();

  /** @throws PictureFault */
  spend(work: Work, amount: number): void {
    const spent = (this.#spent.get(work) ?? 0) + amount;
    const [most, of] = MOST[work];
    if (!(spent <= most))
      throw new PictureFault(
        "svg",
        must(`an SVG file of at most ${formatCount(most)} ${of}`, formatCount(spent), { advice: "make it simpler" }),
      );
    this.#spent.set(work, spent);
  }

  left(work: Work): number {
    return MOST[work][0] - (this.#spent.get(work) ?? 0);
  }
}

/** Formats 1234567 as 1,234,567. */
const formatCount = (n: number): string =>
  Number.isSafeInteger(Math.round(n)) ? String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",") : "very many";
