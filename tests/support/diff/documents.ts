import type {
  DocumentFacts,
  Drawing,
  LinkFact,
  MetadataFacts,
  OutlineFact,
  PageFacts,
  Picture,
  Rect,
  TagFact,
  WholeFacts,
  Word,
} from "../../../compare/facts/facts.js";
import { type ComparedSide, compareDocuments } from "../../../compare/diff/compare.js";
import { type GivenDiffOptions, parseDiffOptions } from "../../../compare/diff/options.js";
import type { Report } from "../../../compare/diff/report.js";

/* Facts by hand: what a test does not say is alike. */

/** Makes a word; its line is that of its top unless another is given. */
export const word = (text: string, left: number, top: number, more: Partial<Word> = {}): Word => ({
  text,
  rect: [left, top, left + 2 * text.length, top + 5],
  line: Math.round(top * 1000),
  angle: 0,
  family: "Noto Sans",
  size: 12,
  weight: 400,
  isSlanted: false,
  paint: "#000000",
  glyphs: "",
  isVisible: true,
  order: 0,
  opacity: 1,
  effect: "",
  ...more,
});

/** Sets a text in words from a point, two millimetres a letter. */
export function line(text: string, left: number, top: number, more: Partial<Word> = {}): Word[] {
  let x = left;
  return text.split(" ").map((part) => {
    const made = word(part, x, top, more);
    x += 2 * part.length + 2;
    return made;
  });
}

/** Sets a text in lines of a width in letters. */
export function paragraph(text: string, left: number, top: number, letters: number): Word[] {
  const lines: string[] = [];
  for (const part of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= letters) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines.flatMap((content, k) => line(content, left, top + 6 * k));
}

export const box = (left: number, top: number, width: number, height: number, more: Partial<Drawing> = {}): Drawing => ({
  kind: "fill",
  rect: [left, top, left + width, top + height],
  verbs: "MLLLZ",
  points: [left, top, left + width, top, left + width, top + height, left, top + height],
  paint: "#336699",
  isEvenOdd: false,
  width: 0,
  style: "",
  order: 0,
  opacity: 1,
  effect: "",
  ...more,
});

export const picture = (left: number, top: number, size: number, pixels: string, more: Partial<Picture> = {}): Picture => ({
  rect: [left, top, left + size, top + size],
  matrix: [size, 0, 0, size, left, top],
  width: 64,
  height: 64,
  pixels,
  isOpaque: true,
  order: 0,
  opacity: 1,
  effect: "",
  ...more,
});

export const link = (rect: Rect, target: string, page: number | null = null, more: Partial<LinkFact> = {}): LinkFact => ({
  rect,
  target,
  page,
  at: null,
  alt: "",
  border: "",
  ...more,
});

type Content = Partial<Pick<PageFacts, "words" | "drawings" | "pictures" | "links" | "width" | "height" | "rotation">>;

/** Makes a page; marks are painted in the order drawings, pictures, words unless they have orders. */
export function page({ words = [], drawings = [], pictures = [], links = [], ...size }: Content = {}): PageFacts {
  let order = 0;
  const ordered = <T extends { readonly order: number }>(marks: readonly T[]): T[] =>
    marks.map((mark) => ({ ...mark, order: mark.order === 0 ? ++order : mark.order }));
  return {
    width: 210,
    height: 297,
    rotation: 0,
    drawings: ordered(drawings),
    pictures: ordered(pictures),
    words: ordered(words),
    links,
    ...size,
  };
}

export const metadata: MetadataFacts = {
  title: "",
  author: "",
  subject: "",
  keywords: "",
  creator: "",
  language: "",
  profile: "",
  version: "1.7",
  created: "",
  modified: "",
  producer: "",
};

export const entry = (title: string, at: number, more: Partial<OutlineFact> = {}): OutlineFact => ({
  title,
  level: 1,
  target: `page ${at + 1}`,
  page: at,
  at: null,
  look: "",
  ...more,
});

export const tag = (role: string, content: string | readonly TagFact[], properties: Readonly<Record<string, string>> = {}): TagFact => ({
  role,
  properties: new Map(Object.entries(properties)),
  text: typeof content === "string" ? content : "",
  page: typeof content === "string" ? 0 : (content[0]?.page ?? null),
  rect: null,
  kids: typeof content === "string" ? [] : content,
});

export interface Made {
  readonly pages: readonly PageFacts[];
  readonly whole: WholeFacts;
}

export const made = (pages: readonly PageFacts[], whole: Partial<WholeFacts> = {}): Made => ({
  pages,
  whole: { outline: [], destinations: [], tags: null, metadata, attachments: [], labels: [], fields: [], protection: null, ...whole },
});

/** Facts that are read; `reads` counts pages. */
export function factsOf({ pages, whole }: Made, reads: number[] = []): DocumentFacts {
  return {
    pageCount: pages.length,
    page: (index) => {
      reads.push(index);
      return Promise.resolve(pages[index]!);
    },
    whole: () => Promise.resolve(whole),
  };
}

const withoutPaths = { mark: () => null, tag: () => null, outline: () => null, field: () => null };

const sideOf = (document: Made): ComparedSide => ({ facts: factsOf(document), pathAt: withoutPaths });

export const diff = (a: Made, b: Made, options: GivenDiffOptions = {}): Promise<Report> =>
  compareDocuments(sideOf(a), sideOf(b), parseDiffOptions(options));

/** Lines of the text report. */
export const lines = async (a: Made, b: Made, options: GivenDiffOptions = {}): Promise<readonly string[]> =>
  (await diff(a, b, options)).differences.map(({ message }) => message);
