// Tries patches: after one its finding is gone, and no new failure is there (AX-32).
import { patched, type Patch } from "../compiler/core/patch.js";
import type { Draft } from "./checks/check.js";
import { CHECK_IDS, type CheckId } from "./core/finding.js";

export interface Found {
  readonly check: CheckId;
  readonly draft: Draft;
  readonly pointer: string;
}

/** Findings of a patched request, where those of other checks than `changed` are as before; null if it is refused. */
type Again = (root: unknown, changed: readonly CheckId[]) => Promise<readonly Found[] | null>;

/** Patches of these change nothing that another place reads: one trial has all of them. With the checks whose failures they may change. */
const INDEPENDENT: ReadonlyMap<CheckId, readonly CheckId[]> = new Map([
  ["tagged", ["tagged"]],
  ["title", ["title"]],
  ["contrast", ["contrast", "color-alone"]],
  ["image-alt", ["image-alt", "alt-file-name"]],
  ["security", ["security"]],
]);

const changedBy = (candidates: readonly Candidate[]): readonly CheckId[] => {
  const tried = new Set(candidates.map(({ found }) => found.check));
  const changed = new Set([...tried].flatMap((check) => INDEPENDENT.get(check) ?? CHECK_IDS));
  return CHECK_IDS.filter((id) => changed.has(id));
};

/** Trials of a document up to a number of pages: each costs a compilation. Later patches of a kind have the verdict of the first. */
const MOST_TRIALS = [
  { pages: 4, trials: 5 },
  { pages: 50, trials: 3 },
  { pages: Infinity, trials: 1 },
];

interface Candidate {
  readonly found: Found;
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
    const patch = found.draft.mend?.(given);
    return patch ? [{ found, patch }] : [];
  });
  const known = new FoundSet(all.filter(isFailure));
  const isNew = (found: Found): boolean => isFailure(found) && !known.has(found);

  const together = candidates.filter(({ found }) => INDEPENDENT.has(found.check));
  const alone: Candidate[] = candidates.filter(({ found }) => !INDEPENDENT.has(found.check));
  let { trials } = MOST_TRIALS.find((row) => pages <= row.pages)!;
  if (together.length > 1) {
    trials--;
    const after = await again(
      patched(
        given,
        together.flatMap(({ patch }) => patch),
      ),
      changedBy(together),
    );
    const rest = after && !after.some(isNew) ? new FoundSet(after) : null;
    for (const candidate of together) {
      if (rest && !rest.has(candidate.found)) held.set(candidate.found, candidate.patch);
      else alone.push(candidate);
    }
  } else alone.push(...together);

  const verdicts = new Map<string, boolean>();
  // the first of each kind before others of it
  const kinds = new Set<string>();
  const firsts = alone.filter((candidate) => !kinds.has(kindOf(candidate)) && kinds.add(kindOf(candidate)));
  for (const candidate of [...firsts, ...alone.filter((c) => !firsts.includes(c))]) {
    const kind = kindOf(candidate);
    const { found, patch } = candidate;
    let isHeld = verdicts.get(kind) === true;
    if (trials > 0) {
      trials--;
      const after = await again(patched(given, patch), changedBy([candidate]));
      isHeld = after !== null && !after.some((f) => isNew(f) || (f.check === found.check && f.pointer === found.pointer));
      verdicts.set(kind, isHeld && verdicts.get(kind) !== false);
    }
    if (isHeld) held.set(found, patch);
  }
  return held;
}

const isFailure = ({ draft }: Found): boolean => draft.severity === "fail";

/** Findings by check and place. */
class FoundSet {
  readonly #places = new Map<CheckId, Set<string>>();

  constructor(list: readonly Found[]) {
    for (const { check, pointer } of list) {
      const known = this.#places.get(check);
      if (known) known.add(pointer);
      else this.#places.set(check, new Set([pointer]));
    }
  }

  has({ check, pointer }: Found): boolean {
    return this.#places.get(check)?.has(pointer) === true;
  }
}

/** Equal for changes of the same form. */
const kindOf = ({ found, patch }: Candidate): string =>
  `${found.check} ${patch.map(({ op, path }) => `${op} ${path.replace(/\/\d+(?=\/|$)/g, "/0")}`).join(" ")}`;
