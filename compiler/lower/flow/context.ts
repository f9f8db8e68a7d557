// What the lowering of nodes passes down: scopes of style rules, what groups inherit, and how the content they are in is set.
import type { Rect } from "../../../ir/ir.js";
import type { NamedStyles, StyleScope } from "../../request/types/flow.js";
import type { SelectedGroup } from "../../style/named.js";
import type { LowerContext, Scope } from "../scope.js";

/** Where the content of a group is lowered, with what it has of its own; field by field, since there are many groups. */
export const inside = (
  { cx, scope, styles, styled, scopes, groups, inline, whole, areas }: NodeContext,
  own: Partial<Pick<NodeContext, "scopes" | "groups" | "inline" | "whole">>,
): NodeContext => ({
  cx,
  scope,
  styles,
  styled,
  scopes: own.scopes ?? scopes,
  groups: own.groups ?? groups,
  inline: own.inline ?? inline,
  whole: own.whole ?? whole,
  areas,
});

/** Where nodes are lowered. */
export interface NodeContext {
  readonly cx: LowerContext;
  readonly scope: Scope;
  readonly styles: NamedStyles;
  /** what elements inherit with the text styles of these names over the scope, by the names: most nodes have those of another */
  readonly styled: Map<string, Scope>;
  /** the scopes of rules around the node, the outermost first */
  readonly scopes: readonly StyleScope[];
  /** the groups around the node */
  readonly groups: readonly SelectedGroup[];
  /** text without a width is as wide as its room, or as its widest line */
  readonly inline: "fill" | "content";
  /** content is measured in one piece: it is in a row, or in a frame of a given height */
  readonly whole: boolean;
  /** what placed parts may refer to, beside their group: the page, and its body on odd pages; points */
  readonly areas: { readonly page: Rect; readonly body: Rect };
}
