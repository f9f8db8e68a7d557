// Headers and footers as laid out, by the texts of their variables.
import type { Canvas } from "../box/box.js";
import type { Variable } from "../box/text.js";
import type { ValueOf } from "../text/line/text-lines.js";
import { plainValue } from "./facts.js";
import type { Fragment } from "./protocol/protocol.js";

export interface LaidOutFurniture {
  readonly fragment: Fragment;
  readonly values: readonly FurnitureValue[];
}

interface FurnitureValue {
  readonly variable: Variable;
  readonly text: string;
}

/** Reads texts of variables and notes them; afterwards it has the noted ones alone, so that nothing of a render is kept with its furniture. */
export class FurnitureValues {
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

/** Of canvases that renders share; those of one render go with it. */
export class KnownFurniture {
  readonly #known = new WeakMap<Canvas, { readonly variables: readonly Variable[]; readonly byTexts: Map<string, LaidOutFurniture> }>();

  /** `room`: counts bytes; false if there is none */
  constructor(readonly room: { grow(bytes: number): boolean }) {}

  get(canvas: Canvas, textOf: (variable: Variable) => string): LaidOutFurniture | undefined {
    const known = this.#known.get(canvas);
    return known?.byTexts.get(keyOf(known.variables.map(textOf)));
  }

  add(canvas: Canvas, laidOut: LaidOutFurniture): void {
    if (!this.room.grow(SIZE)) return;
    const { values } = laidOut;
    let known = this.#known.get(canvas);
    if (!known) this.#known.set(canvas, (known = { variables: values.map(({ variable }) => variable), byTexts: new Map() }));
    known.byTexts.set(keyOf(values.map(({ text }) => text)), laidOut);
  }
}

/** Shaping warns of features that its fonts lack. */
export const hasFeatures = ({ children }: Canvas): boolean =>
  children.some(({ box }) => box.kind === "text" && box.paragraphs.some(({ runs }) => runs.some(({ look }) => look.features !== "")));

const keyOf = (texts: readonly string[]): string => texts.join("\u0000");
