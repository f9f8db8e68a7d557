// Page tree and attributes of pages (ISO 32000-1, 7.7.3; PDF-4, PDF-6).
import { greatest } from "../base/many.js";
import { isArray, isDict, nameOf, numberOf } from "./objects.js";
import type { Meter } from "./meter.js";
import { PdfFault, PdfRef, PdfStream, type PdfBox, type PdfBoxes, type PdfDict, type PdfObject, type PdfPage } from "./types.js";

type Get = (object: PdfObject | undefined) => PdfObject;

const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
type Inherited = Readonly<Partial<Record<(typeof INHERITED)[number], PdfObject>>>;

export interface Leaf {
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  readonly inherited: Inherited;
}

/** Returns the pages of a tree without recursion; a node that was met before is skipped, `/Count` is not read. */
export function leavesOf(root: PdfObject | undefined, get: Get, meter: Meter): Leaf[] {
  const out: Leaf[] = [];
  const seen = new Set<number>();
  const stack: { readonly node: PdfObject; readonly inherited: Inherited }[] = [{ node: root ?? null, inherited: {} }];
  for (let next; (next = stack.pop());) {
    const { node, inherited } = next;
    const dict = get(node);
    if (!isDict(dict)) continue;
    const ref = node instanceof PdfRef ? node : null;
    const kids = get(dict.get("Kids"));
    const type = nameOf(get(dict.get("Type")));
    const own: Record<string, PdfObject> = { ...inherited };
    for (const key of INHERITED) {
      const value = dict.get(key);
      if (value !== undefined && value !== null) own[key] = value;
    }
    if (type === "Page" || !isArray(kids)) {
      if (type !== "Pages" && type !== "Catalog") out.push({ ref, dict, inherited: own });
      continue;
    }
    if (ref !== null) {
      if (seen.has(ref.num)) continue;
      seen.add(ref.num);
    }
    // nodes may share their kids
    meter.object(kids.length);
    for (let i = kids.length - 1; i >= 0; i--) stack.push({ node: kids[i]!, inherited: own });
  }
  return out;
}

/** US Letter, the default */
const LETTER: PdfBox = [0, 0, 612, 792];

/** Reads a rectangle (7.9.5) with ordered corners; null without area. */
export function boxOf(value: PdfObject | undefined, get: Get): PdfBox | null {
  const array = get(value);
  if (!isArray(array) || array.length < 4) return null;
  const side = (index: number): number | null => numberOf(get(array[index]));
  const [a, b, c, d] = [side(0), side(1), side(2), side(3)];
  if (a === null || b === null || c === null || d === null) return null;
  const box: PdfBox = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : null;
}

const cut = (box: PdfBox, to: PdfBox): PdfBox | null => {
  const out: PdfBox = [Math.max(box[0], to[0]), Math.max(box[1], to[1]), Math.min(box[2], to[2]), Math.min(box[3], to[3])];
  return out[2] > out[0] && out[3] > out[1] ? out : null;
};

/** Largest number of a PDF file (ISO 32000-1, table C.1), here of a side in points. */
const LARGEST = 2_147_483_647;
const SMALLEST_UNIT = 0.000_001;

/** Checks the size of a page that comes over. @throws PdfFault naming the page for boxes of numbers that no PDF file may have */
export function checkSize({ number, boxes, userUnit }: PdfPage): void {
  for (const name of ["media", "crop", "bleed", "trim", "art"] as const) {
    const most = greatest(boxes[name].map(Math.abs));
    if (!(most <= LARGEST && most * userUnit <= LARGEST && userUnit >= SMALLEST_UNIT))
      throw new PdfFault(
        `has a page ${number} whose ${name} box reaches ${most} units of ${userUnit} pt; numbers are from -${LARGEST} to ${LARGEST}`,
      );
  }
}

/** Missing or broken attributes have their defaults. */
export function pageOf({ ref, dict, inherited }: Leaf, number: number, get: Get): PdfPage {
  const given = new Set<keyof PdfBoxes>();
  const media = boxOf(inherited.MediaBox, get) ?? LETTER;
  if (boxOf(inherited.MediaBox, get)) given.add("media");
  const within = (name: keyof PdfBoxes, value: PdfObject | undefined, otherwise: PdfBox): PdfBox => {
    const box = boxOf(value, get);
    const inside = box && cut(box, media);
    if (inside) given.add(name);
    return inside ?? otherwise;
  };
  const crop = within("crop", inherited.CropBox, media);
  const boxes: PdfBoxes = {
    media,
    crop,
    bleed: within("bleed", dict.get("BleedBox"), crop),
    trim: within("trim", dict.get("TrimBox"), crop),
    art: within("art", dict.get("ArtBox"), crop),
  };
  const turn = numberOf(get(inherited.Rotate)) ?? 0;
  const rotate = (turn % 90 === 0 ? ((turn % 360) + 360) % 360 : 0) as PdfPage["rotate"];
  const unit = numberOf(get(dict.get("UserUnit"))) ?? 1;
  const resources = get(inherited.Resources);
  const contents = get(dict.get("Contents"));
  const annots = get(dict.get("Annots"));
  return {
    number,
    ref,
    dict,
    boxes,
    given,
    rotate,
    userUnit: unit > 0 ? unit : 1,
    resources: isDict(resources) ? resources : new Map(),
    contents: (isArray(contents) ? contents : [contents]).map(get).filter((s) => s instanceof PdfStream),
    annots: (isArray(annots) ? annots : []).map(get).filter(isDict),
  };
}

export const isPage = (object: PdfObject, get: Get): object is PdfDict => isDict(object) && nameOf(get(object.get("Type"))) === "Page";
