// Places of a request by the sources of the display list.
import { isOneOf } from "../../base/lookup.js";
import { isObject } from "../../base/json.js";
import { ELEMENT_TYPES } from "../../compiler/request/element-types.js";
import { pointerTo, valueAt, type Steps } from "../../compiler/core/patch.js";
import { srcOf, stepsOf } from "../../compiler/core/src.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => isObject(value);

export const fieldOf = (value: unknown, name: string): unknown => valueAt(value, [name]);

/** An object of the request with the steps to it. */
export interface Holder {
  readonly steps: Steps;
  readonly value: Fields;
}

/** A place of the request. */
export interface Place {
  readonly steps: Steps;
  /** of the deepest object that the request names: span, inline, cell, else element */
  readonly named: Steps;
  /** JSON Pointer of `named` */
  readonly pointer: string;
  /** Objects on the way to the place, the outermost first. */
  readonly around: readonly Holder[];
  /** The innermost object with a `type` of an element, or the cell's picture or symbol; null in Markdown and settings. */
  readonly element: Holder | null;
  /** header, footer or layer that contains the place; null in the body */
  readonly furniture: "header" | "footer" | "background" | "watermark" | "stamp" | null;
  /** The place is marked as decoration. */
  readonly isHidden: boolean;
}

const ELEMENTS: ReadonlySet<unknown> = new Set(ELEMENT_TYPES);
const SECTIONS = ["header", "footer"] as const;
const LAYERS = ["background", "watermark", "stamp"] as const;
/** Content below such a list is the body's. */
const BODIES: ReadonlySet<unknown> = new Set(["pages", "segments"]);

const INDEX = /^\d+$/;
const NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** The path before the last step, and the step; null for steps with other characters. */
function parted(source: string): readonly [string, string | number] | null {
  const isIndex = source.endsWith("]");
  const at = source.lastIndexOf(isIndex ? "[" : ".");
  const step = isIndex ? source.slice(at + 1, -1) : source.slice(at + 1);
  if (source.includes('"') || !(isIndex ? INDEX : NAME).test(step)) return null;
  return [source.slice(0, Math.max(at, 0)), isIndex ? Number(step) : step];
}

/** A place and what the objects on the way to it say. A document has tens of thousands, of which few are reported. */
class PlaceOnWay implements Place {
  #named: Steps | null = null;
  #pointer: string | null = null;
  #furniture: Place["furniture"] | undefined;

  constructor(
    readonly steps: Steps,
    /** in the request; undefined if absent */
    readonly value: unknown,
    readonly around: readonly Holder[],
    readonly element: Holder | null,
    readonly isHidden: boolean,
  ) {}

  get named(): Steps {
    return (this.#named ??= this.#existing(namedAt(this.steps, this.around)));
  }

  get pointer(): string {
    return (this.#pointer ??= pointerTo(this.named));
  }

  get furniture(): Place["furniture"] {
    if (this.#furniture === undefined) this.#furniture = furnitureAt(this.steps);
    return this.#furniture;
  }

  /** A step further; a value without an object adds nothing. */
  beyond(step: string | number): PlaceOnWay {
    const { around, element, isHidden } = this;
    const steps = [...this.steps, step];
    const value = valueAt(this.value, [step]);
    if (!isFields(value)) return new PlaceOnWay(steps, value, around, element, isHidden);
    const own = { steps, value };
    const isPart = element?.value["type"] === "table" && (step === "image" || step === "barcode");
    const isElement = (ELEMENTS.has(value["type"]) && step !== "target") || isPart;
    const hides = value["role"] === "artifact" || fieldOf(value["semantics"], "decorative") === true;
    return new PlaceOnWay(steps, value, [...around, own], isElement ? own : element, isHidden || hides);
  }

  /** Rows of a projection are not in the request, nor are fields that it leaves out. */
  #existing(steps: Steps): Steps {
    if (this.value !== undefined) return steps;
    const [request] = this.around;
    let end = steps.length;
    while (end > 0 && valueAt(request?.value, steps.slice(0, end)) === undefined) end--;
    if (end === steps.length) return steps;
    return this.element && steps[end - 1] === "rows" ? this.element.steps : steps.slice(0, end);
  }
}

export class Places {
  readonly #root: PlaceOnWay;
  readonly #known = new Map<string, PlaceOnWay>();

  constructor(request: DocumentRequest) {
    this.#root = new PlaceOnWay([], request, isFields(request) ? [{ steps: [], value: request }] : [], null, false);
  }

  /** @param source path of a display list */
  of(source: string): Place {
    return this.#at(source);
  }

  #at(source: string): PlaceOnWay {
    if (source === "") return this.#root;
    let known = this.#known.get(source);
    if (known) return known;
    const last = parted(source);
    if (last) known = this.#at(last[0]).beyond(last[1]);
    else known = stepsOf(srcOf(source)).reduce((place: PlaceOnWay, step) => place.beyond(step), this.#root);
    this.#known.set(source, known);
    return known;
  }
}

/** A text is named by the object that has it. */
function namedAt(steps: Steps, around: readonly Holder[]): Steps {
  for (let i = around.length - 1; i >= 0; i--) {
    const { steps: at, value } = around[i]!;
    const name = at.at(-2);
    if (name === "spans" || name === "inlines") return at;
    if (isCell(at, value)) return at;
    if (ELEMENTS.has(value["type"])) {
      const [first, second] = steps.slice(at.length);
      // plain cells and headers of a table; the rows of a projection are not in the request
      return value["type"] === "table" && !(first === "rows" && second === "projection") ? steps : at;
    }
  }
  return steps;
}

const isCell = (at: Steps, value: Fields): boolean =>
  (at.at(-3) === "rows" && typeof at.at(-1) === "string" && !("type" in value)) ||
  (at.at(-2) === "cells" && at.at(-4) === "rows" && typeof at.at(-1) === "number");

function furnitureAt(steps: Steps): Place["furniture"] {
  for (const [i, step] of steps.entries()) {
    if (BODIES.has(step)) return null;
    if (isOneOf(LAYERS, step) && steps[i - 1] === "layers") return step;
    if (isOneOf(SECTIONS, step) && (i === 0 || steps[i - 2] === "page_masters" || steps[i - 2] === "variants")) return step;
  }
  return null;
}

/** An alternative text belongs to a picture, chart, symbol, path or container. */
export const altOf = (element: Holder | null): string | undefined => {
  const alt = element?.value["alt"];
  return typeof alt === "string" ? alt : undefined;
};
