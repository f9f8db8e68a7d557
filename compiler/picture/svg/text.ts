import { PictureFault } from "../fault.js";
import type { FamilyInfo } from "../../core/world.js";
import type { Families } from "./families.js";
import { refuse } from "./fault.js";
import { colorOf } from "./style/color.js";
import { wordsOf } from "./style/font.js";
import type { Style } from "./style/style.js";
import { elementsOf, isElement, made, replaceChildren, textOf, type SvgChild, type SvgElement } from "./tree.js";

const SPANS = ["tspan", "textPath", "a"];
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;
/** A character and what is drawn over it. */
const CLUSTER = /\P{M}[\p{M}\u200d\ufe00-\ufe0f]*|\p{M}+/gu;
const OWN_SCRIPT = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * A text as the normaliser draws it: in families that have its characters, in the case that style asks for, under the lines of what it stands in.
 * @throws PictureFault for a character that no font has
 */
export class Texts {
  #text = "";
  #line = 0;

  constructor(
    readonly styles: ReadonlyMap<SvgElement, Style>,
    readonly families: Families,
  ) {}

  apply(text: SvgElement): void {
    this.#text = textOf(text);
    this.#line = text.line;
    const style = this.styles.get(text)!;
    this.#direct(text, style);
    if (/^(?:pre|pre-wrap|break-spaces|pre-line)$/.test(style.inherited.get("white-space") ?? ""))
      text.attributes.set("xml:space", "preserve");
    this.#element(text, null, null);
    for (let at = text.parent; at; at = at.parent) {
      const around = this.styles.get(at);
      if (around?.own.has("text-decoration")) this.#decorate(text, around.own.get("text-decoration")!, around, null);
    }
  }

