// Windows code pages, by which readers encode what is typed into a field (FM-19).

/** A code page other than 1252, which is WinAnsiEncoding. */
export const CODE_PAGES = [1250, 1251, 1253, 1254, 1257] as const;
export type CodePage = (typeof CODE_PAGES)[number];

export const FIRST_CODE = 32;
const UPPER = 128;

/** Characters of WinAnsiEncoding at codes 128 to 159 (ISO 32000-1, annex D); 0: none. */
const WIN_ANSI = [
  ...[0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0],
  ...[0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178],
];

const winAnsiAt = (code: number): number => (code === 127 ? 0 : code >= UPPER && code < 160 ? WIN_ANSI[code - UPPER]! : code);

/** Letters of the pages at codes where WinAnsiEncoding has others. */
const LETTERS =
  "¨¯¸ÆØæøĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİıĶķĹĺĻļĽľŁłŃńŅņŇňŌōŐőŔŕŖŗŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŹźŻżŽžˇ" +
  "˘˙˛˝΄΅ΆΈΉΊΌΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώЁЂЃЄЅІЇЈЉЊЋЌЎЏА" +
  "БВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяёђѓєѕіїјљњћќўџҐґ―€№";
/** Their names in the Adobe Glyph List, which PDF/A demands (ISO 19005-2, 6.2.11.6). */
const NAMES =
  "dieresis macron cedilla AE Oslash ae oslash Amacron amacron Abreve abreve Aogonek aogonek Cacute cacute Ccaron ccaron Dcaron " +
  "dcaron Dcroat dcroat Emacron emacron Edotaccent edotaccent Eogonek eogonek Ecaron ecaron Gbreve gbreve Gcommaaccent " +
  "gcommaaccent Imacron imacron Iogonek iogonek Idotaccent dotlessi Kcommaaccent kcommaaccent Lacute lacute Lcommaaccent " +
  "lcommaaccent Lcaron lcaron Lslash lslash Nacute nacute Ncommaaccent ncommaaccent Ncaron ncaron Omacron omacron Ohungarumlaut " +
  "ohungarumlaut Racute racute Rcommaaccent rcommaaccent Rcaron rcaron Sacute sacute Scedilla scedilla Scaron scaron Tcommaaccent " +
  "tcommaaccent Tcaron tcaron Umacron umacron Uring uring Uhungarumlaut uhungarumlaut Uogonek uogonek Zacute zacute Zdotaccent " +
  "zdotaccent Zcaron zcaron caron breve dotaccent ogonek hungarumlaut tonos dieresistonos Alphatonos Epsilontonos Etatonos " +
  "Iotatonos Omicrontonos Upsilontonos Omegatonos iotadieresistonos Alpha Beta Gamma Deltagreek Epsilon Zeta Eta Theta Iota Kappa " +
  "Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omegagreek Iotadieresis Upsilondieresis alphatonos epsilontonos " +
  "etatonos iotatonos upsilondieresistonos alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mugreek nu xi omicron " +
  "pi rho sigma1 sigma tau upsilon phi chi psi omega iotadieresis upsilondieresis omicrontonos upsilontonos omegatonos afii10023 " +
  "afii10051 afii10052 afii10053 afii10054 afii10055 afii10056 afii10057 afii10058 afii10059 afii10060 afii10061 afii10062 " +
  "afii10145 afii10017 afii10018 afii10019 afii10020 afii10021 afii10022 afii10024 afii10025 afii10026 afii10027 afii10028 " +
  "afii10029 afii10030 afii10031 afii10032 afii10033 afii10034 afii10035 afii10036 afii10037 afii10038 afii10039 afii10040 " +
  "afii10041 afii10042 afii10043 afii10044 afii10045 afii10046 afii10047 afii10048 afii10049 afii10065 afii10066 afii10067 " +
  "afii10068 afii10069 afii10070 afii10072 afii10073 afii10074 afii10075 afii10076 afii10077 afii10078 afii10079 afii10080 " +
  "afii10081 afii10082 afii10083 afii10084 afii10085 afii10086 afii10087 afii10088 afii10089 afii10090 afii10091 afii10092 " +
  "afii10093 afii10094 afii10095 afii10096 afii10097 afii10071 afii10099 afii10100 afii10101 afii10102 afii10103 afii10104 " +
  "afii10105 afii10106 afii10107 afii10108 afii10109 afii10110 afii10193 afii10050 afii10098 afii00208 Euro afii61352";

