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

/** Part of the request that has a place; `none` above all parts. */
type Region = NonNullable<Place["furniture"]> | "body" | "none";

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

/** A place by the last step to it. A document has tens of thousands, of which few are reported: what those have is made when it is read. */
class PlaceOnWay implements Place {
  readonly isHidden: boolean;
  /** null for other values */
  readonly object: Fields | null;
  readonly #isElement: boolean;
  #own: Holder | null = null;
  #steps: Steps | null = null;
  #around: readonly Holder[] | null = null;
  #named: Steps | null = null;
  #pointer: string | null = null;
  #path: string | null = null;
  #region: Region | null = null;

  /** @param value in the request; undefined if absent: a value without an object adds nothing */
  constructor(
    readonly parent: PlaceOnWay | null,
    readonly step: string | number,
    readonly value: unknown,
  ) {
    const object = isFields(value) ? value : null;
    this.object = object;
    const adds = parent !== null && object !== null;
    const isPart = adds && (step === "image" || step === "barcode") && parent.element?.value["type"] === "table";
    this.#isElement = adds && ((ELEMENTS.has(object["type"]) && step !== "target") || isPart);
    const hides = adds && (object["role"] === "artifact" || fieldOf(object["semantics"], "decorative") === true);
    this.isHidden = hides || (parent?.isHidden ?? false);
  }

  get steps(): Steps {
    return (this.#steps ??= this.parent ? [...this.parent.steps, this.step] : []);
  }

  get around(): readonly Holder[] {
    const above = this.parent?.around ?? [];
    return (this.#around ??= this.object ? [...above, this.#holder(this.object)] : above);
  }

  get element(): Holder | null {
    return this.#isElement && this.object ? this.#holder(this.object) : (this.parent?.element ?? null);
  }

  #holder(value: Fields): Holder {
    return (this.#own ??= { steps: this.steps, value });
  }

  get named(): Steps {
    return (this.#named ??= this.value === undefined ? this.#existing(namedPlace(this).steps) : namedPlace(this).steps);
  }

  get pointer(): string {
    return (this.#pointer ??= this.value === undefined ? pointerTo(this.named) : namedPlace(this).path);
  }

  /** JSON Pointer of the place itself */
  get path(): string {
    return (this.#path ??= this.parent ? this.parent.path + pointerTo([this.step]) : "");
  }

  get furniture(): Place["furniture"] {
    const region = this.region;
    return region === "body" || region === "none" ? null : region;
  }

  get region(): Region {
    if (this.#region === null) {
      const above = this.parent?.region ?? "none";
      this.#region = above === "none" ? regionAt(this) : above;
    }
    return this.#region;
  }

  /** Rows of a projection are not in the request, nor are fields that it leaves out. */
  #existing(steps: Steps): Steps {
    const [request] = this.around;
    let end = steps.length;
    while (end > 0 && valueAt(request?.value, steps.slice(0, end)) === undefined) end--;
    if (end === steps.length) return steps;
    return this.element && steps[end - 1] === "rows" ? this.element.steps : steps.slice(0, end);
  }
}

/** Places of a document by its sources. */
export class Places {
  readonly #root: PlaceOnWay;
  readonly #bySource: (PlaceOnWay | undefined)[];
  /** by path: places with others below them */
  readonly #above = new Map<string, PlaceOnWay>();
  /** cells of a row, and texts of an element, have the place above them in common */
  #lastPath = "";
  #last: PlaceOnWay;

  /** @param sources paths of a display list */
  constructor(
    request: DocumentRequest,
    readonly sources: readonly string[],
  ) {
    this.#root = this.#last = new PlaceOnWay(null, "", request);
    this.#bySource = new Array<PlaceOnWay | undefined>(sources.length);
  }

  /** @param source index; the request itself if the display list has no such source */
  of(source: number): Place {
    return (this.#bySource[source] ??= this.#at(this.sources[source] ?? ""));
  }

  #at(path: string): PlaceOnWay {
    if (path === "") return this.#root;
    const last = parted(path);
    return last ? beyond(this.#placeAbove(last[0]), last[1]) : stepsOf(srcOf(path)).reduce(beyond, this.#root);
  }

  #placeAbove(path: string): PlaceOnWay {
    if (path === this.#lastPath) return this.#last;
    let known = this.#above.get(path);
    if (!known) this.#above.set(path, (known = this.#at(path)));
    this.#lastPath = path;
    return (this.#last = known);
  }
}

const beyond = (place: PlaceOnWay, step: string | number): PlaceOnWay => new PlaceOnWay(place, step, valueAt(place.value, [step]));

/** A text is named by the object that has it. */
function namedPlace(of: PlaceOnWay): PlaceOnWay {
  let first: PlaceOnWay | null = null;
  let second: PlaceOnWay | null = null;
  for (let place: PlaceOnWay | null = of; place; second = first, first = place, place = place.parent) {
    const { object, parent } = place;
    if (!object) continue;
    if (parent?.step === "spans" || parent?.step === "inlines" || isCell(place, object)) return place;
    if (!ELEMENTS.has(object["type"])) continue;
    // plain cells and headers of a table; the rows of a projection are not in the request
    return object["type"] === "table" && !(first?.step === "rows" && second?.step === "projection") ? of : place;
  }
  return of;
}

function isCell({ step, parent }: PlaceOnWay, value: Fields): boolean {
  const above = parent?.parent;
  if (typeof step === "string") return above?.step === "rows" && !("type" in value);
  return parent?.step === "cells" && above?.parent?.step === "rows";
}

function regionAt({ step, parent }: PlaceOnWay): Region {
  if (BODIES.has(step)) return "body";
  if (isOneOf(LAYERS, step) && parent?.step === "layers") return step;
  const holder = parent?.parent?.step;
  const isSection = isOneOf(SECTIONS, step) && (parent?.parent === null || holder === "page_masters" || holder === "variants");
  return isSection ? step : "none";
}

/** An alternative text belongs to a picture, chart, symbol, path or container. */
export const altOf = (element: Holder | null): string | undefined => {
  const alt = element?.value["alt"];
  return typeof alt === "string" ? alt : undefined;
};
