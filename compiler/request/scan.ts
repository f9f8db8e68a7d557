/** What JSON.parse does not tell: a key given twice in one object, nesting that is too deep, a key named `__proto__`. */
export interface ScanProblem {
  readonly rule: "duplicate-key" | "depth" | "proto-key";
  /** of the offending key or bracket, in UTF-16 units */
  readonly offset: number;
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** The deepest nesting of objects and arrays that is read (decisions §2). */
export const MAX_DEPTH = 128;

interface Frame {
  readonly object: boolean;
  keys: Set<string> | null;
  key: string;
  index: number;
}

/**
 * Scans JSON text once, skipping strings at native speed. The text need not be well-formed: what is wrong with it otherwise is
 * JSON.parse's to say, so the scan stops quietly where it loses track.
 */
export function scan(text: string): ScanProblem | null {
  const stack: Frame[] = [];
  let top: Frame | null = null;
  let expectKey = false;
  const pathTo = (): (string | number)[] => stack.map((f) => (f.object ? f.key : f.index));
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
          top.keys ??= new Set();
          if (top.keys.has(key)) return { rule: "duplicate-key", offset: i, path: pathTo(), key };
          top.keys.add(key);
          expectKey = false;
        }
        i = end;
        break;
      }
      case 0x7b:
      case 0x5b: {
        if (stack.length === MAX_DEPTH) return { rule: "depth", offset: i, path: pathTo().slice(0, 8), key: "" };
        const object = text.charCodeAt(i) === 0x7b;
        top = { object, keys: null, key: "", index: 0 };
        stack.push(top);
        expectKey = object;
        break;
      }
      case 0x7d:
      case 0x5d:
        stack.pop();
        top = stack.at(-1) ?? null;
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
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `line ${line}, column ${offset - before.lastIndexOf("\n")}`;
}

const TOKEN =
  /[ \t\r\n]*(?:(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|([{}[\],:]))/y;

/** Where text that JSON.parse refused stops being JSON (RFC 8259); its length where it is cut off. Only for messages: it is not fast. */
export function syntaxError(text: string): number {
  // what may come next: a value, a key (or the end of an empty object), a colon, or a comma or closing bracket
  const stack: ("{" | "[")[] = [];
  let want: "value" | "first" | "key" | "first-key" | ":" | "next" | "end" = "value";
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const m = TOKEN.exec(text);
    const start = at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 65536))?.[0].length ?? 0);
    if (!m) return start;
    at = TOKEN.lastIndex;
    const [, scalar, string, mark] = m;
    const value = want === "value" || want === "first";
    if (mark === undefined) {
      if (value) want = stack.length === 0 ? "end" : "next";
      else if (string !== undefined && scalar === undefined && (want === "key" || want === "first-key")) want = ":";
      else return start;
    } else if (value && (mark === "{" || mark === "[")) {
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
