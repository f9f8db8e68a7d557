// Scanner for JSON faults that JSON.parse does not report.
import { asString, parsedJson } from "../../base/json.js";

/** Duplicate key in one object, excessive nesting, a key named `__proto__`, or a lone surrogate. */
interface ScanProblem {
  readonly rule: "duplicate-key" | "depth" | "proto-key" | "surrogate";
  /** UTF-16 units */
  readonly offset: number;
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** (decisions §2) */
export const MAX_DEPTH = 128;

/** Reused by depth: requests contain thousands of objects. */
class Frame {
  object = false;
  key = "";
  index = 0;
  /** keys so far, the first `#count`; a set is for many */
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

/** Scans a text once, strings at native speed. Stops silently at malformed JSON. `around`: number of arrays and objects around the text */
export function scan(text: string, around = 0): ScanProblem | null {
  const frames: Frame[] = [];
  let depth = 0;
  let top: Frame | null = null;
  let expectKey = false;
  // UTF-8 has no surrogates, only escapes of them
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
        if (depth + around === MAX_DEPTH) return { rule: "depth", offset: i, path: pathTo().slice(0, 8), key: "" };
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
    return asString(parsedJson(`"${raw}"`));
  } catch {
    return null;
  }
}
