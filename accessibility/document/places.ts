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

export class Places {
  readonly #known = new Map<string, Place>();

  constructor(readonly request: DocumentRequest) {}

  /** @param source path of a display list */
  of(source: string): Place {
    let known = this.#known.get(source);
    if (!known) this.#known.set(source, (known = this.at(stepsOf(srcOf(source)))));
    return known;
  }

  at(steps: Steps): Place {
    const around: Holder[] = [];
    let element: Holder | null = null;
    let isHidden = false;
    let value: unknown = this.request;
    for (let i = 0; i <= steps.length; i++) {
      if (isFields(value)) {
        const holder = { steps: steps.slice(0, i), value };
        around.push(holder);
        const name = steps[i - 1];
        if (ELEMENTS.has(value["type"]) && name !== "target") element = holder;
        else if (element?.value["type"] === "table" && (name === "image" || name === "barcode")) element = holder;
        if (value["role"] === "artifact" || fieldOf(value["semantics"], "decorative") === true) isHidden = true;
      }
      if (i < steps.length) value = valueAt(value, [steps[i]!]);
    }
    const named = this.#existing(namedAt(steps, around), element);
    return { steps, named, pointer: pointerTo(named), around, element, furniture: furnitureAt(steps), isHidden };
  }

  /** Rows of a projection are not in the request, nor are fields that it leaves out. */
  #existing(steps: Steps, element: Holder | null): Steps {
    let end = steps.length;
    while (end > 0 && valueAt(this.request, steps.slice(0, end)) === undefined) end--;
    if (end === steps.length) return steps;
    return element && steps[end - 1] === "rows" ? element.steps : steps.slice(0, end);
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
