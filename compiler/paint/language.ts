import { unitAt } from "../../ir/code-unit.js";
import type { Op } from "../../ir/ir.js";
import { charScript, COMMON, INHERITED, SCRIPTS } from "../text/ucd.js";

/**
 * The language that a script stands for where nothing else is said: CLDR's likely subtags. Not Latin, which stands in texts of any language
 * and which every voice can read. `Hani` is Chinese unless kana or Hangul stand beside it.
 */
export const LIKELY: Readonly<Record<string, string>> = {
  ...{ Arab: "ar", Armn: "hy", Beng: "bn", Bopo: "zh", Cyrl: "ru", Deva: "hi", Ethi: "am", Geor: "ka", Grek: "el", Gujr: "gu", Guru: "pa" },
  ...{ Hang: "ko", Hani: "zh", Hebr: "he", Hira: "ja", Kana: "ja", Khmr: "km", Knda: "kn", Laoo: "lo", Mlym: "ml", Mymr: "my" },
  ...{ Sinh: "si", Taml: "ta", Telu: "te", Thai: "th" },
};

/** Languages, besides those, whose own script it is. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ fa: "Arab", ur: "Arab", ps: "Arab", sd: "Arab", ug: "Arab", ckb: "Arab", yi: "Hebr", iw: "Hebr", as: "Beng" },
  ...{ uk: "Cyrl", be: "Cyrl", bg: "Cyrl", sr: "Cyrl", mk: "Cyrl", kk: "Cyrl", ky: "Cyrl", mn: "Cyrl", tg: "Cyrl" },
  ...{ mr: "Deva", ne: "Deva", sa: "Deva", ti: "Ethi" },
};

/** What languages parts of a document are in: what their script tells, where that is not the document's. */
export class Languages {
  readonly #own: string;
  readonly #scripts: readonly string[];

  /** `language`: the document's, BCP 47 */
  constructor(language: string) {
    this.#own = language.split("-")[0]!.toLowerCase();
    const other = OTHERS[this.#own];
    this.#scripts = Object.keys(LIKELY).filter((s) => LIKELY[s] === this.#own || s === other || (this.#own === "ja" && s === "Hani"));
  }

  /** The language of a text all of whose letters are of one, if it is not the document's. */
  of(text: string): string | undefined {
    let found: string | undefined;
    for (let i = 0, n = text.length; i < n; i++) {
      const unit = unitAt(text, i);
      const script = charScript[(unit & 0xfc00) === 0xd800 ? text.codePointAt(i)! : unit]!;
      if (script === COMMON || script === INHERITED || (unit & 0xfc00) === 0xdc00) continue;
      const name = SCRIPTS[script]!;
      const language = this.#scripts.includes(name) ? undefined : LIKELY[name];
      // letters of the document's own script, or of one that tells nothing
      if (language === undefined) return undefined;
      if (found === undefined || found === language) found = language;
      else if (found === "zh" && (language === "ja" || language === "ko")) found = language;
      else if (!(language === "zh" && (found === "ja" || found === "ko"))) return undefined;
    }
    return found;
  }

  ofOps(ops: readonly Op[]): string | undefined {
    return this.of(said(ops));
  }
}

const said = (ops: readonly Op[]): string =>
  ops.map((op) => (op.op === "glyphs" ? op.text : op.op === "group" || op.op === "mark" ? said(op.children) : "")).join("");
