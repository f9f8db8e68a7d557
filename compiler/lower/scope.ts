import type { TagStandard } from "../../ir/ir.js";
import type { Emphasis } from "../core/emphasis.js";
import type { Rect } from "../../ir/ir.js";
import { greatest } from "../../base/many.js";
import type { World } from "../core/world.js";
import type { ChartText } from "../chart/text.js";
import type { Note } from "../core/note.js";
import type { DrawnOp } from "../box/drawn.js";
import type { Numbers } from "../locale/numbers.js";
import type { Pictures } from "../picture/pictures.js";
import type { Bounds, Box, Tag } from "../box/box.js";
import type { InlineField } from "../box/field.js";
import type { ComputedText, NoteMark, StyledParagraph } from "../box/text.js";
import type { Src } from "../core/src.js";
import type { FillStyle, StrokeStyle } from "../request/types/common.js";
import type { FieldInline } from "../request/types/field.js";
import type { FieldLabel } from "../request/field-labels.js";
import type { Defaults } from "../request/types/shape.js";
import type { CellStyle, TableGrid } from "../request/types/table.js";
import type { FootnoteInline, TextDirection } from "../request/types/text.js";
import { finishRun, resolveText, sameLook, SERVICE_TEXT, type ComputedRun, type TextScope } from "../style/text.js";
import type { DocumentPlace } from "./document-place.js";
import type { References } from "./references.js";

export interface Scope {
  readonly text: TextScope;
  /** some level of defaults declares a font size */
  readonly sizeDeclared: boolean;
  readonly stroke: StrokeStyle | undefined;
  readonly fill: FillStyle | undefined;
  /** mm */
  readonly cornerRadius: number;
}

/** Texts of a document's charts, and what receives notes of them. */
export type ChartTextIn = (language: string, note: Note | null) => ChartText;

/** Inherited values without declarations (decisions §1, Default text). */
export const SERVICE_SCOPE: Scope = { text: SERVICE_TEXT, sizeDeclared: false, stroke: undefined, fill: undefined, cornerRadius: 0 };

/** Returns the scope below all defaults: the base direction of the document (SW-2). */
export const baseScope = (direction: TextDirection): Scope =>
  direction === "auto" ? SERVICE_SCOPE : { ...SERVICE_SCOPE, text: resolveText(SERVICE_TEXT, { direction }) };

export function enter(up: Scope, own: Defaults | undefined): Scope {
  if (!own) return up;
  return {
    text: resolveText(up.text, own.text),
    sizeDeclared: up.sizeDeclared || own.text?.font_size !== undefined,
    stroke: own.stroke ? { ...up.stroke, ...own.stroke } : up.stroke,
    fill: own.fill ? { ...up.fill, ...own.fill } : up.fill,
    cornerRadius: own.shape?.corner_radius ?? up.cornerRadius,
  };
}

/** Points, in the page's space. */
export interface Area {
  readonly content: Rect;
  readonly page: Rect;
  readonly bounds: Bounds;
  /** of all content of the area: an artifact, or content of a figure; null if its content has tags */
  readonly tag: Tag | null;
}

export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  /** width available to a box without a declared one */
  readonly room: number;
  readonly box: Box;
}

/** Look of a table in a document with a look, below all declared values. */
export interface SiteLook {
  readonly header: TextScope;
  readonly headerFill: FillStyle | undefined;
  readonly alternate: FillStyle | undefined;
  readonly grid: TableGrid;
}

/** Language of content: as declared, null if it is not; and that of the structure element around (AX-23). */
export interface Spoken {
  readonly declared: string | null;
  readonly parent: string;
}

/** The owner of the placement is the element's fields, a flow (downwards) or a container's line. */
export interface Site {
  readonly area: Area;
  readonly scope: Scope;
  readonly owner: "place" | "flow" | "line";
  readonly spoken: Spoken;
  /** elements without a role are items */
  readonly inList: boolean;
  /** declarations of named styles for the cells of a table; later ones win */
  readonly cells?: readonly CellStyle[];
  readonly look?: SiteLook;
  /** absent if footnotes are not possible */
  readonly notes?: Notes;
  readonly cx: LowerContext;
}

