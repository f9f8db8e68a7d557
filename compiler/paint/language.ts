// Languages implied by the scripts of a text, and its runs of one language.
import { unitAt } from "../../base/code-unit.js";
import { round } from "../../ir/geometry.js";
import type { GlyphsOp, Op } from "../../ir/ir.js";
import { scriptOfLanguage } from "../text/unicode/language.js";
import { charScript, COMMON, INHERITED, SCRIPTS } from "../text/unicode/ucd.js";
import { sliceRun } from "./glyph-run.js";

/** CLDR's likely subtags, without Latin, which every voice reads. `Hani` is Chinese unless next to kana or Hangul. */
export const LIKELY: Readonly<Record<string, string>> = {
  Arab: "ar",
  Armn: "hy",
  Beng: "bn",
  Bopo: "zh",
  Cyrl: "ru",
  Deva: "hi",
  Ethi: "am",
  Geor: "ka",
  Grek: "el",
  Gujr: "gu",
  Guru: "pa",
  Hang: "ko",
  Hani: "zh",
  Hebr: "he",
  Hira: "ja",
  Kana: "ja",
  Khmr: "km",
  Knda: "kn",
  Laoo: "lo",
  Mlym: "ml",
  Mymr: "my",
  Sinh: "si",
  Taml: "ta",
  Telu: "te",
  Thai: "th",
};

/** Superset of characters that imply a language; absent from most texts. Exported for its test. */
export const MAY_IMPLY = /[\u02ea\u02eb\u0370-\u1fff\u2100-\uffff]/;
const FIRST_TO_IMPLY = 0x02ea;

/** False if no character implies a language, whatever that of the document is. */
export const implyLanguage = (ops: readonly GlyphsOp[]): boolean => ops.some(({ text }) => MAY_IMPLY.test(text));

const IMPLIES = Uint8Array.from(SCRIPTS, (name) => (LIKELY[name] === undefined ? 0 : 1));

/** Languages of runs by their sources: null if that of the element around. */
export type DeclaredLangs = ReadonlyMap<number, string | null>;

export class Languages {
  readonly #scripts: readonly string[];
  /** by index of SCRIPTS: 1 if foreign to the document */
  readonly #isForeign: Uint8Array;

