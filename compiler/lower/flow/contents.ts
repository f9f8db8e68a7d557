// Contents lists: an entry for each heading or caption, deeper ones in lists inside.
import { EntryLevel, NO_KEEP, NO_SPACING, type Box, type Entry, type EntryEnds, type Spacing, type TextBox } from "../../box/box.js";
import type { RoleTag } from "../../box/common.js";
import type { BoxLink } from "../../box/link.js";
import { NO_LINE_KEEP, UNFRAMED } from "../../box/plain-text.js";
import { paragraphOf, type ComputedText, type ParagraphStyle, type RunText } from "../../box/text.js";
import type { Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { Landmark, Landmarks } from "../../landmark/landmarks.js";
import type { ContentsNode } from "../../request/types/flow-node.js";
import type { TextElement } from "../../request/types/text.js";
import { declaredFor, entryStylesOf, joined } from "../../style/named.js";
import type { References } from "../references.js";
import { enter, type Scope } from "../scope.js";
import { flowChildren, plainFlow } from "./boxes.js";
import type { NodeContext } from "./context.js";
import { labelOf, mayBeRtl, numberFromRight } from "./label.js";
import { indentIn, spacingIn, type Indent } from "./spacing.js";

/** Distance between the starts of two levels, mm (L12). */
const STEP = 6;
const LEVELS = [1, 3] as const;
const LIST: RoleTag = { role: "TOC", alt: null };
const ITEM: RoleTag = { role: "TOCI", alt: null };
const REFERENCE: RoleTag = { role: "Reference", alt: null };
const FRAME = { ...UNFRAMED };

interface Listed {
  readonly landmark: Landmark;
  /** of a heading; undefined for captions */
  readonly level: number | undefined;
  readonly depth: number;
}

/** Lowers a list of contents; one without entries takes no room and has no tag (L10). */
export function lowerContents(node: ContentsNode, src: Src, context: NodeContext): Box {
  const { cx } = context;
  const references = cx.references!;
  const listed = listedIn(node, references);
  if (listed.length === 0) return plainFlow(src, cx.id());
  const lowering = new ContentsLowering(node, src, context, references);
  return lowering.list(listed, 0, listed.length);
}

/** Equal lists are made once: a document with many does not traverse its headings for each. */
function listedIn({ of, counter, levels }: ContentsNode, { landmarks }: References): readonly Listed[] {
  const [from = 1, to = from] = levels ?? LEVELS;
  const key = of === "captions" ? `captions ${counter}` : `headings ${from} ${to}`;
  let known = LISTS.get(landmarks);
  if (!known) LISTS.set(landmarks, (known = new Map()));
  let listed = known.get(key);
  if (!listed) known.set(key, (listed = of === "captions" ? captionsOf(counter, landmarks) : headingsOf(from, to, landmarks)));
  return listed;
}

const LISTS = new WeakMap<Landmarks, Map<string, readonly Listed[]>>();

const captionsOf = (counter: string, { all }: Landmarks): readonly Listed[] =>
  all.flatMap((landmark) =>
    landmark.kind === "caption" && landmark.counter === counter ? [{ landmark, level: undefined, depth: 0 }] : [],
  );

function headingsOf(from: number, to: number, { all }: Landmarks): readonly Listed[] {
  const out: Listed[] = [];
  for (const landmark of all) {
    if (landmark.kind !== "heading" || !landmark.listed || landmark.level < from || landmark.level > to) continue;
    const blank = landmark.number === "" && landmark.text.length === 0;
    if (!blank) out.push({ landmark, level: landmark.level, depth: landmark.level - from });
  }
  return out;
}

interface EntryStyle {
  readonly scope: Scope;
  readonly spacing: Spacing;
  readonly indent: Indent | null;
  /** of all entries of the level */
  readonly leader: TextBox | null;
}

const TEXT: TextElement = { type: "text", content: "" };

class ContentsLowering {
  readonly #scopes = new Map<number | undefined, EntryStyle>();
  /** levels by depth */
  readonly #levels: EntryLevel[] = [];
  /** spacings of entries */
  readonly #spacings = new Map<Box, Spacing>();

  constructor(
    readonly node: ContentsNode,
    readonly src: Src,
    readonly context: NodeContext,
    readonly references: References,
  ) {}

  /** Entries [from, to), of which none is above the level of the first. */
  list(listed: readonly Listed[], from: number, to: number): Box {
    const { cx } = this.context;
    const id = cx.id();
    const items: Box[] = [];
    for (let i = from; i < to;) {
      let end = i + 1;
      while (end < to && listed[end]!.depth > listed[i]!.depth) end++;
      items.push(this.#item(listed, i, end));
      i = end;
    }
    return this.#flow(id, items, LIST);
  }

  #item(listed: readonly Listed[], at: number, end: number): Box {
    const id = this.context.cx.id();
    const entry = this.#entry(listed[at]!);
    const { spacing } = this.#styleOf(listed[at]!);
    // the node's own spacing is at its ends
    const { before, after } = this.node.spacing ?? {};
    this.#spacings.set(entry, {
      before: at === 0 && before !== undefined ? 0 : spacing.before,
      after: at === listed.length - 1 && after !== undefined ? 0 : spacing.after,
    });
    return this.#flow(id, end > at + 1 ? [entry, this.list(listed, at + 1, end)] : [entry], ITEM);
  }

  #flow(id: number, boxes: readonly Box[], tag: RoleTag): Box {
    const items = boxes.map((box) => ({ box, x: 0, spacing: this.#spacings.get(box) ?? NO_SPACING, keep: NO_KEEP }));
    const children = flowChildren(items, { gap: 0, align: "start", rtl: this.context.cx.rtl });
    return { kind: "flow", id, src: this.src, z: 0, tag, link: null, splits: true, padTop: 0, padBottom: 0, children };
  }

  #entry(listed: Listed): Entry {
    const { landmark, depth } = listed;
    const { references, src } = this;
    const { cx } = this.context;
    const {
      scope: { text: scope },
      indent,
      leader,
    } = this.#styleOf(listed);
    const look = cx.lookOf(scope.look, true);
    const key = references.keyOf(landmark);
    const id = cx.id();
    const text = references.textAt(landmark, key);
    const { direction } = scope.paragraph;
    const label = labelOf(landmark);
    const ends = (side: "ltr" | "rtl"): EntryEnds => ({
      number:
        label &&
        this.#text(numberOf(label, cx.rtl && side === "rtl"), look, {
          ...scope.paragraph,
          direction: side,
          align: "start",
          wrap: "no_wrap",
        }),
      label: this.#text([" ", { variable: { pageOf: key } }], look, {
        ...scope.paragraph,
        direction: side,
        align: "start",
        wrap: "no_wrap",
      }),
    });
    const wrap = scope.paragraph.wrap === "no_wrap" ? "normal" : scope.paragraph.wrap;
    const align = scope.paragraph.align === "justify" ? "justify" : "start";
    const levelOf = (this.#levels[depth] ??= new EntryLevel(depth * pt(STEP)));
    const { destination } = landmark;
    const target: BoxLink["target"] =
      destination === null ? { mark: references.markOf(landmark) } : { destination: references.place.named(destination) };
    const entry: Entry = {
      kind: "entry",
      id,
      src,
      z: 0,
      tag: REFERENCE,
      level: levelOf,
      link: { target, alt: null, padding: 0, border: null, src, at: null, within: null },
      indent: indent ? indent.start + indent.first : 0,
      indentEnd: indent?.end ?? 0,
      text: this.#text(text, look, { ...scope.paragraph, wrap, align }),
      ltr: ends(direction === "rtl" ? "rtl" : "ltr"),
      rtl: direction === "auto" && mayBeRtl(text) ? ends("rtl") : null,
      leader,
    };
    if (entry.ltr.number) levelOf.add(entry.ltr.number);
    return entry;
  }

  #text(runs: readonly RunText[], look: ComputedText, style: ParagraphStyle): TextBox {
    const { src } = this;
    const { cx } = this.context;
    const { language, languageDeclared } = cx;
    const own = { runs: runs.map((text) => ({ text, look, link: null, src })), breakBefore: false, language, languageDeclared, look, src };
    const paragraphs = [paragraphOf(style, own)];
    return { kind: "text", id: cx.id(), src, z: 0, tag: "inherit", link: null, paragraphs, frame: FRAME, keep: NO_LINE_KEEP };
  }

  #leader({ text: { look, paragraph } }: Scope): TextBox {
    const plain = this.context.cx.lookOf({ ...look, decoration: null, highlight: null }, false);
    return this.#text(["."], plain, { ...paragraph, direction: "ltr", align: "start" });
  }

  #styleOf({ level, depth }: Listed): EntryStyle {
    let known = this.#scopes.get(level);
    if (!known) {
      const { builtIn, scopes, styles } = this.context;
      const under = declaredFor(TEXT, builtIn.entryNames(level !== undefined && depth === 0), builtIn.styles);
      const declared = declaredFor(TEXT, entryStylesOf(level, this.node.styles ?? [], scopes), styles);
      const { spacing, indent } = joined(under, declared);
      const scope = declared.text.reduce((up, own) => enter(up, { text: own }), builtIn.scopeOf(TEXT, under.text));
      known = {
        scope,
        spacing: spacingIn(spacing),
        indent: indentIn(indent, undefined, this.src),
        leader: this.node.leader === "none" ? null : this.#leader(scope),
      };
      this.#scopes.set(level, known);
    }
    return known;
  }
}

/** Spaces at the end would hang. */
const numberOf = (
  { number, separator }: { readonly number: string; readonly separator: string },
  fromRight: boolean,
): readonly RunText[] => {
  const between = separator.replace(/ +$/, (spaces) => "\u00a0".repeat(spaces.length));
  const shown = fromRight ? numberFromRight(number) : [{ isolated: number }];
  return between === "" ? shown : [...shown, between];
};
