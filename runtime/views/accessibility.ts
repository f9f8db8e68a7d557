// Report of a document's accessibility, with the findings of its check (AX-34 to AX-37).
import type { Subject } from "../../accessibility/judge.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { pointerOf, ROOT, srcAt, stepsOf, type Src } from "../../compiler/core/src.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import type { Found } from "../../compiler/request/judged.js";
import { profileOf } from "../../compiler/request/profile.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";
import { placesOf, rootOf } from "../errors/findings.js";
import type { Checking } from "./judged.js";

/** Findings of a document without patches, and its report; null: it is refused by more than PDF/UA (AX-35). */
export interface Judged extends Found {
  readonly report: AccessibilityReport | null;
}

/** A document of the kind that the caller takes. */
export interface JudgedDocument {
  /** finds problems of the body, or of a patched value, by an engine */
  readonly find: (engine: Checking, body: Uint8Array | object) => Promise<Found>;
  /** place in the body of a place in the request that it makes; null: they are one document, to which patches apply */
  readonly placed: ((src: Src) => Src) | null;
}

/** PDF/A of the profiles that hold a document to PDF/UA too. */
const PDF_A_ALONE: ReadonlyMap<string, string> = new Map([
  ["pdfa-ua1", "pdfa-2u"],
  ["pdfa-ua2", "pdfa-4"],
]);

/** A request that PDF/UA does not refuse: its demands are left out, and those of PDF/A remain. */
function withoutAccessibility(request: DocumentRequest): DocumentRequest {
  const { accessibility: _ua, ...settings } = request.settings ?? {};
  const profile = PDF_A_ALONE.get(profileOf(request) ?? "");
  return { ...request, settings: profile === undefined ? settings : { ...settings, profile } };
}

type CheckOptions = Parameters<Checking["findings"]>[1];

/** Checks as the engine does, and keeps what the report judges. */
class SubjectEngine implements Checking {
  subject: Subject | null = null;

  constructor(readonly engine: Renderer) {}

  async findings(body: Uint8Array | object, options: CheckOptions = {}): Promise<Found> {
    let request: DocumentRequest | null = null;
    const decoded = (given: DocumentRequest): void => {
      request = given;
      options.decoded?.(given);
    };
    const { errors, warnings, made } = await this.engine.judged(body, { ...options, decoded });
    if (made && request) this.subject = { request, document: made.doc, blobs: made.blobs, refused: [] };
    else if (request) this.subject = await this.#withoutRefusals(request, errors, options);
    return { errors, warnings };
  }

  /** Null if not PDF/UA alone refuses the request. */
  async #withoutRefusals(request: DocumentRequest, errors: readonly Problem[], options: CheckOptions): Promise<Subject | null> {
    if (!errors.every((p) => p.code === "API-502")) return null;
    const { made } = await this.engine.judged(new DecodedRequest(withoutAccessibility(request)), {
      ...options,
      // the request itself keeps to the policy, which may not allow this profile
      ...{ decoded: undefined, warnings: false, policy: undefined },
    });
    return made && { request, document: { ...made.doc, tagged: true }, blobs: made.blobs, refused: errors };
  }
}

/** Findings and report of a body. @throws RenderError for bytes that are no request */
export async function judgedBody(
  engine: Renderer,
  body: Uint8Array | object,
  { find, placed }: JudgedDocument,
  options: RenderOptions,
): Promise<Judged> {
  const sha256 = sha256Of(engine, body);
  const root = rootOf(body);
  const subjectOf = async (given: Uint8Array | object): Promise<Found & { readonly subject: Subject | null }> => {
    const judging = new SubjectEngine(engine);
    return { ...(await find(judging, given)), subject: judging.subject };
  };
  const { subject, errors, warnings } = await subjectOf(body);
  if (!subject) return { errors, warnings, report: null };
  const { judge } = await import("../../accessibility/judge.js");
  const world = engine.world({ ...options, cache: null });
  const [name = "", version = ""] = world.producer.split(" ");
  const places = placesOf(body);
  const report = await judge(subject, {
    engine: { name, version },
    sha256,
    world,
    turn: options.turn,
    ...(places && { placeOf: (pointer: string) => places.of(stepsOf(placed ? placed(srcAt(pointer)) : srcAt(pointer))) }),
    ...(!placed && { root, again: async (value: unknown) => (await subjectOf(value as object)).subject }),
  });
  if (!placed) return { errors, warnings, report };
  const findings = report.findings.map((f) => ({ ...f, path: pointerOf(placed(srcAt(f.path))) }));
  return { errors, warnings, report: { ...report, findings } };
}

/** Report of a body. @throws RenderError if more than PDF/UA refuses it */
export async function accessibilityOf(
  engine: Renderer,
  body: Uint8Array | object,
  document: JudgedDocument,
  options: RenderOptions,
): Promise<AccessibilityReport> {
  const { report, errors } = await judgedBody(engine, body, document, options);
  if (report) return report;
  throw new RenderError(errors[0]!);
}

/** Returns the digest of the bytes as sent, or of a program's value as JSON. */
function sha256Of(engine: Renderer, body: Uint8Array | object): string {
  const sent = body instanceof SentBody ? (body.bytes ?? body.held) : body;
  const bytes = isBytes(sent) ? sent : new TextEncoder().encode(JSON.stringify(sent));
  return Array.from(engine.crypto.sha(256, bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Place in a body of a place in the request that is made of it, by what moves problems. */
export const movedBy =
  (placed: (problem: Problem) => Problem) =>
  (src: Src): Src =>
    placed({ code: "API-002", rule: "", reason: "", src }).src;

/** Places in a body that is a brief; null for another. */
export async function placedInBrief(body: Uint8Array | object): Promise<JudgedDocument["placed"]> {
  const value = rootOf(body)();
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "brief")) return null;
  const { briefRequest } = await import("../../compiler/brief/brief.js");
  const read = briefRequest(value);
  return "problems" in read ? () => ROOT : movedBy(read.placed);
}