/** `language`: declared around the mark */
export type Notes = (inline: FootnoteInline, src: Src, language: string | undefined) => NoteMark & { readonly id: number };

/** Width of a paragraph without variables on one line, points. */
export type LineWidth = (paragraph: StyledParagraph) => number;

/** State shared by the documents of a book: box numbers, and one object for equal looks. */
export class BookState {
  next = 0;
  readonly looks = new Map<string, ComputedText>();
}

const FINISHED_RUNS = 256;
/** Lowers a field in a line, in the style of its text. */
type LowerInline = (el: FieldInline, src: Src, text: TextScope, cx: LowerContext) => InlineField;

const NO_LABELS: ReadonlyMap<string, FieldLabel> = new Map();

/** Boxes of a node. */
export interface LoweredNode<T> {
  readonly src: Src;
  /** first number of its boxes, and the next one */
  readonly first: number;
  readonly next: number;
  readonly made: T;
}

/** Nodes as an earlier render lowered them. */
export interface BoxMemo {
  /** True for nodes whose boxes depend on no other node. */
  isChecked(node: object): boolean;
  /** The boxes of a node at the same place, if the numbers of boxes have come as far. */
  lowered<T>(node: object, src: Src, first: number): LoweredNode<T> | null;
  lower(node: object, made: LoweredNode<unknown>): void;
  /** One object for all renders of a node that each render copies. */
  result<T extends object>(of: string, make: () => T): T;
}

export class LowerContext {
  readonly #drawn = new WeakMap<object, readonly DrawnOp[]>();
  #finished = new Map<ComputedRun, ComputedText>();
  /** texts in a row often have equal looks */
  #lastLook: ComputedText | null = null;
  readonly #widest = new WeakMap<readonly string[], Map<ComputedText, number>>();

  readonly world: World;
  readonly pictures: Pictures;
  readonly numbers: Numbers;
  /** of a Flow Document; null for others, whose references are characters */
  readonly references: References | null;
  /** of content without a declared language */
  readonly spoken: Spoken;
  /** base direction of the document; of its boxes left to right if `auto` */
  readonly direction: TextDirection;
  /** standard of the tags */
  readonly standard: TagStandard;
  /** null without work of earlier renders */
  readonly memo: BoxMemo | null;
  /** visible labels of form fields, by names of fields */
  readonly labels: ReadonlyMap<string, FieldLabel>;
  readonly #inlineField: LowerInline;
  readonly #chartTextIn: ChartTextIn;
  readonly #note: Note | null;
  #notes = 0;
  readonly #lineWidth: LineWidth;
  #chartText: ChartText | null = null;

  constructor(
    readonly language: string,
    readonly languageDeclared: boolean,
    tools: {
      readonly world: World;
      readonly pictures: Pictures;
      readonly numbers: Numbers;
      readonly chartText: ChartTextIn;
      readonly note?: Note | undefined;
      readonly lineWidth: LineWidth;
      readonly references?: References | null;
      readonly direction?: TextDirection;
      readonly standard?: TagStandard;
      readonly memo?: BoxMemo | null;
      readonly labels?: ReadonlyMap<string, FieldLabel>;
      readonly inlineField: LowerInline;
    },
    readonly place: DocumentPlace,
    readonly book: BookState,
  ) {
    this.spoken = { declared: null, parent: language };
    this.world = tools.world;
    this.pictures = tools.pictures;
    this.numbers = tools.numbers;
    this.references = tools.references ?? null;
    this.direction = tools.direction ?? "auto";
    this.standard = tools.standard ?? "1.7";
    this.memo = tools.memo ?? null;
    this.labels = tools.labels ?? NO_LABELS;
    this.#inlineField = tools.inlineField;
    this.#chartTextIn = tools.chartText;
    const { note } = tools;
    this.#note = note
      ? (...given) => {
          this.#notes++;
          note(...given);
        }
      : null;
    this.#lineWidth = tools.lineWidth;
  }

