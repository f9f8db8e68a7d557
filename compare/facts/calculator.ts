// Calculator functions (ISO 32000-1, 7.10.5): a small subset of PostScript without loops.
import { END, Keyword, Lexer } from "../../pdf-reader/lexer.js";
import { numberOf } from "../../pdf-reader/objects.js";
import { StepCounts } from "../../pdf-reader/meter.js";
import type { PdfFile } from "../../pdf-reader/types.js";

/** Outputs of a function for its inputs. */
export type NumberFunction = (inputs: readonly number[]) => readonly number[];

const DEEPEST = 32;
const LARGEST_STACK = 128;

type Program = readonly (number | string | Program)[];

/** Reads a calculator function; null for a program that cannot be read. */
export function readCalculator(file: PdfFile, bytes: Uint8Array): NumberFunction | null {
  const lexer = new Lexer(bytes, 0, new StepCounts(file), false);
  const opening = lexer.read();
  if (!(opening instanceof Keyword) || opening.value !== "{") return null;
  const program = blockOf(lexer, 0);
  if (program === null) return null;
  return (inputs) => {
    const stack = [...inputs];
    run(program, stack);
    return stack;
  };
}

function blockOf(lexer: Lexer, depth: number): Program | null {
  if (depth > DEEPEST) return null;
  const out: (number | string | Program)[] = [];
  for (;;) {
    const read = lexer.read();
    if (read === END) return null;
    if (read instanceof Keyword) {
      if (read.value === "}") return out;
      if (read.value !== "{") out.push(read.value);
      else {
        const inner = blockOf(lexer, depth + 1);
        if (inner === null) return null;
        out.push(inner);
      }
    } else if (typeof read === "boolean") out.push(read ? 1 : 0);
    else out.push(numberOf(read) ?? 0);
  }
}

/** Work is linear in the program: it has no loops. */
function run(program: Program, stack: number[]): void {
  for (let i = 0; i < program.length; i++) {
    const item = program[i]!;
    if (typeof item === "number") stack.push(item);
    else if (typeof item === "string") {
      if (item === "if") {
        const then = program[i - 1];
        if (stack.pop() && typeof then === "object") run(then, stack);
      } else if (item === "ifelse") {
        const chosen = program[i - (stack.pop() ? 2 : 1)];
        if (typeof chosen === "object") run(chosen, stack);
      } else apply(item, stack);
    }
    if (stack.length > LARGEST_STACK) stack.length = LARGEST_STACK;
  }
}

const DEGREE = Math.PI / 180;
const UNARY: ReadonlyMap<string, (a: number) => number> = new Map([
  ["abs", Math.abs],
  ["neg", (a) => -a],
  ["ceiling", Math.ceil],
  ["floor", Math.floor],
  ["round", Math.round],
  ["truncate", Math.trunc],
  ["cvi", Math.trunc],
  ["cvr", (a) => a],
  ["sqrt", (a) => Math.sqrt(Math.max(0, a))],
  ["sin", (a) => Math.sin(a * DEGREE)],
  ["cos", (a) => Math.cos(a * DEGREE)],
  ["ln", (a) => Math.log(a)],
  ["log", (a) => Math.log10(a)],
  ["not", (a) => (a === 0 ? 1 : a === 1 ? 0 : ~a)],
]);
const flag = (isTrue: boolean): number => (isTrue ? 1 : 0);
const BINARY: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ["add", (a, b) => a + b],
  ["sub", (a, b) => a - b],
  ["mul", (a, b) => a * b],
  ["div", (a, b) => (b === 0 ? 0 : a / b)],
  ["idiv", (a, b) => (b === 0 ? 0 : Math.trunc(a / b))],
  ["mod", (a, b) => (b === 0 ? 0 : a % b)],
  ["exp", (a, b) => Math.pow(a, b)],
  ["atan", (a, b) => (Math.atan2(a, b) / DEGREE + 360) % 360],
  ["eq", (a, b) => flag(a === b)],
  ["ne", (a, b) => flag(a !== b)],
  ["gt", (a, b) => flag(a > b)],
  ["ge", (a, b) => flag(a >= b)],
  ["lt", (a, b) => flag(a < b)],
  ["le", (a, b) => flag(a <= b)],
  ["and", (a, b) => a & b],
  ["or", (a, b) => a | b],
  ["xor", (a, b) => a ^ b],
  ["bitshift", (a, b) => (b >= 0 ? a << b : a >> -b)],
]);

function apply(operator: string, stack: number[]): void {
  const unary = UNARY.get(operator);
  if (unary) return void stack.push(finite(unary(stack.pop() ?? 0)));
  const binary = BINARY.get(operator);
  if (binary) {
    const b = stack.pop() ?? 0;
    return void stack.push(finite(binary(stack.pop() ?? 0, b)));
  }
  switch (operator) {
    case "pop":
      stack.pop();
      return;
    case "dup":
      return void stack.push(stack.at(-1) ?? 0);
    case "exch": {
      const [b, a] = [stack.pop() ?? 0, stack.pop() ?? 0];
      return void stack.push(b, a);
    }
    case "copy": {
      const n = stack.pop() ?? 0;
      if (n > 0 && n <= stack.length) for (const value of stack.slice(-n)) stack.push(value);
      return;
    }
    case "index":
      return void stack.push(stack.at(-1 - Math.max(0, stack.pop() ?? 0)) ?? 0);
    case "roll": {
      const [j, n] = [stack.pop() ?? 0, stack.pop() ?? 0];
      if (!(n > 0 && n <= stack.length)) return;
      const part = stack.splice(-n);
      const turn = ((j % n) + n) % n;
      for (let i = 0; i < n; i++) stack.push(part[(i - turn + n) % n]!);
    }
  }
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
