// Answers of the routes that show a document (FH-14 to FH-17, AX-36).
import { isBrief, withBrief } from "../../compiler/brief/brief.js";
import { problemOf, RenderError } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { readJson } from "../../compiler/request/decode.js";
import type { Found } from "../../compiler/request/judged.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { TextPlaces } from "../../compiler/request/position.js";
import type { ViewKind } from "../engine/body-kind.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { findingsOf } from "../errors/findings.js";
import type { Judged } from "./accessibility.js";
import { checkAccessibility, checkFile, kindOfInput } from "./check.js";
import { reportAs, type Form } from "./report-form.js";
import { dpiOfWidth, pagePng } from "./png.js";
import { displayList, picturesOf, text } from "./views.js";

/** Form in which a document is shown; absent fields have the defaults of FH-15. */
export interface View {
  /** from 1 */
  readonly page?: number;
  /** pixels per inch of a PNG */
  readonly dpi?: number;
  /** pixels of a PNG, in place of `dpi` */
  readonly width?: number;
  readonly tags?: boolean;
  readonly artifacts?: boolean;
  /** a check also reports on accessibility */
  readonly accessibility?: boolean;
  /** the report alone, in this form */
  readonly format?: Form;
}

interface Answer {
  readonly bytes: Uint8Array;
  /** pages of the document */
  readonly pages: number;
}

const DPI = 144;
const MOST_PIXELS = 64_000_000;

/** Rules of bodies that are no JSON text. */
const NO_JSON: ReadonlySet<string> = new Set(["json-syntax", "json-utf8"]);

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @throws RenderError for a refused document, and for a view that the document does not have */
export async function viewOf(engine: Engine, kind: ViewKind, sent: SentBody, view: View, options: RenderOptions): Promise<Answer> {
  if (kind === "check") return { bytes: await checked(engine, sent, view, options), pages: 0 };
  options.entering?.("decode");
  const read = readJson(sent);
  if (!("problems" in read) && isBrief(read.value)) return withBrief(sent, (request) => shown(engine, kind, request, view, options));
  return shown(engine, kind, sent, view, options);
}

async function shown(
  engine: Engine,
  kind: Exclude<ViewKind, "check">,
  body: Uint8Array | object,
  view: View,
  options: RenderOptions,
): Promise<Answer> {
  if (kind === "text") {
    let pages = 0;
    const counted = { ...options, structure: true, onPage: (_page: number, all: number | null) => void (pages = all ?? 0) };
    return { bytes: encoded(await text(engine, body, counted, view)), pages };
  }
  const { doc, blobs } = await displayList(engine, body, options);
  const { page: number = 1 } = view;
  const page = doc.pages[number - 1];
  const pages = doc.pages.length;
  if (!page) return refuse(`page: the document has ${pages} page${pages === 1 ? "" : "s"}; found ${number}`);
  if (kind === "svg") {
    const chosen = { ...doc, pages: [page] };
    const { svgPages } = await import("../../backends/svg/svg.js");
    const pictures = await picturesOf(engine, { doc: chosen, blobs }, options);
    if (pictures) await pictures.prepare(page);
    const [svg = ""] = svgPages(chosen, blobs, engine.harfbuzz, { pictures });
    return { bytes: encoded(svg), pages };
  }
  const dpi = view.width === undefined ? (view.dpi ?? DPI) : dpiOfWidth(view.width, page.width);
  const [across, down] = [Math.ceil((page.width * dpi) / 72), Math.ceil((page.height * dpi) / 72)];
  if (across * down > MOST_PIXELS) {
    const [name, found] = view.width === undefined ? ["dpi", view.dpi ?? DPI] : ["width", view.width];
    return refuse(`${name}: the picture would have ${across} by ${down} pixels, more than ${MOST_PIXELS} in all; found ${found}`);
  }
  return { bytes: await pagePng(engine, { doc, blobs }, number - 1, dpi, options), pages };
}

function refuse(reason: string): never {
  throw new RenderError(problemOf("API-002", "view", ROOT, reason));
}

/**
 * JSON of FH-14: what `platen check --json` finds, with lines and columns of the body as sent; with the report of AX-36, or that alone.
 * @throws RenderError API-001 for what is not JSON; of a refused request if only its report is requested
 */
async function checked(engine: Engine, sent: SentBody, { accessibility, format }: View, options: RenderOptions): Promise<Uint8Array> {
  const source = new TextDecoder().decode(sent.bytes!);
  const input = kindOfInput(sent);
  const kind = input === "xml" ? "request" : input;
  if (accessibility && kind === "template") return refuse("accessibility: a template has no pages: send a request that it makes");
  const found: Found & Partial<Judged> =
    accessibility && kind !== "template"
      ? await checkAccessibility(kind, engine, sent, options)
      : await checkFile(kind, engine, sent, options);
  const [first] = found.errors;
  if (first && NO_JSON.has(first.rule)) throw new RenderError(first);
  const { report } = found;
  if (format) {
    if (!report) throw new RenderError(first!);
    const { onPage, onPicture, turn } = options;
    const made = await reportAs(engine, report, format, { onPage, onPicture, turn });
    return typeof made === "string" ? encoded(made) : made;
  }
  const findings = findingsOf(found, sent, new TextPlaces(source));
  return encoded(JSON.stringify({ ok: found.errors.length === 0, findings, ...(report && { accessibility: report }) }));
}
