import { fail, formatFound, problemOf, RenderError, type Problem } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import type { FontSource, World } from "../../core/world.js";
import { TextEngine } from "../../text/shape/engine.js";
import { accessibilityOf, profileOf } from "../../request/profile.js";
import { importOver, tooManyPages } from "../../request/import-counts.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { ImageContent, PdfImport } from "../../request/types/shape.js";
import type { ImportedPages } from "../../box/page.js";
import { PdfFiles, PdfSourceFault } from "../../pdf/files.js";
import { AssetFault, PictureFault } from "../fault.js";
import type { Picture } from "../../draw/image.js";
import { PictureBlobs } from "../blobs.js";
import { CoverCuts } from "../cut/cut.js";
import { shownSource, sourceOfDataUrl } from "../../help/data-urls.js";
import { add, remove, replace } from "../../help/edit.js";
import { NO_URLS } from "../../help/field-advice.js";
import { must, type Reason } from "../../help/reason.js";
import { SVG_READER } from "./lazy-modules.js";
import { kindOf, readRaster, sniff, type Sniffed, type ProfileNeeds } from "../picture.js";
import type { SvgBudget } from "../svg/tree/budget.js";
import { checkNumbers } from "../numbers.js";
import { NO_PICTURES, type Moving, type Pictures } from "../pictures.js";
import type { OfferedSigner } from "../../request/signatures.js";
import { loadAttachments } from "./attachments.js";
import { checkLook, loadSignatures } from "./signatures.js";
import { bytesOf, decodeBase64, pictureUses, type BytesUse, type PageUse, type PictureUse } from "../sources.js";
import { WAYS } from "../../help/ways.js";

/** Requests for one document share reads and limits. */
export class PictureReads {
  readonly blobs: PictureBlobs;
  readonly known = new Map<string, Promise<Picture>>();
  readonly cuts = new CoverCuts();
  /** keys of files of which a warning is made once */
  readonly moving = new Set<string>();
  readonly pdfs: PdfFiles;
  readonly #sniffed = new WeakMap<Uint8Array, Sniffed | null>();
  /** bytes by key or payload: a letterhead is below each of a thousand labels */
  readonly #files = { asset: new Map<string, Uint8Array>(), inline: new Map<string, Uint8Array>() };

  constructor(world: Pick<World, "pictures" | "limits" | "openPdf">, watch?: () => void) {
    this.blobs = new PictureBlobs(world.pictures, world.limits, watch);
    this.pdfs = new PdfFiles(this.blobs, world.openPdf);
  }

