import { parseDiffOptions } from "../../compare/diff/options.js";
import { summaryOf } from "../../compare/diff/report.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { IrDocument } from "../../ir/ir.js";
import type { DiffReport } from "../diff/comparison.js";
import type { PairPicture } from "../diff/pictures.js";
import { CallerBody } from "./caller-body.js";
import { work } from "./library.js";
import type { DiffDocumentOptions } from "./options.js";

/** A document that is compared: a PDF or JSON as bytes; a request, brief or display list. */
export type DiffGiven = Uint8Array | DocumentRequest | IrDocument | { readonly brief: object };

/** Result of `diff`. */
export interface DiffResult extends DiffReport {
  /** with the option `pictures` */
  readonly pictures?: readonly PairPicture[];
}

const DPI = 96;

/**
 * Tells what differs between two documents: pages, words, drawings, pictures, links, outline, tags, metadata and so on, each with its place.
 * @throws RenderError whose message begins with `a: ` or `b: ` for a document that cannot be compared
 */
export async function diff(a: DiffGiven, b: DiffGiven, options: DiffDocumentOptions = {}): Promise<DiffResult> {
  return (await told(a, b, options)).result;
}

/** Compares as `diff` does, with the last line of its report. */
export async function told(
  a: DiffGiven,
  b: DiffGiven,
  options: DiffDocumentOptions = {},
): Promise<{ readonly result: DiffResult; readonly summary: string }> {
  const { tolerance, only, ignore, ignoreAreas, metadata, limit, pictures = false } = options;
  const given = { a: ownOf(a, "a"), b: ownOf(b, "b") };
  return work("diff", options, {}, async ({ engine, options: o }) => {
    const { diffDocuments } = await import("../diff/diff.js");
    const { namedError, SideFault } = await import("../diff/comparison.js");
    const chosen = parseDiffOptions({ tolerance, only, ignore, ignoreAreas, metadata, limit });
    const { drawingOf, pairPictures } = await import("../diff/pictures.js");
    const drawing = pictures === false ? null : await drawingOf(engine);
    const compared = await diffDocuments(engine, given, chosen, o, drawing !== null).catch((e: unknown) => {
      throw e instanceof SideFault ? namedError(e) : e;
    });
    const summary = summaryOf(compared.found);
    if (!drawing) return { result: compared.report, summary };
    const drawn: PairPicture[] = [];
    for await (const picture of pairPictures(compared, drawing, (typeof pictures === "object" ? pictures.dpi : undefined) ?? DPI))
      drawn.push(picture);
    return { result: { ...compared.report, pictures: drawn }, summary };
  });
}

/** The PDF that a document is compared as. */
export async function comparedPdf(given: DiffGiven, options: DiffDocumentOptions): Promise<Uint8Array> {
  const own = ownOf(given, "document");
  return work("diff", options, {}, async ({ engine, options: o }) => {
    const { sideOf } = await import("../diff/sides.js");
    return (await sideOf(engine, own, o)).pdf;
  });
}

/** The caller may change a document during the call. */
function ownOf(given: unknown, name: string): Uint8Array | object {
  if (isBytes(given)) return new Uint8Array(given);
  if (typeof given !== "object" || given === null) throw new TypeError(`${name}: must be bytes of a PDF or of JSON, or an object`);
  return new CallerBody(given, true);
}
