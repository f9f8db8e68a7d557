// A text of an SVG file to runs of one font and one direction, with absolute positions.
import { bidiLevels, mirrored, needsBidi, visualOrder } from "../../text/unicode/bidi.js";
import { refuse } from "./fault.js";
import { viewportOf } from "./structure.js";
import type { Style } from "./style/style.js";
import { measurablePiece, type MeasureTexts } from "./text-box.js";
import { isElement, keepsSpace, made, replaceChildren, walk, type SvgElement } from "./tree.js";

/*
 * The normaliser sets a chunk of text in one font well, and in several only where all of them make as many glyphs of it; and its lines run
 * from left to right. A chunk that needs more is cut here into runs of one font and one direction, each measured and put in its place.
 */

/** A string of the tree, with what it is set by. */
interface Leaf {
  readonly in: SvgElement;
  readonly index: number;
  /** with its spaces as they are shown */
  text: string;
  readonly style: Style;
  readonly family: string;
  readonly size: number;
}
interface Run {
  readonly leaf: number;
  readonly level: number;
  readonly text: string;
  /** what is measured, by the ids of those measured: the first's width less the second's */
  readonly ids: readonly string[];
  x: number;
}
interface Chunk {
  readonly from: number;
  to: number;
  /** the element that has its place */
  readonly at: SvgElement;
  readonly runs: Run[];
}
interface Line {
  readonly text: SvgElement;
  readonly leaves: readonly Leaf[];
  readonly chunks: readonly Chunk[];
}

/** Puts the runs of texts that need it in their places. */
export async function splitIntoRuns(
  texts: readonly SvgElement[],
  styles: ReadonlyMap<SvgElement, Style>,
  fresh: () => string,
  measure: MeasureTexts,
): Promise<void> {
  const pieces: SvgElement[] = [];
  const lines = texts.flatMap((t) => lineOf(t, styles, fresh, pieces) ?? []);
  if (lines.length === 0) return;
  const boxes = await measure(pieces);
  const width = (id: string | undefined): number => (id === undefined ? 0 : (boxes.get(id)?.width ?? 0));
  for (const line of lines) {
    let end = 0;
    for (const chunk of line.chunks) end = place(chunk, end, line, styles, ({ ids }) => width(ids[0]) - width(ids[1]));
    rewrite(line);
  }
}

function lineOf(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>, fresh: () => string, pieces: SvgElement[]): Line | null {
  const leaves = leavesOf(text, styles);
  const characters = leaves.map((l) => l.text).join("");
  if (characters === "") return null;
  const rtl = styles.get(text)!.inherited.get("direction") === "rtl";
  const chunks = chunksOf(text, leaves);
  const fonts = (c: Chunk): number => new Set(leavesIn(c, leaves).map((l) => fontOf(leaves[l]!))).size;
  const mixed = (c: Chunk): boolean =>
    needsBidi(characters.slice(c.from, c.to)) && new Set(bidiLevels(characters.slice(c.from, c.to), "ltr").levels).size > 1;
  if (!chunks.some((c) => (rtl && needsBidi(characters.slice(c.from, c.to))) || fonts(c) > 1 || mixed(c)) && !rtl) return null;
  checkPlain(text, styles.get(text)!);
  for (const chunk of chunks)
    cut(chunk, leaves, characters, rtl, (run) => {
      const leaf = leaves[run.leaf]!;
      const piece = (string: string): string => {
        const id = fresh();
        pieces.push(measurablePiece(id, string, leaf.family, leaf.size, leaf.style));
        return id;
      };
      // spaces alone draw nothing, and have no box
      return run.text.trim() === "" ? [piece(`x${run.text}x`), piece("xx")] : [piece(run.text)];
    });
  return { text, leaves, chunks };
}

/** What these cannot be cut by. */
function checkPlain(text: SvgElement, style: Style): void {
  const why = "in a text of several fonts or directions";
  if (/^(?:tb|vertical)/.test(style.inherited.get("writing-mode") ?? "")) refuse(`vertical lines ${why}`, text.line);
  for (const el of walk(text)) {
    if (el.name === "textPath") refuse(`a path ${why}`, text.line);
    if (el.attributes.has("textLength")) refuse(`textLength ${why}`, text.line);
    for (const key of ["x", "y", "dx", "dy", "rotate"]) {
      const values = (el.attributes.get(key) ?? "").trim();
      if (/[\s,]/.test(values) || (key === "rotate" && Number(values) !== 0)) refuse(`places of single letters ${why}`, el.line);
    }
  }
}

const fontOf = ({ style, family }: Leaf): string =>
  JSON.stringify([family, ...["font-weight", "font-style", "font-stretch", "font-variant"].map((k) => style.inherited.get(k) ?? "normal")]);