  #element(el: SvgElement, around: FamilyInfo | null, before: FamilyInfo | null): FamilyInfo | null {
    const style = this.styles.get(el)!;
    this.#check(style, el);
    const candidates = this.families.candidates(style.inherited.get("font-family") ?? "");
    const own = candidates[0]!;
    if (own !== around) el.attributes.set("font-family", this.families.nameOf(own));
    else el.attributes.delete("font-family");
    let last = before;
    const children: SvgChild[] = [];
    for (const c of el.children) {
      if (isElement(c)) {
        if (SPANS.includes(c.name)) {
          last = this.#element(c, own, last);
          children.push(c);
        } else if (c.name === "title" || c.name === "desc") continue;
        else children.push(c);
        continue;
      }
      for (const piece of this.#pieces(cased(c, style), candidates, last)) {
        last = piece.family;
        children.push(
          piece.family === own ? piece.text : made("tspan", { "font-family": this.families.nameOf(piece.family) }, [piece.text], el.line),
        );
      }
    }
    replaceChildren(el, children);
    const decoration = style.own.get("text-decoration");
    if (decoration !== undefined) this.#decorate(el, decoration, style, el);
    return last;
  }

  /** Text cut where its characters need another family. */
  #pieces(
    text: string,
    candidates: readonly FamilyInfo[],
    before: FamilyInfo | null,
  ): readonly { readonly family: FamilyInfo; readonly text: string }[] {
    const out: { family: FamilyInfo; text: string }[] = [];
    let family = before !== null && candidates.includes(before) ? before : candidates[0]!;
    for (const cluster of text.match(CLUSTER) ?? []) {
      const found = this.#family(cluster, family, candidates);
      const last = out.at(-1);
      if (last && last.family === found) last.text += cluster;
      else out.push({ family: found, text: cluster });
      family = found;
    }
    return out;
  }

  #family(cluster: string, current: FamilyInfo, candidates: readonly FamilyInfo[]): FamilyInfo {
    const drawn = [...cluster].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0)!);
    if (drawn.length === 0) return current;
    const has = (f: FamilyInfo): boolean => drawn.every((cp) => this.families.covers(f, cp));
    // what has no script of its own goes with what is before it
    if (!OWN_SCRIPT.test(cluster) && has(current)) return current;
    return candidates.find(has) ?? this.#missing(drawn, candidates);
  }

  #missing(drawn: readonly number[], candidates: readonly FamilyInfo[]): never {
    const cp = drawn.find((c) => !candidates.some((f) => this.families.covers(f, c))) ?? drawn[0]!;
    const name = `U+${cp.toString(16).toUpperCase().padStart(4, "0")}`;
    const text = this.#text.replace(/\s+/g, " ").trim();
    const shown = [...text].length > 40 ? `${[...text].slice(0, 40).join("")}…` : text;
    throw new PictureFault(
      "glyph",
      `${name} "${String.fromCodePoint(cp)}" of the text ${JSON.stringify(shown)} in line ${this.#line} of the SVG file is covered by none of the fonts (tried ${candidates.map((f) => f.name).join(", ")})`,
    );
  }

  #check(style: Style, el: SvgElement): void {
    const harmless: Readonly<Record<string, RegExp>> = {
      "text-shadow": /^none$/,
      "font-feature-settings": /^(?:normal|(?:,?\s*["'](?:kern|liga|tnum|lnum)["']\s*(?:1|on)?)+)$/i,
      "font-variant": /^(?:normal|none|small-caps|(?:tabular-nums|lining-nums|common-ligatures)(?:\s|$))+$/,
    };
    for (const [name, ok] of Object.entries(harmless)) {
      const value = style.get(name);
      if (value !== undefined && !ok.test(value)) refuse(`${name} ${value.slice(0, 40)}`, el.line);
    }
    for (const name of ["font-variant-numeric", "font-variant-ligatures", "font-variation-settings"]) {
      const value = style.own.get(name);
      if (value !== undefined && !/^(?:normal|none|tabular-nums|lining-nums|common-ligatures)$/.test(value))
        refuse(`${name} ${value.slice(0, 40)}`, el.line);
    }
    if (/override|plaintext/.test(style.own.get("unicode-bidi") ?? "")) refuse(`unicode-bidi ${style.own.get("unicode-bidi")!}`, el.line);
  }

  /** Right-to-left text begins at its right edge, and so do the words in it (SVG 2, 11.4). */
  #direct(text: SvgElement, style: Style): void {
    if (style.inherited.get("direction") !== "rtl") return;
    const anchor = style.inherited.get("text-anchor") ?? "start";
    text.attributes.set("text-anchor", anchor === "start" ? "end" : anchor === "end" ? "start" : anchor);
    embed(text);
  }

  /** Lines in the paint of what declares them (CSS Text Decoration 3, 2.1), whatever that of the letters is. */
  #decorate(el: SvgElement, said: string, style: Style, by: SvgElement | null): void {
    const words = wordsOf(said.toLowerCase());
    const lines = words.filter((w) => /^(?:underline|overline|line-through)$/.test(w));
    const kind = style.own.get("text-decoration-style") ?? words.find((w) => /^(?:double|dotted|dashed|wavy)$/.test(w)) ?? "solid";
    el.attributes.delete("text-decoration");
    for (const key of ["style", "color", "thickness"]) el.attributes.delete(`text-decoration-${key}`);
    if (lines.length === 0) return;
    if (kind !== "solid") refuse(`text-decoration-style ${kind}`, el.line);
    const color =
      style.own.get("text-decoration-color") ??
      words.find((w) => !/^(?:underline|overline|line-through|blink|solid|auto|from-font)$/.test(w));
    const line = color === undefined || color === "currentcolor" ? null : colorOf(color);
    if (by && !line) {
      el.attributes.set("text-decoration", lines.join(" "));
      return;
    }
    const own = this.styles.get(el)!;
    const inner = made("tspan", { fill: own.paint("fill").value, "fill-opacity": String(own.paint("fill").opacity) }, [], el.line);
    for (const key of ["stroke", "stroke-opacity", "text-decoration"]) {
      const value =
        key === "text-decoration"
          ? el.attributes.get(key)
          : key === "stroke"
            ? own.paint("stroke").value
            : String(own.paint("stroke").opacity);
      if (value !== undefined) inner.attributes.set(key, value);
    }
    replaceChildren(inner, el.children);
    replaceChildren(el, [inner]);
    el.attributes.set("fill", line ? line.hex : style.paint("fill").value);
    el.attributes.set("fill-opacity", String(line ? line.alpha : style.paint("fill").opacity));
    el.attributes.set("stroke", line ? "none" : style.paint("stroke").value);
    el.attributes.set("stroke-opacity", String(style.paint("stroke").opacity));
    el.attributes.set("text-decoration", lines.join(" "));
  }
}

function cased(text: string, style: Style): string {
  switch (style.inherited.get("text-transform")) {
    case "uppercase":
      return text.toUpperCase();
    case "lowercase":
      return text.toLowerCase();
    case "capitalize":
      return text.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (c) => c.toUpperCase());
    default:
      return text;
  }
}

const POSITIONS = ["x", "y", "dx", "dy", "rotate"];
const RLE = "\u202b";
const PDF = "\u202c";

/** Marks each of a text's pieces with a place of its own as right-to-left. */
function embed(el: SvgElement): void {
  for (const key of POSITIONS)
    if ((el.attributes.get(key) ?? "").trim().split(/[\s,]+/).length > 1)
      refuse("a place for each letter of a right-to-left text", el.line);
  for (const c of elementsOf(el)) if (SPANS.includes(c.name)) embed(c);
  const placed = el.name === "text" || ["x", "y"].some((k) => el.attributes.has(k));
  if (!placed) return;
  let first = true;
  el.children = el.children.map((c) => {
    if (isElement(c) || c.trim() === "" || !first) return c;
    first = false;
    return `${RLE}${c.trimStart()}`;
  });
  void PDF;
}
