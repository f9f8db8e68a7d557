/* `npm test` repeats the same cases, `npm run fuzz` has new and more ones, `npm run test:quick` fewer. */
const FIXED = 20261121;

function number(name: string, fallback: number, free: number | null): number {
  const given = process.env[name] ?? "";
  if (given === "") return fallback;
  if (given === "free" && free !== null) return free;
  const value = Number(given);
  if (!(value > 0)) throw new Error(`${name}: found "${given}", allowed is a number over 0${free === null ? "" : ' or "free"'}`);
  return value;
}

/** FC_SEED: a number, or "free" for a new one each time. */
export const seed: number = number("FC_SEED", FIXED, Date.now() % 1_000_000_000);

const factor = number("FC_RUNS", 1, null);
/** Cases of a property, `n` by default: FC_RUNS is a factor. */
export const runs = (n: number): number => Math.max(1, Math.round(n * factor));

/** Least number of relevant cases; unbounded with fewer runs than usual. */
export const enough = (n: number): number => (factor < 1 ? -1 : n);