/** Strings in the order of reading, their white space as it is shown (SVG 1.1, 10.15). */
function leavesOf(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): readonly Leaf[] {
  const out: Leaf[] = [];
  let spaced = true;
  const go = (
    el: SvgElement,
    around: { readonly style: Style; readonly family: string; readonly keep: boolean; readonly size: number },
  ): void => {
    const style = styles.get(el) ?? around.style;
    const family = el.attributes.get("font-family") ?? around.family;
    const space = el.attributes.get("xml:space");
    const keep = space === undefined ? around.keep : space === "preserve";
    const size = el === text ? around.size : sizeOf(el, around.size);
    el.children.forEach((c, index) => {
      if (isElement(c)) {
        if (/^(?:tspan|textPath|a)$/.test(c.name) && c.attributes.get("display") !== "none") go(c, { style, family, keep, size });
        return;
      }
      let shown = c.replace(/[\t\n\r ]/g, " ");
      if (!keep) {
        shown = shown.replace(/ +/g, " ");
        if (spaced) shown = shown.replace(/^ /, "");
      }
      if (shown === "") return;
      spaced = !keep && shown.endsWith(" ");
      out.push({ in: el, index, text: shown, style, family, size });
    });
  };
  go(text, { style: styles.get(text)!, family: "", keep: keepsSpace(text), size: fontSizeOf(text) });
  const last = out.at(-1);
  if (last && spaced) last.text = last.text.trimEnd();
  return last?.text === "" ? out.slice(0, -1) : out;
}

const SIZES: Readonly<Record<string, number>> = {
  "xx-small": 9.6,
  "x-small": 12,
  small: 14.222,
  medium: 16,
  large: 19.2,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

function sizeOf(el: SvgElement, around: number): number {
  const declared = el.attributes.get("font-size")?.trim();
  if (declared === undefined) return around;
  if (declared in SIZES) return SIZES[declared]!;
  if (declared === "larger" || declared === "smaller") return declared === "larger" ? around * 1.2 : around / 1.2;
  return lengthOf(declared, around, around, el.line);
}

function fontSizeOf(el: SvgElement): number {
  return sizeOf(el, el.parent ? fontSizeOf(el.parent) : SIZES["medium"]!);
}

/** A length in user units; `whole` is what percentages are of. */
function lengthOf(length: string, em: number, whole: number, line: number): number {
  const m = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)$/i.exec(length.trim());
  const unit = m?.[2]!.toLowerCase();
  if (!m || unit === undefined) return refuse(`the length ${JSON.stringify(length.slice(0, 40))}`, line);
  const factor = unit === "em" ? em : unit === "ex" ? em / 2 : unit === "%" ? whole / 100 : UNITS[unit];
  return factor === undefined ? refuse(`the length ${JSON.stringify(length.slice(0, 40))}`, line) : Number(m[1]) * factor;
}

/** A text begins anew where a place is given. */
function chunksOf(text: SvgElement, leaves: readonly Leaf[]): readonly Chunk[] {
  const out: Chunk[] = [];
  const begun = new Set<SvgElement>();
  let offset = 0;
  for (const leaf of leaves) {
    let placed: SvgElement | null = null;
    for (let at: SvgElement = leaf.in; ; at = at.parent!) {
      if (!begun.has(at) && (at === text || at.attributes.has("x") || at.attributes.has("y"))) placed ??= at;
      begun.add(at);
      if (at === text) break;
    }
    if (placed || out.length === 0) out.push({ from: offset, to: offset, at: placed ?? text, runs: [] });
    offset += leaf.text.length;
    out.at(-1)!.to = offset;
  }
  return out;
}

function leavesIn(chunk: Chunk, leaves: readonly Leaf[]): readonly number[] {
  const out: number[] = [];
  let offset = 0;
  leaves.forEach((l, i) => {
    if (offset < chunk.to && offset + l.text.length > chunk.from) out.push(i);
    offset += l.text.length;
  });
  return out;
}

const STRONG_RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const JOINS = /[\p{Script=Arabic}\p{Script=Syriac}]/u;
const ZWJ = "\u200d";

/** Cuts a chunk where its leaf or its direction changes, and at the edges of what the normaliser would not turn around. */
function cut(
  chunk: Chunk,
  leaves: readonly Leaf[],
  characters: string,
  rtl: boolean,
  ids: (run: Pick<Run, "leaf" | "text">) => readonly string[],
): void {
  const { levels } = bidiLevels(characters.slice(chunk.from, chunk.to), rtl ? "rtl" : "ltr");
  let offset = leaves.slice(0, leavesIn(chunk, leaves)[0]).reduce((n, l) => n + l.text.length, 0);
  for (const index of leavesIn(chunk, leaves)) {
    const { text } = leaves[index]!;
    for (let i = 0; i < text.length;) {
      const level = levels[offset + i - chunk.from]!;
      let end = i + 1;
      while (end < text.length && levels[offset + end - chunk.from] === level) end++;
      for (const [from, to] of level % 2 === 1 ? turnedPieces(text, i, end) : [[i, end] as const]) {
        const piece = text.slice(from, to);
        const turned = level % 2 === 1 && !STRONG_RTL.test(piece);
        const shown = turned ? [...piece].reverse().map(mirrored).join("") : joined(piece, characters, offset + from, offset + to);
        const run = { leaf: index, level, text: shown };
        chunk.runs.push({ ...run, ids: ids(run), x: 0 });
      }
      i = end;
    }
    offset += text.length;
  }
}

