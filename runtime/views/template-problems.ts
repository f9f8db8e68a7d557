// Problems of a template without data: those of lint, then those of its requests for complete records (FH-10).
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import type { Code, Problem } from "../../compiler/core/fail.js";
import { pointerOf } from "../../compiler/core/src.js";
import type { Found } from "../../compiler/request/judged.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import type { FullRequest } from "../../compiler/template/full-records.js";
import { localeFiles } from "../engine/locales.js";
import type { RenderOptions } from "../engine/render-options.js";
import { unheard, type Checking } from "./judged.js";

/** @param engine null: names, types and shape alone */
export async function templateProblems(engine: Checking | null, sent: SentBody, bounds: RenderOptions): Promise<Found> {
  const { lintTemplate } = await import("../../compiler/template/template.js");
  const found = lintTemplate(sent, { locales: localeFiles, limits: bounds.limits ?? CONTRACT_LIMITS });
  if (!engine || found.errors.length > 0) return found;
  const { errors, warnings } = await problemsOfAll(engine, sent, unheard(bounds));
  return { errors, warnings: [...found.warnings, ...warnings] };
}

/** Problems that depend on no record: errors if the template renders with none, else warnings. */
async function problemsOfAll(engine: Checking, sent: SentBody, bounds: RenderOptions): Promise<Found> {
  const { fullRequests, MOST_UNLIKE } = await import("../../compiler/template/full-records.js");
  const tried: Tried[] = [];
  for (const full of fullRequests(sent, localeFiles)) {
    const known = new Map((await problemsOfFull(engine, full, bounds)).map((p) => [identity(p), p]));
    tried.push({ full, known });
    if (known.size === 0) return { errors: [], warnings: lastingIn(tried) };
    if (tried.length < MOST_UNLIKE) continue;
    const common = [...known].filter(([id]) => tried.every((other) => other.known.has(id)));
    if (common.length > 0) return { errors: common.map(([, p]) => p), warnings: [] };
  }
  return { errors: lastingIn(tried), warnings: [] };
}

interface Tried {
  readonly full: FullRequest;
  /** problems, a repeated one once */
  readonly known: ReadonlyMap<string, Problem>;
}

/** Problems that occur wherever a request has their part of the template. */
function lastingIn(tried: readonly Tried[]): readonly Problem[] {
  const all = new Map(tried.flatMap(({ full, known }) => [...known].map(([id, problem]) => [id, { problem, full }] as const)));
  return [...all].flatMap(([id, { problem, full }]) =>
    tried.every((other) => other.known.has(id) || !other.full.has(problem.src, full)) ? [problem] : [],
  );
}

/** Problems that no record mends; none if it renders, or where the record or the environment hides them. */
async function problemsOfFull(engine: Checking, full: FullRequest, bounds: RenderOptions): Promise<readonly Problem[]> {
  for (let n = 0; n < MOST_MENDS; n++) {
    const { errors } = await engine.findings(structuredClone(full.request), bounds);
    const own = errors.filter(isOfDocument).flatMap((p) => full.placed(p) ?? []);
    if (own.length > 0 || !full.mend(errors)) return own;
  }
  return [];
}
const MOST_MENDS = 4;

/** Codes of faults of the document; the others are of fonts, pictures and bounds, which may differ where it is rendered. */
const OF_DOCUMENTS: ReadonlySet<Code> = new Set(["API-001", "API-002", "API-502"]);
const isOfDocument = ({ code, rule, stage }: Problem): boolean => OF_DOCUMENTS.has(code) && stage !== 2 && rule !== "font-unknown";

const identity = ({ rule, src, reason }: Problem): string => `${rule} ${pointerOf(src)} ${reason}`;