/** Pages by primary language, ISO 639-1. */
const LANGUAGES: readonly (readonly [CodePage, string])[] = [
  [1250, "bs cs hr hu pl ro sk sl sq"],
  [1251, "be bg kk ky mk mn ru sr tg tt uk"],
  [1253, "el"],
  [1254, "az tr"],
  [1257, "et lt lv"],
];
const SCRIPTS: readonly (readonly [CodePage, string])[] = [
  [1251, "cyrl"],
  [1253, "grek"],
];

/** Code pages of a file. */
export class CodePages {
  readonly #names = new Map<number, string>();
  readonly #tables = new Map<CodePage | null, readonly number[]>();
  readonly #sets = new Map<CodePage | null, ReadonlySet<number>>();

  constructor() {
    const names = NAMES.split(" ");
    [...LETTERS].forEach((letter, i) => this.#names.set(letter.codePointAt(0)!, names[i]!));
  }

  /** Returns the characters of codes 32 to 255, 0 for none. A code that the page leaves free has that of WinAnsiEncoding. */
  characters(page: CodePage | null): readonly number[] {
    const known = this.#tables.get(page);
    if (known) return known;
    const all = Array.from({ length: 256 - FIRST_CODE }, (_, i) => winAnsiAt(FIRST_CODE + i));
    if (page !== null) {
      const codes = Uint8Array.from({ length: 256 - UPPER }, (_, i) => UPPER + i);
      [...new TextDecoder(`windows-${page}`).decode(codes)].forEach((letter, i) => {
        const character = letter.codePointAt(0)!;
        // codes without a character are those of controls, or undecodable
        if (character >= 160 && character !== 0xfffd) all[UPPER - FIRST_CODE + i] = character;
      });
    }
    this.#tables.set(page, all);
    return all;
  }

  /** Returns runs of glyph names, each after its first code, where a page differs from WinAnsiEncoding. */
  differences(page: CodePage): readonly (number | string)[] {
    const out: (number | string)[] = [];
    let next = 0;
    this.characters(page).forEach((character, i) => {
      const code = FIRST_CODE + i;
      if (character === winAnsiAt(code)) return;
      if (code !== next) out.push(code);
      out.push(this.#names.get(character)!);
      next = code + 1;
    });
    return out;
  }

  /** Returns the page that has most characters of a text: that of its language if others have no more. Null: WinAnsiEncoding. */
  of(text: string, language: string): CodePage | null {
    const own = pageOf(language);
    const characters = [...text].map((letter) => letter.codePointAt(0)!).filter((character) => character >= UPPER);
    let best = own;
    let most = this.#count(characters, own);
    for (const page of [null, ...CODE_PAGES]) {
      if (most === characters.length) break;
      const count = this.#count(characters, page);
      if (count > most) [best, most] = [page, count];
    }
    return best;
  }

  #count(characters: readonly number[], page: CodePage | null): number {
    if (characters.length === 0) return 0;
    let set = this.#sets.get(page);
    if (!set) this.#sets.set(page, (set = new Set(this.characters(page))));
    return characters.filter((character) => set.has(character)).length;
  }
}

/** The script of a language tag wins: Serbian is written in two. */
function pageOf(language: string): CodePage | null {
  const [primary = "", ...rest] = language.toLowerCase().split("-");
  const script = rest.find((part) => part.length === 4 && /^[a-z]+$/.test(part));
  if (script !== undefined && script !== "latn") return SCRIPTS.find(([, name]) => name === script)?.[0] ?? null;
  const page = LANGUAGES.find(([, list]) => list.split(" ").includes(primary))?.[0] ?? null;
  return script === "latn" && page === 1251 ? 1250 : page;
}
