// Path in the request, as a linked list; formatted only on failure.
import { asString, parsedJson } from "../../base/json.js";
import { pointerTo } from "./patch.js";

export interface Src {
  readonly up: Src | null;
  readonly step: string | number;
  /** of a referenced value; else absent */
  readonly origin?: Src;
  /** of a root: index of the document among several; else absent */
  readonly item?: number;
  /** values below have the same path: blocks described by a text */
  readonly sealed?: true;
  /** of an element, until it is cloned; else absent */
  readonly fields?: EdgeFields;
}

/** Steps below an element. `rotation`: absent if the element is not turned, or checked as turned. */
export type EdgeFields = Readonly<
  Partial<Record<"left" | "right" | "top" | "bottom" | "x" | "y" | "width" | "height" | "rotation", readonly (string | number)[]>>
>;

/** `at(ROOT, "pages", 0)` is `pages[0]`. */
export const ROOT: Src = { up: null, step: "" };

/** `at(rootOf(1), "pages", 0)` is `data[1]: pages[0]`. */
export const rootOf = (item: number): Src => ({ up: null, step: "", item });

export function inItem(src: Src, item: number): Src {
  if (src.up === null) return rootOf(item);
  const moved = { up: inItem(src.up, item), step: src.step };
  return src.origin === undefined ? moved : { ...moved, origin: src.origin };
}

export function at(src: Src, ...steps: readonly (string | number)[]): Src {
  let s = src;
  for (const step of steps) s = below(s, step);
  return s;
}

/**
 * Extends a cursor without the rest array of `at`: cells number in the hundred thousands. A value below a reference has an origin below the referenced
 * value. Paths below a sealed one are equal, but their cursors are separate.
 */
export const below = (up: Src, step: string | number): Src =>
  up.sealed ? sealed(up) : up.origin === undefined ? { up, step } : { up: up.up, step: up.step, origin: below(up.origin, step) };

export const sealed = ({ up, step }: Src): Src => ({ up, step, sealed: true });

export const from = (src: Src, origin: Src): Src => ({ up: src.up, step: src.step, origin });

/** Fields are computed for messages; a structured clone has a path only. */
class ElementSrc implements Src {
  readonly up: Src | null;
  readonly step: string | number;
  declare readonly origin?: Src;
  readonly #fields: () => EdgeFields;

  constructor({ up, step, origin }: Src, fields: () => EdgeFields) {
    this.up = up;
    this.step = step;
    if (origin !== undefined) this.origin = origin;
    this.#fields = fields;
  }

  get fields(): EdgeFields {
    return this.#fields();
  }
}

export const withFields = (src: Src, fields: () => EdgeFields): Src => (src.sealed ? src : new ElementSrc(src, fields));

/** Returns the place that declares a field; null if none does. */
export function fieldOf(src: Src, name: keyof EdgeFields): Src | null {
  const steps = src.fields?.[name];
  return steps ? at(src, ...steps) : null;
}

export function stepsOf(src: Src): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let s: Src | null = src; s !== null && s.up !== null; s = s.up) steps.push(s.step);
  return steps.reverse();
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Writes a path: `pages[0].elements[2].rows[3]`; quoted: `rows[0]["unit price"]`. */
export function pathOf(src: Src): string {
  let out = "";
  for (const step of stepsOf(src)) out += out === "" && typeof step === "string" && PLAIN.test(step) ? step : stepOf(step);
  const item = itemOf(src);
  if (item === undefined) return out;
  return out === "" ? `data[${item}]` : `data[${item}]: ${out}`;
}

/** Reads what `pathOf` writes, for a single request. */
export function srcOf(path: string): Src {
  const steps = [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_][A-Za-z0-9_-]*)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? asString(parsedJson(quoted)) : name!,
  );
  return at(ROOT, ...steps);
}

/** Place of a JSON Pointer (RFC 6901); a step of digits is an index. */
export const srcAt = (pointer: string): Src =>
  at(
    ROOT,
    ...pointer
      .split("/")
      .slice(1)
      .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~"))),
  );

/** Writes a JSON Pointer (RFC 6901) within its document: `/pages/0/elements/2`. */
export const pointerOf = (src: Src): string => pointerTo(stepsOf(src));

/** Returns the index of a document among several; undefined for a single one. */
export function itemOf(src: Src): number | undefined {
  let root = src;
  while (root.up !== null) root = root.up;
  return root.item;
}

/** Returns the origins, nearest first: a projection, then a dataset. */
export function originsOf(src: Src): readonly Src[] {
  const out: Src[] = [];
  for (let s = src.origin; s !== undefined; s = s.origin) out.push(s);
  return out;
}

export function stepOf(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  return PLAIN.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
