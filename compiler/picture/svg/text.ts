// Texts of an SVG file to texts whose every piece names the family that sets it.
import { PictureFault } from "../fault.js";
import type { FamilyInfo } from "../../core/world.js";
import { absentHelp, namesOf } from "../../core/families.js";
import { emojiIn } from "../../text/unicode/emoji.js";
import type { Families } from "./families.js";
import { refuse } from "./fault.js";
import type { Style } from "./style/style.js";
import { isElement, made, replaceChildren, textOf, type SvgChild, type SvgElement } from "./tree.js";

/** Elements that may be inside a text and hold characters. */
export const SPANS = ["tspan", "textPath", "a"];
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;
/** A flag, or a character and what is drawn over it. */
const CLUSTER = /\p{RI}{2}|\P{M}[\p{M}\u200d\ufe00-\ufe0f]*|\p{M}+/gu;
const DIGIT = /^\p{Nd}/u;
const OWN_SCRIPT = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * A text as the normaliser draws it: in families that have its characters, in the case that style declares.
 * @throws PictureFault for a character that no font has
 */
export class Texts {
  #text = "";
  #line = 0;

  constructor(
    readonly styles: ReadonlyMap<SvgElement, Style>,
    readonly families: Families,
  ) {}

  /** Rewrites one text. @throws PictureFault for a character that no font has */
  apply(text: SvgElement): void {
    this.#text = textOf(text);
    this.#line = text.line;
    const style = this.styles.get(text)!;
    if (/^(?:pre|pre-wrap|break-spaces|pre-line)$/.test(style.inherited.get("white-space") ?? ""))
      text.attributes.set("xml:space", "preserve");
    this.#element(text, null, null);
  }

  #element(el: SvgElement, around: FamilyInfo | null, before: FamilyInfo | null): FamilyInfo | null {
    const style = this.styles.get(el)!;
    this.#check(style, el);
    const candidates = this.families.candidates(style.inherited.get("font-family") ?? "");
    let last = before;
    const strings = el.children.map((c) => {
      if (isElement(c)) return [];
      const pieces = this.#pieces(cased(c, style), candidates, last);
      last = pieces.at(-1)?.family ?? last;
      return pieces;
    });
    // an element whose own letters are all of one family has that
    const families = new Set(strings.flat().map((p) => p.family));
    const own = families.size === 1 ? [...families][0]! : candidates[0]!;
    if (own !== around) el.attributes.set("font-family", this.families.nameOf(own));
    else el.attributes.delete("font-family");
    const children: SvgChild[] = [];
    el.children.forEach((c, i) => {
      if (!isElement(c)) {
        for (const { family, text } of strings[i]!)
          children.push(family === own ? text : made("tspan", { "font-family": this.families.nameOf(family) }, [text], el.line));
      } else if (SPANS.includes(c.name)) {
        last = this.#element(c, own, last);
        children.push(c);
      } else if (c.name !== "title" && c.name !== "desc") children.push(c);
    });
    replaceChildren(el, children);
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
    // space before the first letter is the letter's
    const [first, second] = out;
    if (first && second && first.text.trim() === "" && this.families.covers(second.family, 0x20))
      out.splice(0, 2, { family: second.family, text: first.text + second.text });
    return out;
  }

  #family(cluster: string, current: FamilyInfo, candidates: readonly FamilyInfo[]): FamilyInfo {
    const drawn = [...cluster].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0)!);
    if (drawn.length === 0) return current;
    const has = (f: FamilyInfo): boolean => drawn.every((cp) => this.families.covers(f, cp));
    if (emojiIn(cluster) && !has(candidates[0]!)) {
      const emoji = candidates.find((f) => f.fallback === "emoji" && has(f));
      if (emoji) return emoji;
    }
    // what has no script of its own goes with what is before it, but digits look the same beside any script (decisions §1)
    if (!OWN_SCRIPT.test(cluster) && !DIGIT.test(cluster) && has(current)) return current;
    return candidates.find(has) ?? this.#missing(drawn, candidates);
  }

  #missing(drawn: readonly number[], candidates: readonly FamilyInfo[]): never {
    const base = candidates.find((f) => this.families.covers(f, drawn[0]!));
    const cp = drawn.find((c) => !base || !this.families.covers(base, c))!;
    const name = `U+${cp.toString(16).toUpperCase().padStart(4, "0")}`;
    const text = this.#text.replace(/\s+/g, " ").trim();
    const shown = [...text].length > 40 ? `${[...text].slice(0, 40).join("")}…` : text;
    const help = absentHelp(this.families.absent, cp);
    throw new PictureFault(
      "glyph",
      `${name} "${String.fromCodePoint(cp)}" of the text ${JSON.stringify(shown)} in line ${this.#line} of the SVG file is covered by none of the fonts (tried ${namesOf(candidates)})${help === "" ? "" : `; ${help}`}`,
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
