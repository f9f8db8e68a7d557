import { greatest } from "../../../../base/many.js";
import { compile } from "css-select";
import { parse, type Selector } from "css-what";
import type { SvgBudget } from "../tree/budget.js";
import { refuse } from "../tree/fault.js";
import { isElement, lengthOf, type SvgChild, type SvgElement } from "../tree/tree.js";
import type { Declaration, Rule } from "./sheet.js";

interface Candidate {
  readonly matches: (el: SvgElement) => boolean;
  readonly specificity: number;
  readonly wide: boolean;
  readonly around: number;
  readonly beside: number;
  /** depends on attributes */
  readonly reads: boolean;
  readonly order: number;
  readonly declarations: readonly Declaration[];
}

const adapter = {
  isTag: isElement,
  getAttributeValue: (el: SvgElement, name: string) => el.attributes.get(name),
  getChildren: (node: SvgChild) => (isElement(node) ? node.children : []),
  getName: (el: SvgElement) => el.name,
  getParent: (el: SvgElement) => el.parent,
  getSiblings: (node: SvgChild) => (isElement(node) ? (node.parent?.children ?? [node]) : [node]),
  getText: (node: SvgChild): string => (isElement(node) ? node.children.map(adapter.getText).join("") : node),
  hasAttrib: (el: SvgElement, name: string) => el.attributes.has(name),
  removeSubsets: (nodes: SvgChild[]) => nodes,
  // paper has no pointer
  isHovered: () => false,
  isVisited: () => false,
  isActive: () => false,
};

const MAX_PARTS = 200;

/** Binomial, at least 1, capped above any budget. */
function choices(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k && ways < 1e12; i++) ways *= (n - i) / (i + 1);
  return Math.max(1, ways);
}

/** Ids, classes (with attributes and pseudo-classes), types (Selectors 4, 17). */
function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const s of selector) {
    if (s.type === "tag") sum += 1;
    else if (s.type === "attribute") sum += s.name === "id" && s.ignoreCase === "quirks" ? 1_000_000 : 1000;
    else if (s.type === "pseudo") {
      const inside = Array.isArray(s.data) ? greatest(s.data.map(specificityOf), 0) : 1000;
      sum += ["is", "not", "has", "matches", "any"].includes(s.name) ? inside : s.name === "where" ? 0 : 1000;
    }
  }
  return sum;
}

const COMBINATORS = ["adjacent", "child", "descendant", "parent", "sibling", "column-combinator"];

function keyOf(selector: readonly Selector[]): string {
  let key = "*";
  for (let i = selector.length - 1; i >= 0 && !COMBINATORS.includes(selector[i]!.type); i--) {
    const s = selector[i]!;
    if (s.type === "tag") key = s.name;
    if (s.type !== "attribute" || s.ignoreCase !== "quirks") continue;
    if (s.name === "id" && s.action === "equals") return `#${s.value}`;
    if (s.name === "class" && s.action === "element") return `.${s.value}`;
  }
  return key;
}

export class RuleIndex {
  readonly #byKey = new Map<string, Candidate[]>();

  constructor(
    rules: readonly Rule[],
    readonly budget: SvgBudget,
  ) {
    const known = new Map<string, readonly Compiled[]>();
    rules.forEach(({ selectors, declarations }, order) => {
      let all = known.get(selectors);
      if (!all) known.set(selectors, (all = compiled(selectors)));
      for (const { key, ...selector } of all) {
        const list = this.#byKey.get(key) ?? [];
        this.#byKey.set(key, list);
        list.push({ ...selector, order, declarations });
      }
    });
  }

  /** Matching declarations in ascending precedence. */
  for(el: SvgElement): readonly Declaration[] {
    const found: Candidate[] = [];
    let depth = 0;
    for (let at = el.parent; at; at = at.parent) depth++;
    const siblings = el.parent?.children.length ?? 1;
    const length = lengthOf(el);
    const collect = (key: string): void => {
      for (const c of this.#byKey.get(key) ?? []) {
        const ways = choices(depth, c.around) * choices(siblings, c.beside) * (c.wide ? siblings : 1);
        this.budget.spend("matches", ways * (c.reads ? 1 + length / 64 : 1));
        if (c.matches(el)) found.push(c);
      }
    };
    collect("*");
    collect(el.name);
    const id = el.attributes.get("id");
    if (id !== undefined) collect(`#${id}`);
    for (const name of new Set(el.attributes.get("class")?.trim().split(/\s+/))) collect(`.${name}`);
    return found.sort((a, b) => a.specificity - b.specificity || a.order - b.order).flatMap((c) => c.declarations);
  }
}

interface Compiled {
  readonly matches: Candidate["matches"];
  readonly specificity: number;
  readonly key: string;
  readonly wide: boolean;
  readonly around: number;
  readonly beside: number;
  readonly reads: boolean;
}

function compiled(selectors: string): readonly Compiled[] {
  let parsed: readonly Selector[][];
  try {
    parsed = parse(selectors);
  } catch {
    return []; // match nothing (Selectors 4, 3.9)
  }
  return parsed.flatMap((s) => compiledOne(s) ?? []);
}

/** Null for pseudo-elements and states of viewers. */
function compiledOne(selector: Selector[]): Compiled | null {
  if (selector.length > MAX_PARTS) return refuse(`a selector of more than ${MAX_PARTS} parts`);
  if (selector.some((t) => t.type === "pseudo-element")) return null;
  try {
    const matches = compile<SvgChild, SvgElement>([selector], { adapter, xmlMode: true, relativeSelector: false });
    const count = (type: string): number => selector.filter((t) => t.type === type).length;
    return {
      matches,
      specificity: specificityOf(selector),
      key: keyOf(selector),
      wide: count("pseudo") > 0,
      around: count("descendant"),
      beside: count("sibling"),
      reads: selector.some((t) => t.type === "attribute" && t.ignoreCase !== "quirks"),
    };
  } catch {
    return null;
  }
}
