export interface SearchIndex {
  readonly pages: readonly (readonly [string, string])[];
  /** page, anchor, title, text */
  readonly rows: readonly (readonly [number, string, string, string])[];
}

export interface Found {
  readonly file: string;
  readonly page: string;
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A word that begins like this; a part of a name with underscores or dots begins one too. */
const beginning = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, "u");

function pointsOf(title: string, text: string, word: string, pattern: RegExp): number {
  if (title === word || title.endsWith(`.${word}`)) return 100;
  if (title.startsWith(word)) return 40;
  if (pattern.test(title)) return 20;
  return pattern.test(text) ? 1 : 0;
}

export function find({ pages, rows }: SearchIndex, query: string): readonly Found[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const patterns = words.map(beginning);
  const whole = words.join(" ");
  const found: { readonly points: number; readonly row: SearchIndex["rows"][number] }[] = [];
  for (const row of rows) {
    const title = folded(row[2]);
    const text = folded(`${pages[row[0]]![1]} ${row[3]}`);
    let points = title === whole ? 200 : title.startsWith(whole) ? 60 : 0;
    let hasAll = true;
    for (const [i, pattern] of patterns.entries()) {
      const of = pointsOf(title, text, words[i]!, pattern);
      hasAll &&= of > 0;
      points += of;
    }
    if (hasAll) found.push({ points: points + (row[1] === "" ? 5 : 0), row });
  }
  return found
    .sort((a, b) => b.points - a.points)
    .map(({ row: [page, anchor, title, text] }) => ({ file: pages[page]![0], page: pages[page]![1], anchor, title, text }));
}

const BEFORE = 40;
const LENGTH = 150;

export function excerpt(text: string, query: string): string {
  const first =
    folded(query)
      .split(/\s+/)
      .find((word) => word !== "") ?? "";
  // as long as the text: folding may change lengths
  const at = text.toLowerCase().search(beginning(first));
  const from = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const part = text.slice(from, from + LENGTH);
  const cut = from + LENGTH < text.length ? `${part.slice(0, Math.max(part.lastIndexOf(" "), LENGTH / 2))} …` : part;
  return from > 0 ? `… ${cut}` : cut;
}
