import { charScript, COMMON, isMark, SCRIPTS } from "./ucd.js";

/** Mostly drawn in one half of an em; the glyph decides. */
const HALVED = new Set([..."、。〈〉《》「」『』【】〔〕〖〗〘〙〚〛〝〞〟！（），．：；？［］｛｝｟｠"].map((c) => c.charCodeAt(0)));

export const mayBeHalved = (c: number): boolean => c >= 0x3001 && (c <= 0x301f || c >= 0xff01) && HALVED.has(c);

const names: readonly string[] = SCRIPTS;
const code = (name: string): number => names.indexOf(name);
const IDEOGRAPHS = new Set(["Hani", "Hira", "Kana", "Bopo"].map(code));
const LETTERS = new Set(["Latn", "Grek", "Cyrl"].map(code));
const LENGTHENING = 0x30fc;

const isIdeographic = (cp: number): boolean =>
  cp >= 0x2e80 && (IDEOGRAPHS.has(charScript[cp]!) || cp === LENGTHENING) && !(cp >= 0xff00 && cp <= 0xffef) && !isMark(cp);
const isWestern = (cp: number): boolean =>
  (cp >= 0x30 && cp <= 0x39) || (cp < 0x2e80 && charScript[cp] !== COMMON && LETTERS.has(charScript[cp]!) && !isMark(cp));

/** True between an ideograph or kana, and a letter or digit (JLREQ 3.2; CSS Text 4, `text-autospace`). */
export const standApart = (a: number, b: number): boolean => (isIdeographic(a) && isWestern(b)) || (isWestern(a) && isIdeographic(b));
