// Pages of PDF files in a document: as forms of pictures, and as pages.
import type { PdfBox as Box, PdfDict, PdfFile as SourceFile, PdfPage } from "../../../base/pdf/types.js";
import { concatBytes } from "../../../base/bytes.js";
import type { BlobId, Blobs, PdfBox, Rect } from "../../../ir/ir.js";
import type { PdfFile } from "../syntax/file.js";
import { name, Raw, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import { ObjectCopier } from "./copy.js";

/** A form of a page: its space is upright, y up, with the sheet's corner as origin. */
interface PageForm {
  readonly form: Ref;
  readonly areas: Readonly<Record<PdfBox, Rect>>;
}

interface OpenSource {
  readonly source: SourceFile;
  readonly copier: ObjectCopier;
  readonly forms: Map<number, PageForm>;
}

/** Files of a document's pages, each opened once, and their pages, each written once. */
export class SourcePages {
  readonly #files = new Map<BlobId, OpenSource>();

  constructor(
    readonly file: PdfFile,
    readonly blobs: Blobs,
    readonly open: (bytes: Uint8Array) => SourceFile,
  ) {}

  /** The page itself. */
  page(blob: BlobId, number: number): PdfPage {
    return this.#of(blob).source.page(number);
  }

  /** The file and its copies in the document. */
  of(blob: BlobId): Pick<OpenSource, "source" | "copier"> {
    return this.#of(blob);
  }

  /** The form of a page, written at first use, and the area of a box in its space. */
  form(blob: BlobId, number: number, area: PdfBox): { readonly form: Ref; readonly area: Rect } {
    const of = this.#of(blob);
    let made = of.forms.get(number);
    if (!made) of.forms.set(number, (made = this.#form(of, of.source.page(number))));
    return { form: made.form, area: made.areas[area] };
  }

  #of(blob: BlobId): OpenSource {
    let known = this.#files.get(blob);
    if (!known) {
      const source = this.open(this.blobs.get(blob));
      known = { source, copier: new ObjectCopier(source, this.file), forms: new Map() };
      this.#files.set(blob, known);
    }
    return known;
  }

  #form({ source, copier }: OpenSource, page: PdfPage): PageForm {
    const { boxes, rotate } = page;
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: boxValue(boxes.media),
      Matrix: upright(boxes.media, rotate).map((v) => new Raw(realText(v))),
      Resources: copier.value(page.resources as PdfDict),
      ...groupOf(page, copier),
    };
    const form = this.file.stream(dict, concatBytes([INITIAL, contentOf(source, page)]));
    const areaOf = (box: Box): Rect => moved(box, upright(boxes.media, rotate));
    return { form, areas: { media: areaOf(boxes.media), crop: areaOf(boxes.crop), trim: areaOf(boxes.trim) } };
  }
}

/** A page begins in the initial graphics state; a form has that of its caller (ISO 32000-2, 8.4.1). */
const INITIAL = new TextEncoder().encode("0 g 0 G 1 w 0 J 0 j 10 M[]0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts\n");

/** Resources and content of an imported page, whose streams are copied as they are. */
export function pageContents(page: PdfPage, copier: ObjectCopier): { readonly resources: PdfValue; readonly contents: PdfValue } {
  const streams = page.contents.map((stream) => copier.streamOnce(stream));
  return { resources: copier.value(page.resources as PdfDict), contents: streams.length === 1 ? streams[0]! : streams };
}

/** The page's transparency group. */
export function groupOf(page: PdfPage, copier: ObjectCopier): { readonly Group?: PdfValue } {
  const group = copier.source.get(page.dict.get("Group"));
  return group instanceof Map ? { Group: copier.value(group as PdfDict) } : {};
}

/** Decoded content of a page, its streams joined. */
function contentOf(source: SourceFile, page: PdfPage): Uint8Array {
  const parts = page.contents.flatMap((stream) => [source.decode(stream).bytes, NEW_LINE]);
  return concatBytes(parts);
}
const NEW_LINE = Uint8Array.of(0x0a);

type Upright = readonly [number, number, number, number, number, number];

/** From the space of a page to its upright sheet with the corner at 0, 0. `rotate`: clockwise */
export function upright([left, bottom, right, top]: Box, rotate: 0 | 90 | 180 | 270): Upright {
  if (rotate === 90) return [0, -1, 1, 0, -bottom, right];
  if (rotate === 180) return [-1, 0, 0, -1, right, top];
  if (rotate === 270) return [0, 1, -1, 0, top, -left];
  return [1, 0, 0, 1, -left, -bottom];
}

function moved([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Upright): Rect {
  const xs = [a * left + c * bottom + e, a * right + c * top + e];
  const ys = [b * left + d * bottom + f, b * right + d * top + f];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export const boxValue = (box: Box): PdfValue => box.map((v) => new Raw(realText(v)));

/** Six decimals, without an exponent. */
const realText = (v: number): string => (Number.isInteger(v) ? String(v) : v.toFixed(6).replace(/\.?0+$/, ""));
