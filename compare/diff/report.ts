import type { Rect } from "../facts/facts.js";
import { type Kind, KINDS } from "./options.js";

/** Names the change of a fact from A to B. */
export type Change = "added" | "removed" | "moved" | "changed";

/** A value of either side; null if that side has none. */
export interface Sides<T> {
  readonly a: T | null;
  readonly b: T | null;
}

/** A difference between two documents (DF-18). */
export interface Difference {
  readonly kind: Kind;
  readonly change: Change;
  /** Numbers of the pages that are compared, from 1; null for what belongs to no page. */
  readonly page: Sides<number> | null;
  /** Places in mm: left, top, right, bottom; null without a place. */
  readonly rect_mm: Sides<Rect> | null;
  /** Value in A as text; absent without one. */
  readonly a?: string;
  readonly b?: string;
  /** Name of what changed, such as `text`, `size`, `Lang`. */
  readonly property?: string;
  /** JSON Pointers of the elements as sent. */
  readonly path: Sides<string>;
  /** Line of the text report (DF-17). */
  readonly message: string;
}

/** Result of a comparison, without a description of its sides (DF-18). */
export interface Report {
  readonly equal: boolean;
  /** Number of differences by kind, of the kinds that have any, listed or not. */
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
  /** Numbers of the pages that are compared, in order; null without a counterpart. */
  readonly pages: readonly (readonly [a: number | null, b: number | null])[];
  readonly differences: readonly Difference[];
  /** true if there are more differences than are listed. */
  readonly truncated: boolean;
  /** Indexes in `pages` of the pairs with differences, ascending, whether these are listed or not. */
  readonly differing: readonly number[];
}

const MOST_SHOWN = 80;
/** A title may have any character, and a line of the report is one line. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

function quoted(value: string): string {
  const plain = value.replaceAll(CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // a text of any length is cut before it is split
  const characters = [...plain.slice(0, 4 * MOST_SHOWN)];
  return `"${characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN - 1).join("")}…` : plain}"`;
}

const point = ([left, top]: Rect): string => `${(left + 0).toFixed(1)},${(top + 0).toFixed(1)}`.replaceAll("-0.0", "0.0");

/** Properties that a line does not name: the kind says enough. */
const PLAIN: ReadonlySet<string> = new Set(["text", "colour", "pixels"]);

type Unworded = Omit<Difference, "message">;

function placeOf({ change, page, rect_mm }: Unworded, crosses: boolean): string {
  const from = rect_mm?.a ?? rect_mm?.b;
  if (!from) return "";
  if (change !== "moved" || !rect_mm?.a || !rect_mm.b) return ` at ${point(from)}`;
  return ` at ${point(rect_mm.a)} to ${crosses ? `page ${page?.b} at ` : ""}${point(rect_mm.b)}`;
}

function valuesOf({ change, property, a, b }: Unworded): string {
  const name = property === undefined || PLAIN.has(property) ? "" : `${property} `;
  const shown = (side: string | undefined): string => (side === undefined ? "none" : quoted(side));
  if (change === "changed" && (a !== undefined || b !== undefined)) return `: ${name}${shown(a)} → ${shown(b)}`;
  const value = a ?? b;
  return value === undefined ? name && `: ${name.trim()}` : `: ${name}${quoted(value)}`;
}

/** Words a difference in one line; `crosses` says that it lies on pages that are not compared with each other. */
export function wordsOf(difference: Unworded, crosses: boolean): string {
  const { kind, change, page, path } = difference;
  const where = page ? `page ${page.a ?? `-/${page.b}`}: ` : "";
  const pointer = path.a ?? path.b;
  const words = `${kind} ${change}${placeOf(difference, crosses)}${valuesOf(difference)}`;
  return `${where}${words}${pointer === null ? "" : ` (${pointer})`}`;
}

/** Line of a difference in the text report (DF-17). */
export const lineOf = ({ message }: Difference): string => message;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Last line of the text report (DF-17): `equal`, or the number of all differences. */
export function summaryOf({ equal, counts, differing }: Report): string {
  if (equal) return "equal";
  const found = KINDS.flatMap((kind) => (counts[kind] === undefined ? [] : [[kind, counts[kind]] as const]));
  const total = found.reduce((sum, [, count]) => sum + count, 0);
  const pages = differing.length === 0 ? "" : ` on ${plural(differing.length, "page")}`;
  return `${plural(total, "difference")}${pages} (${found.map(([kind, count]) => `${count} ${kind}`).join(", ")})`;
}
