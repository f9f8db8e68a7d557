import { ROOT } from "../../../core/src.js";
import type { ComputedText } from "../../../box/text.js";
import type { Word } from "../../../text/font/harfbuzz.js";
import { itemize, JOINING, type Item } from "../../../text/shape/itemize.js";
import { bidiLevels, needsBidi, visualOrder } from "../../../text/unicode/bidi.js";
import { isMark } from "../../../text/unicode/ucd.js";
import type { FaceChooser, FontLibrary } from "../../../text/font/fonts.js";
import type { Leaf } from "./leaves.js";

/** Indivisible: glyphs [from, to) of a word, characters [start, end). */
export interface Cluster {
  readonly leaf: Leaf;
  readonly item: Item;
  readonly word: Word;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** shaped, user units */
  readonly width: number;
  advance: number;
  /** scale that `lengthAdjust` gives */
  scale: number;
}

export interface Chunk {
  readonly from: number;
  readonly to: number;
}

interface ChunkSetting {
  readonly characters: string;
  readonly leaves: readonly Leaf[];
  readonly rtl: boolean;
  /** BCP 47 */
  readonly language: string;
  readonly fonts: FontLibrary;
}

const IGNORED = (): void => undefined;

export function clustersOf({ from, to }: Chunk, { characters, leaves, rtl, language, fonts }: ChunkSetting): Cluster[] {
  const text = characters.slice(from, to);
  const levels = rtl || needsBidi(text) ? bidiLevels(text, rtl ? "rtl" : "ltr").levels : null;
  const parts = leaves.filter((l) => l.start < to && l.end > from);
  const stacks = new Map<ComputedText, Leaf>();
  const runs = parts.map((leaf) => {
    const look = lookOf(leaf);
    stacks.set(look, leaf);
    const run = { text: leaf.text, look, link: null, src: ROOT };
    return { run, start: Math.max(leaf.start, from) - from, end: Math.min(leaf.end, to) - from };
  });
  const chooser: FaceChooser = {
    stack: (look) => stacks.get(look as ComputedText)!.stack,
    namesCovering: (c) => fonts.namesCovering(c),
    knows: (name) => fonts.knows(name),
    source: fonts.source,
  };
  const items = itemize({ fonts: chooser, missing: IGNORED, featured: null, stack: chooser.stack }, text, runs, levels, language);
  const order = levels ? visualOrder(items.map((i) => i.level)) : items.map((_, i) => i);
  const out = order.flatMap((i) => itemClusters(items[i]!, text, from, stacks.get(items[i]!.look)!));
  // at the end it would shift anchored text
  const last = out.at(-1);
  if (last) last.advance -= spacingAfter(last.leaf, last.item);
  return out;
}

const lookOf = ({ size, letterSpacing }: Leaf): ComputedText => ({
  family: null,
  mode: "prefer",
  size: size || 1,
  weight: 400,
  weightDeclared: true,
  italic: false,
  color: "#000000",
  opacity: 1,
  letterSpacing,
  emojiFamily: null,
  features: "",
  variations: null,
  script: "normal",
  highlight: null,
  decoration: null,
});

const spacingAfter = (leaf: Leaf, item: Item): number => (JOINING.has(item.context.scriptCode) ? 0 : leaf.letterSpacing);

function shaped({ context, start, end }: Item, text: string, { features }: Leaf): Word {
  if (features.length === 0) return context.shape(text, start, end);
  const { font, script, language, rtl, spaced } = context;
  return context.hb.shape({ font, script, language, rtl, spaced, features }, text, start, end);
}

function itemClusters(item: Item, text: string, offset: number, leaf: Leaf): Cluster[] {
  const word = shaped(item, text, leaf);
  const { ids, clusters, rtl } = word;
  const groups: { from: number; to: number; at: number }[] = [];
  let held = -1;
  for (let k = 0; k < ids.length;) {
    const at = clusters[k]!;
    const from = k;
    while (k < ids.length && clusters[k] === at) k++;
    const mark = isMark(text.codePointAt(item.start + at) ?? 0);
    const last = groups.at(-1);
    // marks join the previous glyph; right to left, the next
    if (mark && !rtl && last) last.to = k;
    else if (mark && rtl && k < ids.length) held = held < 0 ? from : held;
    else {
      groups.push({ from: held < 0 ? from : held, to: k, at });
      held = -1;
    }
  }
  const length = item.end - item.start;
  return groups.map(({ from, to, at }, i): Cluster => {
    const after = rtl ? (i === 0 ? length : groups[i - 1]!.at) : (groups[i + 1]?.at ?? length);
    let sum = 0;
    for (let k = from; k < to; k++) sum += word.advances[k]!;
    const width = (sum * leaf.size) / 1000;
    const char = text[item.start + at];
    const spaces = char === " " || char === "\u00a0" ? leaf.wordSpacing : 0;
    const advance = width + spaces + spacingAfter(leaf, item);
    const start = offset + item.start;
    return { leaf, item, word, from, to, start: start + at, end: start + after, width, advance, scale: 1 };
  });
}
