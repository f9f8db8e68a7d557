// Appearances that came after a signature, over what was signed (SG-42).
import { boxOf } from "../../../pdf-reader/pages.js";
import type { PdfPage } from "../../../pdf-reader/types.js";
import type { Rect } from "../../../compare/facts/facts.js";
import { readPage, type PaintedPage } from "../../../compare/facts/page.js";
import type { FactTools } from "../../../compare/facts/picture.js";
import { seenOf, seenRect } from "../../../compare/facts/seen.js";
import { SharedParts } from "../../../compare/facts/shared.js";
import { pagesOf, type FoundChange, type NewLook } from "./changes/comparison.js";
import type { PdfFile } from "../../../pdf-reader/types.js";

/** Characters that only form lines and leaders: a signature is set over them. */
const WORDY = /[\p{L}\p{N}]/u;
/** Words of the page that a field which was signed may lie over: the edge of a label, a hint. */
const MOST_WORDS = 2;
/** A picture is covered if this share of it is. */
const LEAST_SHARE = 0.25;
/** A picture of this share of the page is its background, as of a scan. */
const BACKGROUND = 0.8;
/** Outlines in the look of a field of text: its background, its border, combs. */
const MOST_DRAWINGS = 64;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const NO_TEXT = (): null => null;

/** Looks that hide or imitate content, as changes that are forbidden. */
export async function deceptiveLooks(
  old: PdfFile,
  now: PdfFile,
  looks: readonly NewLook[],
  { isCertified, tools }: { readonly isCertified: boolean; readonly tools: FactTools },
): Promise<readonly FoundChange[]> {
  const found: FoundChange[] = [];
  const [before, after] = [new SharedParts(old, tools), new SharedParts(now, tools)];
  const signedPages = new Map(pagesOf(old).map((page) => [page.ref?.num ?? -page.number, page]));
  for (const page of looks.length === 0 ? [] : pagesOf(now)) {
    const own = looks.filter(({ widget }) => page.annots.includes(widget));
    const signed = signedPages.get(page.ref?.num ?? -page.number);
    if (own.length === 0 || !signed) continue;
    const content = await readPage(before, { ...signed, annots: [] }, NO_TEXT);
    for (const look of own) {
      const box = boxOf(look.widget.get("Rect"), (value) => now.get(value));
      if (!box) continue;
      const painted = await readPage(after, onlyLook(page, look), NO_TEXT);
      const over = marksIn(seenRect(seenOf(page), box), content);
      const most = look.kind === "field" ? MOST_WORDS : isCertified ? 0 : Infinity;
      const isDeceptive = over.length > most || over.some((mark) => isHidden(mark, painted)) || !showsItsText(painted, look);
      if (isDeceptive) found.push({ kind: "page_content", permitted: false, page: page.number, field: look.field, object: look.object });
    }
  }
  return found;
}

const onlyLook = (page: PdfPage, { widget }: NewLook): PdfPage => ({ ...page, contents: [], annots: [widget] });

const areaOf = ([left, top, right, bottom]: Rect): number => Math.max(0, right - left) * Math.max(0, bottom - top);

const common = (a: Rect, b: Rect): Rect => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];

const middleIn = (rect: Rect, [left, top, right, bottom]: Rect): boolean => {
  const [x, y] = [(rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2];
  return x > left && x < right && y > top && y < bottom;
};

/** Places of the words and pictures of a page that a box lies over. */
function marksIn(box: Rect, { words, pictures, width, height }: PaintedPage): readonly Rect[] {
  const texts = words.filter((word) => word.isVisible && WORDY.test(word.text) && middleIn(word.rect, box));
  const images = pictures.filter(({ rect }) => {
    const isBackground = areaOf(rect) > BACKGROUND * width * height;
    return !isBackground && areaOf(common(rect, box)) > areaOf(rect) * LEAST_SHARE;
  });
  return [...texts, ...images].map(({ rect }) => rect);
}

/** True if the look paints over the place. */
function isHidden(rect: Rect, { drawings, pictures }: PaintedPage): boolean {
  const fills = drawings.filter(({ kind, opacity }) => kind === "fill" && opacity > 0);
  return [...fills, ...pictures].some((mark) => middleIn(rect, mark.rect));
}

/** True if the look of a field has the text of its value, and nothing that could pass for more. */
function showsItsText({ words, pictures, drawings }: PaintedPage, { kind, text }: NewLook): boolean {
  if (kind === "signature" || text === null) return true;
  if (pictures.length > 0 || drawings.length > MOST_DRAWINGS) return false;
  const plain = (given: string): string => given.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/gu, "");
  const [shown, value] = [plain(words.map((word) => word.text).join("")), plain(text)];
  // a look may be cut, and lines of a value that is too long are missing
  if (!RIGHT_TO_LEFT.test(value)) return value.includes(shown);
  const left = [...value];
  return [...shown].every((character) => {
    const at = left.indexOf(character);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
