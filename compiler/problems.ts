import { collect } from "../ir/document.js";
import type { Book } from "./box/page.js";
import { inOrder } from "./check/values/report.js";
import { compileOptions, type AllCompileOptions, type CompileOptions } from "./compile-options.js";
import { RenderError, type Problem } from "./core/fail.js";
import type { World } from "./core/world.js";
import { MISSING_GLYPHS } from "./lazy-modules.js";
import {
  lastRequests,
  lowerPass,
  materializePass,
  paintSteps,
  picturesPass,
  prepare,
  problemsIn,
  type Compiled,
  type Sent,
} from "./passes.js";
import { decode, decodeProblem } from "./request/decode.js";
import type { Settled } from "./request/settled.js";
import { TextEngine } from "./text/shape/engine.js";
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
  const decoded = decode(body, world.limits, MAX_LISTED, lastRequests(world, options));
  if ("problems" in decoded) return decoded.problems.map(decodeProblem);
  options.decoded(decoded.request);
  try {
    return await problemsOfSent(decoded, world, options, use);
  } finally {
    decoded.settled?.release();
  }
}

async function problemsOfSent(
  decoded: Sent,
  world: World,
  options: AllCompileOptions,
  use: (compiled: Compiled) => unknown,
): Promise<readonly Problem[]> {
  const { request: sent, settled } = decoded;
  await prepare(decoded, world);
  const materialized = materializePass(decoded, world, options);
  const { request } = materialized;

  await options.turn?.();
  const found = problemsIn(materialized, world, options);
  if (found.length > 0) return found.slice(0, MAX_LISTED);

  const unreadable: Problem[] = [];
  const pictures = await picturesPass(sent, world, options, { note: (p) => unreadable.push(p) });
  if (unreadable.length > 0) return inOrder(sent, unreadable).slice(0, MAX_LISTED).map(ofStage(2));

  const lower = (engine: TextEngine, known?: Settled): Book =>
    lowerPass(request, pictures, { world, engine, settled: known, warn: options.warn });
  try {
    const engine = new TextEngine(world);
    await options.turn?.();
    const steps = paintSteps(lower(engine, settled), { sent, request, pictures }, { world, engine, settled }, options);
    await use(await inTurns(steps, options.turn));
    return [];
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const { missingGlyphs } = await MISSING_GLYPHS.demand();
    const glyphs = missingGlyphs(lower, world);
    return (glyphs.length > 0 ? inOrder(sent, glyphs).slice(0, MAX_LISTED) : [e.problem]).map(ofStage(3));
  }
}
const MAX_LISTED = 1000;

const ofStage =
  (stage: 2 | 3) =>
  (p: Problem): Problem => ({ ...p, stage });
