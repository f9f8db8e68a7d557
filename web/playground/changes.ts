// View of changes: what differs between the document before and now, with the pages of the chosen difference.
import type { DiffReport } from "platen/browser";
import type { ChangeCalls, Rendered } from "./comparing.js";

type Difference = DiffReport["differences"][number];
type SideName = "a" | "b";
type Rect = NonNullable<NonNullable<Difference["rect_mm"]>["a"]>;
type Size = Readonly<Record<"width" | "height", number>>;

const MOST_LISTED = 200;
const MM = 25.4 / 72;
const SIDES = [
  ["a", "Before"],
  ["b", "Now"],
] as const;

export class Changes {
  /** of the last report; others are not shown any more */
  #report: DiffReport | null = null;
  #chosen: Difference | null = null;
  readonly #pages = document.createElement("div");

  /** @param restart makes the document of now the one before */
  constructor(
    readonly calls: ChangeCalls,
    readonly restart: () => void,
  ) {
    this.#pages.className = "compared";
  }

  /** Compares and returns the nodes of the view. */
  async show(before: Rendered, now: Rendered): Promise<readonly Node[]> {
    const report = await this.calls.platen.diff(before.pdf, now.request, {
      assets: now.assets,
      limit: MOST_LISTED,
    });
    this.#report = report;
    const { differences } = report;
    const list = document.createElement("ol");
    list.setAttribute("aria-label", "Differences");
    const choose = (difference: Difference, isByHand: boolean): void => {
      this.#chosen = difference;
      differences.forEach((d, i) => list.children[i]!.firstElementChild!.setAttribute("aria-pressed", String(d === difference)));
      if (isByHand && difference.path.b !== null) this.calls.goTo(now.place(difference.path.b));
      void this.#draw(report, difference, { a: before, b: now });
    };
    list.append(
      ...differences.map((difference) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = wordsOf(difference);
        button.addEventListener("click", () => choose(difference, true));
        item.append(button);
        return item;
      }),
    );
    list.hidden = differences.length === 0;
    this.#pages.hidden = differences.length === 0;
    // the difference at the same place as the one that was chosen
    const again = differences.find((d) => d.message === this.#chosen?.message) ?? differences.find(({ page }) => page !== null);
    if (again) choose(again, false);
    else this.#pages.replaceChildren();
    return [this.#head(report), list, this.#pages];
  }

  #head(report: DiffReport): HTMLElement {
    const head = document.createElement("div");
    head.className = "top";
    const summary = document.createElement("p");
    summary.setAttribute("role", "status");
    summary.textContent = summaryOf(report);
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Compare from here";
    button.disabled = report.equal;
    button.addEventListener("click", this.restart);
    head.append(summary, button);
    return head;
  }

  /** Draws the pages of a difference, side by side. */
  async #draw(report: DiffReport, chosen: Difference, documents: Readonly<Record<SideName, Rendered>>): Promise<void> {
    const page = chosen.page;
    const figures: HTMLElement[] = [];
    for (const [side, title] of SIDES) {
      if (page === null) break;
      const number = page[side];
      const { request, assets } = documents[side];
      const svg = number === null ? null : (await this.calls.platen.svg(request, { pages: String(number), assets }))[0]!;
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = number === null ? `${title}: no page` : `${title}: page ${number}`;
      figure.append(caption);
      figures.push(figure);
      if (svg === null) continue;
      const shown = report.differences.filter((d) => d.page?.[side] === number);
      figure.append(pageOf(svg, caption.textContent, boxesOf(shown, side, chosen)));
    }
    if (report !== this.#report || chosen !== this.#chosen) return;
    this.#pages.replaceChildren(...figures);
    this.#pages.querySelector("[data-chosen]")?.scrollIntoView({ block: "center" });
  }
}

interface Box {
  readonly difference: Difference;
  /** left, top, right, bottom, mm */
  readonly rect: Rect;
  readonly isChosen: boolean;
}

const boxesOf = (differences: readonly Difference[], side: SideName, chosen: Difference): readonly Box[] =>
  differences.flatMap((difference) => {
    const rect = difference.rect_mm?.[side];
    return rect ? [{ difference, rect, isChosen: difference === chosen }] : [];
  });

/** Size of a page in mm, from its drawing in points. */
function sizeOf(svg: string): Size {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width) * MM, height: Number(height) * MM };
}

function pageOf(svg: string, alt: string, boxes: readonly Box[]): HTMLElement {
  const page = document.createElement("div");
  page.className = "side";
  const picture = document.createElement("img");
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  // until then the browser reads it, shown or not
  for (const end of ["load", "error"]) picture.addEventListener(end, () => URL.revokeObjectURL(address));
  picture.src = address;
  picture.alt = alt;
  const { width, height } = sizeOf(svg);
  picture.style.aspectRatio = `${width} / ${height}`;
  page.append(picture);
  for (const { difference, rect, isChosen } of boxes) {
    const box = document.createElement("span");
    box.dataset["change"] = difference.change;
    if (isChosen) box.dataset["chosen"] = "";
    const [left, top, right, bottom] = rect;
    const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;
    Object.assign(box.style, {
      left: percent(left, width),
      top: percent(top, height),
      width: percent(right - left, width),
      height: percent(bottom - top, height),
    });
    page.append(box);
  }
  return page;
}

/** The line of the report without its path, which the text shows. */
function wordsOf({ message, path }: Difference): string {
  const pointer = path.a ?? path.b;
  return pointer === null ? message : message.slice(0, -` (${pointer})`.length);
}

function summaryOf({ equal, counts, truncated }: DiffReport): string {
  if (equal) return "Nothing differs from the document as it was.";
  const kinds = Object.entries(counts);
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const listed = truncated ? ` The first ${MOST_LISTED} are listed.` : "";
  return `${total} ${total === 1 ? "difference" : "differences"}: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(", ")}.${listed}`;
}
