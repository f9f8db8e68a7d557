// Context of lowering nodes: scopes of style rules, inherited values of groups, and the layout of their content.
import type { Rect } from "../../../ir/ir.js";
import type { ListItem, NoteMark } from "../../box/text.js";
import type { Src } from "../../core/src.js";
import type { NamedStyles, StyleScope } from "../../request/types/named-style.js";
import type { FootnoteInline } from "../../request/types/text.js";
import type { SelectedGroup } from "../../style/named.js";
import type { LowerContext, Scope } from "../scope.js";
import type { BuiltInStyles } from "./built-in.js";

/** Field by field, since groups are many. */
export const inside = (
  { cx, scope, builtIn, styles, styled, scopes, groups, inline, whole, areas, item, quoted, notes }: NodeContext,
  own: Partial<Pick<NodeContext, "scopes" | "groups" | "inline" | "whole" | "item" | "quoted">>,
): NodeContext => ({
  cx,
  scope,
  builtIn,
  styles,
  styled,
  scopes: own.scopes ?? scopes,
  groups: own.groups ?? groups,
  inline: own.inline ?? inline,
  whole: own.whole ?? whole,
  areas,
  item: own.item === undefined ? item : own.item,
  quoted: own.quoted ?? quoted,
  notes,
});

export interface NodeContext {
  readonly cx: LowerContext;
  readonly scope: Scope;
  readonly builtIn: BuiltInStyles;
  readonly styles: NamedStyles;
  /** scopes by names of text styles, cached: most nodes share their names */
  readonly styled: Map<string, Scope>;
  /** outermost first */
  readonly scopes: readonly StyleScope[];
  readonly groups: readonly SelectedGroup[];
  /** text without a width: its room, or its widest line */
  readonly inline: "fill" | "content";
  /** measured in one piece, in a row or a frame of given height */
  readonly whole: boolean;
  /** list item of Markdown; null if absent */
  readonly item: ListItem | null;
  /** start of the innermost quote of Markdown, mm; 0 if absent */
  readonly quoted: number;
  /** other than the group: the page, and its body on odd pages; points */
  readonly areas: { readonly page: Rect; readonly body: Rect };
  /** null without footnotes */
  readonly notes: NoteMarks | null;
}

export interface NoteMarks {
  mark(inline: FootnoteInline, src: Src, language: string | undefined, context: NodeContext): NoteMark & { readonly id: number };
}
