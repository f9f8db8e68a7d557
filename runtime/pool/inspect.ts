// Checks of owners' files in a render process (running, C12).
import { readJson } from "../../compiler/request/decode.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { checkTemplate } from "../views/check.js";
import { findingOf, placesOf, rootOf, type Finding } from "../errors/findings.js";
import type { InspectedJson } from "./inspect-json.js";
import { FontError, readFace, type CheckedFace } from "../fonts/font-files.js";

export type InspectedKind = "asset" | "font" | "template" | "json";

/** A refusal is a result. */
export interface Inspected {
  readonly refusal: string | null;
  readonly face: CheckedFace | null;
  /** of a template, at most 100, errors first */
  readonly findings: readonly Finding[];
  readonly isMalformed: boolean;
  readonly json?: InspectedJson;
}

export const VALID: Inspected = { refusal: null, face: null, findings: [], isMalformed: false };
const MOST_FINDINGS = 100;

export const PICTURE_REQUEST = {
  pages: [{ size: "a4", elements: [{ type: "image", layout: { left: 10, top: 10 }, width: 100, height: 100, asset: "picture" }] }],
};

export function inspectFont(bytes: Uint8Array): Inspected {
  try {
    return { ...VALID, face: readFace("the body", bytes) };
  } catch (e) {
    if (e instanceof FontError) return { ...VALID, refusal: e.message };
    throw e;
  }
}

export const inspectedPicture = (reason: string | undefined): Inspected => ({ ...VALID, refusal: reason ?? null });

export async function inspectTemplate(engine: Engine, source: Uint8Array, bounds: RenderOptions): Promise<Inspected> {
  const places = placesOf(source);
  const read = readJson(source);
  const { errors, warnings } = await checkTemplate(engine, new SentBody(source), bounds);
  const root = rootOf(source);
  const findings = [
    ...errors.slice(0, MOST_FINDINGS).map((p) => findingOf(p, places, "error", root)),
    ...warnings.slice(0, MOST_FINDINGS).map((p) => findingOf(p, places, "warning", root)),
  ].slice(0, MOST_FINDINGS);
  const first = findings[0];
  if (errors.length === 0 || !first) return { ...VALID, findings };
  const place = first.line === undefined || /, column \d+\)?$/.test(first.message) ? "" : ` (line ${first.line}, column ${first.column})`;
  return { ...VALID, refusal: `the template has errors: ${first.message}${place}`, findings, isMalformed: "problems" in read };
}
