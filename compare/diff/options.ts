import type { Rect } from "../facts/facts.js";

/** Kinds of differences, in the order of reports (DF-7). */
export const KINDS = [
  "page",
  "word",
  "font",
  "colour",
  "drawing",
  "picture",
  "link",
  "outline",
  "tag",
  "metadata",
  "attachment",
  "label",
  "protection",
  "field",
] as const;

export type Kind = (typeof KINDS)[number];

/** An area of pages whose contents are not compared (DF-16). */
export interface IgnoredArea {
  /** Number of a page of A, from 1; absent for all pages of both sides. */
  readonly page?: number;
  /** Left, top, width, height in mm. */
  readonly rect: readonly [left: number, top: number, width: number, height: number];
}

/** Options of a comparison, checked. */
export interface DiffOptions {
  /** mm */
  readonly tolerance: number;
  /** Kinds that are compared: those of `only` without those of `ignore`. */
  readonly kinds: ReadonlySet<Kind>;
  readonly ignoreAreas: readonly IgnoredArea[];
  /** true: dates and producer are compared too (DF-13). */
  readonly metadata: boolean;
  readonly limit: number;
}

/** Options as a caller gives them: words of a command line, or values of a program. */
export interface GivenDiffOptions {
  readonly tolerance?: unknown;
  readonly only?: unknown;
  readonly ignore?: unknown;
  readonly ignoreAreas?: unknown;
  readonly metadata?: unknown;
  readonly limit?: unknown;
}

/** An option of a comparison is not one of the allowed values; `option` is its name in `GivenDiffOptions`. */
export class DiffOptionError extends Error {
  override readonly name = "DiffOptionError";
  constructor(
    readonly option: keyof GivenDiffOptions,
    reason: string,
  ) {
    super(reason);
  }
}

const TOLERANCE = 0.05;
const LIMIT = 1000;
/** Greatest limit of a report. */
export const MOST_LISTED = 100_000;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const AREA = "[PAGE:]LEFT,TOP,WIDTH,HEIGHT in mm, PAGE a page of A from 1, WIDTH and HEIGHT over 0";

const MOST_SHOWN = 60;

function shown(value: unknown): string {
  if (typeof value === "string") return `"${value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value}"`;
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a value of type ${typeof value}`;
}

/** Value of a number or of a text that is one; NaN for others. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value.trim()) ? Number(value.trim()) : NaN;
}

/** Lists of values: an array, or a text whose parts are separated by commas. */
function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((part: unknown) => (typeof part === "string" ? partsOf(part) : [part]));
  return typeof value === "string" ? value.split(",").map((part) => part.trim()) : [value];
}

const isKind = (value: unknown): value is Kind => KINDS.some((kind) => kind === value);

function kindsOf(option: "only" | "ignore", given: unknown): readonly Kind[] {
  const kinds: Kind[] = [];
  for (const part of partsOf(given)) {
    if (!isKind(part)) throw new DiffOptionError(option, `${option}: found ${shown(part)}, allowed are ${KINDS.join(", ")}`);
    kinds.push(part);
  }
  if (kinds.length === 0) throw new DiffOptionError(option, `${option}: found no kind, allowed are ${KINDS.join(", ")}`);
  return kinds;
}

function areaOfWords(text: string): IgnoredArea | null {
  const parts = /^(?:([^:]*):)?([^:]*)$/.exec(text);
  if (!parts) return null;
  const [, page, rest = ""] = parts;
  return checkedArea(page === undefined ? undefined : numberOf(page), rest.split(",").map(numberOf));
}

function checkedArea(page: unknown, rect: readonly unknown[]): IgnoredArea | null {
  const [left, top, width, height] = rect;
  if (rect.length !== 4 || typeof left !== "number" || typeof top !== "number") return null;
  if (typeof width !== "number" || typeof height !== "number") return null;
  if (![left, top, width, height].every(Number.isFinite) || !(width > 0) || !(height > 0)) return null;
  if (page === undefined) return { rect: [left, top, width, height] };
  if (typeof page !== "number" || !Number.isInteger(page) || page < 1) return null;
  return { page, rect: [left, top, width, height] };
}

function areaOf(given: unknown): IgnoredArea {
  let area: IgnoredArea | null = null;
  if (typeof given === "string") area = areaOfWords(given.trim());
  else if (typeof given === "object" && given !== null && "rect" in given && Array.isArray(given.rect))
    area = checkedArea("page" in given ? given.page : undefined, given.rect);
  if (area) return area;
  throw new DiffOptionError("ignoreAreas", `ignoreAreas: found ${shown(given)}, allowed is ${AREA}`);
}

/** Returns an area as left, top, right, bottom. */
export const rectOf = ({ rect: [left, top, width, height] }: IgnoredArea): Rect => [left, top, left + width, top + height];

function rangedNumber(option: "tolerance" | "limit", given: unknown, least: number, most: number): number {
  const value = numberOf(given);
  const isWhole = option === "limit";
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value + 0;
  const unit = isWhole ? "a whole number" : "a number of mm";
  throw new DiffOptionError(option, `${option}: found ${shown(given)}, allowed is ${unit} from ${least} to ${most}`);
}

/**
 * Checks the options of a comparison and completes them with defaults. Undefined counts as absent; `only`, `ignore` and `ignoreAreas` may
 * be a value or a list of values.
 * @throws DiffOptionError
 */
export function parseDiffOptions(given: GivenDiffOptions): DiffOptions {
  const { tolerance = TOLERANCE, only, ignore, ignoreAreas = [], metadata = false, limit = LIMIT } = given;
  if (typeof metadata !== "boolean") throw new DiffOptionError("metadata", `metadata: found ${shown(metadata)}, allowed is true or false`);
  const kinds = new Set<Kind>(only === undefined ? KINDS : kindsOf("only", only));
  if (ignore !== undefined && !(Array.isArray(ignore) && ignore.length === 0))
    for (const kind of kindsOf("ignore", ignore)) kinds.delete(kind);
  return {
    tolerance: rangedNumber("tolerance", tolerance, 0, 10),
    kinds,
    ignoreAreas: (Array.isArray(ignoreAreas) ? ignoreAreas : [ignoreAreas]).map(areaOf),
    metadata,
    limit: rangedNumber("limit", limit, 1, MOST_LISTED),
  };
}
