import type { Drawing, LinkFact, PageFacts, Picture, Rect, Word } from "../facts/facts.js";
import { Digest, hashOf } from "./digest.js";
import { isWithin } from "./geometry.js";
import type { Kind } from "./options.js";

/** Key and sketch that pages are paired by, small enough to be held for all pages of a document. */
export interface Fingerprint {
  /** Digest of all facts that are compared, without the pages that links lead to. */
  readonly key: string;
  /** Least hashes of words, forms and pictures, ascending: the share in common estimates the likeness of two pages. */
  readonly sketch: Uint32Array;
  /** Pages that links lead to, from 0, in order; -1 for other targets. */
  readonly targets: readonly number[];
}

const SKETCH = 64;

const none: readonly never[] = [];

/** Leaves out what is not compared: kinds, and what lies wholly in an ignored area (DF-16). Fonts and colours are of words and drawings. */
export function comparedFacts(page: PageFacts, kinds: ReadonlySet<Kind>, areas: readonly Rect[]): PageFacts {
  const isOutside = ({ rect }: { readonly rect: Rect }): boolean => !areas.some((area) => isWithin(rect, area));
  const compared = <T extends { readonly rect: Rect }>(facts: readonly T[], isCompared: boolean): readonly T[] =>
    !isCompared ? none : areas.length === 0 ? facts : facts.filter(isOutside);
  return {
    ...page,
    words: compared(page.words, kinds.has("word") || kinds.has("font") || kinds.has("colour") || kinds.has("tag")),
    drawings: compared(page.drawings, kinds.has("drawing") || kinds.has("colour")),
    pictures: compared(page.pictures, kinds.has("picture")),
    links: compared(page.links, kinds.has("link")),
  };
}

/** Target of a link or of an entry of the outline. */
export type Target = Pick<LinkFact, "target" | "page" | "at">;

/** Target without its page and place where these are in the document: the view that remains. */
export const viewOf = ({ target, page }: Target): string =>
  page === null ? target : target.replace(/^page \d+(?: at [\d.-]*,[\d.-]*)?/, "page");

const hasLookOf = (a: Word, b: Word): boolean =>
  a.family === b.family &&
  a.size === b.size &&
  a.weight === b.weight &&
  a.isSlanted === b.isSlanted &&
  a.paint === b.paint &&
  a.opacity === b.opacity &&
  a.effect === b.effect &&
  a.isVisible === b.isVisible &&
  a.angle === b.angle;

/** Adds a word; its look only if it is another than that of the word before, as most are the same. */
function addWord(digest: Digest, word: Word, before: Word | null): void {
  digest.text(word.text).numbers(word.rect).text(word.glyphs).number(word.line).number(word.order);
  const isSame = before !== null && hasLookOf(word, before);
  digest.number(isSame ? 1 : 0);
  if (isSame) return;
  digest.number(word.angle).text(word.family).number(word.size).number(word.weight).number(Number(word.isSlanted));
  digest.text(word.paint).number(word.opacity).text(word.effect).number(Number(word.isVisible));
}

function addDrawing(digest: Digest, drawing: Drawing): void {
  digest.text(drawing.kind).numbers(drawing.rect).text(drawing.verbs).numbers(drawing.points).number(Number(drawing.isEvenOdd));
  digest.number(drawing.width).text(drawing.style).text(drawing.paint);
  digest.number(drawing.opacity).text(drawing.effect).number(drawing.order);
}

function addPicture(digest: Digest, picture: Picture): void {
  digest.numbers(picture.rect).numbers(picture.matrix).number(picture.width).number(picture.height).text(picture.pixels);
  digest.number(picture.opacity).text(picture.effect).number(picture.order);
}

function addLink(digest: Digest, link: LinkFact): void {
  digest.numbers(link.rect).text(viewOf(link)).text(link.alt).text(link.border);
  for (const value of link.at ?? none) digest.number(value ?? NaN);
  digest.number(link.at ? 1 : 0);
}

/** Least hashes of what is on the page, wherever it is; an occurrence counts by its number. */
function sketchOf(page: PageFacts): Uint32Array {
  const counts = new Map<string, number>();
  const hashes: number[] = [];
  const add = (feature: string): void => {
    const nth = counts.get(feature) ?? 0;
    counts.set(feature, nth + 1);
    hashes.push(hashOf(nth === 0 ? feature : `${feature} ${nth}`));
  };
  for (const { text } of page.words) add(text);
  for (const { kind, verbs, paint, rect } of page.drawings)
    add(`${kind} ${verbs} ${paint} ${Math.round(rect[2] - rect[0])} ${Math.round(rect[3] - rect[1])}`);
  for (const { pixels } of page.pictures) add(`picture ${pixels}`);
  return Uint32Array.from(hashes).sort().slice(0, SKETCH);
}

/** Makes the fingerprint of the facts of a page that are compared. */
export function fingerprintOf(page: PageFacts): Fingerprint {
  const digest = new Digest();
  digest.number(page.width).number(page.height).number(page.rotation);
  digest.number(page.words.length);
  let before: Word | null = null;
  for (const word of page.words) {
    addWord(digest, word, before);
    before = word;
  }
  digest.number(page.drawings.length);
  for (const drawing of page.drawings) addDrawing(digest, drawing);
  digest.number(page.pictures.length);
  for (const picture of page.pictures) addPicture(digest, picture);
  digest.number(page.links.length);
  for (const link of page.links) addLink(digest, link);
  return { key: digest.value(), sketch: sketchOf(page), targets: page.links.map(({ page: to }) => to ?? -1) };
}

/** Estimates the share of two pages that they have in common, 0 to 1; two empty pages are alike. */
export function likeness(a: Fingerprint, b: Fingerprint): number {
  const x = a.sketch;
  const y = b.sketch;
  const size = Math.min(SKETCH, Math.max(x.length, y.length));
  if (size === 0) return 1;
  let i = 0;
  let j = 0;
  let common = 0;
  let all = 0;
  // the least hashes of both together are a sample of the union
  const most = x.length < SKETCH && y.length < SKETCH ? Infinity : SKETCH;
  while (all < most && (i < x.length || j < y.length)) {
    all++;
    const p = i < x.length ? x[i]! : Infinity;
    const q = j < y.length ? y[j]! : Infinity;
    if (p === q) common++;
    if (p <= q) i++;
    if (q <= p) j++;
  }
  return common / all;
}
