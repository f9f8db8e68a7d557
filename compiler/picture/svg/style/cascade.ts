import { append } from "../../../../base/many.js";
import type { SvgBudget } from "../tree/budget.js";
import { remove, textOf, walk, type SvgElement } from "../tree/tree.js";
import { endStates, UNMOVED } from "./animation.js";
import { fontLonghands, wordsOf } from "./font.js";
import { STYLE_MATCHING } from "./lazy-modules.js";
import { KNOWN, PRESENTATION } from "./properties.js";
import { declarationsOf, holds, rulesOf, type Declaration, type Keyframes, type Rule } from "./sheet.js";
import { refuse, refuseOutside } from "../tree/fault.js";

/** Their attributes may have names of properties. */
const ANIMATION = /^(?:animate|set$)/;

/** Attributes, style sheets, style attributes (SVG 2, 6.6); removes the latter two. `outsideSheet`: may define classes */
export async function cascade(root: SvgElement, budget: SvgBudget, outsideSheet: boolean): Promise<void> {
  const frames = new Map<string, Keyframes>();
  const rules = takeSheets(root, frames);
  const index = rules.length === 0 ? null : new (await STYLE_MATCHING.demand()).RuleIndex(rules, budget);
  const styles = new Map<string, readonly Declaration[]>();
  const declarations: { readonly el: SvgElement; readonly declared: ReadonlyMap<string, string>; readonly moves: boolean }[] = [];
  for (const el of walk(root)) {
    if (ANIMATION.test(el.name)) continue;
    const own = el.attributes.get("style");
    let inline: readonly Declaration[] = [];
    if (own !== undefined) {
      inline = styles.get(own) ?? declarationsOf(own);
      styles.set(own, inline);
    }
    const sheet = index?.for(el) ?? [];
    if (outsideSheet && sheet.length === 0 && el.attributes.has("class")) refuseOutside("the style sheet of its classes", el.line);
    budget.spend("styles", sheet.length + inline.length);
    declarations.push({ el, ...declaredBy(el, sheet, inline, frames) });
  }
  // after matching: selectors test attributes
  for (const { el, declared, moves } of declarations) {
    el.declared = declared;
    if (moves) el.moves = el.line;
    for (const key of ["style", "class"]) el.attributes.delete(key);
    for (const key of [...el.attributes.keys()]) if (PRESENTATION.has(key)) el.attributes.delete(key);
  }
}

function takeSheets(root: SvgElement, frames: Map<string, Keyframes>): readonly Rule[] {
  const rules: Rule[] = [];
  const sheets = new Set<SvgElement>();
  for (const el of walk(root)) {
    if (el.name !== "style") continue;
    const type = (el.attributes.get("type") ?? "").trim().toLowerCase();
    if ((type === "" || type === "text/css") && holds(el.attributes.get("media") ?? "")) append(rules, rulesOf(textOf(el), frames));
    sheets.add(el);
  }
  remove(sheets);
  return rules;
}

const NONE: ReadonlyMap<string, string> = new Map();

function declaredBy(
  el: SvgElement,
  sheet: readonly Declaration[],
  inline: readonly Declaration[],
  frames: ReadonlyMap<string, Keyframes>,
): { readonly declared: ReadonlyMap<string, string>; readonly moves: boolean } {
  let out: Map<string, string> | null = null;
  for (const [key, value] of el.attributes) if (PRESENTATION.has(key)) (out ??= new Map()).set(key, value.trim());
  if (sheet.length === 0 && inline.length === 0) return { declared: out ?? NONE, moves: false };
  out ??= new Map();
  const all = [...sheet, ...inline];
  const [usual, important] = [all.filter((d) => !d.important), all.filter((d) => d.important)];
  // animations are between both (CSS Cascade 5, 6.1)
  for (const d of usual) declare(out, d, el.line);
  const end = frames.size > 0 ? endStates([...usual, ...important], frames) : UNMOVED;
  for (const d of end.declarations) declare(out, d, el.line);
  for (const d of important) declare(out, d, el.line);
  return { declared: out, moves: end.moves };
}

function declare(out: Map<string, string>, { name, value }: Declaration, line: number): void {
  if (name.startsWith("--")) out.set(name, value);
  else if (!KNOWN.has(name) && !/^(?:border|background|outline)-|^mask-/.test(name)) return;
  else if (/var\(/i.test(value)) out.set(name, value);
  else for (const [key, v] of longhands(name, value, line)) out.set(key, v);
}

/** Expands shorthands; other properties are unchanged, invalid ones give nothing. */
export function longhands(name: string, value: string, line: number): Iterable<readonly [string, string]> {
  switch (name) {
    case "font":
      if (/^(?:caption|icon|menu|message-box|small-caption|status-bar)$/i.test(value)) return refuse(`the system's font ${value}`, line);
      return isWide(value)
        ? ["style", "variant", "weight", "stretch", "size", "family"].map((k) => [`font-${k}`, value] as const)
        : (fontLonghands(value) ?? []);
    case "marker":
      return ["marker-start", "marker-mid", "marker-end"].map((k) => [k, value] as const);
    case "text-decoration-line":
      return [["text-decoration", value]];
    case "background":
      return [["background-color", "transparent"], ["background-image", "none"], ...backgroundOf(value)];
    case "font-variant-caps":
      return [["font-variant", value]];
    case "all":
      return refuse("the property all", line);
    default:
      return [[name, value]];
  }
}

/** True for a keyword of all properties (CSS Cascade 4, 7.3). */
export const isWide = (value: string): boolean => /^(?:inherit|initial|unset|revert|revert-layer)$/i.test(value);

const backgroundOf = (value: string): readonly (readonly [string, string])[] => {
  if (/url\(|gradient\(|image/i.test(value)) return [["background-image", value]];
  const color = wordsOf(value).find(
    (w) => /^[#a-z]/i.test(w) && !/^(?:none|repeat|no-repeat|scroll|fixed|center|top|left|right|bottom)$/i.test(w),
  );
  return color === undefined ? [] : [["background-color", color]];
};
