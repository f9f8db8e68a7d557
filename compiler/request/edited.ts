// A body that differs from an earlier one in one place: only the changed part is decoded, all other values are the same objects.
import { memberOf } from "../../base/lookup.js";
import { isList, asList, asObject, asString, parsedJson } from "../../base/json.js";
import { scan } from "./scan.js";

/** A valid JSON body, and its value. */
export interface CachedBody {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

export interface Edited {
  readonly value: unknown;
  /** of the innermost array or object that differs */
  readonly path: readonly (string | number)[];
  /** elements of that array that were decoded; null: the whole of it */
  readonly range: { readonly from: number; readonly to: number } | null;
}

/** An open array or object. */
interface Frame {
  readonly object: boolean;
  readonly start: number;
  /** index of the current element */
  index: number;
  /** begin of the current element, before white space */
  child: number;
  /** of the current key, from its quote */
  key: number;
}

/**
 * Returns an edit; null if the difference is not within one array or object, or the changed part is not accepted: then the body is
 * decoded as a whole.
 */
export function edited(before: CachedBody, bytes: Uint8Array): Edited | null {
  const old = before.bytes;
  const same = commonStart(old, bytes);
  if (same === old.length && same === bytes.length) return { value: before.value, path: [], range: { from: 0, to: 0 } };
  const frames = framesAt(bytes, same);
  const change: Change = { old, bytes, tail: commonEnd(old, bytes, same) };
  for (let depth = frames.length - 1; depth >= 0; depth--) {
    const part = frames[depth]!.object
      ? wholeOf(change, frames[depth]!)
      : (elementsOf(change, frames[depth]!) ?? wholeOf(change, frames[depth]!));
    if (!part) continue;
    const parsed = parsedPart(bytes, part, depth);
    if (parsed === undefined) return null;
    const path = frames.slice(0, depth).map((frame) => (frame.object ? keyAt(bytes, frame.key) : frame.index));
    const { elements: range } = part;
    const value = replaced(before.value, path, (at) => {
      if (!range) return parsed;
      const all = asList(at);
      return [...all.slice(0, range.from), ...asList(parsed), ...all.slice(range.from + range.removed)];
    });
    return { value, path, range: range && { from: range.from, to: range.from + range.added } };
  }
  return null;
}

interface Change {
  readonly old: Uint8Array;
  readonly bytes: Uint8Array;
  /** number of equal bytes at the end */
  readonly tail: number;
}

function commonStart(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  // four bytes at a time
  if (a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0) {
    const words = most >> 2;
    const [x, y] = [new Int32Array(a.buffer, a.byteOffset, words), new Int32Array(b.buffer, b.byteOffset, words)];
    let k = 0;
    while (k < words && x[k] === y[k]) k++;
    i = k * 4;
  }
  while (i < most && a[i] === b[i]) i++;
  return i;
}

function commonEnd(a: Uint8Array, b: Uint8Array, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  const [m, n] = [a.length - 1, b.length - 1];
  let i = 0;
  while (i < most && a[m - i] === b[n - i]) i++;
  return i;
}

const [QUOTE, COMMA, OPEN_ARRAY, BACKSLASH, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5c, 0x5d, 0x7b, 0x7d];

/** Index of the closing quote; -1 if absent. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let i = bytes.indexOf(QUOTE, start + 1); i >= 0; i = bytes.indexOf(QUOTE, i + 1)) {
    let slashes = 0;
    while (bytes[i - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return i;
  }
  return -1;
}

/** Open arrays and objects at a place of valid JSON, outermost first. */
function framesAt(bytes: Uint8Array, end: number): Frame[] {
  const frames: Frame[] = [];
  let top: Frame | undefined;
  for (let i = 0; i < end; i++) {
    const c = bytes[i]!;
    if (c === QUOTE) {
      if (top?.object && top.key < 0) top.key = i;
      i = endOfString(bytes, i);
      if (i < 0 || i >= end) break;
    } else if (c === OPEN_ARRAY || c === OPEN_OBJECT)
      frames.push((top = { object: c === OPEN_OBJECT, start: i, index: 0, child: i + 1, key: -1 }));
    else if (c === CLOSE_ARRAY || c === CLOSE_OBJECT) {
      frames.pop();
      top = frames.at(-1);
    } else if (c === COMMA && top) {
      top.index++;
      top.child = i + 1;
      top.key = -1;
    }
  }
  return frames;
}

/** End of the value that begins after white space; -1 if it has none. */
function endOfValue(bytes: Uint8Array, start: number): number {
  const begin = afterSpace(bytes, start);
  let depth = 0;
  for (let i = begin; i < bytes.length; i++) {
    const c = bytes[i]!;
    if (c === QUOTE) {
      i = endOfString(bytes, i);
      if (i < 0) return -1;
      if (depth === 0) return i + 1;
    } else if (c === OPEN_ARRAY || c === OPEN_OBJECT) depth++;
    else if (c === CLOSE_ARRAY || c === CLOSE_OBJECT) {
      if (depth === 0) return i === begin ? -1 : i;
      if (--depth === 0) return i + 1;
    } else if (depth === 0 && (c === COMMA || c <= 0x20)) return i === begin ? -1 : i;
  }
  return -1;
}

function afterSpace(bytes: Uint8Array, start: number): number {
  let i = start;
  while (i < bytes.length && bytes[i]! <= 0x20) i++;
  return i;
}

/** Bytes [start, end) of the new body. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly elements: { readonly from: number; readonly removed: number; readonly added: number } | null;
}

function wholeOf({ old, bytes, tail }: Change, { start }: Frame): Part | null {
  const [was, is] = [endOfValue(old, start), endOfValue(bytes, start)];
  if (was < 0 || is < 0 || old.length - was !== bytes.length - is || old.length - was >= tail) return null;
  return { start, end: is, elements: null };
}

/** Elements from the current one to the first end that both bodies share. */
function elementsOf({ old, bytes, tail }: Change, { child, index }: Frame): Part | null {
  let was = endOfValue(old, child);
  let is = endOfValue(bytes, child);
  let [removed, added] = [1, 1];
  const next = (of: Uint8Array, end: number): number => {
    const comma = afterSpace(of, end);
    return of[comma] === COMMA ? endOfValue(of, comma + 1) : -1;
  };
  while (was >= 0 && is >= 0) {
    const [left, still] = [old.length - was, bytes.length - is];
    if (left === still && left <= tail) return { start: child, end: is, elements: { from: index, removed, added } };
    if (left >= still) {
      was = next(old, was);
      removed++;
    } else {
      is = next(bytes, is);
      added++;
    }
  }
  return null;
}

/** Undefined if it is not JSON, or has what `scan` finds. `depth`: number of arrays and objects around the part's array or object */
function parsedPart(bytes: Uint8Array, { start, end, elements }: Part, depth: number): unknown {
  try {
    const shown = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
    const text = elements ? `[${shown}]` : shown;
    if (scan(text, depth) !== null) return undefined;
    const value = parsedJson(text);
    return elements && asList(value).length !== elements.added ? undefined : value;
  } catch {
    return undefined;
  }
}

function keyAt(bytes: Uint8Array, start: number): string {
  return asString(parsedJson(new TextDecoder().decode(bytes.subarray(start, endOfString(bytes, start) + 1))));
}

/** Replaces the value at a path; its containers are copied. */
function replaced(value: unknown, path: readonly (string | number)[], by: (at: unknown) => unknown, depth = 0): unknown {
  if (depth === path.length) return by(value);
  const step = path[depth]!;
  const inner = replaced(memberOf(value, step), path, by, depth + 1);
  return isList(value) ? value.with(Number(step), inner) : { ...asObject(value), [step]: inner };
}
