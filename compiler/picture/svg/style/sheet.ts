// Parsing of style sheets (CSS Syntax 3).
import { tokenize, TokenType, type CSSToken } from "@csstools/css-tokenizer";
import { refuse, refuseOutside } from "../tree/fault.js";
import { isFontSheet } from "../tree/outside.js";

export interface Declaration {
  /** lower case except custom properties */
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}
/** Declarations of the first and of the last frame. */
export interface Keyframes {
  readonly isEmpty: boolean;
  readonly from: readonly Declaration[];
  readonly to: readonly Declaration[];
}

export interface Rule {
  readonly selectors: string;
  readonly declarations: readonly Declaration[];
}

const SIMPLE = /^[^"'()\\/{}[\]@!<]*$/;

/** Invalid ones are skipped (CSS Syntax 3, 5.4.4). */
export function declarationsOf(css: string): readonly Declaration[] {
  if (!SIMPLE.test(css)) return declarationsIn(tokenize({ css }));
  const out: Declaration[] = [];
  for (const part of css.split(";")) {
    const colon = part.indexOf(":");
    if (colon > 0) add(out, part.slice(0, colon), part.slice(colon + 1), false);
  }
  return out;
}

function add(out: Declaration[], name: string, value: string, important: boolean): void {
  const key = name.trim();
  const written = value.trim();
  if (/^[\w-]+$|^--/.test(key) && written !== "")
    out.push({ name: key.startsWith("--") ? key : key.toLowerCase(), value: written, important });
}

const OPEN: ReadonlySet<string> = new Set([TokenType.Function, TokenType.OpenParen, TokenType.OpenSquare, TokenType.OpenCurly]);
const CLOSE: ReadonlySet<string> = new Set([TokenType.CloseParen, TokenType.CloseSquare, TokenType.CloseCurly]);
const isIdle = (t: CSSToken): boolean =>
  [TokenType.Whitespace, TokenType.Comment, TokenType.CDO, TokenType.CDC, TokenType.EOF].includes(t[0]);
const joined = (tokens: readonly CSSToken[]): string =>
  tokens.map((t) => (t[0] === TokenType.Comment ? " " : t[0] === TokenType.EOF ? "" : t[1])).join("");
const textOf = (tokens: readonly CSSToken[]): string => joined(tokens).trim();

function until(tokens: readonly CSSToken[], from: number, ends: readonly TokenType[]): number {
  let depth = 0;
  let i = from;
  for (; i < tokens.length && tokens[i]![0] !== TokenType.EOF; i++) {
    const type = tokens[i]![0];
    if (depth === 0 && ends.includes(type)) return i;
    if (OPEN.has(type)) depth++;
    else if (CLOSE.has(type)) depth--;
  }
  return i;
}

function declarationsIn(tokens: readonly CSSToken[]): readonly Declaration[] {
  const out: Declaration[] = [];
  for (let i = 0; i < tokens.length;) {
    const end = until(tokens, i, [TokenType.Semicolon]);
    const part = tokens.slice(i, end).filter((t) => t[0] !== TokenType.EOF);
    i = end + 1;
    const colon = part.findIndex((t) => t[0] === TokenType.Colon);
    if (colon < 0) continue;
    const name = textOf(part.slice(0, colon));
    if (!name.startsWith("--") && part.some((t) => t[0] === TokenType.OpenCurly)) refuse("style rules inside style rules");
    const value = textOf(part.slice(colon + 1));
    const mark = value.lastIndexOf("!");
    const bare = mark >= 0 && /^!\s*important$/i.test(value.slice(mark)) ? value.slice(0, mark).trimEnd() : value;
    add(out, name, bare, bare !== value);
  }
  return out;
}

/** without effect on a still picture */
const IDLE_RULES = ["charset", "namespace", "font-face", "page", "property", "counter-style"];

const KEYFRAMES: ReadonlySet<string> = new Set(["keyframes", "-webkit-keyframes", "-moz-keyframes"]);

/** Rules that hold on paper. `frames` receives named keyframes. @throws PictureFault for unknown conditions */
export function rulesOf(css: string, frames: Map<string, Keyframes>): readonly Rule[] {
  const out: Rule[] = [];
  collect(tokenize({ css }), out, frames);
  return out;
}

function keyframesIn(tokens: readonly CSSToken[]): Keyframes {
  const rules: Rule[] = [];
  collect(tokens, rules, new Map());
  const at = (frame: RegExp): readonly Declaration[] =>
    rules.filter(({ selectors }) => selectors.split(",").some((s) => frame.test(s.trim()))).flatMap(({ declarations }) => declarations);
  const isEmpty = rules.every(({ declarations }) => declarations.length === 0);
  return { isEmpty, from: at(/^(?:from|0%)$/i), to: at(/^(?:to|100%)$/i) };
}

function collect(tokens: readonly CSSToken[], out: Rule[], frames: Map<string, Keyframes>): void {
  for (let i = 0; i < tokens.length;) {
    if (isIdle(tokens[i]!) || tokens[i]![0] === TokenType.Semicolon) {
      i++;
      continue;
    }
    const at = tokens[i]![0] === TokenType.AtKeyword ? tokens[i]![1].slice(1).toLowerCase() : null;
    const ends = at === null ? [TokenType.OpenCurly] : [TokenType.OpenCurly, TokenType.Semicolon];
    const open = until(tokens, i + (at === null ? 0 : 1), ends);
    const prelude = textOf(tokens.slice(i + (at === null ? 0 : 1), open));
    const block = tokens[open]?.[0] === TokenType.OpenCurly;
    const close = block ? until(tokens, open + 1, [TokenType.CloseCurly]) : open;
    const inside = block ? tokens.slice(open + 1, close) : [];
    i = close + 1;
    if (at === null) {
      if (block) out.push({ selectors: prelude, declarations: declarationsIn(inside) });
    } else if (at === "media") {
      if (holds(prelude)) collect(inside, out, frames);
    } else if (KEYFRAMES.has(at)) {
      frames.set(prelude.replace(/^(["'])(.*)\1$/, "$2"), keyframesIn(inside));
    } else if (at === "import") {
      // only available fonts are used
      if (!isFontSheet(prelude)) refuseOutside("another style sheet by @import");
    } else if (!IDLE_RULES.includes(at)) refuse(`@${at}`);
  }
}

/** True for media that are print, still, with a light background (Media Queries 4). */
export function holds(queries: string): boolean {
  if (queries.trim() === "") return true;
  return queries.split(",").some((q) => {
    const parts = q
      .trim()
      .toLowerCase()
      .replace(/^only\s+/, "")
      .split(/\s+and\s+/);
    return parts.every((p) => {
      if (/^(?:not\s+)?(?:all|print|screen|speech)$/.test(p)) return /all|print/.test(p) !== p.startsWith("not");
      const feature =
        /^\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)$/.exec(p) ??
        /^\(\s*prefers-reduced-motion\s*(?::\s*(reduce|no-preference)\s*)?\)$/.exec(p);
      if (!feature) return refuse(`the media query ${JSON.stringify(q.trim().slice(0, 60))}`);
      return feature[1] !== "dark" && feature[1] !== "no-preference";
    });
  });
}

/** variables expand exponentially (CSS Variables 1, 3.3) */
const MAX_VALUE = 100_000;
export const MAX_BRACKETS = 32;

/** CSS Variables 1, 3; null if a variable has no value. */
export function substituted(value: string, variable: (name: string) => string | null, depth = 0): string | null {
  if (!/var\(/i.test(value)) return value;
  if (depth > MAX_BRACKETS) refuse(`variables nested more than ${MAX_BRACKETS} levels deep`);
  const tokens = tokenize({ css: value });
  let plain: CSSToken[] = [];
  let text = "";
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i]!;
    if (t[0] !== TokenType.Function || t[1].toLowerCase() !== "var(") {
      plain.push(t);
      continue;
    }
    const end = until(tokens, i + 1, [TokenType.CloseParen]);
    const comma = until(tokens.slice(0, end), i + 1, [TokenType.Comma]);
    const name = textOf(tokens.slice(i + 1, Math.min(comma, end)));
    const fallback = comma < end ? textOf(tokens.slice(comma + 1, end)) : null;
    const found = variable(name) ?? (fallback === null ? null : substituted(fallback, variable, depth + 1));
    if (found === null) return null;
    text += `${joined(plain)}${found}`;
    if (text.length > MAX_VALUE) return null;
    plain = [];
    i = end;
  }
  return (text + joined(plain)).trim();
}
