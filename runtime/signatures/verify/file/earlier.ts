// An earlier revision of an open file: what both have in the same place is read once.
import { Meter } from "../../../../pdf-reader/meter.js";
import { leavesOf, pageOf } from "../../../../pdf-reader/pages.js";
import {
  PdfRef,
  type PdfBudgets,
  type PdfDecoded,
  type PdfDict,
  type PdfFile,
  type PdfObject,
  type PdfPage,
  type PdfStream,
} from "../../../../pdf-reader/types.js";
import type { ObjectPlace } from "./cross-reference.js";
import type { PlacedFile } from "./opened.js";

const MOST_HOPS = 32;

/** True for an object whose bytes are the same in both revisions. */
function isSamePlace(num: number, a: ReadonlyMap<number, ObjectPlace>, b: ReadonlyMap<number, ObjectPlace>): boolean {
  const [x, y] = [a.get(num), b.get(num)];
  if (!x || !y) return false;
  if ("at" in x) return "at" in y && x.at === y.at && x.gen === y.gen;
  return "inside" in y && x.inside === y.inside && isSamePlace(x.inside, a, b);
}

/** Views a revision with the objects of a later one, as far as they are the same. */
export class EarlierFile implements PdfFile {
  readonly #pages: (PdfPage | undefined)[] = [];
  readonly #leaves: ReturnType<typeof leavesOf>;
  readonly trailer: PdfDict;
  readonly catalog: PdfDict;
  readonly version: string;
  readonly budgets: PdfBudgets;

  constructor(
    readonly own: PlacedFile,
    readonly later: PlacedFile,
  ) {
    const { file } = own;
    this.trailer = file.trailer;
    this.version = file.version;
    this.budgets = file.budgets;
    this.catalog = file.catalog;
    this.#leaves = leavesOf(file.catalog.get("Pages"), this.get, new Meter(file.budgets, 0));
  }

  get pageCount(): number {
    return this.own.file.pageCount;
  }

  /** True for an object that the later revision has in the same place. */
  isShared(num: number): boolean {
    return isSamePlace(num, this.own.places, this.later.places);
  }

  readonly get = (object: PdfObject | undefined): PdfObject => {
    let found = object ?? null;
    for (let hops = 0; found instanceof PdfRef; hops++) {
      if (hops === MOST_HOPS) return null;
      const { num }: PdfRef = found;
      found = (this.isShared(num) ? this.later : this.own).file.get(found);
    }
    return found;
  };

  page(number: number): PdfPage {
    const leaf = this.#leaves.length === this.pageCount ? this.#leaves[number - 1] : undefined;
    // a tree that the reader mended
    if (!leaf) return this.own.file.page(number);
    return (this.#pages[number] ??= pageOf(leaf, number, this.get));
  }

  refTo(num: number): PdfRef {
    return this.own.file.refTo(num);
  }

  refs(): readonly PdfRef[] {
    return this.own.file.refs();
  }

  encoded(stream: PdfStream): Uint8Array {
    return this.own.file.encoded(stream);
  }

  decode(stream: PdfStream): PdfDecoded {
    return this.own.file.decode(stream);
  }

  count(objects: number): void {
    this.own.file.count(objects);
  }

  step(count: number): void {
    this.own.file.step(count);
  }
}
