// Tries patches: after one its finding is gone, and no new failure is there (AX-32).
import { patched, type Patch } from "../compiler/core/patch.js";
import type { Draft } from "./checks/check.js";
import type { Mend } from "./core/patches.js";
import type { CheckId } from "./core/finding.js";

export interface Found {
  readonly check: CheckId;
  readonly draft: Draft;
  readonly pointer: string;
}

/** Findings of a patched request; null if it is refused. */
type Again = (root: unknown) => Promise<readonly Found[] | null>;

/** Patches of these change nothing that another check or place reads: one trial has all of them. */
const INDEPENDENT: ReadonlySet<CheckId> = new Set(["contrast", "image-alt", "title", "security"]);

/** Trials of one patch each: a trial costs a compilation. Later patches of a kind have the verdict of the first. */
const MOST_TRIALS = 12;
const MOST_OF_MANY_PAGES = 2;
const MANY_PAGES = 4;

interface Candidate {
  readonly found: Found;
  readonly mend: Mend;
  readonly patch: Patch;
}

/** @param listed findings of the report @param all findings of the request, also beyond the report */
export async function triedPatches(
  listed: readonly Found[],
  all: readonly Found[],
  pages: number,
  root: (() => unknown) | undefined,
  again: Again,
): Promise<ReadonlyMap<Found, Patch>> {
  const held = new Map<Found, Patch>();
  if (!root) return held;
  const given = root();
  const candidates = listed.flatMap((found): readonly Candidate[] => {
    const { mend } = found.draft;
    const patch = mend?.(given);
    return mend && patch ? [{ found, mend, patch }] : [];
  });
  const known = new Set(all.filter(isFailure).map(keyOf));
  const isNew = (found: Found): boolean => isFailure(found) && !known.has(keyOf(found));

  const together = candidates.filter(({ found }) => INDEPENDENT.has(found.check));
  const alone: Candidate[] = candidates.filter(({ found }) => !INDEPENDENT.has(found.check));
  if (together.length > 1) {
    const after = await again(inTurn(given, together));
    const rest = after && !after.some(isNew) ? new Set(after.map(keyOf)) : null;
    for (const candidate of together) {
      if (rest && !rest.has(keyOf(candidate.found))) held.set(candidate.found, candidate.patch);
      else alone.push(candidate);
    }
  } else alone.push(...together);

  const verdicts = new Map<string, boolean>();
  let trials = pages > MANY_PAGES ? MOST_OF_MANY_PAGES : MOST_TRIALS;
  // the first of each kind before others of it
  const kinds = new Set<string>();
  const firsts = alone.filter((candidate) => !kinds.has(kindOf(candidate)) && kinds.add(kindOf(candidate)));
  for (const candidate of [...firsts, ...alone.filter((c) => !firsts.includes(c))]) {
    const kind = kindOf(candidate);
    const { found, patch } = candidate;
    let isHeld = verdicts.get(kind) === true;
    if (trials > 0) {
      trials--;
      const after = await again(patched(given, patch));
      isHeld = after !== null && !after.some((f) => isNew(f) || keyOf(f) === keyOf(found));
      verdicts.set(kind, isHeld && verdicts.get(kind) !== false);
    }
    if (isHeld) held.set(found, patch);
  }
  return held;
}

const isFailure = ({ draft }: Found): boolean => draft.severity === "fail";
const keyOf = ({ check, pointer }: Found): string => `${check} ${pointer}`;

/** Equal for changes of the same form. */
const kindOf = ({ found, patch }: Candidate): string =>
  `${found.check} ${patch.map(({ op, path }) => `${op} ${path.replace(/\/\d+(?=\/|$)/g, "/0")}`).join(" ")}`;

/** Each change is made for what those before it leave. */
function inTurn(root: unknown, candidates: readonly Candidate[]): unknown {
  let value = root;
  for (const { mend } of candidates) value = patched(value, mend(value) ?? []);
  return value;
}
