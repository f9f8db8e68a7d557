import type { Src } from "../core/src.js";
import type { Expression } from "./expression.js";
import type { ObjectShape } from "./schema.js";

export interface Plan {
  readonly shape: ObjectShape;
  readonly root: ObjectNode;
}

export type PlanNode = LiteralNode | ValueNode | TextNode | VariableNode | ListNode | ObjectNode;

interface LiteralNode {
  readonly kind: "literal";
  readonly value: unknown;
  readonly src: Src;
}

/** A string that is one binding: the value keeps its type. */
interface ValueNode {
  readonly kind: "value";
  readonly expression: Expression;
  /** its place takes null (SW-39) */
  readonly nullable: boolean;
  readonly src: Src;
}

export interface TextNode {
  readonly kind: "text";
  readonly parts: readonly (string | Expression)[];
  readonly src: Src;
}

interface VariableNode {
  readonly kind: "variable";
  readonly expression: Expression;
  readonly style: PlanNode | null;
  readonly when: Expression | null;
  readonly src: Src;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly PlanNode[];
  /** list that repeats the only item */
  readonly each: Expression | null;
  readonly src: Src;
}

export interface ObjectNode {
  readonly kind: "object";
  readonly entries: readonly (readonly [string, PlanNode])[];
  /** condition without which it is omitted */
  readonly when: Expression | null;
  readonly rows: RowsNode | null;
  readonly src: Src;
}

/** One per element, keys of columns or fields. */
export interface RowsNode {
  readonly list: Expression;
  readonly keysOf: "columns" | "fields";
}
