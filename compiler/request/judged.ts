// Patches are offered only where the patched request is better (FH-6).
import type { Problem } from "../core/fail.js";
import { patched, type Patch } from "../core/patch.js";
import { pointerOf } from "../core/src.js";
import { patchOf } from "./mend.js";
import { isMendable, isTextual } from "./mendable.js";

/** Problems of a document: errors of the earliest stage that has any, else warnings. */
export interface Found {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Patches that are judged alone; more of a kind have the verdict of one that was. Each costs a check of the patched document, at most `MOST_STEPS` of them. */
const MOST_JUDGED = 32;
/** Patches joined to one, where one alone makes an error at its place. */
const MOST_STEPS = 4;
/** Lists are cut there: their lengths tell nothing. */
const MOST_LISTED = 1000;

/**
 * Adds patches; a suggestion whose patch does not hold is taken out of its message.
 * @param root value of the document as sent @param again finds the problems of a patched value
 */
export async function withPatches(found: Found, root: () => unknown, again: (root: unknown) => Promise<Found>): Promise<Found> {
  const judge = new Judge(root, again);
  const errors: Problem[] = [];
  for (const p of found.errors) errors.push(await judge.offered(p, found.errors));
  const warnings: Problem[] = [];
  for (const p of found.warnings) warnings.push(await judge.offered(p, found.errors, true));
  return { errors, warnings };
}

class Judge {
  #count = 0;
  readonly #verdicts = new Map<string, boolean>();

  constructor(
    readonly root: () => unknown,
    readonly again: (root: unknown) => Promise<Found>,
  ) {}

  /** @param before all errors of the document */
  async offered(p: Problem, before: readonly Problem[], isWarning = false): Promise<Problem> {
    if (!isMendable(p)) return p;
    const candidate = patchOf(p, this.root());
    // the field that is meant is there already (R21)
    if (!candidate) return (p.onKey && !p.suggestion?.includes(" next to ")) || this.root() === undefined ? p : unsuggested(p);
    if (isTextual(p)) return { ...p, patch: candidate };
    const kind = kindOf(p);
    if (this.#count >= MOST_JUDGED) return this.#verdicts.get(kind) === true ? { ...p, patch: candidate } : unsuggested(p);
    this.#count++;
    const patch = await this.#held(
      candidate,
      before,
      isWarning ? (after) => isWarnedOfLess(p, before, after) : (after) => isBetter(p, before, after),
    );
    this.#verdicts.set(kind, patch === candidate);
    return patch ? { ...p, patch } : unsuggested(p);
  }

  async #held(candidate: Patch, before: readonly Problem[], isHeld: (after: Found) => boolean): Promise<Patch | undefined> {
    let patch = candidate;
    const known = new Set(before.map(identity));
    for (let n = 0; n < MOST_STEPS; n++) {
      const root = applied(this.root(), patch);
      if (root === undefined) return undefined;
      const after = await this.again(root);
      const written = patch.flatMap(({ op, path }) => (op === "remove" || op === "test" ? [] : [placeOf(path)]));
      const made = after.errors.filter((e) => !known.has(identity(e)) && written.some((path) => isWithin(pointerOf(e.src), path)));
      if (made.length === 0) return isHeld(after) ? patch : undefined;
      const next = mendsOf(made, root);
      if (next.length === 0) return undefined;
      patch = [...patch, ...next];
    }
    return undefined;
  }
}

/** Patches of several problems, one after the other. */
function mendsOf(problems: readonly Problem[], given: unknown): Patch {
  let [root, patch]: [unknown, Patch] = [given, []];
  for (const p of problems) {
    const mend = patchOf(p, root);
    const after = mend && applied(root, mend);
    if (after === undefined) continue;
    [root, patch] = [after, [...patch, ...mend!]];
  }
  return patch;
}

/** A type is that of the object that has it. */
const placeOf = (path: string): string => path.replace(/\/type$/, "");

function applied(root: unknown, patch: Patch): unknown {
  try {
    return patched(root, patch);
  } catch {
    return undefined;
  }
}

const identity = (p: Problem): string => `${p.rule} ${pointerOf(p.src)} ${p.reason}`;

/** Equal for mistakes that a patch mends in the same way. */
const kindOf = (p: Problem): string =>
  `${p.rule} ${pointerOf(p.src).replace(/\/\d+(?=\/|$)/g, "/0")} ${p.mend && "edit" in p.mend ? "" : (p.suggestion ?? "")}`;

const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

const stageOf = ([first]: readonly Problem[]): number => (!first ? Infinity : first.code === "API-001" ? 0 : (first.stage ?? 1));

/** The warning is gone, and no error is new. */
function isWarnedOfLess(p: Problem, before: readonly Problem[], { errors, warnings }: Found): boolean {
  const known = new Set(before.map(identity));
  return errors.every((e) => known.has(identity(e))) && !warnings.some((w) => identity(w) === identity(p));
}

/** The error is gone, and there are fewer of its stage, or of a later one. */
function isBetter(p: Problem, before: readonly Problem[], after: Found): boolean {
  if (after.errors.some((e) => identity(e) === identity(p))) return false;
  const [was, is] = [stageOf(before), stageOf(after.errors)];
  if (is !== was) return is > was;
  return after.errors.length < before.length || before.length >= MOST_LISTED;
}

/** A suggestion that does not hold is not made. */
function unsuggested(p: Problem): Problem {
  const { suggestion, mend: _, unsuggested: text, ...rest } = p;
  if (text !== undefined) return { ...rest, reason: text };
  if (suggestion === undefined) return rest;
  const opening = /^did you mean .*?\? /.exec(p.reason)?.[0];
  const whole = `did you mean ${suggestion}? `;
  const first = p.reason.startsWith(whole) ? whole : opening;
  return first === undefined ? { ...rest, suggestion } : { ...rest, reason: p.reason.slice(first.length) };
}

/** Adds its patch to the error of a refused document, which is checked for its other errors first. */
export async function withPatch(p: Problem, root: () => unknown, again: (root: unknown) => Promise<Found>): Promise<Problem> {
  if (!isMendable(p) || patchOf(p, root()) === undefined) return p;
  const { errors } = await again(root());
  const same = errors.find((e) => identity(e) === identity(p));
  return same ? new Judge(root, again).offered(same, errors) : p;
}
