import { TOPICS } from "./topics.js";

/** Kinds of entries, in the order of results. */
const KINDS = ["page", "section", "field", "route", "term"] as const;
export type EntryKind = (typeof KINDS)[number];

export interface SearchIndex {
  /** page, what a reader wants */
  readonly tasks: readonly (readonly [string, string])[];
  readonly pages: readonly (readonly [string, string])[];
  /** page, anchor, title, text, kind, words of code */
  readonly rows: readonly (readonly [number, string, string, string, EntryKind, string])[];
}

export interface Found {
  readonly file: string;
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
  readonly kind: EntryKind;
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A word that begins like this; a part of a name with underscores or dots begins one too. */
const beginning = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, "gu");

const wordsOf = (query: string): readonly string[] =>
  folded(query)
    .split(/\s+/)
    .map((word) => (/[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word))
    .filter((word) => word !== "");

interface Query {
  readonly whole: string;
  readonly patterns: readonly RegExp[];
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const hasAll = (text: string, { patterns }: Query): boolean => patterns.every((pattern) => count(text, pattern) > 0);

/** Points of an entry; 0: its words are not met. Titles precede texts, which precede names. */
function pointsOf([page, anchor, title, text, kind, code]: SearchIndex["rows"][number], pages: SearchIndex["pages"], query: Query): number {
  const [file, pageTitle] = pages[page]!;
  const name = folded(title);
  const rank = KINDS.indexOf(kind);
  if (rank > 1) return pointsOfName(name, kind === "field" ? "" : folded(text), query, rank);
  const isPage = kind === "page";
  const topics = isPage ? (TOPICS.get(file) ?? []).map(folded) : [];
  const isTopic = topics.some((phrase) => hasAll(phrase, query));
  const isWordOfTopic = topics.some((phrase) => phrase.split(" ").includes(query.whole));
  const closeness = name === query.whole ? 400 : isWordOfTopic ? 375 : name.startsWith(query.whole) ? 350 : isTopic ? 300 : 0;
  if (closeness > 0 || hasAll(name, query)) return 10_000 + closeness + (isPage ? 50 : 0) - Math.min(40, name.length);
  const around = `${folded(pageTitle)} ${name}`;
  const all = `${around} ${folded(text)} ${folded(code)}`;
  if (!hasAll(all, query)) return 0;
  const inTitle = query.patterns.filter((pattern) => count(around, pattern) > 0).length;
  const times = query.patterns.reduce((sum, pattern) => sum + Math.min(5, count(all, pattern)), 0);
  return 5_000 + inTitle * 100 + times * 5 + (isPage ? 10 : 0) + (anchor === "" ? 1 : 0);
}

function pointsOfName(name: string, text: string, query: Query, rank: number): number {
  const own = name.slice(name.lastIndexOf(".") + 1);
  const isName = name === query.whole || own === query.whole.slice(query.whole.lastIndexOf(".") + 1);
  // a name with _ or . is looked for as a field
  if (isName && rank === 2 && /[._]/.test(query.whole)) return 20_000 + (name === query.whole ? 1 : 0);
  if (!hasAll(`${name} ${text}`, query)) return 0;
  return 1_000 * (5 - rank) + (isName ? 100 : hasAll(name, query) ? 50 : 0) - Math.min(40, name.length);
}

/** Entries that meet all words of a query, the best first. */
export function find({ pages, rows }: SearchIndex, query: string): readonly Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const asked = { whole: folded(query).trim().replace(/\s+/g, " "), patterns: words.map(beginning) };
  return rows
    .map((row) => ({ row, points: pointsOf(row, pages, asked) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ row: [page, anchor, title, text, kind] }) => ({ file: pages[page]![0], page: pages[page]![1], anchor, title, text, kind }));
}

const BEFORE = 40;
const LENGTH = 150;

/** The part of a text around the first word of a query. */
export function excerpt(text: string, query: string): string {
  const [first = ""] = wordsOf(query);
  // as long as the text: folding may change lengths
  const at = text.toLowerCase().search(beginning(first));
  const from = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const part = text.slice(from, from + LENGTH);
  const cut = from + LENGTH < text.length ? `${part.slice(0, Math.max(part.lastIndexOf(" "), LENGTH / 2))} …` : part;
  return from > 0 ? `… ${cut}` : cut;
}
