// JSON text to the first problem that JSON.parse does not report.
/** What JSON.parse does not report: a key given twice in one object, nesting that is too deep, a key named `__proto__`, half a character. */
export interface ScanProblem {
  readonly rule: "duplicate-key" | "depth" | "proto-key" | "surrogate";
  /** of the offending string or bracket, in UTF-16 units */
  readonly offset: number;
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** The deepest nesting of objects and arrays that is read (decisions §2). */
export const MAX_DEPTH = 128;

/** An object or array that is open. Those of one depth share a frame, one after the other: a request has them by the thousand. */
class Frame {
  object = false;
  key = "";
  index = 0;
  /** the keys so far, the first `#count` of them; a set is made only where there are many */
  readonly #few: string[] = [];
  #count = 0;
  #many: Set<string> | null = null;

  begin(object: boolean): void {
    this.object = object;
    this.key = "";
    this.index = 0;
    this.#count = 0;
    this.#many = null;
  }

  /** False where the key is there already. */
  add(key: string): boolean {
    if (this.#many) {
      if (this.#many.has(key)) return false;
      this.#many.add(key);
      return true;
    }
    const few = this.#few;
    for (let i = 0; i < this.#count; i++) if (few[i] === key) return false;
    few[this.#count++] = key;
    if (this.#count === FEW) this.#many = new Set(few);
    return true;
  }
}
const FEW = 8;

/**
 * Scans JSON text once, skipping strings at native speed. The text need not be well-formed: what is wrong with it otherwise is
 * JSON.parse's to report, so the scan stops quietly where it loses track.
 */
export function scan(text: string): ScanProblem | null {
  const frames: Frame[] = [];
  let depth = 0;
  let top: Frame | null = null;
  let expectKey = false;
  // UTF-8 has no surrogates, so only an escape can be one: most text has none, and its strings are not looked into
  const escaped = ESCAPED_SURROGATE.test(text);
  const pathTo = (): (string | number)[] => frames.slice(0, depth).map((f) => (f.object ? f.key : f.index));
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22: {
        const end = endOfString(text, i);
        if (end < 0) return null;
        if (expectKey && top) {
          const raw = text.slice(i + 1, end);
          const key = raw.includes("\\") ? unescape(raw) : raw;
          if (key === null) return null;
          top.key = key;
          if (key === "__proto__") return { rule: "proto-key", offset: i, path: pathTo(), key };
          if (!top.add(key)) return { rule: "duplicate-key", offset: i, path: pathTo(), key };
          expectKey = false;
        }
        if (escaped && unescape(text.slice(i + 1, end))?.isWellFormed() === false)
          return { rule: "surrogate", offset: i, path: pathTo(), key: "" };
        i = end;
        break;
      }
      case 0x7b:
      case 0x5b: {
        if (depth === MAX_DEPTH) return { rule: "depth", offset: i, path: pathTo().slice(0, 8), key: "" };
        const object = text.charCodeAt(i) === 0x7b;
        top = frames[depth] ??= new Frame();
        top.begin(object);
        depth++;
        expectKey = object;
        break;
      }
      case 0x7d:
      case 0x5d:
        if (depth > 0) depth--;
        top = depth > 0 ? frames[depth - 1]! : null;
        expectKey = false;
        break;
      case 0x2c:
        if (!top) return null;
        if (top.object) expectKey = true;
        else top.index++;
    }
  }
  return null;
}

const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** Index of the quote that closes the string opened at `start`, or -1. */
function endOfString(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let slashes = 0;
    while (text.charCodeAt(i - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return i;
  }
  return -1;
}

function unescape(raw: string): string | null {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return null;
  }
}

/** Line and column, from 1, of an offset. */
export function position(text: string, offset: number): string {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", start)) {
    line++;
    start = i + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}

/** Where text that JSON.parse refused stops being JSON (RFC 8259); its length where it is cut off. Only for messages: it is not fast. */
export function syntaxError(text: string): number {
  // what may come next: a value, a key (or the end of an empty object), a colon, or a comma or closing bracket
  const stack: ("{" | "[")[] = [];
  let want: "value" | "first" | "key" | "first-key" | ":" | "next" | "end" = "value";
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    const start = at;
    const mark = text.charAt(at);
    const value = want === "value" || want === "first";
    if (mark === "" || !"{}[]:,".includes(mark)) {
      const string = mark === '"';
      at = string ? stringEnd(text, at) : scalarEnd(text, at);
      if (at < 0) return ~at;
      if (value) want = stack.length === 0 ? "end" : "next";
      else if (string && (want === "key" || want === "first-key")) want = ":";
      else return start;
      continue;
    }
    at++;
    if (value && (mark === "{" || mark === "[")) {
      stack.push(mark);
      want = mark === "{" ? "first-key" : "first";
    } else if (
      (mark === "}" && (want === "first-key" || (want === "next" && stack.at(-1) === "{"))) ||
      (mark === "]" && (want === "first" || (want === "next" && stack.at(-1) === "[")))
    ) {
      stack.pop();
      want = stack.length === 0 ? "end" : "next";
    } else if (mark === ":" && want === ":") want = "value";
    else if (mark === "," && want === "next") want = stack.at(-1) === "{" ? "key" : "value";
    else return start;
  }
}

const isSpace = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0a || c === 0x0d;

/*
 * What ends behind a string or scalar that begins at `start`; where it is none, the complement of where it stops being one. Loops: a body
 * is up to 16 MB, and the repetitions of a pattern have a stack that ends before.
 */

function stringEnd(text: string, start: number): number {
  let i = start + 1;
  for (;;) {
    const c = text.charCodeAt(i);
    if (c === 0x22) return i + 1;
    // NaN behind the end
    if (!(c >= 0x20)) return ~i;
    i++;
    if (c !== 0x5c) continue;
    const kind = text.charAt(i);
    if (kind === "" || !'"\\/bfnrtu'.includes(kind)) return ~i;
    i++;
    for (const last = kind === "u" ? i + 4 : i; i < last; i++) if (!/^[0-9a-fA-F]$/.test(text.charAt(i))) return ~i;
  }
}

function scalarEnd(text: string, start: number): number {
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, start)) return start + word.length;
  let i = start;
  const digits = (): boolean => {
    const from = i;
    while (isDigit(text.charCodeAt(i))) i++;
    return i > from;
  };
  if (text[i] === "-") i++;
  if (text[i] === "0") i++;
  else if (!digits()) return ~(i === text.length ? i : start);
  if (text[i] === ".") {
    i++;
    if (!digits()) return ~i;
  }
  if (text[i] === "e" || text[i] === "E") {
    i++;
    if (text[i] === "+" || text[i] === "-") i++;
    if (!digits()) return ~i;
  }
  return i;
}

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39;
