// Lowest place of each marked content of a page: elements at or below a height have it there (AX-13).
import { hasLength } from "../../base/tuple.js";
import { boxOf } from "../pages.js";
import { isArray, isDict, nameOf, numberOf } from "../objects.js";
import { checkDepth, NestingCounts } from "../meter.js";
import { PdfName, PdfRef, PdfStream, type PdfBox, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../types.js";
import { mcidOf } from "./content.js";
import { Operations, showsText } from "./operators.js";
import type { PageContents } from "./page.js";

type Matrix = readonly [number, number, number, number, number, number];

/** Least y of marks that paint something. */
export interface LowestMarks {
  readonly mcids: ReadonlyMap<number, number>;
  /** by object number in the file */
  readonly forms: ReadonlyMap<number, ReadonlyMap<number, number>>;
  /** rectangles by index in the annotations of the page */
  readonly annotations: ReadonlyMap<number, number>;
}

type Marks = Map<number, number>;

/** @param upright from the space of the page to one with y up */
export function lowestMarks(contents: PageContents, page: PdfPage, upright: Matrix): LowestMarks {
  return new Reader(contents).page(page, upright);
}

const PAINTS: ReadonlySet<string> = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*"]);
/** The square of a picture. */
const UNIT: PdfBox = [0, 0, 1, 1];

interface Stream {
  readonly resources: PdfDict;
  readonly marks: Marks;
  /** to the marks around a form */
  readonly outer: (y: number) => void;
  readonly depth: number;
}

/** Operands of cm and Tm; missing ones reach nothing. */
const matrixIn = ([a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN]: readonly number[]): Matrix => [a, b, c, d, e, f];

class Reader {
  readonly #file: PdfFile;
  readonly #forms = new Map<number, Marks>();
  readonly #read = new Set<PdfStream>();

  constructor(readonly contents: PageContents) {
    this.#file = contents.file;
  }

  page(page: PdfPage, upright: Matrix): LowestMarks {
    const mcids: Marks = new Map();
    const { bytes } = this.contents.content(page, "keep");
    this.#content(bytes, upright, { resources: page.resources, marks: mcids, outer: () => undefined, depth: 0 });
    const annotations: Marks = new Map();
    page.annots.forEach((annotation, i) => {
      const rect = boxOf(annotation.get("Rect"), this.#file.get);
      if (rect) annotations.set(i, lowestOf(upright, rect));
    });
    return { mcids, forms: this.#forms, annotations };
  }

  #content(bytes: Uint8Array, initial: Matrix, { resources, marks, outer, depth }: Stream): void {
    const file = this.#file;
    checkDepth(depth, file.budgets);
    const operations = new Operations(bytes, new NestingCounts(file.budgets));
    const saved: { readonly ctm: Matrix; readonly leading: number }[] = [];
    let [ctm, leading] = [initial, 0];
    let [line, text]: [Matrix, Matrix] = [IDENTITY, IDENTITY];
    let path = Infinity;
    /** identifiers around; null: marks without */
    const open: (number | null)[] = [];
    const reach = (y: number): void => {
      if (!Number.isFinite(y)) return;
      outer(y);
      for (const mcid of open) if (mcid !== null) marks.set(mcid, Math.min(marks.get(mcid) ?? Infinity, y));
    };
    const move = (x: number, y: number): void => void (text = line = times([1, 0, 0, 1, x, y], line));
    for (let next; (next = operations.next());) {
      const { operator, operands } = next;
      const n = operands.map((o) => numberOf(o) ?? 0);
      const point = (i: number): void => void (path = Math.min(path, yOf(ctm, n[i]!, n[i + 1]!)));
      switch (operator) {
        case "q":
          saved.push({ ctm, leading });
          break;
        case "Q":
          ({ ctm, leading } = saved.pop() ?? { ctm, leading });
          break;
        case "cm":
          ctm = times(matrixIn(n), ctm);
          break;
        case "BDC":
          open.push(mcidOf(this.#property(operands[1], resources), file));
          break;
        case "BMC":
          open.push(null);
          break;
        case "EMC":
          open.pop();
          break;
        case "BT":
          line = text = IDENTITY;
          break;
        case "Tm":
          line = text = matrixIn(n);
          break;
        case "TL":
          leading = n[0]!;
          break;
        case "TD":
          leading = -n[1]!;
          move(n[0]!, n[1]!);
          break;
        case "Td":
          move(n[0]!, n[1]!);
          break;
        case "T*":
        case "'":
        case '"':
          move(0, -leading);
          break;
        case "m":
        case "l":
          point(0);
          break;
        case "c":
        case "v":
        case "y":
          for (let i = 0; i + 1 < n.length; i += 2) point(i);
          break;
        case "re":
          path = Math.min(path, lowestOf(ctm, [n[0]!, n[1]!, n[0]! + n[2]!, n[1]! + n[3]!]));
          break;
        case "n":
          path = Infinity;
          break;
        case "BI":
          reach(lowestOf(ctm, UNIT));
          break;
        case "Do":
          this.#object(operands[0], ctm, resources, reach, depth);
          break;
      }
      if (showsText(operator, operands)) reach(yOf(times(text, ctm), 0, 0));
      if (PAINTS.has(operator)) {
        reach(path);
        path = Infinity;
      }
    }
  }

  #property(given: PdfObject | undefined, resources: PdfDict): PdfObject | undefined {
    if (!(given instanceof PdfName)) return given;
    const all = this.#file.get(resources.get("Properties"));
    return isDict(all) ? all.get(given.value) : undefined;
  }

  #object(name: PdfObject | undefined, ctm: Matrix, resources: PdfDict, reach: (y: number) => void, depth: number): void {
    const file = this.#file;
    const all = file.get(resources.get("XObject"));
    const given = isDict(all) ? all.get(nameOf(name) ?? "") : undefined;
    const stream = file.get(given);
    if (!(stream instanceof PdfStream)) return;
    if (nameOf(file.get(stream.dict.get("Subtype"))) !== "Form") return reach(lowestOf(ctm, UNIT));
    const matrix = file.get(stream.dict.get("Matrix"));
    const numbers = isArray(matrix) ? matrix.map((v) => numberOf(file.get(v)) ?? 0) : [];
    const to = hasLength(numbers, 6) ? times(numbers, ctm) : ctm;
    // read once, however often it is drawn
    if (this.#read.has(stream)) {
      const box = boxOf(stream.dict.get("BBox"), file.get);
      return box ? reach(lowestOf(to, box)) : undefined;
    }
    this.#read.add(stream);
    const marks: Marks = new Map();
    if (given instanceof PdfRef) this.#forms.set(given.num, marks);
    const own = file.get(stream.dict.get("Resources"));
    const bytes = this.contents.form(stream, resources, "keep") ?? file.decode(stream).bytes;
    this.#content(bytes, to, { resources: isDict(own) ? own : resources, marks, outer: reach, depth: depth + 1 });
  }
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const yOf = ([, b, , d, , f]: Matrix, x: number, y: number): number => b * x + d * y + f;

const lowestOf = (to: Matrix, [left, bottom, right, top]: PdfBox): number =>
  Math.min(yOf(to, left, bottom), yOf(to, right, bottom), yOf(to, left, top), yOf(to, right, top));

/** First `a`, then `b` (ISO 32000-1, 8.3.4). */
const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];
