// What a template is parsed to: a tree of literal values and bindings, made once and bound to any number of records.
import type { Src } from "../core/src.js";
import type { Expression } from "./expression.js";
import type { ObjectShape } from "./schema.js";

/** A parsed template. */
export interface Plan {
  readonly shape: ObjectShape;
  readonly root: ObjectNode;
}

/** One value of the template. */
export type PlanNode = LiteralNode | ValueNode | TextNode | VariableNode | ListNode | ObjectNode;

/** A value without bindings in it; it is put into documents as it is. */
export interface LiteralNode {
  readonly kind: "literal";
  readonly value: unknown;
  readonly src: Src;
}

/** A string that is one binding: its value keeps its type. */
export interface ValueNode {
  readonly kind: "value";
  readonly expression: Expression;
  readonly src: Src;
}

/** A string with bindings in it. */
export interface TextNode {
  readonly kind: "text";
  readonly parts: readonly (string | Expression)[];
  readonly src: Src;
}

/** A variable of block text with the scope `binding`: it becomes text. */
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
  /** its only item is repeated for the elements of this */
  readonly each: Expression | null;
  readonly src: Src;
}

export interface ObjectNode {
  readonly kind: "object";
  readonly entries: readonly (readonly [string, PlanNode])[];
  /** the object is dropped unless this has a value */
  readonly when: Expression | null;
  /** `rows` is made of the elements of an array */
  readonly rows: RowsNode | null;
  readonly src: Src;
}

/** One row for each element, with the keys that the columns of a table or the fields of a dataset have. */
export interface RowsNode {
  readonly list: Expression;
  readonly keysOf: "columns" | "fields";
}
