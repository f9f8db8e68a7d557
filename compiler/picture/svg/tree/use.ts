import type { SvgBudget } from "./budget.js";
import { refuse } from "./fault.js";
import { outsideOf } from "./outside.js";
import { elementsOf, isElement, lengthOf, made, MAX_NESTING, replaceChildren, walk, type SvgChild, type SvgElement } from "./tree.js";

const DRAWN = [
  "a",
  "g",
  "svg",
  "symbol",
  "switch",
  "use",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "image",
];

/**
 * SVG 2, 5.6, for inheritance. Not in clip paths, where a `use` is a shape and a group is not; text is converted later. @returns elements
 * that replace a `use`
 */
export function instantiate(root: SvgElement, budget: SvgBudget): ReadonlySet<SvgElement> {
  const named = new Map<string, SvgElement>();
  for (const el of walk(root)) {
    const id = el.attributes.get("id");
    if (id !== undefined && !named.has(id)) named.set(id, el);
  }
  const instances = new Set<SvgElement>();
  // copies have the original children
  const sources = new Map<SvgElement, SvgChild[]>();
  for (const el of walk(root)) sources.set(el, el.children);
  const targetOf = (use: SvgElement): SvgElement | undefined => {
    const href = use.attributes.get("href")?.trim() ?? "";
    return href.startsWith("#") ? named.get(href.slice(1)) : undefined;
  };
  const children = (el: SvgElement, of: readonly SvgChild[], trail: readonly SvgElement[], depth: number): SvgChild[] => {
    if (depth > MAX_NESTING) refuse(`elements nested more than ${MAX_NESTING} levels deep`, el.line);
    return of.flatMap((c): SvgChild[] => {
      if (!isElement(c)) return [c];
      // refused if drawn, else removed
      if (outsideOf(c) !== null) return [c];
      if (c.name === "use" && (el.name !== "clipPath" || targetOf(c)?.name === "text")) return instance(c, trail, depth);
      return [c];
    });
  };
  const copy = (el: SvgElement, trail: readonly SvgElement[], depth: number): SvgElement => {
    if (depth > MAX_NESTING) refuse(`elements nested more than ${MAX_NESTING} levels deep`, el.line);
    budget.spend("elements", 1);
    budget.spend("characters", lengthOf(el));
    const attributes = new Map(el.attributes);
    attributes.delete("id");
    const out: SvgElement = {
      name: el.name,
      attributes,
      children: [],
      parent: null,
      line: el.line,
      declared: el.declared,
      moves: el.moves,
    };
    const inside = children(el, sources.get(el) ?? el.children, trail, depth);
    replaceChildren(
      out,
      inside.map((c) => (isElement(c) && !instances.has(c) ? copy(c, trail, depth + 1) : c)),
    );
    return out;
  };
  const instance = (use: SvgElement, trail: readonly SvgElement[], depth: number): SvgElement[] => {
    const target = targetOf(use);
    if (!target || !DRAWN.includes(target.name)) return [];
    // SVG 2, 5.6.2
    if (trail.includes(target) || isInside(use, target)) return [];
    const inside = [...trail, target];
    const drawn = target.name === "use" ? instance(target, inside, depth + 3)[0] : copy(target, inside, depth + 3);
    if (!drawn) return [];
    if (target.name === "symbol" || target.name === "svg") sized(drawn, use);
    if (target.name === "symbol") drawn.name = "svg";
    const { x = "0", y = "0" } = Object.fromEntries(use.attributes);
    const moved =
      /^[-+]?0*\.?0*$/.test(x) && /^[-+]?0*\.?0*$/.test(y) ? drawn : made("svg", { x, y, overflow: "visible" }, [drawn], use.line);
    const attributes = new Map([...use.attributes].filter(([k]) => !["x", "y", "width", "height", "href"].includes(k)));
    const out: SvgElement = {
      name: "g",
      attributes,
      children: [],
      parent: use.parent,
      line: use.line,
      declared: withoutPlace(use.declared),
      moves: use.moves,
    };
    replaceChildren(out, [moved]);
    instances.add(out);
    return [out];
  };
  const place = (el: SvgElement): void => {
    for (const c of elementsOf(el)) if (!instances.has(c)) place(c);
    if (elementsOf(el).some((c) => c.name === "use")) replaceChildren(el, children(el, el.children, [], 0));
  };
  place(root);
  return instances;
}

function isInside(el: SvgElement, other: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) if (at === other) return true;
  return false;
}

/** A use's size overrides its target's. */
function sized(el: SvgElement, use: SvgElement): void {
  for (const side of ["width", "height"]) {
    const own = use.declared.get(side) ?? use.attributes.get(side);
    if (own !== undefined) el.attributes.set(side, own);
    else if (!el.attributes.has(side)) el.attributes.set(side, "100%");
  }
}

const withoutPlace = (declared: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  ["x", "y", "width", "height"].some((k) => declared.has(k))
    ? new Map([...declared].filter(([k]) => !["x", "y", "width", "height"].includes(k)))
    : declared;
