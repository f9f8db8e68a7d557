// Steps of a walk over the request to a source cursor, and a cursor to its path as text.
/** A path in the request: made while walking, printed only on failure. */
export interface Src {
  readonly up: Src | null;
  readonly step: string | number;
  /** what stands here was put here from that place, which may have it from another; only such cursors have the field */
  readonly origin?: Src;
  /** of a root: which of several documents it is the root of; only such cursors have the field */
  readonly item?: number;
  /** of an element: the fields that decide where its edges are; only such cursors have the field */
  readonly fields?: EdgeFields;
}

/** Steps below an element to its fields: those that set an edge, a size, or the place of the whole in one direction. */
export type EdgeFields = Readonly<
  Partial<Record<"left" | "right" | "top" | "bottom" | "x" | "y" | "width" | "height", readonly (string | number)[]>>
>;

/** Above every path: `at(ROOT, "pages", 0)` is `pages[0]`. */
export const ROOT: Src = { up: null, step: "" };

/** Above every path of one of several documents: `at(rootOf(1), "pages", 0)` is `data[1]: pages[0]`. */
export const rootOf = (item: number): Src => ({ up: null, step: "", item });

/** The same path in one of several documents. */
export function inItem(src: Src, item: number): Src {
  if (src.up === null) return rootOf(item);
  const moved = { up: inItem(src.up, item), step: src.step };
  return src.origin === undefined ? moved : { ...moved, origin: src.origin };
}

/** The cursor of a part below another one. */
export function at(src: Src, ...steps: readonly (string | number)[]): Src {
  let s = src;
  for (const step of steps) s = below(s, step);
  return s;
}

/**
 * One step below, without the list that `at` is called with: there are cells by the hundred thousand. Parts of what was put somewhere are
 * parts of what it came from: the request has nothing below the reference.
 */
export const below = (up: Src, step: string | number): Src =>
  up.origin === undefined ? { up, step } : { up: up.up, step: up.step, origin: below(up.origin, step) };

/** A place and where its value came from: a part of a projection, a cell of a dataset. */
export const from = (src: Src, origin: Src): Src => ({ up: src.up, step: src.step, origin });

/** An element's cursor with the fields that decide where its edges are. */
export const withFields = ({ up, step, origin }: Src, fields: EdgeFields): Src => ({ up, step, ...(origin && { origin }), fields });

/** The cursor of one of those fields; null if none is declared. */
export function fieldOf(src: Src, name: keyof EdgeFields): Src | null {
  const steps = src.fields?.[name];
  return steps ? at(src, ...steps) : null;
}

/** The steps from the root to a cursor. */
export function stepsOf(src: Src): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let s: Src | null = src; s !== null && s.up !== null; s = s.up) steps.push(s.step);
  return steps.reverse();
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** `pages[0].elements[2].rows[3]`; keys that are no identifiers are quoted: `rows[0]["unit price"]`. */
export function pathOf(src: Src): string {
  let out = "";
  for (const step of stepsOf(src)) out += out === "" && typeof step === "string" && PLAIN.test(step) ? step : stepOf(step);
  const item = itemOf(src);
  if (item === undefined) return out;
  return out === "" ? `data[${item}]` : `data[${item}]: ${out}`;
}

/** A path as `pathOf` prints it, of a request by itself, to its cursor. */
export function srcOf(path: string): Src {
  const steps = [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_][A-Za-z0-9_-]*)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name!,
  );
  return at(ROOT, ...steps);
}

/** The same as a JSON Pointer (RFC 6901): `/pages/0/elements/2`; of one of several documents, within that document. */
export const pointerOf = (src: Src): string =>
  stepsOf(src)
    .map((step) => `/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`)
    .join("");

/** Which of several documents a path is of; undefined where there is one. */
export function itemOf(src: Src): number | undefined {
  let root = src;
  while (root.up !== null) root = root.up;
  return root.item;
}

/** The places that a value came from, the nearest first: a projection, then a dataset. */
export function originsOf(src: Src): readonly Src[] {
  const out: Src[] = [];
  for (let s = src.origin; s !== undefined; s = s.origin) out.push(s);
  return out;
}

/** How a step goes on with a path. */
export function stepOf(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  return PLAIN.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
