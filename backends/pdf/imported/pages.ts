// Pages of PDF files in a document: as forms of pictures, and as pages.
import {
  PdfFault,
  type PdfBox as Box,
  type PdfFile as SourceFile,
  type PdfObject,
  type PdfPage,
  type PdfStream,
} from "../../../pdf-reader/types.js";
import type { Breach, Judge, Level } from "../../../pdf-reader/judge/judge.js";
import { tagBreach, type OwnedContent } from "../../../pdf-reader/judge/tags.js";
import type { LowestMarks } from "../../../pdf-reader/page/lowest.js";
import { PageContents } from "../../../pdf-reader/page/page.js";
import { concatBytes } from "../../../base/bytes.js";
import { greatest, least } from "../../../base/many.js";
import type { BlobId, ImportedPage, PdfBox, Rect } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { LARGEST } from "../syntax/number.js";
import { name, Raw, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import { ObjectCopier, type SharedCopies } from "./copy.js";

/** A form of a page: its space is upright, y up, with the sheet's corner as origin. */
interface PageForm {
  readonly form: Ref;
  readonly areas: Readonly<Record<PdfBox, Rect>>;
}

interface OpenSource {
  readonly source: SourceFile;
  readonly contents: PageContents;
  /** copies what pages that are drawn as pictures use */
  readonly drawn: ObjectCopier;
  /** copies what whole imported pages use */
  readonly whole: ObjectCopier;
  /** of an imported page whose forms have marked content of elements, which no other page may draw */
  readonly apart: (parents: ReadonlyMap<PdfStream, number>) => ObjectCopier;
  readonly forms: Map<number, PageForm>;
  /** of imported pages, which may recur: by number and what is drawn after the content */
  readonly written: Map<string, PdfValue>;
  readonly greatestMcids: Map<number, number>;
  /** lowest marks by number of the page */
  readonly lowest: Map<number, LowestMarks>;
  /** null without a profile */
  readonly judge: Judge | null;
}

/** Begins to judge the pages of a file; it is requested at the first file of a document with a profile. */
export type PageJudge = (source: SourceFile, level: Level, contents: PageContents) => Judge;

/** Each file is opened once, and each page written once. */
export class SourcePages {
  readonly #files = new Map<BlobId, OpenSource>();

  constructor(
    readonly file: ObjectWriter,
    readonly open: (blob: BlobId) => SourceFile,
    /** null without a profile */
    readonly level: Level | null,
    readonly pageJudge: () => PageJudge,
  ) {}

  /** First rule broken; null if the page conforms (PDF-28). */
  breach(blob: BlobId, number: number, as: "page" | "picture"): Breach | null {
    const { judge, source } = this.of(blob);
    return judge ? judge[as](source.page(number)) : null;
  }

  /** First rule of PDF/UA-1 that the tags break; null if they conform (PDF-30). */
  tagBreach(blob: BlobId, { page, links }: ImportedPage, owned: OwnedContent): Breach | null {
    const { contents, source } = this.of(blob);
    return tagBreach(
      contents,
      source.page(page),
      owned,
      links.map((l) => l.annotation),
      this.level?.part === 4,
    );
  }

  /** Written at first use. `area`: of the box in the space of the form, which it may fill. */
  form(blob: BlobId, number: number, box: PdfBox): { readonly form: Ref; readonly area: Rect; readonly isWhole: boolean } {
    const of = this.of(blob);
    let made = of.forms.get(number);
    if (!made) of.forms.set(number, (made = this.#form(of, of.source.page(number))));
    const { media, [box]: area } = made.areas;
    const isWhole = area.x === media.x && area.y === media.y && area.width === media.width && area.height === media.height;
    return { form: made.form, area, isWhole };
  }

  /** Open files. */
  get count(): number {
    return this.#files.size;
  }

  /** PDF 2.0 (PDF-36). */
  get isVersion2(): boolean {
    return [...this.#files.values()].some(({ source }) => source.version.startsWith("2."));
  }

  of(blob: BlobId): OpenSource {
    let known = this.#files.get(blob);
    if (!known) {
      const source = this.open(blob);
      const contents = new PageContents(source);
      const shared: SharedCopies = new Map();
      const copier = (marks: "drop" | "keep", parents?: ReadonlyMap<PdfStream, number>): ObjectCopier =>
        new ObjectCopier(contents, this.file, { marks, isProfiled: this.level !== null, shared, ...(parents && { parents }) });
      const apart = (parents: ReadonlyMap<PdfStream, number>): ObjectCopier => copier("keep", parents);
      const judge = this.level && this.pageJudge()(source, this.level, contents);
      known = {
        source,
        contents,
        judge,
        drawn: copier("drop"),
        whole: copier("keep"),
        apart,
        forms: new Map(),
        written: new Map(),
        greatestMcids: new Map(),
        lowest: new Map(),
      };
      this.#files.set(blob, known);
    }
    return known;
  }

  #form({ contents, drawn }: OpenSource, page: PdfPage): PageForm {
    const { boxes, rotate } = page;
    const { resources, drawing } = withAppearances(page, contents, drawn);
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: boxValue(boxes.media, page),
      Matrix: upright(boxes.media, rotate).map((v) => realOf(v, page)),
      Resources: resources,
      ...groupOf(page, drawn),
    };
    const { bytes } = contents.content(page, "drop");
    const form = this.file.stream(dict, concatBytes([INITIAL, followed(bytes, drawing)]));
    const areaOf = (box: Box): Rect => moved(box, upright(boxes.media, rotate));
    return { form, areas: { media: areaOf(boxes.media), crop: areaOf(boxes.crop), trim: areaOf(boxes.trim) } };
  }
}

/** a page's initial state; a form has its caller's (ISO 32000-2, 8.4.1) */
const INITIAL = new TextEncoder().encode("0 g 0 G 1 w 0 J 0 j 10 M[]0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts\n");

export function pageContents(
  page: PdfPage,
  of: OpenSource,
  copier: ObjectCopier,
  owned: OwnedContent | null,
): { readonly resources: PdfValue; readonly contents: PdfValue; readonly drawn: ReadonlyMap<number, number> } {
  const drawn = new Map<number, number>();
  let first: number | null = null;
  const marking = (annotation: number): string => {
    const role = owned!.annotations.get(annotation);
    if (role === undefined) return "/Artifact BMC";
    first ??= greatest([greatestMcidOf(page, of), ...owned!.mcids]) + 1;
    const mcid = first + drawn.size;
    drawn.set(annotation, mcid);
    return `/${role} <</MCID ${mcid}>> BDC`;
  };
  const { resources, drawing } = withAppearances(page, of.contents, copier, owned && marking);
  const key = `${page.number} ${drawing}`;
  let contents = of.written.get(key);
  if (contents === undefined) of.written.set(key, (contents = newContents(page, of, drawing)));
  return { resources, drawn, contents };
}

function greatestMcidOf(page: PdfPage, { contents, greatestMcids }: OpenSource): number {
  let known = greatestMcids.get(page.number);
  if (known === undefined) greatestMcids.set(page.number, (known = contents.content(page, "keep").greatestMcid));
  return known;
}

/** Streams are copied as they are, if they are sound and nothing is drawn after them. */
function newContents(page: PdfPage, { contents, whole }: OpenSource, drawing: string): PdfValue {
  const { bytes, changed } = contents.content(page, "keep");
  if (changed || drawing !== "") return whole.file.stream({}, followed(bytes, drawing));
  const streams = page.contents.map((stream) => whole.streamOnce(stream));
  return streams.length === 1 ? streams[0]! : streams;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const SAVE = encode("q\n");
const RESTORE = encode("\nQ\n");

/** The drawing after content begins with the initial state. */
const followed = (bytes: Uint8Array, drawing: string): Uint8Array =>
  drawing === "" ? bytes : concatBytes([SAVE, bytes, RESTORE, encode(drawing)]);

/** Appearances as forms, and operators that draw them. @param marking beginning of an annotation's marked content; null without marks */
function withAppearances(
  page: PdfPage,
  contents: PageContents,
  copier: ObjectCopier,
  marking: ((annotation: number) => string) | null = null,
): { readonly resources: PdfValue; readonly drawing: string } {
  copier.outer = page.resources;
  const appearances = contents.appearances(page);
  if (appearances.length === 0) return { resources: copier.resourcesOnce(page.resources), drawing: "" };
  const own = copier.source.get(page.resources.get("XObject"));
  const forms = new Map(own instanceof Map ? own : []);
  let drawing = "";
  let free = 0;
  for (const { annotation, form, ref, matrix } of appearances) {
    while (forms.has(`Annot${free}`)) free++;
    forms.set(`Annot${free}`, ref ?? form);
    copier.appearance(form);
    const operators = `q ${matrix.map((v) => realText(v, page)).join(" ")} cm /Annot${free} Do Q\n`;
    drawing += marking ? `${marking(annotation)}\n${operators}EMC\n` : operators;
  }
  return { resources: copier.value(copier.resources(new Map<string, PdfObject>([...page.resources, ["XObject", forms]]))), drawing };
}

export function groupOf(page: PdfPage, copier: ObjectCopier): { readonly Group?: PdfValue } {
  const group = copier.source.get(page.dict.get("Group"));
  return group instanceof Map ? { Group: copier.value(group) } : {};
}

type Upright = readonly [number, number, number, number, number, number];

/** Maps to the upright sheet with the corner at 0, 0. `rotate`: degrees clockwise */
export function upright([left, bottom, right, top]: Box, rotate: 0 | 90 | 180 | 270): Upright {
  if (rotate === 90) return [0, -1, 1, 0, -bottom, right];
  if (rotate === 180) return [-1, 0, 0, -1, right, top];
  if (rotate === 270) return [0, 1, -1, 0, top, -left];
  return [1, 0, 0, 1, -left, -bottom];
}

function moved([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Upright): Rect {
  const xs = [a * left + c * bottom + e, a * right + c * top + e];
  const ys = [b * left + d * bottom + f, b * right + d * top + f];
  const [x, y] = [least(xs), least(ys)];
  return { x, y, width: greatest(xs) - x, height: greatest(ys) - y };
}

export const boxValue = (box: Box, page: PdfPage): PdfValue => box.map((v) => realOf(v, page));

export const realOf = (v: number, page: PdfPage): Raw => new Raw(realText(v, page));

/** Six decimals, without an exponent. @throws PdfFault for a number that no PDF file may have */
function realText(v: number, { number }: PdfPage): string {
  if (!(Math.abs(v) <= LARGEST)) throw new PdfFault(`has the number ${v} on page ${number}; numbers are from -${LARGEST} to ${LARGEST}`);
  return Number.isInteger(v) ? String(v) : v.toFixed(6).replace(/\.?0+$/, "");
}
