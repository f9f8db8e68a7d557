// Source cursors: paths in the request.
/** A path in the request, as a linked list; formatted only on failure. */
export interface Src {
  readonly up: Src | null;
  readonly step: string | number;
  /** origin of a referenced value, possibly with a further origin; else absent */
  readonly origin?: Src;
  /** of a root: index of the document among several; else absent */
  readonly item?: number;
  /** values below it have the same path: blocks described by a text */
  readonly sealed?: true;
  /** of an element, until it is cloned: fields that determine its edges; else absent */
  readonly fields?: EdgeFields;
}

/** Fields by the edge, size or position that they set, as steps below an element. */
export type EdgeFields = Readonly<
  Partial<Record<"left" | "right" | "top" | "bottom" | "x" | "y" | "width" | "height", readonly (string | number)[]>>
>;

/** Root of all paths: `at(ROOT, "pages", 0)` is `pages[0]`. */
export const ROOT: Src = { up: null, step: "" };

/** Root of one of several documents: `at(rootOf(1), "pages", 0)` is `data[1]: pages[0]`. */
export const rootOf = (item: number): Src => ({ up: null, step: "", item });

/** The same path in one of several documents. */
export function inItem(src: Src, item: number): Src {
  if (src.up === null) return rootOf(item);
  const moved = { up: inItem(src.up, item), step: src.step };
  return src.origin === undefined ? moved : { ...moved, origin: src.origin };
}

/** Cursor of a nested value. */
export function at(src: Src, ...steps: readonly (string | number)[]): Src {
  let s = src;
  for (const step of steps) s = below(s, step);
  return s;
}

/**
 * One step without the rest array of `at`: cells number in the hundred thousands. A value below a reference has an origin below the
 * referenced value. Paths below a sealed one are equal, but separate cursors: paragraphs are told apart by theirs.
 */
export const below = (up: Src, step: string | number): Src =>
  up.sealed ? sealed(up) : up.origin === undefined ? { up, step } : { up: up.up, step: up.step, origin: below(up.origin, step) };

/** A text whose parts have its path. */
export const sealed = ({ up, step }: Src): Src => ({ up, step, sealed: true });

/** A place with the origin of its value, such as a projection or a dataset cell. */
export const from = (src: Src, origin: Src): Src => ({ up: src.up, step: src.step, origin });

/** Cursor of an element. Its fields are determined when a message reads them; a structured clone of it has a path alone. */
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

/** An element's cursor with the fields that determine its edges. */
export const withFields = (src: Src, fields: () => EdgeFields): Src => (src.sealed ? src : new ElementSrc(src, fields));

/** Cursor of one of those fields; null if none is declared. */
export function fieldOf(src: Src, name: keyof EdgeFields): Src | null {
  const steps = src.fields?.[name];
  return steps ? at(src, ...steps) : null;
}

/** Steps from the root. */
export function stepsOf(src: Src): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let s: Src | null = src; s !== null && s.up !== null; s = s.up) steps.push(s.step);
  return steps.reverse();
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** `pages[0].elements[2].rows[3]`; other keys than identifiers are quoted: `rows[0]["unit price"]`. */
export function pathOf(src: Src): string {
  let out = "";
  for (const step of stepsOf(src)) out += out === "" && typeof step === "string" && PLAIN.test(step) ? step : stepOf(step);
  const item = itemOf(src);
  if (item === undefined) return out;
  return out === "" ? `data[${item}]` : `data[${item}]: ${out}`;
}

/** Parses the output of `pathOf` for a single request. */
export function srcOf(path: string): Src {
  const steps = [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_][A-Za-z0-9_-]*)/g)].map(([, index, quoted, name]) =>
    index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : name!,
  );
  return at(ROOT, ...steps);
}

/** JSON Pointer (RFC 6901): `/pages/0/elements/2`; of one of several documents, within that document. */
export const pointerOf = (src: Src): string =>
  stepsOf(src)
    .map((step) => `/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`)
    .join("");

/** Index among several documents; undefined for one. */
export function itemOf(src: Src): number | undefined {
  let root = src;
  while (root.up !== null) root = root.up;
  return root.item;
}

/** Origins of a value, nearest first: a projection, then a dataset. */
export function originsOf(src: Src): readonly Src[] {
  const out: Src[] = [];
  for (let s = src.origin; s !== undefined; s = s.origin) out.push(s);
  return out;
}

/** Text of a step within a path. */
export function stepOf(step: string | number): string {
  if (typeof step === "number") return `[${step}]`;
  return PLAIN.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
