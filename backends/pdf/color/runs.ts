// Runs of ops that drawings have in common: skin tones and hair of people, fields of flags.
import type { Op } from "../../../ir/ir.js";

/** Adjacent ops of a drawing. */
export interface Run {
  readonly ops: readonly Op[];
  /** the same number for the same ops; null unless they are worth a form */
  readonly form: number | null;
}

/** Deflated bytes of a number, of a form without its content, and of a use of it. */
const [NUMBER, FORM, USE] = [1.5, 160, 12];
/** Neighbours of an op. */
const [UNKNOWN, EDGE, SEVERAL] = [-1, -2, -3];

/** Divides drawings where the neighbours of an op differ: the runs are as long as they can be, each op is in one of them. */
export function runsOf(drawings: readonly (readonly Op[])[]): readonly (readonly Run[])[] {
  const numbers = new Map<string, number>();
  const [before, after, uses]: [number[], number[], number[]] = [[], [], []];
  const numberOf = (op: Op): number => {
    const key = JSON.stringify(op, (name, value: unknown) => (name === "source" ? undefined : value));
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = numbers.size));
      before.push(UNKNOWN);
      after.push(UNKNOWN);
      uses.push(0);
    }
    return number;
  };
  const meet = (neighbours: number[], of: number, other: number): void => {
    neighbours[of] = neighbours[of] === UNKNOWN || neighbours[of] === other ? other : SEVERAL;
  };
  const all = drawings.map((ops) => ops.map(numberOf));
  for (const list of all)
    list.forEach((number, i) => {
      uses[number]!++;
      meet(before, number, list[i - 1] ?? EDGE);
      meet(after, number, list[i + 1] ?? EDGE);
    });
  return all.map((list, d) => {
    const out: Run[] = [];
    for (let i = 0; i < list.length;) {
      let end = i + 1;
      while (end < list.length && after[list[end - 1]!] === list[end] && before[list[end]!] === list[end - 1]) end++;
      const ops = drawings[d]!.slice(i, end);
      out.push({ ops, form: isWorth(ops, uses[list[i]!]!) ? list[i]! : null });
      i = end;
    }
    return out;
  });
}

const isWorth = (ops: readonly Op[], uses: number): boolean => uses > 1 && (uses - 1) * numbersOf(ops) * NUMBER > FORM + uses * USE;

function numbersOf(ops: readonly Op[]): number {
  let count = 0;
  for (const op of ops) {
    // groups that are composed are forms already
    if (op.op === "path") count += op.path.coords.length;
    else if (op.op === "group" && op.clip) count += op.clip.coords.length + numbersOf(op.children);
  }
  return count;
}
