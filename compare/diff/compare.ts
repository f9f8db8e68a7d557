import type { DocumentFacts, PageFacts, Rect, TagFact, WholeFacts } from "../facts/facts.js";
import { Collector, exchanged, type PagePair, type PathAt, type Sink } from "./collect.js";
import { Digest } from "./digest.js";
import { compareDrawings } from "./drawings.js";
import { compareFields } from "./fields.js";
import { comparedFacts, type Fingerprint, fingerprintOf } from "./fingerprint.js";
import { isNear, isWithin } from "./geometry.js";
import { compareLabels } from "./labels.js";
import { compareLinks, PairedPages, TargetComparison } from "./links.js";
import { type MatchedMarks, MarkReport } from "./marks.js";
import { type DiffOptions, rectOf } from "./options.js";
import { type OrderedMark, reorderedMarks } from "./order.js";
import { compareOutlines } from "./outline.js";
import { pairPages } from "./pages.js";
import { comparePictures } from "./pictures.js";
import type { Report } from "./report.js";
import { compareTags } from "./tags.js";
import { compareAttachments, compareDestinations, compareMetadata, compareProtection } from "./whole.js";
import type { WordPair } from "./word-match.js";
import { reportOrder } from "./word-runs.js";
import { type ToldWords, WordComparison } from "./words.js";

/** A document that is compared: its facts, and its paths. */
export interface ComparedSide {
  readonly facts: DocumentFacts;
  readonly pathAt: PathAt;
}

/** Areas that are not compared, by pages of A (DF-16). */
class IgnoredAreas {
  readonly all: readonly Rect[];
  private readonly ofPages = new Map<number, Rect[]>();

  constructor({ ignoreAreas }: DiffOptions) {
    this.all = ignoreAreas.filter(({ page }) => page === undefined).map(rectOf);
    for (const area of ignoreAreas) {
      if (area.page === undefined) continue;
      const found = this.ofPages.get(area.page - 1);
      if (found) found.push(rectOf(area));
      else this.ofPages.set(area.page - 1, [...this.all, rectOf(area)]);
    }
  }

  /** @param page of A, from 0; null for pages of B alone */
  of(page: number | null): readonly Rect[] {
    return (page === null ? undefined : this.ofPages.get(page)) ?? this.all;
  }
}

/** A side with what is known of it before pages are compared. */
interface Side {
  readonly facts: DocumentFacts;
  readonly prints: readonly Fingerprint[];
  readonly whole: WholeFacts;
  readonly digest: string;
}

function digestOfTags(digest: Digest, root: TagFact | null): void {
  const waiting = root ? [root] : [];
  for (let tag = waiting.pop(); tag; tag = waiting.pop()) {
    digest
      .text(tag.role)
      .text(tag.text)
      .number(tag.page ?? -1)
      .number(tag.kids.length);
    for (const [name, value] of tag.properties) digest.text(name).text(value);
    for (const kid of tag.kids) waiting.push(kid);
  }
}

async function sideOf({ facts }: ComparedSide, options: DiffOptions, areas: IgnoredAreas): Promise<Side> {
  const prints: Fingerprint[] = [];
  const digest = new Digest();
  for (let index = 0; index < facts.pageCount; index++) {
    const print = fingerprintOf(comparedFacts(await facts.page(index), options.kinds, areas.all));
    prints.push(print);
    digest.text(print.key).numbers(print.targets);
  }
  const whole = await facts.whole();
  const { tags, ...rest } = whole;
  digest.text(JSON.stringify(rest));
  digestOfTags(digest, tags);
  return { facts, prints, whole, digest: digest.value() };
}

/** Compares two documents of which the order does not matter. */
class Comparison {
  private readonly told: ToldWords = { left: new Set(), right: new Set() };
  private readonly paired: PairedPages;
  private readonly targets: TargetComparison;
  private readonly words: WordComparison;

  constructor(
    private readonly left: Side,
    private readonly right: Side,
    private readonly pairs: readonly PagePair[],
    private readonly setting: {
      readonly options: DiffOptions;
      readonly sink: Sink;
      /** Areas of a page that are not compared. */
      readonly areasOf: (pair: PagePair) => readonly Rect[];
    },
  ) {
    const { options, sink } = setting;
    this.paired = new PairedPages(pairs);
    this.targets = new TargetComparison(this.paired, options.tolerance);
    this.words = new WordComparison(options.tolerance, sink, this.told);
  }

  async run(): Promise<void> {
    for (const pair of this.pairs) await this.comparePages(pair);
    this.words.end();
    this.compareWhole();
  }

  /** Equal pages are not read again. */
  private isEqual({ left, right }: PagePair): boolean {
    if (left === null || right === null) return false;
    const a = this.left.prints[left]!;
    const b = this.right.prints[right]!;
    const isSame = (page: number, other: number): boolean => (page < 0 ? other < 0 : this.paired.areSame(page, other));
    return a.key === b.key && a.targets.every((page, k) => isSame(page, b.targets[k]!));
  }

  private async pageOf(side: "left" | "right", pair: PagePair): Promise<PageFacts | null> {
    const index = pair[side];
    if (index === null) return null;
    const page = await this[side].facts.page(index);
    const areas = this.setting.areasOf(pair);
    // words that are not compared are known to tags: their text differs there too
    for (const { text, rect } of areas.length === 0 ? [] : page.words)
      if (areas.some((area) => isWithin(rect, area))) this.told[side].add(text);
    return comparedFacts(page, this.setting.options.kinds, areas);
  }

