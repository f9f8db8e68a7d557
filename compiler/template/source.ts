// Source text of parts of an expression.
import type { ASTNode } from "@marcbachmann/cel-js";

export type CelNode = ASTNode;

/** Replaces a range of an expression. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** An error, and the edit of what was meant; `fault`: the reason after "did you mean". */
export interface Mistake {
  readonly reason: string;
  readonly edit?: Edit | undefined;
  readonly fault?: string | undefined;
}

/** Applies an edit. */
export const edited = (text: string, { start, end, by }: Edit): string => text.slice(0, start) + by + text.slice(end);

/** Returns the range of a node: the language leaves out a parenthesis before its first operand. */
export function rangeOf(node: CelNode): { readonly start: number; readonly end: number } {
  const { input, end } = node;
  let { start } = node;
  for (let open = unopened(input.slice(start, end)); open > 0 && start > 0; start--) if (input[start - 1] === "(") open--;
  return { start, end };
}

/** Returns the source of a node. */
export function sourceOf(node: CelNode): string {
  const { start, end } = rangeOf(node);
  return node.input.slice(start, end);
}

const SIMPLE: ReadonlySet<string> = new Set(["id", ".", "[]", "call", "rcall", "value", "list"]);

/** Returns the source of a node before a dot or an operator. */
export const operandOf = (node: CelNode): string => (SIMPLE.has(node.op) ? sourceOf(node) : `(${sourceOf(node)})`);

/** Edit of a node by an expression that binds less: in parentheses, unless it is all of its surroundings. */
export function looser(node: CelNode, by: string): Edit {
  const { start, end } = rangeOf(node);
  const [before, after] = [node.input.slice(0, start).trimEnd(), node.input.slice(end).trimStart()];
  const isWhole = /(^|[(,?:])$/.test(before) && /^($|[),:])/.test(after);
  return { start, end, by: isWhole ? by : `(${by})` };
}

/** Closing parentheses without an opening one, outside of quotes. */
function unopened(text: string): number {
  let [depth, least] = [0, 0];
  for (const [c] of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[()]/g)) {
    if (c === "(") depth++;
    else if (c === ")") least = Math.min(least, --depth);
  }
  return -least;
}