  /** True if the document begins at the right. */
  get rtl(): boolean {
    return this.direction === "rtl";
  }

  /** Charts are measured while they are lowered. */
  get chartText(): ChartText {
    return (this.#chartText ??= this.#chartTextIn(this.language, this.#note));
  }

  inlineField(el: FieldInline, src: Src, text: TextScope): InlineField {
    return this.#inlineField(el, src, text, this);
  }

  /** Width of the widest of some texts, which are one object for all that ask. `paragraphOf`: a text in the look */
  widest(texts: readonly string[], look: ComputedText, paragraphOf: (text: string) => StyledParagraph): number {
    let byLook = this.#widest.get(texts);
    if (!byLook) this.#widest.set(texts, (byLook = new Map()));
    let known = byLook.get(look);
    if (known === undefined) byLook.set(look, (known = greatest(texts.map((text) => this.#lineWidth(paragraphOf(text))))));
    return known;
  }

  /** Returns the width of a text on one line, points. */
  lineWidth(paragraph: StyledParagraph): number {
    return this.#lineWidth(paragraph);
  }

  /** Created once for many pages. */
  drawn(key: object, make: () => readonly DrawnOp[]): readonly DrawnOp[] {
    let known = this.#drawn.get(key);
    if (!known) this.#drawn.set(key, (known = make()));
    return known;
  }

  id(): number {
    return this.book.next++;
  }

  /** Number of the next box. */
  get next(): number {
    return this.book.next;
  }

  /** Lowers a node, which an earlier render may have lowered at the same place. `alone`: it depends on nothing that may have changed */
  memoized<T>(node: object, alone: boolean, src: Src, make: () => T): T {
    const { memo, book } = this;
    if (!memo || !alone) return make();
    const known = memo.lowered<T>(node, src, book.next);
    if (known) {
      book.next = known.next;
      return known.made;
    }
    const first = book.next;
    const notes = this.#notes;
    const made = make();
    // the next render has the same notes
    if (this.#notes === notes) memo.lower(node, { src, first, next: book.next, made });
    return made;
  }

  /** Reserves numbers for boxes created later and repeatedly. @returns the first number */
  reserve(count: number): number {
    const first = this.book.next;
    this.book.next += count;
    return first;
  }

  /** One object for equal looks; most runs inherit theirs unchanged, which is cached. */
  lookOf(run: ComputedRun, linked: boolean): ComputedText {
    if (linked) return this.#interned(finishRun(run, true));
    let look = this.#finished.get(run);
    if (!look) {
      // runs of lowered pages do not recur
      if (this.#finished.size === FINISHED_RUNS) this.#finished = new Map();
      this.#finished.set(run, (look = this.#interned(finishRun(run, false))));
    }
    return look;
  }

  /** The look with tags of PDF/UA-2; other tags have none for emphasis. */
  emphasized(look: ComputedText, emphasis: Emphasis | null): ComputedText {
    return emphasis === null || this.standard !== "ua2" ? look : this.#lookLike({ ...look, emphasis });
  }

  #interned(look: ComputedText): ComputedText {
    const last = this.#lastLook;
    if (last && sameLook(look, last)) return last;
    return (this.#lastLook = this.#lookLike(look));
  }

  #lookLike(look: ComputedText): ComputedText {
    const fancy = look.highlight || look.decoration ? JSON.stringify([look.highlight, look.decoration]) : "";
    const key = `${look.family ?? ""}|${look.mode}|${look.size}|${look.weight}|${look.weightDeclared}|${look.italic}|${look.color}|${look.opacity}|${look.letterSpacing}|${look.features}|${look.emojiFamily ?? ""}|${look.variations?.key ?? ""}|${look.script}|${look.emphasis ?? ""}|${fancy}`;
    const known = this.book.looks.get(key);
    if (known) return known;
    this.book.looks.set(key, look);
    return look;
  }
}
