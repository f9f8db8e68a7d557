import { TURN_PAGES, type CompileOptions } from "./compile-options.js";

/** One per page; without `turn` in one go. */
export async function inTurns<T>(steps: Generator<null, T>, turn: CompileOptions["turn"]): Promise<T> {
  if (!turn) return atOnce(steps);
  for (let pages = 1; ; pages++) {
    const step = steps.next();
    if (step.done) return step.value;
    if (pages % TURN_PAGES === 0) await turn();
  }
}

export function atOnce<T>(steps: Generator<null, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
