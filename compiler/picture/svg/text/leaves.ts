import type { FontStack } from "../../../text/font/fonts.js";
import { holdsHere } from "../style/structure.js";
import type { Style } from "../style/style.js";
import { isElement, keepsSpace, type SvgElement } from "../tree/tree.js";
import { cased, checkSetting } from "./setting.js";
import { fontSizeOf, fontWeightOf, inheritedLength } from "./lengths.js";
import type { FamilyStacks } from "./stacks.js";

export interface Leaf {
  readonly in: SvgElement;
  readonly style: Style;
  /** white space processed */
  readonly text: string;
  /** UTF-16 units */
  readonly start: number;
  readonly end: number;
  readonly stack: FontStack;
  /** user units */
  readonly size: number;
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly features: readonly (readonly [tag: string, value: number])[];
  readonly path: SvgElement | null;
}

const SPANS = ["tspan", "textPath", "a"];

interface Around {
  readonly style: Style;
  readonly keep: boolean;
  readonly path: SvgElement | null;
}

/** Returns strings in reading order, after white space processing (SVG 1.1, 10.15). */
export function leavesOf(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>, stacks: FamilyStacks): readonly Leaf[] {
  const found: { el: SvgElement; style: Style; shown: string; path: SvgElement | null }[] = [];
  let spaced = true;
  const go = (el: SvgElement, around: Around): void => {
    const style = styles.get(el) ?? around.style;
    checkSetting(style, el);
    const space = el.attributes.get("xml:space");
    const pre = /^(?:pre|pre-wrap|break-spaces|pre-line)$/.test(style.inherited.get("white-space") ?? "");
    const keep = pre || (space === undefined ? around.keep : space === "preserve");
    const path = el.name === "textPath" ? el : around.path;
    for (const c of el.children) {
      if (isElement(c)) {
        if (SPANS.includes(c.name) && c.attributes.get("display") !== "none" && holdsHere(c)) go(c, { style, keep, path });
        continue;
      }
      let shown = cased(c, style).replace(/[\t\n\r ]/g, " ");
      if (!keep) {
        shown = shown.replace(/ +/g, " ");
        if (spaced) shown = shown.replace(/^ /, "");
      }
      if (shown === "") continue;
      spaced = !keep && shown.endsWith(" ");
      found.push({ el, style, shown, path });
    }
  };
  go(text, { style: styles.get(text)!, keep: keepsSpace(text), path: null });
  const last = found.at(-1);
  if (last && spaced) last.shown = last.shown.replace(/ $/, "");
  let at = 0;
  return found
    .filter((f) => f.shown !== "")
    .map(({ el, style, shown, path }): Leaf => {
      const start = at;
      at += shown.length;
      return { ...settingOf(el, style, stacks), in: el, style, text: shown, start, end: at, path };
    });
}

function settingOf(el: SvgElement, style: Style, stacks: FamilyStacks) {
  const features: (readonly [string, number])[] = [];
  if (/\bsmall-caps\b/.test(style.inherited.get("font-variant") ?? "")) features.push(["smcp", 1]);
  if (/\btabular-nums\b/.test(style.inherited.get("font-variant") ?? "")) features.push(["tnum", 1]);
  if (style.inherited.get("font-kerning") === "none") features.push(["kern", 0]);
  const italic = /italic|oblique/.test(style.inherited.get("font-style") ?? "");
  return {
    stack: stacks.of(style.inherited.get("font-family") ?? "", fontWeightOf(el), italic),
    size: fontSizeOf(el),
    letterSpacing: inheritedLength(el, "letter-spacing"),
    wordSpacing: inheritedLength(el, "word-spacing"),
    features,
  };
}
