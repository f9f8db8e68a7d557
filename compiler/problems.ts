import { collect } from "../ir/document.js";
import type { Book } from "./box/page.js";
import { inOrder } from "./check/values/report.js";
import { compileOptions, type AllCompileOptions, type CompileOptions } from "./compile-options.js";
import { RenderError, type Problem } from "./core/fail.js";
import type { World } from "./core/world.js";
import { MISSING_GLYPHS } from "./lazy-modules.js";
import {
  decodeListed,
  lastRequests,
  lowerPass,
  materializePass,
  paintSteps,
  picturesPass,
  prepare,
  problemsIn,
  renderTools,
  type Compiled,
  type Sent,
} from "./passes.js";
import { decodeProblem } from "./request/decode.js";
import type { TextEngine } from "./text/shape/engine.js";
import { inTurns } from "./turns.js";

/**
 * Problems of the earliest stage that has any, in the order of the request.
 * @param use consumer of the compiled document, which may find more
 */
export async function problemsOf(
  body: Uint8Array | object,
  world: World,
  given: CompileOptions = {},
  use: (compiled: Compiled) => unknown = collect,
): Promise<readonly Problem[]> {
  const options = compileOptions(given);
  const decoded = decodeListed(body, world.limits, MAX_LISTED, lastRequests(world, options));
  if ("problems" in decoded) return decoded.problems.map(decodeProblem);
  options.decoded(decoded.request);
  try {
    return await problemsOfSent(decoded, world, options, use);
  } finally {
    decoded.nodes?.release();
  }
}

async function problemsOfSent(
  decoded: Sent,
  world: World,
  options: AllCompileOptions,
  use: (compiled: Compiled) => unknown,
): Promise<readonly Problem[]> {
  const { request: sent, nodes } = decoded;
  await prepare(decoded, world);
  const materialized = materializePass(decoded, world, options);
  const { request } = materialized;

  await options.turn?.();
  const found = problemsIn(materialized, world, options, nodes);
  if (found.length > 0) return found.slice(0, MAX_LISTED);

  const unreadable: Problem[] = [];
  const pictures = await picturesPass(sent, world, options, { note: (p) => unreadable.push(p) });
  if (unreadable.length > 0) return inOrder(sent, unreadable).slice(0, MAX_LISTED).map(ofStage(2));

  try {
    const tools = renderTools(world, options, nodes);
    await options.turn?.();
    const steps = paintSteps(lowerPass(request, pictures, tools), { sent, request, pictures }, tools, options);
    await use(await inTurns(steps, options.turn));
    return [];
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const { missingGlyphs } = await MISSING_GLYPHS.demand();
    const lower = (engine: TextEngine): Book => lowerPass(request, pictures, { world, engine, warn: options.warn });
    const glyphs = missingGlyphs(lower, world);
    return (glyphs.length > 0 ? inOrder(sent, glyphs).slice(0, MAX_LISTED) : [e.problem]).map(ofStage(3));
  }
}
const MAX_LISTED = 1000;

const ofStage =
  (stage: 2 | 3) =>
  (p: Problem): Problem => ({ ...p, stage });
