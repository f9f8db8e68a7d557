import type { LocaleSource } from "../core/world.js";
import { lookup } from "../../base/lookup.js";

/** locales/index.json, known before a locale is read. Lists are separated by spaces. */
export interface LocaleIndex {
  readonly version: string;
  /** canonical */
  readonly locales: string;
  /** parent → locales whose tag without its last part is another one */
  readonly parents: Readonly<Record<string, string>>;
  /** script → languages that usually use it */
  readonly scripts: Readonly<Record<string, string>>;
  /** locale with script → regions that use it */
  readonly regions: Readonly<Record<string, string>>;
  /** former and longer codes */
  readonly languages: Readonly<Record<string, string>>;
  readonly territories: Readonly<Record<string, string>>;
  /** decimals → currencies */
  readonly currencies: Readonly<Record<string, string>>;
  /** decimal numbering systems: zero, or all digits if not consecutive in Unicode */
  readonly digits: Readonly<Record<string, string>>;
}

/**
 * Differences from the parent's values; null restores absence.
 *
 * - `nu` default digits, `min` least digits before the first group sign, `plural` rules
 * - `SYSTEM/s` signs, `/d` decimal pattern, `/p` percent, `/c` currency, `/k`, `/m` compact decimal and currency; Latin digits' by default
 * - `$EUR` symbol, if not the code, with its marks
 * - `M` months, `L` alone, `E` days, `c` alone, `p` AM and PM, each with the width `w`, `a`, `n` or `s`; `fs` `fm` `fl` `ff` date forms;
 *   `era`
 */
type LocaleValues = Readonly<Record<string, unknown>>;

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

/** Nearest first. */
function chainOf(tag: string, index: LocaleIndex): readonly string[] {
  const out: string[] = [];
  for (let at: string | null = tag; at !== null; at = parentOf(at, index)) out.push(at);
  return out;
}

export class LocaleData {
  readonly #values: LocaleValues;

  constructor(source: LocaleSource, tag: string) {
    const chain = chainOf(tag, indexOf(source)).map((name) =>
      lookup(source.read(languageOf(name)) as Readonly<Record<string, LocaleValues>>, name)!,
    );
    this.#values = Object.assign({}, ...[...chain].reverse()) as LocaleValues;
  }

  /** undefined if the locale has none */
  value<T>(key: string): T | undefined {
    return (lookup(this.#values, key) ?? undefined) as T | undefined;
  }

  text(key: string): string {
    return this.value<string>(key) ?? "";
  }

  ofSystem<T>(system: string, key: string): T | undefined {
    return this.value<T>(`${system}/${key}`) ?? this.value<T>(`latn/${key}`);
  }
}
