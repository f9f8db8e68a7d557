// Files of locales to the data of one of them.
import type { LocaleSource } from "../core/world.js";

/** locales/index.json: what is known before a locale is read. Lists are in strings, parted by spaces. */
export interface LocaleIndex {
  /** of CLDR */
  readonly version: string;
  /** tags in canonical form */
  readonly locales: string;
  /** parent → locales whose tag without its last part is another one */
  readonly parents: Readonly<Record<string, string>>;
  /** script → languages that are usually written in it */
  readonly scripts: Readonly<Record<string, string>>;
  /** locale with a script → regions where the language is written in it */
  readonly regions: Readonly<Record<string, string>>;
  /** former and longer codes of languages */
  readonly languages: Readonly<Record<string, string>>;
  readonly territories: Readonly<Record<string, string>>;
  /** decimals → currencies */
  readonly currencies: Readonly<Record<string, string>>;
  /** decimal numbering systems: their zero, or all digits where they do not follow each other in Unicode */
  readonly digits: Readonly<Record<string, string>>;
}

/**
 * Values of a locale that differ from its parent's, by key; null takes a parent's value back.
 *
 * - `nu` default digits, `min` least digits before the first group sign, `plural` rules of plural forms
 * - `SYSTEM/s` signs, `/d` decimal pattern, `/p` percent, `/c` currency, `/k` and `/m` compact decimal and currency; those of Latin digits
 *   where a system has none
 * - `$EUR` symbol of a currency where it is not the code, with marks of its own
 * - `M` months, `L` months alone, `E` days, `c` days alone, `p` AM and PM, each with the width `w`, `a`, `n` or `s`; `fs` `fm` `fl` `ff` date forms;
 *   `era`
 */
export type LocaleValues = Readonly<Record<string, unknown>>;

export const indexOf = (source: LocaleSource): LocaleIndex => source.read("index") as LocaleIndex;

const ROOT = "und";
const languageOf = (tag: string): string => tag.split("-")[0]!;
export const lists = (list: string | undefined, word: string): boolean => ` ${list ?? ""} `.includes(` ${word} `);

/** The locale that a locale inherits from; null: the root. */
function parentOf(tag: string, index: LocaleIndex): string | null {
  if (tag === ROOT) return null;
  for (const parent in index.parents) if (lists(index.parents[parent], tag)) return parent;
  const cut = tag.lastIndexOf("-");
  return cut < 0 ? ROOT : tag.slice(0, cut);
}

/** A locale and those that it inherits from, the nearest first. */
function chainOf(tag: string, index: LocaleIndex): readonly string[] {
  const out: string[] = [];
  for (let at: string | null = tag; at !== null; at = parentOf(at, index)) out.push(at);
  return out;
}

/** Files that the data of a locale is in. */
export const filesOf = (tag: string, index: LocaleIndex): readonly string[] => [...new Set(chainOf(tag, index).map(languageOf))];

/** Data of a known locale, inherited values included. */
export class LocaleData {
  readonly #values: LocaleValues;

  constructor(source: LocaleSource, tag: string) {
    const chain = chainOf(tag, indexOf(source)).map(
      (name) => (source.read(languageOf(name)) as Readonly<Record<string, LocaleValues>>)[name]!,
    );
    this.#values = Object.assign({}, ...[...chain].reverse()) as LocaleValues;
  }

  /** undefined if the locale has none */
  value<T>(key: string): T | undefined {
    return (this.#values[key] ?? undefined) as T | undefined;
  }

  text(key: string): string {
    return this.value<string>(key) ?? "";
  }

  /** A value of a numbering system. */
  ofSystem<T>(system: string, key: string): T | undefined {
    return this.value<T>(`${system}/${key}`) ?? this.value<T>(`latn/${key}`);
  }
}
