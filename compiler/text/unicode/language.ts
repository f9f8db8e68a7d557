import { copyOf } from "../../../base/code-unit.js";
import { SCRIPTS } from "./ucd.js";
import { lookup } from "../../../base/lookup.js";

/** Primary subtags not written in Latin letters, by main script. */
const WRITTEN: Readonly<Record<string, string>> = {
  Arab: "ar fa ks ps sd ug ur ckb arz ary apc prs mzn skr azb pnb lrc bqi",
  Armn: "hy",
  Beng: "as bn mni bpy",
  Cher: "chr",
  Cyrl: "ab av ba be bg ce cu cv kk kv ky mk mn os ru sr tg tt uk sah tyv",
  Deva: "hi mr ne sa mai bho awa mag hne doi kok brx bgc raj new dty",
  Ethi: "am ti",
  Geor: "ka",
  Grek: "el grc",
  Gujr: "gu",
  Guru: "pa",
  Hang: "ko",
  Hani: "ja zh yue wuu hak nan cmn gan hsn lzh",
  Hebr: "he iw yi",
  Khmr: "km",
  Knda: "kn",
  Laoo: "lo",
  Mlym: "ml",
  Mymr: "my shn ksw mnw",
  Orya: "or",
  Sinh: "si",
  Syrc: "syc",
  Taml: "ta",
  Telu: "te",
  Thaa: "dv",
  Thai: "th",
  Tibt: "bo dz",
  Yiii: "ii",
};
/** Of several scripts, or of variants of one. */
const PART_OF: Readonly<Record<string, string>> = { Jpan: "Hani", Hans: "Hani", Hant: "Hani", Hanb: "Hani", Kore: "Hang" };

const codes: readonly string[] = SCRIPTS;
const indexOf = (code: string): number => codes.indexOf(code);
const LATN = indexOf("Latn");
const byLanguage = new Map(Object.entries(WRITTEN).flatMap(([code, list]) => list.split(" ").map((l) => [l, indexOf(code)] as const)));
/** Callers name languages. */
const MOST = 256;
/** UTF-16 units: more than three subtags have. */
const HEAD = 32;
const known = new Map<string, number>();

/** Returns the script of a language as an index of SCRIPTS: that of its subtag (BCP 47), the usual one, or Latin. */
export function scriptOfLanguage(language: string): number {
  let script = language.length <= HEAD ? known.get(language) : undefined;
  if (script === undefined) {
    const head = copyOf(language, HEAD);
    const [primary, second, third] = head.split(/[-_]/);
    const subtag = [second, third].find((s) => s?.length === 4 && /^[a-z]+$/i.test(s));
    const code = subtag && `${subtag[0]!.toUpperCase()}${subtag.slice(1).toLowerCase()}`;
    const named = code ? indexOf(lookup(PART_OF, code) ?? code) : -1;
    script = named >= 0 ? named : (byLanguage.get(primary!.toLowerCase()) ?? LATN);
    if (known.size >= MOST) known.clear();
    known.set(head, script);
  }
  return script;
}
