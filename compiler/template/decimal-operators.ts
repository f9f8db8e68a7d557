// Decimal arithmetic in expressions, in place of the language's doubles.
import { isList } from "../../base/json.js";
import { isOneOf } from "../../base/lookup.js";
import type { Environment } from "@marcbachmann/cel-js";
import { decimalResult, type ArithmeticOperator } from "../core/arithmetic.js";
import type { CelNode } from "./source.js";

const OPERATORS = ["+", "-", "*", "/", "%"] as const satisfies readonly ArithmeticOperator[];
const isOperator = (op: string): op is ArithmeticOperator => isOneOf(OPERATORS, op);

/** Record numbers are doubles, literals mostly integers: both are accepted. */
export function registerDecimals(environment: Environment): void {
  for (const op of OPERATORS) {
    const apply = (a: number | bigint, b: number | bigint): number => decimalResult(op, a, b);
    environment.registerOperator(`int ${op} double: double`, apply);
    environment.registerOperator(`double ${op} int: double`, apply);
  }
  environment.registerOperator("double % double: double", (a: number, b: number) => decimalResult("%", a, b));
}

type Handle = (left: unknown, right: unknown, ...rest: readonly unknown[]) => unknown;
type Check = (checker: unknown, node: OperatorNode, context: unknown) => unknown;

type OperatorNode = CelNode & {
  readonly meta: { readonly check: Check };
  setMeta(key: "check", check: Check): unknown;
  handle: Handle;
};

/** The overload of two doubles cannot be replaced in the environment, but in each node. */
export function useDecimals(node: CelNode): void {
  const { op, args } = node;
  eachNode(args);
  if (!isOperator(op)) return;
  const operator = node as OperatorNode;
  const { check } = operator.meta;
  operator.setMeta("check", (checker, checked, context) => {
    const type = check(checker, checked, context);
    const { handle } = checked;
    checked.handle = (left, right, ...rest) =>
      typeof left === "number" && typeof right === "number" ? decimalResult(op, left, right) : handle(left, right, ...rest);
    return type;
  });
}

function eachNode(value: unknown): void {
  if (isList(value)) for (const item of value) eachNode(item);
  else if (typeof value === "object" && value !== null && "op" in value) useDecimals(value as CelNode);
}
