// Headers and footers as laid out, by the texts of their variables.
import type { Canvas } from "../box/box.js";
import type { Variable } from "../box/text.js";
import { plainValue } from "../layout/facts.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { ValueOf } from "../text/line/paragraph-source.js";
import type { TextEngine } from "../text/shape/engine.js";

interface LaidOutFurniture {
  readonly fragment: Fragment;
  readonly values: readonly FurnitureValue[];
}

interface FurnitureValue {
  readonly variable: Variable;
  readonly text: string;
}

/** Reads texts of variables and notes them; afterwards it has the noted ones alone, so that nothing of a render lives with its furniture. */
class FurnitureValues {
  readonly values: FurnitureValue[] = [];
  #textOf: ((variable: Variable) => string) | null;

  constructor(textOf: (variable: Variable) => string) {
    this.#textOf = textOf;
  }

  readonly valueOf: ValueOf = (_box, _paragraph, _index, variable) => {
    if (!this.#textOf) return plainValue(this.values.find((value) => value.variable === variable)!.text);
    const text = this.#textOf(variable);
    this.values.push({ variable, text });
    return plainValue(text);
  };

  end(): void {
    this.#textOf = null;
  }
}

/** About what one takes, with its ops, bytes. */
const SIZE = 4000;

interface CachedCanvas {
  readonly variables: readonly Variable[];
  readonly byTexts: Map<string, LaidOutFurniture>;
}

/** Canvases that renders share; those of one render go with it. */
export class CachedFurniture {
  readonly #known = new WeakMap<Canvas, CachedCanvas>();
  /** canvases with results that read more than their variables */
  readonly #unknown = new WeakSet<Canvas>();

  /** `room`: counts bytes; false if there is none */
  constructor(readonly room: { grow(bytes: number): boolean }) {}

  get(canvas: Canvas, textOf: TextOf): LaidOutFurniture | undefined {
    const known = this.#known.get(canvas);
    return known?.byTexts.get(keyOf(known.variables.map(textOf)));
  }

  add(canvas: Canvas, laidOut: LaidOutFurniture): void {
    if (this.#unknown.has(canvas) || !this.room.grow(SIZE)) return;
    const { values } = laidOut;
    let known = this.#known.get(canvas);
    if (!known) this.#known.set(canvas, (known = { variables: values.map(({ variable }) => variable), byTexts: new Map() }));
    known.byTexts.set(keyOf(values.map(({ text }) => text)), laidOut);
  }

  /** A dictionary or a listener of the render is part of the result: constant text is shaped for the first page alone. */
  exclude(canvas: Canvas): void {
    this.#unknown.add(canvas);
    this.#known.delete(canvas);
  }
}

type TextOf = (variable: Variable) => string;

/** Furniture of one render. */
export class FurnitureMemo {
  /** latest per canvas, for pages with equal variables */
  readonly #latest = new WeakMap<Canvas, LaidOutFurniture>();

  /** `lasting`: of this and earlier renders; null without work of others */
  constructor(
    readonly engine: TextEngine,
    readonly lasting: CachedFurniture | null,
  ) {}

  /** A canvas whose variables have these texts. */
  of(canvas: Canvas, textOf: TextOf, layOut: (valueOf: ValueOf) => Fragment): Fragment {
    let laidOut = this.#latest.get(canvas);
    if (!laidOut?.values.every(({ variable, text }) => textOf(variable) === text))
      this.#latest.set(canvas, (laidOut = this.lasting?.get(canvas, textOf) ?? this.#laidOut(canvas, textOf, layOut)));
    return laidOut.fragment;
  }

  #laidOut(canvas: Canvas, textOf: TextOf, layOut: (valueOf: ValueOf) => Fragment): LaidOutFurniture {
    const read = new FurnitureValues(textOf);
    const { result: fragment, reads } = this.engine.observed(() => layOut(read.valueOf));
    read.end();
    const laidOut: LaidOutFurniture = { fragment, values: read.values };
    if (reads.dictionary || reads.features) this.lasting?.exclude(canvas);
    else this.lasting?.add(canvas, laidOut);
    return laidOut;
  }
}

const keyOf = (texts: readonly string[]): string => texts.join("\u0000");
