import type { MaterializedElement } from "../request/materialized.js";
import type { Semantics } from "../request/types/flow-node.js";
import type {
  FrameStyleProperties,
  NamedStyle,
  NamedStyles,
  NodeSpacing,
  StyleRule,
  StyleScope,
  StyleSelector,
  TextIndent,
} from "../request/types/named-style.js";
import type { CellStyle } from "../request/types/table.js";
import type { TextStyle } from "../request/types/text.js";
import { lookup } from "../../base/lookup.js";

/** Styles declared for an element outside of it; later ones take precedence. */
export interface DeclaredStyles {
  readonly text: readonly TextStyle[];
  readonly cell: readonly CellStyle[];
  readonly frame: readonly FrameStyleProperties[];
  readonly spacing: readonly NodeSpacing[];
  readonly indent: readonly TextIndent[];
}

const ELEMENTS = { text: "text", table: "table", container_frame: "container" } as const satisfies Readonly<
  Record<NamedStyle["target"], MaterializedElement["type"]>
>;

const NO_STYLES: DeclaredStyles = { text: [], cell: [], frame: [], spacing: [], indent: [] };

/** `over` takes precedence. */
export const joined = (under: DeclaredStyles, over: DeclaredStyles): DeclaredStyles => ({
  text: [...under.text, ...over.text],
  cell: [...under.cell, ...over.cell],
  frame: [...under.frame, ...over.frame],
  spacing: [...under.spacing, ...over.spacing],
  indent: [...under.indent, ...over.indent],
});

export interface SelectedNode {
  readonly kinds: readonly string[];
  readonly semantics: { readonly [K in "role" | "heading_level" | "list_depth"]?: Semantics[K] | undefined } | undefined;
  readonly styles: readonly string[];
}

/** Ancestor group, with the number of scopes around it. */
export interface SelectedGroup {
  readonly node: SelectedNode;
  readonly scopes: number;
  /** a quote or list item: its indent is that of its content */
  readonly indented?: true;
}

/** Returns styles in ascending precedence: matching rules in scope order, then explicit styles. */
export function stylesOf(node: SelectedNode, scopes: readonly StyleScope[], groups: readonly SelectedGroup[]): readonly string[] {
  const names: string[] = [];
  scopes.forEach(({ rules = [] }, i) => {
    for (const rule of rules)
      if (matches(rule, node) || groups.some((group) => i < group.scopes && matches(rule, group.node))) names.push(rule.style);
  });
  return [...names, ...node.styles];
}

/** Returns the styles of rules that indent no group around the node. */
export function indentStylesOf(node: SelectedNode, scopes: readonly StyleScope[], groups: readonly SelectedGroup[]): readonly string[] {
  const indented = groups.filter((group) => group.indented);
  if (indented.length === 0) return stylesOf(node, scopes, groups);
  const others = scopes.map(({ rules = [] }) => ({ rules: rules.filter((rule) => !indented.some((group) => matches(rule, group.node))) }));
  return stylesOf(node, others, groups);
}

/** All given fields must match (decisions §1, Style rules). */
function matches({ selector }: StyleRule, { kinds, semantics, styles }: SelectedNode): boolean {
  const { kind, role, style_identity: identity, heading_level: level, list_depth: depth }: StyleSelector = selector;
  return (
    (kind === undefined || kinds.includes(kind)) &&
    (role === undefined || role === semantics?.role) &&
    (identity === undefined || styles.includes(identity)) &&
    (level === undefined || level === semantics?.heading_level) &&
    (depth === undefined || depth === semantics?.list_depth)
  );
}

/** Returns the styles of rules of its kind only, not of groups around (L12). */
export function entryStylesOf(level: number | undefined, styles: readonly string[], scopes: readonly StyleScope[]): readonly string[] {
  const node = { kinds: ["contents"], semantics: level === undefined ? undefined : { role: undefined, heading_level: level }, styles };
  const names: string[] = [];
  for (const { rules = [] } of scopes)
    for (const rule of rules) if (rule.selector.kind === "contents" && matches(rule, node)) names.push(rule.style);
  return [...names, ...styles];
}

/** Returns a style after those that it extends. `styles` are checked: finite chains of one target */
export function chainOf(name: string, styles: NamedStyles): readonly NamedStyle[] {
  const chain: NamedStyle[] = [];
  for (let next: string | undefined = name; next !== undefined;) {
    const style: NamedStyle = lookup(styles, next)!;
    chain.push(style);
    next = style.extends;
  }
  return chain.reverse();
}

export function declaredFor(el: MaterializedElement, names: readonly string[], styles: NamedStyles): DeclaredStyles {
  if (names.length === 0) return NO_STYLES;
  const text: TextStyle[] = [];
  const cell: CellStyle[] = [];
  const frame: FrameStyleProperties[] = [];
  const spacing: NodeSpacing[] = [];
  const indent: TextIndent[] = [];
  for (const name of names)
    for (const style of chainOf(name, styles)) {
      if (el.type !== ELEMENTS[style.target]) continue;
      if (style.spacing) spacing.push(style.spacing);
      if (style.target === "text") {
        text.push(style.properties);
        if (style.indent) indent.push(style.indent);
      } else if (style.target === "container_frame") frame.push(style.properties);
      else if (style.properties.cell) cell.push(style.properties.cell);
    }
  return { text, cell, frame, spacing, indent };
}