  private async comparePages(pair: PagePair): Promise<void> {
    if (this.isEqual(pair)) return;
    const a = await this.pageOf("left", pair);
    const b = await this.pageOf("right", pair);
    const { sink } = this.setting;
    if (!a || !b) {
      sink({ kind: "page", change: a ? "removed" : "added", page: pair, left: null, right: null });
      this.words.add(pair, a?.words ?? [], b?.words ?? []);
      return;
    }
    this.compareSizes(pair, a, b);
    const words = this.words.add(pair, a.words, b.words);
    const { tolerance } = this.setting.options;
    const drawings = compareDrawings(pair, [a.drawings, b.drawings], tolerance, sink);
    const pictures = comparePictures(pair, [a.pictures, b.pictures], tolerance, sink);
    this.compareOrder(pair, words, drawings, pictures);
    compareLinks(pair, [a.links, b.links], { tolerance, isSameTarget: this.targets.isSame }, sink);
  }

  /** Values are the sizes as seen, also of a page that was turned (DF-6). */
  private compareSizes(pair: PagePair, a: PageFacts, b: PageFacts): void {
    const { tolerance } = this.setting.options;
    const hasSameSize = isNear(a.width, b.width, tolerance) && isNear(a.height, b.height, tolerance);
    if (hasSameSize && a.rotation === b.rotation) return;
    const round = (value: number): number => Math.round(value * 100) / 100;
    const size = ({ width, height }: PageFacts): string => `[${round(width)}, ${round(height)}]`;
    this.setting.sink({
      kind: "page",
      change: "changed",
      property: a.rotation === b.rotation ? "size" : "rotation",
      page: pair,
      left: { rect: null, value: size(a), at: null },
      right: { rect: null, value: size(b), at: null },
    });
  }

  private compareOrder(
    pair: PagePair,
    words: readonly WordPair[],
    drawings: readonly MatchedMarks[],
    pictures: readonly MatchedMarks[],
  ): void {
    const { sink, options } = this.setting;
    type Ordered = OrderedMark & { readonly kind: "word" | "drawing" | "picture"; readonly word: WordPair | null };
    const marks: Ordered[] = [];
    if (options.kinds.has("word"))
      for (const word of words) marks.push({ left: word.left, right: word.right, isWord: true, kind: "word", word });
    const add = (kind: "drawing" | "picture", matched: readonly MatchedMarks[]): void => {
      if (options.kinds.has(kind)) for (const { left, right } of matched) marks.push({ left, right, isWord: false, kind, word: null });
    };
    add("drawing", drawings);
    add("picture", pictures);
    const reordered = reorderedMarks(marks);
    const report = (kind: "drawing" | "picture"): void => {
      const found = new MarkReport<MatchedMarks["left"]>(sink, pair, kind, () => "");
      for (const { left, right } of reordered.filter((mark) => mark.kind === kind)) found.unvalued(kind, "order", left, right);
    };
    report("drawing");
    report("picture");
    reportOrder(
      reordered.flatMap(({ word }) => (word ? [word] : [])).sort((x, y) => x.i - y.i),
      pair,
      sink,
    );
  }

  private compareWhole(): void {
    const { left, right, pairs, paired, told } = this;
    const { options, sink, areasOf } = this.setting;
    const a = left.whole;
    const b = right.whole;
    compareOutlines(a.outline, b.outline, this.targets.isSame, sink);
    compareDestinations(a.destinations, b.destinations, this.targets.isSame, sink);
    compareMetadata(a.metadata, b.metadata, options.metadata, sink);
    compareAttachments(a.attachments, b.attachments, sink);
    compareLabels(labelsOf(left), labelsOf(right), pairs, sink);
    compareProtection(a.protection, b.protection, sink);
    const pairAt = (side: "left" | "right", page: number): PagePair => {
      const other = paired.counterpart(side, page);
      return side === "left" ? { left: page, right: other } : { left: other, right: page };
    };
    const context = {
      told,
      counterpart: (side: "left" | "right", page: number): number | null => paired.counterpart(side, page),
      isLeftOut: (side: "left" | "right", page: number, rect: Rect): boolean =>
        areasOf(pairAt(side, page)).some((area) => isWithin(rect, area)),
    };
    if (options.kinds.has("tag")) compareTags(a.tags, b.tags, context, sink);
    const { isLeftOut } = context;
    compareFields(a.fields, b.fields, { tolerance: options.tolerance, pages: paired, pairAt, isLeftOut }, sink);
  }
}

/** Pages without labels of their own are labelled by their numbers. */
const labelsOf = ({ whole: { labels }, facts }: Side): readonly string[] =>
  Array.from({ length: facts.pageCount }, (_, page) => labels[page] ?? String(page + 1));

/**
 * Compares two documents and reports their differences. The result for B and A is that for A and B with the sides exchanged (DF-5): what is
 * compared with what is decided with the sides in an order that their facts have.
 * @throws PdfFault of a side's reader
 */
export async function compareDocuments(a: ComparedSide, b: ComparedSide, options: DiffOptions): Promise<Report> {
  const areas = new IgnoredAreas(options);
  const first = await sideOf(a, options, areas);
  const second = await sideOf(b, options, areas);
  const isExchanged = second.digest < first.digest;
  const [left, right] = isExchanged ? [second, first] : [first, second];
  const pairs = pairPages(left.prints, right.prints);
  const collector = new Collector(
    isExchanged ? pairs.map((pair): PagePair => ({ left: pair.right, right: pair.left })) : pairs,
    options.kinds,
    options.limit,
  );
  const comparison = new Comparison(left, right, pairs, {
    options,
    sink: (finding) => collector.add(isExchanged ? exchanged(finding) : finding),
    areasOf: (pair) => areas.of(isExchanged ? pair.right : pair.left),
  });
  await comparison.run();
  return collector.report(a.pathAt, b.pathAt);
}
