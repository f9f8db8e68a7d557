// Parsed template: a tree of literals and bindings, parsed once and bound to any number of records.
import type { Src } from "../core/src.js";
import type { Expression } from "./expression.js";
import type { ObjectShape } from "./schema.js";

export interface Plan {
  readonly shape: ObjectShape;
  readonly root: ObjectNode;
}

export type PlanNode = LiteralNode | ValueNode | TextNode | VariableNode | ListNode | ObjectNode;

/** A value without bindings, used unchanged. */
export interface LiteralNode {
  readonly kind: "literal";
  readonly value: unknown;
  readonly src: Src;
}

/** A string that is one binding: the value keeps its type. */
export interface ValueNode {
  readonly kind: "value";
  readonly expression: Expression;
  readonly src: Src;
}

export interface TextNode {
  readonly kind: "text";
  readonly parts: readonly (string | Expression)[];
  readonly src: Src;
}

/** A variable of block text with the scope `binding`: becomes text. */
export interface VariableNode {
  readonly kind: "variable";
  readonly expression: Expression;
  readonly style: PlanNode | null;
  readonly when: Expression | null;
  readonly src: Src;
}

export interface ListNode {
  readonly kind: "list";
  readonly items: readonly PlanNode[];
  /** the only item is repeated for the elements of this list */
  readonly each: Expression | null;
  readonly src: Src;
}

export interface ObjectNode {
  readonly kind: "object";
  readonly entries: readonly (readonly [string, PlanNode])[];
  /** condition without which the object is omitted */
  readonly when: Expression | null;
  /** `rows` is created from the elements of an array */
  readonly rows: RowsNode | null;
  readonly src: Src;
}

/** One row per element, with the keys of a table's columns or a dataset's fields. */
export interface RowsNode {
  readonly list: Expression;
  readonly keysOf: "columns" | "fields";
}
