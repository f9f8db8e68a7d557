// Declared defaults to the scope that elements inherit, and the area, site and context that lowering passes down with it.
import type { Rect } from "../../ir/ir.js";
import type { World } from "../core/world.js";
import type { ChartText } from "../chart/text.js";
import type { DrawnOp } from "../box/drawn.js";
import type { Numbers } from "../locale/numbers.js";
import type { Pictures } from "../picture/pictures.js";
import type { Bounds, Box, Tag } from "../box/box.js";
import type { ComputedText } from "../box/text.js";
import type { FillStyle, StrokeStyle } from "../request/types/common.js";
import type { Defaults } from "../request/types/shape.js";
import type { CellStyle } from "../request/types/table.js";
import { finishRun, resolveText, SERVICE_TEXT, type ComputedRun, type TextScope } from "../style/text.js";
import type { DocumentPlace } from "./document-place.js";

/** What elements inherit, carried down as an argument. */
export interface Scope {
  readonly text: TextScope;
  /** a font size is declared by some level of defaults */
  readonly sizeDeclared: boolean;
  readonly stroke: StrokeStyle | undefined;
  readonly fill: FillStyle | undefined;
  /** mm */
  readonly cornerRadius: number;
}

/** What elements inherit where nothing is declared (decisions §1, Default text). */
export const SERVICE_SCOPE: Scope = { text: SERVICE_TEXT, sizeDeclared: false, stroke: undefined, fill: undefined, cornerRadius: 0 };

/** One level of `defaults` (settings, or later a container's). */
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

/** Where elements are placed: a body, a section or a layer. Points, in the page's space. */
export interface Area {
  /** what `left`, `right`, `top`, `bottom` and the coordinates of shapes are relative to */
  readonly content: Rect;
  readonly page: Rect;
  /** what placed boxes must stay inside of */
  readonly bounds: Bounds;
  /** the artifact that all content of the area is; null = content has tags of its own */
  readonly artifact: Tag | null;
}

/** The tag of a picture or barcode: an artifact where its area is one or its alternative text is empty, else a figure. */
export const figureTag = ({ artifact }: Area, alt: string | undefined): Tag =>
  artifact ?? (alt === "" ? { artifact: "decoration" } : { role: "Figure", alt: alt ?? null });

/** A box with its place in its area's space. */
export interface PlacedBox {
  readonly x: number;
  readonly y: number;
  /** the width that it is given where it has none of its own */
  readonly room: number;
  readonly box: Box;
}

/** Where an element is lowered: its area, what it inherits, and what places it: its own fields, a flow (downwards) or a container's line. */
export interface Site {
  readonly area: Area;
  readonly scope: Scope;
  readonly owner: "place" | "flow" | "line";
  /** what named styles declare for the cells of a table; later ones win */
  readonly cells?: readonly CellStyle[];
  readonly cx: LowerContext;
}

/** What the documents of one book share: numbers for boxes, one object for equal looks. */
export class BookState {
  next = 0;
  readonly looks = new Map<string, ComputedText>();
}

/** The state of lowering one document: what it shares with others of its book, its place among them, the language, the pictures. */
export class LowerContext {
  readonly #drawn = new WeakMap<object, readonly DrawnOp[]>();
  readonly #finished = new Map<ComputedRun, ComputedText>();

  readonly world: World;
  readonly pictures: Pictures;
  readonly numbers: Numbers;
  readonly #chartTextIn: (language: string) => ChartText;
  #chartText: ChartText | null = null;

  constructor(
    readonly language: string,
    readonly languageDeclared: boolean,
    tools: {
      readonly world: World;
      readonly pictures: Pictures;
      readonly numbers: Numbers;
      readonly chartText: (language: string) => ChartText;
    },
    readonly place: DocumentPlace,
    readonly book: BookState,
  ) {
    this.world = tools.world;
    this.pictures = tools.pictures;
    this.numbers = tools.numbers;
    this.#chartTextIn = tools.chartText;
  }

  /** Sets the text of charts, which is measured while they are lowered. */
  get chartText(): ChartText {
    return (this.#chartText ??= this.#chartTextIn(this.language));
  }

  /** The ops of something that may stand on many pages, made once. */
  drawn(key: object, make: () => readonly DrawnOp[]): readonly DrawnOp[] {
    let known = this.#drawn.get(key);
    if (!known) this.#drawn.set(key, (known = make()));
    return known;
  }

  id(): number {
    return this.book.next++;
  }

  /** Reserves numbers for boxes that are made later, and more than once. @returns the first of them */
  reserve(count: number): number {
    const first = this.book.next;
    this.book.next += count;
    return first;
  }

  /** How a run looks in the end, one object for equal looks. Most runs inherit theirs as it is: for those the answer is known. */
  lookOf(run: ComputedRun, linked: boolean): ComputedText {
    if (linked) return this.#interned(finishRun(run, true));
    let look = this.#finished.get(run);
    if (!look) this.#finished.set(run, (look = this.#interned(finishRun(run, false))));
    return look;
  }

  #interned(look: ComputedText): ComputedText {
    const fancy = look.highlight || look.decoration ? JSON.stringify([look.highlight, look.decoration]) : "";
    const key = `${look.family ?? ""}|${look.mode}|${look.size}|${look.weight}|${look.weightDeclared}|${look.italic}|${look.color}|${look.opacity}|${look.letterSpacing}|${look.features}|${look.script}|${fancy}`;
    const known = this.book.looks.get(key);
    if (known) return known;
    this.book.looks.set(key, look);
    return look;
  }
}
