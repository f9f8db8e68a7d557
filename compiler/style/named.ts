// Named styles, style rules and explicit styles to what they declare for an element, in the order of the cascade.
import type { MaterializedElement } from "../request/materialized.js";
import type {
  FrameStyleProperties,
  NamedStyle,
  NamedStyles,
  Semantics,
  StyleRule,
  StyleScope,
  StyleSelector,
} from "../request/types/flow.js";
import type { CellStyle } from "../request/types/table.js";
import type { TextStyle } from "../request/types/text.js";

/** What is declared for an element above its own fields; later ones win. */
export interface DeclaredStyles {
  readonly text: readonly TextStyle[];
  readonly cell: readonly CellStyle[];
  readonly frame: readonly FrameStyleProperties[];
}

/** Nothing is declared. */
export const NO_STYLES: DeclaredStyles = { text: [], cell: [], frame: [] };

/** A node as selectors see it. */
export interface SelectedNode {
  /** its element's type and its own, or its own alone */
  readonly kinds: readonly string[];
  readonly semantics: Semantics | undefined;
  /** names of its explicit styles */
  readonly styles: readonly string[];
}

/** A group around a node, with the number of scopes that it is in: their rules may be for it. */
export interface SelectedGroup {
  readonly node: SelectedNode;
  readonly scopes: number;
}

/**
 * The names of styles that apply to a node, the weakest first: those of rules for it, or for a group around it, in the order of their scopes, then
 * its explicit ones.
 */
export function stylesOf(node: SelectedNode, scopes: readonly StyleScope[], groups: readonly SelectedGroup[]): readonly string[] {
  const names: string[] = [];
  scopes.forEach(({ rules = [] }, i) => {
    for (const rule of rules)
      if (matches(rule, node) || groups.some((group) => i < group.scopes && matches(rule, group.node))) names.push(rule.style);
  });
  return [...names, ...node.styles];
}

/** Every given field must match (decisions §1, Style rules). */
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

/** A style with those it extends, the most basic first. `styles`: checked, so that chains end and have one target */
export function chainOf(name: string, styles: NamedStyles): readonly NamedStyle[] {
  const chain: NamedStyle[] = [];
  for (let next: string | undefined = name; next !== undefined;) {
    const style: NamedStyle = styles[next]!;
    chain.push(style);
    next = style.extends;
  }
  return chain.reverse();
}

/** What styles declare for an element, of those that have its kind as their target. */
export function declaredFor(el: MaterializedElement, names: readonly string[], styles: NamedStyles): DeclaredStyles {
  if (names.length === 0) return NO_STYLES;
  const text: TextStyle[] = [];
  const cell: CellStyle[] = [];
  const frame: FrameStyleProperties[] = [];
  for (const name of names)
    for (const style of chainOf(name, styles)) {
      if (style.target === "text" && el.type === "text") text.push(style.properties);
      else if (style.target === "table" && el.type === "table" && style.properties.cell) cell.push(style.properties.cell);
      else if (style.target === "container_frame" && el.type === "container") frame.push(style.properties);
    }
  return { text, cell, frame };
}