  /** `language`: BCP 47 */
  constructor(language: string) {
    const own = language.split("-")[0]!.toLowerCase();
    const written = SCRIPTS[scriptOfLanguage(language)]!;
    this.#scripts = Object.keys(LIKELY).filter((s) => LIKELY[s] === own || s === written);
    this.#isForeign = IMPLIES.slice();
    const codes: readonly string[] = SCRIPTS;
    for (const script of this.#scripts) this.#isForeign[codes.indexOf(script)] = 0;
  }

  /** Undefined unless all letters are of one language other than the document's. */
  of(text: string): string | undefined {
    let found: string | undefined;
    for (let i = 0, n = text.length; i < n; i++) {
      const script = scriptAt(text, i);
      if (script === COMMON || script === INHERITED) continue;
      const name = SCRIPTS[script]!;
      const language = this.#scripts.includes(name) ? undefined : LIKELY[name];
      if (language === undefined) return undefined;
      if (found === undefined || found === language) found = language;
      else if (found === "zh" && (language === "ja" || language === "ko")) found = language;
      else if (!(language === "zh" && (found === "ja" || found === "ko"))) return undefined;
    }
    return found;
  }

  ofOps(ops: readonly Op[]): string | undefined {
    return this.isForeign(ops) ? this.of(textOf(ops)) : undefined;
  }

  /** Cut at changes of language. Signs and spaces between parts of one language belong to it, others to the document's. */
  runs(ops: readonly Op[], implied = this.isForeign(ops), declared: DeclaredLangs | null = null): readonly LanguageRun[] {
    if (!implied && !declared) return [{ lang: undefined, ops }];
    const pieces: Piece[] = [];
    this.#cut(ops, { han: implied ? hanOf(textOf(ops)) : null, declared }, (op) => op, pieces);
    // joins its neighbours if those are of one language
    for (let i = 0; i < pieces.length;) {
      let end = i;
      while (end < pieces.length && pieces[end]!.lang === null) end++;
      const before = i > 0 ? pieces[i - 1]!.lang : undefined;
      const after = end < pieces.length ? pieces[end]!.lang : undefined;
      for (; i < end; i++) pieces[i]!.lang = before === after ? before : undefined;
      i = end + 1;
    }
    const out: { readonly lang: string | undefined; readonly ops: Op[] }[] = [];
    for (const { lang, op } of pieces) {
      const last = out.at(-1);
      if (last && last.lang === (lang ?? undefined)) last.ops.push(op);
      else out.push({ lang: lang ?? undefined, ops: [op] });
    }
    return out;
  }

  isForeign(ops: readonly Op[]): boolean {
    for (const op of ops) {
      if (op.op === "group" || op.op === "mark") {
        if (this.isForeign(op.children)) return true;
      } else if (op.op === "glyphs") {
        const { text } = op;
        for (let i = 0, n = text.length; i < n; i++)
          if (unitAt(text, i) >= FIRST_TO_IMPLY && this.#isForeign[scriptAt(text, i)] === 1) return true;
      }
    }
    return false;
  }

  #cut(ops: readonly Op[], how: Cutting, wrap: (op: Op) => Op, out: Piece[]): void {
    const { han, declared } = how;
    for (const op of ops) {
      const lang = op.op === "glyphs" ? declared?.get(op.source) : undefined;
      if (lang !== undefined) out.push({ lang: lang ?? undefined, op: wrap(op) });
      else if (op.op === "group") this.#cut(op.children, how, (child) => wrap({ ...op, children: [child] }), out);
      else if (op.op === "glyphs" && han === null) out.push({ lang: LETTER.test(op.text) ? undefined : null, op: wrap(op) });
      else if (op.op === "glyphs") for (const piece of this.#pieces(op, han!)) out.push({ lang: piece.lang, op: wrap(piece.op) });
      else out.push({ lang: null, op: wrap(op) });
    }
  }

  /** Undefined: the document's language; null: no letters. A face may have several scripts, such as Latin and Greek. */
  #pieces(op: GlyphsOp, han: string): readonly { readonly lang: Piece["lang"]; readonly op: GlyphsOp }[] {
    const { text } = op;
    const out: { lang: Piece["lang"]; readonly start: number }[] = [{ lang: null, start: 0 }];
    for (let i = 0, n = text.length; i < n; i++) {
      const script = scriptAt(text, i);
      if (script === INHERITED) continue;
      if (script === COMMON) {
        if (out.at(-1)!.lang !== null) out.push({ lang: null, start: i });
        continue;
      }
      const name = SCRIPTS[script]!;
      const lang = this.#scripts.includes(name) ? undefined : name === "Hani" ? han : LIKELY[name];
      const last = out.at(-1)!;
      if (last.lang === lang) continue;
      if (last.lang === null && out.at(-2)?.lang === lang && out.length > 1) out.pop();
      else if (last.lang === null && out.length === 1) last.lang = lang;
      else out.push({ lang, start: i });
    }
    if (out.length > 1 && out.at(-1)!.lang === null) out.pop();
    const whole = out.find((p) => p.lang !== null)?.lang ?? null;
    if (out.length === 1 || op.actualText !== null || out.every((p) => p.lang === null || p.lang === whole)) return [{ lang: whole, op }];
    return cutAt(
      op,
      out.map((p) => p.start),
    ).map((piece) => ({ lang: out[piece.index]!.lang, op: piece.op }));
  }
}

interface Cutting {
  /** language of Han characters; null if scripts imply none */
  readonly han: string | null;
  readonly declared: DeclaredLangs | null;
}

const LETTER = /\p{L}/u;

/** Right-to-left runs are whole. */
function cutAt(op: GlyphsOp, starts: readonly number[]): readonly { readonly index: number; readonly op: GlyphsOp }[] {
  const { ids, advances, clusters } = op.run;
  for (let i = 1; i < clusters.length; i++) if (clusters[i]! < clusters[i - 1]!) return [{ index: 0, op }];
  const out: { readonly index: number; readonly op: GlyphsOp }[] = [];
  let { x } = op;
  let from = 0;
  starts.forEach((_, index) => {
    const next = starts[index + 1] ?? op.text.length;
    let to = from;
    while (to < ids.length && (index === starts.length - 1 || clusters[to]! < next)) to++;
    if (to === from) return;
    const start = out.length === 0 ? 0 : clusters[from]!;
    const end = to < ids.length ? clusters[to]! : op.text.length;
    out.push({ index, op: sliceRun(op, { from, to }, { from: start, to: end }, round(x)) });
    for (let i = from; i < to; i++) x += (advances[i]! * op.size) / 1000;
    from = to;
  });
  return out;
}

/** Undefined: the document's. */
interface LanguageRun {
  readonly lang: string | undefined;
  readonly ops: readonly Op[];
}
interface Piece {
  lang: string | undefined | null;
  readonly op: Op;
}

/** A low surrogate belongs to the preceding character, as marks do. */
function scriptAt(text: string, i: number): number {
  const unit = unitAt(text, i);
  if ((unit & 0xfc00) === 0xdc00) return INHERITED;
  return charScript[(unit & 0xfc00) === 0xd800 ? text.codePointAt(i)! : unit]!;
}

/** Language of Han characters, by the other scripts of their paragraph. */
function hanOf(text: string): string {
  if (/[\u3041-\u30ff]/.test(text)) return "ja";
  return /[\u1100-\u11ff\uac00-\ud7a3]/.test(text) ? "ko" : "zh";
}

const textOf = (ops: readonly Op[]): string =>
  ops.map((op) => (op.op === "glyphs" ? op.text : op.op === "group" || op.op === "mark" ? textOf(op.children) : "")).join("");
