// Text of a page that is read: words by place, in rows and in the order of the content (IN-26, IN-27, IN-35).
import { latinDigits } from "../../base/digits.js";
import type { PageText } from "../../compiler/einvoice/inspect/report.js";
import type { Drawing, PageFacts, Picture, Rect, Word } from "../facts/facts.js";

/** A text with the words that it is made of. */
export interface Stream {
  /** Words of a row are parted by a blank, or by a tab where the gap is wider than a blank; rows by a line feed. Digits are ASCII. */
  readonly text: string;
  /** Begin of each word in the text. */
  readonly starts: readonly number[];
  readonly words: readonly Word[];
}

export interface ReadPage {
  /** from 1 */
  readonly page: number;
  readonly isReadable: boolean;
  /** By place, from top to bottom. */
  readonly rows: Stream;
  /** As painted: columns are not interleaved. */
  readonly content: Stream;
}

/** Part of the page that a picture of text covers. */
const PICTURE_PART = 0.1;
const UNKNOWN_PART = 0.1;
/** Largest covers that are looked at. */
const MOST_COVERS = 2_000;
/** A blank's width in parts of the height of a word. */
const BLANK = 0.6;

export function readPage(page: number, facts: PageFacts): ReadPage {
  const words = seenWords(facts);
  return { page, isReadable: isReadable(facts, words), rows: rowsOf(words), content: contentOf(words) };
}

function isReadable({ width, height, drawings, pictures }: PageFacts, words: readonly Word[]): boolean {
  if (words.length === 0) {
    const area = [...pictures, ...drawings].reduce((sum, { rect }) => sum + areaOf(rect), 0);
    return area <= PICTURE_PART * width * height;
  }
  let [glyphs, unknown] = [0, 0];
  for (const { text } of words)
    for (const c of text) {
      glyphs++;
      if (/[\ufffd\p{Co}\p{Cc}]/u.test(c)) unknown++;
    }
  return unknown <= UNKNOWN_PART * glyphs;
}

const areaOf = ([left, top, right, bottom]: Rect): number => Math.max(0, right - left) * Math.max(0, bottom - top);