/** Right-to-left letters with what is between them, and what is around them. */
function turnedPieces(text: string, from: number, to: number): readonly (readonly [number, number])[] {
  const chars = text.slice(from, to);
  const first = chars.search(STRONG_RTL);
  if (first < 0) return [[from, to]];
  let last = chars.length;
  while (!/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}]/u.test(chars[last - 1]!)) last--;
  const cuts: (readonly [number, number])[] = [
    [from, from + first],
    [from + first, from + last],
    [from + last, to],
  ];
  return cuts.filter(([a, b]) => b > a);
}

/** Letters that are cut off from those they join keep their joining forms. */
function joined(piece: string, characters: string, from: number, to: number): string {
  const before = from > 0 && JOINS.test(characters[from - 1]!) && JOINS.test(piece[0]!) ? ZWJ : "";
  const after = to < characters.length && JOINS.test(characters[to]!) && JOINS.test(piece.at(-1)!) ? ZWJ : "";
  return before + piece + after;
}

/** Gives a chunk's runs their places; where it ends. */
function place(
  chunk: Chunk,
  end: number,
  { text, leaves }: Line,
  styles: ReadonlyMap<SvgElement, Style>,
  width: (run: Run) => number,
): number {
  const style = styles.get(chunk.at) ?? styles.get(text)!;
  const whole = viewportOf(text).width;
  const first = leaves[chunk.runs[0]?.leaf ?? 0]!;
  let start = chunk.at === text && !text.attributes.has("x") ? 0 : end;
  for (let at: SvgElement = first.in; ; at = at.parent!) {
    const x = at.attributes.get("x");
    if (x !== undefined && (at === chunk.at || at === text || at.parent === text)) {
      start = lengthOf(x, first.size, whole, at.line);
      break;
    }
    if (at === chunk.at || at === text) break;
  }
  const moves = chunk.runs.map((run, i) =>
    i > 0 && chunk.runs[i - 1]!.leaf === run.leaf ? 0 : shiftOf(leaves[run.leaf]!, text, whole, leaves),
  );
  const total = chunk.runs.reduce((sum, run, i) => sum + width(run) + moves[i]!, 0);
  const rtl = styles.get(text)!.inherited.get("direction") === "rtl";
  const anchor = style.inherited.get("text-anchor") ?? "start";
  const share = anchor === "middle" ? 0.5 : (anchor === "end") !== rtl ? 1 : 0;
  let x = start - share * total;
  for (const i of visualOrder(chunk.runs.map((r) => r.level))) {
    x += moves[i]!;
    chunk.runs[i]!.x = x;
    x += width(chunk.runs[i]!);
  }
  return x;
}

/** What elements that begin with a leaf move it by. */
function shiftOf(leaf: Leaf, text: SvgElement, whole: number, leaves: readonly Leaf[]): number {
  let sum = 0;
  for (let at: SvgElement = leaf.in; ; at = at.parent!) {
    const dx = at.attributes.get("dx");
    if (dx !== undefined && leaves.find((l) => isIn(l.in, at)) === leaf) sum += lengthOf(dx, leaf.size, whole, at.line);
    if (at === text) return sum;
  }
}

function isIn(el: SvgElement, other: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) if (at === other) return true;
  return false;
}

/** The tree with each run in a span of its own. */
function rewrite({ text, leaves, chunks }: Line): void {
  const runs = chunks.flatMap((c) => c.runs);
  const spans = new Map<SvgElement, Map<number, SvgElement[]>>();
  leaves.forEach((leaf, i) => {
    const own = runs
      .filter((r) => r.leaf === i)
      .map((r) => made("tspan", { x: String(r.x), "xml:space": "preserve" }, [r.text], leaf.in.line));
    const of = spans.get(leaf.in) ?? new Map<number, SvgElement[]>();
    spans.set(leaf.in, of.set(leaf.index, own));
  });
  for (const el of [...walk(text)]) {
    for (const key of ["x", "dx", "text-anchor"]) el.attributes.delete(key);
    replaceChildren(
      el,
      el.children.flatMap((c, index) => (isElement(c) ? [c] : (spans.get(el)?.get(index) ?? []))),
    );
  }
  text.attributes.set("text-anchor", "start");
  text.attributes.set("xml:space", "preserve");
}
