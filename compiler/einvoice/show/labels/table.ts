// Words without English, whose words are the standard's (I32). `en`: in the table of terms.
import { tableOf } from "../../../../base/lookup.js";

export const LANGUAGES = ["de", "en", "fr", "es", "it", "nl", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

const COLUMNS = ["de", "fr", "es", "it", "nl", "pl"] as const;

type Words = Readonly<Record<Exclude<Language, "en">, string>>;
export type AllWords = Readonly<Record<Language, string>>;

/** Reads rows `key|de|fr|es|it|nl|pl`. */
export const table = (rows: string): ReadonlyMap<string, Words> =>
  new Map(cellsOf(rows).map(([key, ...words]) => [key!, tableOf(COLUMNS, (_, i) => words[i]!)]));

/** Reads rows `key|en|de|fr|es|it|nl|pl`. */
export const tableWithEnglish = (rows: string): ReadonlyMap<string, AllWords> =>
  new Map(cellsOf(rows).map(([key, en, ...words]) => [key!, { en: en!, ...tableOf(COLUMNS, (_, i) => words[i]!) }]));

const cellsOf = (rows: string): readonly (readonly string[])[] =>
  rows
    .trim()
    .split("\n")
    .map((row) => row.split("|"));