  /** @throws PictureFault */
  async file(use: PageUse, assets: World["assets"]): Promise<{ readonly bytes: Uint8Array; readonly sniffed: Sniffed | null }> {
    const from = bytesOf(use);
    const [files, key] = from.kind === "inline" ? [this.#files.inline, from.payload] : [this.#files.asset, from.key];
    const bytes = files.get(key) ?? (await takeBytes(use, assets));
    let sniffed = this.#sniffed.get(bytes);
    if (sniffed === undefined) this.#sniffed.set(bytes, (sniffed = sniff(bytes)));
    // they are in the document until its end
    if (sniffed === "pdf") files.set(key, bytes);
    return { bytes, sniffed };
  }

  /** Cuts pictures after the last request of the document. */
  cut(): Promise<void> {
    return this.cuts.choose(this.blobs);
  }
}

interface Loading {
  /** shared with requests for the same document and profile; the caller then calls `cut` */
  readonly reads?: PictureReads;
  /** receives a problem; reading continues */
  readonly note?: (p: Problem) => void;
  /** before each picture and expensive step; throws to abort */
  readonly watch?: (() => void) | undefined;
  /** bytes per picture; API-007 above */
  readonly maxBytes?: number | undefined;
  /** pages of the document; API-004 above */
  readonly maxPages?: number | undefined;
  readonly warn?: ((problem: Problem) => void) | undefined;
  /** imports bring names and labels */
  readonly whole?: boolean | undefined;
  /** signers for `settings.signatures` */
  readonly signers?: readonly OfferedSigner[] | undefined;
}

/**
 * Loads pictures in request order, equal bytes once. @throws RenderError API-002 or API-007 with the path, API-505, or API-504 for a character of an SVG
 * file in no font
 */
export async function loadPictures(
  request: DocumentRequest,
  world: Pick<World, "pictures" | "limits" | "openPdf" | "assets" | "fonts" | "harfbuzz" | "segmentWords" | "hyphenation" | "colors">,
  { note, watch, maxBytes = Infinity, maxPages = Infinity, reads: shared, warn, whole = false, signers = [] }: Loading = {},
): Promise<Pictures> {
  const taken = async (use: BytesUse, checked: (bytes: Uint8Array) => void = () => undefined): Promise<Uint8Array | null> => {
    watch?.();
    try {
      const bytes = await takeBytes(use, world.assets);
      checked(bytes);
      return bytes;
    } catch (e) {
      noted(e, use, note);
      return null;
    }
  };
  const attachments = await loadAttachments(request, (source, src) => taken({ attached: source, src }));
  const signatures = await loadSignatures(request, signers, (look, src) => {
    const use = { look, src };
    return taken(use, (bytes) => {
      if (bytes.length > maxBytes) tooLarge(use, bytes.length, maxBytes);
      checkLook(bytes, look.format);
    });
  });
  const uses = pictureUses(request);
  if (uses.length === 0) return { ...NO_PICTURES, attachments, signatures };
  const profile = profileOf(request);
  const newer = accessibilityOf(request) === "ua2";
  const needs: ProfileNeeds = { profiled: profile !== null, plain: profile === "pdfa-1b" };
  const reads = shared ?? new PictureReads(world, watch);
  const { blobs, known: read, cuts, pdfs } = reads;
  const found = new Map<ImageContent, Picture>();
  const imported = new Map<PdfImport, ImportedPages>();
  const moving: Moving[] = [];
  for (const use of uses) {
    watch?.();
    try {
      const { bytes, sniffed } = await reads.file(use, world.assets);
      if (bytes.length > maxBytes) tooLarge(use, bytes.length, maxBytes);
      if ("import" in use && sniffed !== "pdf") notImportable(sniffed);
      const kind = kindOf(bytes, bytesOf(use).format, sniffed);
      const warning = warn ? (rule: string, reason: string): void => warn(problemOf("API-002", rule, sourceOf(use), reason)) : null;
      if ("import" in use) {
        imported.set(use.import, pdfs.pages(bytes, use.import, { whole, newer, warn: warning }));
        continue;
      }
      if (kind === "pdf") {
        found.set(use.el, pdfs.picture(bytes, use.el.source ?? {}, warning));
        continue;
      }
      if (use.el.source?.page !== undefined || use.el.source?.box !== undefined) notPdf(kind, use);
      const key = blobs.idOf(bytes);
      const known =
        read.get(key) ?? readPicture(bytes, kind, { blobs, needs, fonts: world.fonts, engine: () => new TextEngine(world), depth: 0 });
      read.set(key, known);
      const picture = await known;
      found.set(use.el, picture);
      if (picture.kind === "vector" && picture.moves !== null && !reads.moving.has(key)) {
        reads.moving.add(key);
        moving.push({ src: sourceOf(use), line: picture.moves });
      }
      cuts.use(use.el, picture);
    } catch (e) {
      noted(e, use, note);
    }
  }
  const over = importOver(request, maxPages, (of) => imported.get(of)?.sheets.length);
  if (over) throw new RenderError(tooManyPages(over, maxPages));
  if (!shared) await reads.cut();
  return {
    of: (el) => cuts.of(el) ?? found.get(el) ?? NO_PICTURES.of(el),
    imported: (of) => imported.get(of) ?? NO_PICTURES.imported(of),
    blobs,
    moving,
    attachments,
    signatures,
  };
}

function notImportable(found: Sniffed | null): never {
  const bytes = found === null ? "bytes without %PDF- among the first 1024" : `a picture of the format ${found}`;
  throw new PdfSourceFault(must("a PDF file", bytes, { advice: "only pages of PDF files are imported" }));
}

/** The other format was not declared (PDF-3). */
function notPdf(kind: string, { el, src }: PictureUse): never {
  const field = el.source!.page === undefined ? "box" : "page";
  return fail(
    "API-002",
    "image-pdf-field",
    at(src, "source", field),
    `${field} belongs to PDF files: leave it out, the picture is a file of the format ${kind}`,
  );
}

/** Concerns the whole file (PDF-27). */
const sourceOf = (use: BytesUse): Src => at(use.src, bytesOf(use).field[0]!);

interface Reading {
  readonly blobs: PictureBlobs;
  readonly needs: ProfileNeeds;
  readonly fonts: FontSource;
  readonly engine: () => TextEngine;
  readonly depth: number;
  readonly budget?: SvgBudget | undefined;
}

async function readPicture(bytes: Uint8Array, kind: Sniffed, how: Reading): Promise<Picture> {
  if (kind === "pdf") throw new PictureFault("svg", "the SVG file has a PDF file in it: only pictures may be in SVG files");
  if (kind !== "svg") return readRaster(bytes, kind, how.blobs, how.needs);
  const inside = (data: Uint8Array, budget: SvgBudget): Promise<Picture> =>
    readPicture(data, kindOf(data, undefined), { ...how, depth: how.depth + 1, budget });
  const { readSvg } = await SVG_READER.demand();
  const { blobs, fonts, engine, depth, budget } = how;
  const drawn = await readSvg(bytes, { blobs, fonts, engine, read: inside, depth, budget });
  return drawn.kind === "vector" ? checkNumbers(drawn) : drawn;
}

function unknownAsset(key: string, field: readonly string[]): string | Reason {
  const source = sourceOfDataUrl(key);
  if (source) {
    const ofAsset = [remove("asset"), remove("format"), add(["source"], source)];
    const ops = field.length === 1 ? ofAsset : [replace([], source)];
    return must("the name of an asset", formatFound(key), { suggestion: shownSource(source), mend: { edit: { up: 1, ops } } });
  }
  const no = `unknown asset ${JSON.stringify(key)}`;
  if (/^\s*https?:/i.test(key)) return `${no}: ${NO_URLS}`;
  return `${no}: ${WAYS.unknownAsset}`;
}

async function takeBytes(use: BytesUse, assets: World["assets"]): Promise<Uint8Array> {
  const from = bytesOf(use);
  if (from.kind === "inline") return decodeBase64(from.payload);
  return (await assets(from.key)) ?? fail("API-002", "asset-unknown", at(use.src, ...from.field), unknownAsset(from.key, from.field));
}

function tooLarge(use: BytesUse, bytes: number, most: number): never {
  return fail(
    "API-007",
    "picture-bytes",
    at(use.src, ...bytesOf(use).field),
    `the ${"import" in use ? "PDF file" : "picture"} has ${bytes} bytes, the token's policy allows ${most}`,
  );
}

function noted(e: unknown, use: BytesUse, note: ((p: Problem) => void) | undefined): void {
  try {
    refuse(e, use);
  } catch (refused) {
    if (!note || !(refused instanceof RenderError)) throw refused;
    note(refused.problem);
  }
}

function refuse(e: unknown, use: BytesUse): never {
  const here = at(use.src, ...bytesOf(use).field);
  if (e instanceof AssetFault) return fail("API-505", "asset-unreadable", here, "the asset cannot be read at the moment");
  if (e instanceof PdfSourceFault) {
    if (e.field === "pages") return fail("API-002", "import-pages", at(use.src, "pages"), e.reason);
    return fail("API-002", e.field ? "image-page" : "picture-pdf", e.field ? at(sourceOf(use), e.field) : sourceOf(use), e.reason);
  }
  if (!(e instanceof PictureFault)) throw e;
  switch (e.kind) {
    case "base64":
      return fail("API-002", "picture-base64", here, e.reason);
    case "format":
      return fail("API-002", "picture-format", here, e.reason);
    case "pixels":
      return fail("API-002", "picture-pixels", here, e.reason);
    case "svg":
      return fail("API-002", "picture-svg", here, e.reason);
    case "glyph":
      return fail("API-504", "font-missing", here, e.reason);
    case "corrupt":
      return fail("API-002", "picture-corrupt", here, e.reason);
    case "decoder":
      return fail("API-506", "picture-decoder", here, e.reason);
  }
}
