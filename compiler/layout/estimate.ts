// Labels of pages before layout, by the amount of content: most texts with numbers have their final length in the first round.
import { greatest } from "../../base/many.js";
import { placeOfName, placesOf, type Box, type FlowChild, type TextBox } from "../box/box.js";
import type { FilledStream, PageSequence } from "../box/page.js";
import type { StyledParagraph } from "../box/text.js";
import { firstPlace, labelOf, type PagePlace } from "./regions.js";

/** Mean advance of a character, em. */
const ADVANCE = 1 / 2;
/** Multiple of the font size. */
const LINE = 6 / 5;
/** Points. */
const ROW = 16;
/** Of a sequence: numerals of more pages are long in some styles. */
const MOST_PAGES = 9_999;

/** Labels of pages. */
interface Estimate {
  /** by key of the place */
  readonly places: ReadonlyMap<string, string>;
  readonly totalPages: string;
}

/** Estimates the pages of places by mean sizes. `before`: last page of the previous sequence, null if absent */
export function estimateLabels(sequences: readonly PageSequence[], before: PagePlace | null): Estimate {
  const places = new Map<string, string>();
  let latest = before;
  for (const { imported, streams, start, numerals } of sequences) {
    const first = firstPlace(start, latest, numerals, !imported);
    const found = (key: string, page: number): void => void places.set(key, labelOf(laterBy(first, page)));
    if (imported?.destination) found(placeOfName(imported.destination), 0);
    let pages = imported?.sheets.length ?? 1;
    for (const stream of streams) {
      const depth = stream.kind === "filled" ? Depth.ofStream(stream, found) : new Depth(Infinity, found);
      if (stream.kind !== "filled") depth.add(stream.box, stream.width);
      pages = Math.max(pages, depth.page + 1);
    }
    latest = laterBy(first, pages - 1);
  }
  return { places, totalPages: String(latest?.number ?? 0) };
}

const laterBy = ({ number, folio, numerals, index, drawn }: PagePlace, pages: number): PagePlace => ({
  number: number + pages,
  folio: folio + pages,
  numerals,
  index: index + pages,
  drawn: drawn + pages,
});

/** Sum of heights from the first region on, points. */
class Depth {
  at = 0;

  /** `height`: of the regions of a page */
  constructor(
    readonly height: number,
    readonly found: (key: string, page: number) => void,
  ) {}

  static ofStream({ box, area, floats }: FilledStream, found: Depth["found"]): Depth {
    const { odd } = area.later;
    const { count } = area.columns;
    const depth = new Depth(Math.max(1, odd.height * count), found);
    const width = odd.width / count;
    if (box.kind !== "flow") depth.add(box, width);
    else {
      let k = 0;
      for (let i = 0; i <= box.children.length; i++) {
        for (; k < floats.length && floats[k]!.after <= i; k++) depth.add(floats[k]!.box, width);
        if (i < box.children.length) depth.#child(box.children[i]!, width);
      }
    }
    return depth;
  }

  get page(): number {
    return this.height === Infinity ? 0 : Math.min(MOST_PAGES, Math.floor(this.at / this.height));
  }

  add(box: Box, width: number): void {
    switch (box.kind) {
      case "text":
        this.at += heightOf(box, width);
        return;
      case "drawing":
      case "canvas":
        this.at += box.height;
        return;
      case "labelled":
        this.at += box.symbol.height;
        return;
      case "entry":
        this.at += heightOf(box.text, width);
        return;
      case "table":
        this.at += box.rows.length * Math.max(ROW, box.rowMinHeight);
        return;
      case "anchored":
        for (const key of placesOf(box)) this.found(key, this.page);
        return this.add(box.inner, width);
      case "flow":
        for (const child of box.children) this.#child(child, width);
        return;
      case "columns":
        return this.#beside([box.body], width / box.count, box.count);
      case "grid":
        for (const { cells } of box.rows) this.#beside(cells, width / Math.max(1, box.tracks.length));
        return;
      case "stack":
        if (box.arrange.axis === "horizontal") return this.#beside(box.children, width / Math.max(1, box.children.length));
        for (const child of box.children) this.add(child, width);
        return;
      case "container":
        if (box.height !== null) this.at += box.height;
        else for (const child of box.children) this.add(child.box, width);
    }
  }

  #child({ box, gapAfter, keep, spacing }: FlowChild, width: number): void {
    if (keep.before && keep.before !== "column") this.#turn();
    this.add(box, width);
    this.at += Math.max(gapAfter, spacing.after);
    if (keep.after && keep.after !== "column") this.#turn();
  }

  /** To the next page. */
  #turn(): void {
    if (this.height !== Infinity) this.at = Math.ceil(this.at / this.height) * this.height;
  }

  #beside(boxes: readonly Box[], width: number, columns = 1): void {
    const from = this.at;
    const depths = boxes.map((box) => {
      this.at = from;
      this.add(box, width);
      return this.at - from;
    });
    this.at = from + greatest(depths, 0) / columns;
  }
}

function heightOf({ paragraphs }: TextBox, width: number): number {
  let sum = 0;
  for (const p of paragraphs) sum += linesOf(p, width) * p.look.size * (p.lineHeight ?? LINE);
  return sum;
}

function linesOf({ runs, look }: StyledParagraph, width: number): number {
  let count = 0;
  for (const { text } of runs) if (typeof text === "string") count += text.length;
  return Math.max(1, Math.ceil((count * ADVANCE * look.size) / Math.max(width, look.size)));
}