/** Visible words that nothing opaque covers, each once. */
function seenWords({ words, drawings, pictures }: PageFacts): readonly Word[] {
  const covers = coversOf(drawings, pictures);
  const known = new Set<string>();
  return words.filter((word) => {
    if (!word.isVisible || word.opacity <= 0 || covers.some((c) => c.order > word.order && contains(c.rect, inkOf(word.rect))))
      return false;
    const key = `${word.text}\0${word.rect.map((v) => Math.round(2 * v)).join()}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

const coversOf = (drawings: readonly Drawing[], pictures: readonly Picture[]): readonly (Drawing | Picture)[] =>
  [...drawings.filter((d) => d.kind === "fill" && d.paint.startsWith("#") && isRectangle(d)), ...pictures.filter((p) => p.isOpaque)]
    .filter((c) => c.opacity >= 1 && c.effect === "")
    .sort((a, b) => areaOf(b.rect) - areaOf(a.rect))
    .slice(0, MOST_COVERS);

/** Four corners at the limits of its extent. */
function isRectangle({ verbs, points, rect }: Drawing): boolean {
  if (!/^ML{3,4}Z?$/.test(verbs.replace(/\s/g, ""))) return false;
  const [left, top, right, bottom] = points.reduce<[number, number, number, number]>(
    ([l, t, r, b], v, i) => (i % 2 === 0 ? [Math.min(l, v), t, Math.max(r, v), b] : [l, Math.min(t, v), r, Math.max(b, v)]),
    [Infinity, Infinity, -Infinity, -Infinity],
  );
  const isCorner = (x: number, y: number): boolean =>
    (Math.abs(x - left) < 0.01 || Math.abs(x - right) < 0.01) && (Math.abs(y - top) < 0.01 || Math.abs(y - bottom) < 0.01);
  for (let i = 0; i + 1 < points.length; i += 2) if (!isCorner(points[i]!, points[i + 1]!)) return false;
  return rect[2] > rect[0] && rect[3] > rect[1];
}

/** Returns the area of ink: letters rarely fill ascent and descent. */
function inkOf([left, top, right, bottom]: Rect): Rect {
  const margin = 0.2 * Math.min(right - left, bottom - top);
  return [left + margin, top + margin, right - margin, bottom - margin];
}

const contains = (outer: Rect, inner: Rect): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

/** Extent along and across the baseline, from which words are joined. */
interface Placed {
  readonly word: Word;
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/** Turned so that the baseline is level; other angles by the corner of the box. */
function placed(word: Word): Placed {
  const [left, top, right, bottom] = word.rect;
  switch (Math.round(word.angle / 90) % 4) {
    case 1:
      return { word, start: top, end: bottom, low: -right, high: -left };
    case 2:
      return { word, start: -right, end: -left, low: -bottom, high: -top };
    case 3:
      return { word, start: -bottom, end: -top, low: left, high: right };
    default:
      return { word, start: left, end: right, low: top, high: bottom };
  }
}

function rowsOf(words: readonly Word[]): Stream {
  const angles = new Map<number, Placed[]>();
  for (const word of words) {
    const key = Math.round(word.angle);
    const group = angles.get(key);
    if (group) group.push(placed(word));
    else angles.set(key, [placed(word)]);
  }
  return streamOf([...angles].sort(([a], [b]) => a - b).flatMap(([, group]) => byBaseline(group)));
}

/** Words whose middles are within the half of the smaller height are of one row. */
function byBaseline(group: readonly Placed[]): readonly (readonly Placed[])[] {
  const middle = ({ low, high }: Placed): number => (low + high) / 2;
  const rows: Placed[][] = [];
  for (const p of group.toSorted((a, b) => middle(a) - middle(b) || a.start - b.start)) {
    const first = rows.at(-1)?.[0];
    const near = first && Math.abs(middle(p) - middle(first)) < 0.35 * Math.min(p.high - p.low, first.high - first.low);
    if (near) rows.at(-1)!.push(p);
    else rows.push([p]);
  }
  return rows.map((row) => row.sort((a, b) => a.start - b.start));
}

/** Rows of the content, which end where the reader of words saw another line. */
function contentOf(words: readonly Word[]): Stream {
  const rows: Placed[][] = [];
  let line: string | null = null;
  for (const word of words) {
    const own = `${word.line}`;
    if (own === line) rows.at(-1)!.push(placed(word));
    else rows.push([placed(word)]);
    line = own;
  }
  return streamOf(rows);
}

function streamOf(rows: readonly (readonly Placed[])[]): Stream {
  const words: Word[] = [];
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  const push = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const row of rows) {
    row.forEach((p, i) => {
      if (i > 0) {
        const gap = p.start - row[i - 1]!.end;
        push(gap > BLANK * Math.min(p.high - p.low, row[i - 1]!.high - row[i - 1]!.low) ? "\t" : " ");
      }
      starts.push(length);
      words.push(p.word);
      push(latinDigits(p.word.text.normalize("NFKC")).replace(/\s/gu, ""));
    });
    push("\n");
  }
  return { text: parts.join(""), starts, words };
}

/** Index of the word at a place of the text. */
function wordAt({ starts }: Stream, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const hundredths = (value: number): number => Math.round(100 * value) / 100 + 0;

export function boxOf(stream: Stream, from: number, to: number): Rect {
  const words = stream.words.slice(wordAt(stream, from), wordAt(stream, Math.max(from, to - 1)) + 1);
  const [first, ...rest] = words.map((w) => w.rect);
  const all = rest.reduce<Rect>(
    (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])],
    first ?? [0, 0, 0, 0],
  );
  return [hundredths(all[0]), hundredths(all[1]), hundredths(all[2]), hundredths(all[3])];
}

/** A part of the text with its place. */
export const foundAt = (page: ReadPage, stream: Stream, from: number, to: number): PageText => ({
  text: stream.text.slice(from, to).replace(/\s+/g, " ").trim(),
  page: page.page,
  box: boxOf(stream, from, to),
});
