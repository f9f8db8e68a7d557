// The two documents of a comparison: told by their contents, brought to a PDF and its facts (DF-1 to DF-3).
import { memberOf } from "../../base/lookup.js";
import { asObject } from "../../base/json.js";
import { createHash } from "node:crypto";
import { headerAt } from "../../pdf-reader/file.js";
import { factsOf } from "../../compare/facts/document.js";
import type { PathAt } from "../../compare/diff/collect.js";
import { briefRequest } from "../../compiler/brief/brief.js";
import { problemOf, RenderError } from "../../compiler/core/fail.js";
import { pointerOf, srcOf } from "../../compiler/core/src.js";
import { WAYS } from "../../compiler/help/ways.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";
import type { IrDocument } from "../../ir/ir.js";
import { LoadError } from "../../ir/load.js";
import { nodeCrypto } from "../engine/crypto.js";
import type { Engine } from "../engine/engine.js";
import { readDisplayList } from "../engine/display-list.js";
import type { RenderOptions } from "../engine/render-options.js";
import { displayList } from "../views/views.js";
import { opened, refuse, written, type Side, type SideType } from "./compared-file.js";
import { jpegPixels } from "./jpeg-pixels.js";
import { NO_ORIGINS, originsOf } from "./origins.js";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const KINDS = "must be a PDF, a request (pages or flow_document), a brief or a display list";

interface Made {
  readonly type: SideType;
  readonly pdf: Uint8Array;
  readonly pathAt: PathAt;
}

/** @throws RenderError for what cannot be read, or is refused */
export async function sideOf(engine: Engine, given: Uint8Array | object, options: RenderOptions): Promise<Side> {
  // before the request is read, which releases them
  const sent = isBytes(given) ? given : given instanceof SentBody ? given.bytes : null;
  const { type, pdf, pathAt } = await madeOf(engine, given, options);
  const file = opened(pdf, options, nodeCrypto);
  return {
    description: {
      type,
      pages: file.pageCount,
      ...(sent && { bytes: sent.length, sha256: sha256(sent) }),
    },
    pdf,
    facts: factsOf(file, { sha256, pixels: jpegPixels }),
    pathAt,
  };
}

async function madeOf(engine: Engine, given: Uint8Array | object, options: RenderOptions): Promise<Made> {
  if (isBytes(given) && headerAt(given) >= 0) return { type: "pdf", pdf: given, pathAt: NO_ORIGINS };
  const read = readJson(given);
  if ("problems" in read) {
    const [problem] = read.problems;
    // a picture, an archive
    if (problem!.rule === "json-utf8") return refuse("diff-kind", KINDS);
    throw new RenderError(decodeProblem(problem!));
  }
  const { value } = read;
  if (isDisplayList(value)) return ofDisplayList(engine, given, value);
  if (has(value, "brief")) return ofBrief(engine, given, options);
  if (has(value, "pages") || has(value, "flow_document") || has(memberOf(value, "settings"), "e_invoice"))
    return ofRequest(engine, given, value, options);
  if (has(value, "template") || has(value, "schema"))
    return refuse("diff-kind", `a template has no pages without data: ${WAYS.templateDiff}`);
  return refuse("diff-kind", KINDS);
}

const has = (value: unknown, name: string): boolean => typeof value === "object" && value !== null && Object.hasOwn(value, name);

const isDisplayList = (value: unknown): value is IrDocument => has(value, "version") && has(value, "resources") && has(value, "structure");

function ofDisplayList(engine: Engine, given: Uint8Array | object, value: object): Made {
  try {
    const bytes = isBytes(given) ? given : new TextEncoder().encode(JSON.stringify(value));
    const { doc, blobs } = readDisplayList(bytes, engine.fonts);
    return { type: "display_list", pdf: engine.write(doc, blobs).pdf, pathAt: originsOf(doc) };
  } catch (e) {
    if (!(e instanceof LoadError)) throw e;
    return refuse("display-list", e.message);
  }
}

async function ofBrief(engine: Engine, given: Uint8Array | object, options: RenderOptions): Promise<Made> {
  const read = briefRequest(given);
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  const placed = (path: string): string => pointerOf(read.placed(problemOf("API-002", "", srcOf(path), "")).src);
  try {
    const { doc, pdf } = await written(engine, read.request, options);
    return { type: "brief", pdf, pathAt: originsOf(doc, placed) };
  } catch (e) {
    throw e instanceof RenderError ? new RenderError(read.placed(e.problem)) : e;
  }
}

async function ofRequest(engine: Engine, given: Uint8Array | object, value: unknown, options: RenderOptions): Promise<Made> {
  const settings = memberOf(value, "settings");
  if (!has(settings, "e_invoice")) {
    const { doc, pdf } = await written(engine, given, options);
    return { type: "request", pdf, pathAt: originsOf(doc) };
  }
  const { renderWithoutJob } = await import("../einvoice/without-job.js");
  const { pdf } = await renderWithoutJob(engine, given, options);
  // its own drawing is no part of what was sent
  const { settings: own, ...document } = asObject(value);
  if (!has(document, "pages") && !has(document, "flow_document")) return { type: "request", pdf, pathAt: NO_ORIGINS };
  const { e_invoice: _invoice, ...rest } = asObject(own);
  const { doc } = await displayList(engine, { ...document, settings: rest }, options);
  return { type: "request", pdf, pathAt: originsOf(doc) };
}
