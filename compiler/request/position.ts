/** A position counts from 1, its columns in characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns line and column of an offset, UTF-16 units. */
export const positionOf = (text: string, offset: number): Position => new TextPlaces(text).at(offset);

/** Writes line and column of an offset. */
export function position(text: string, offset: number): string {
  const { line, column } = positionOf(text, offset);
  return `line ${line}, column ${column}`;
}

/** UTF-16 units. The last of duplicate keys; the innermost enclosing value if absent. @param onKey place of the last step's key */
export const offsetOf = (text: string, steps: readonly Step[], onKey = false): number => new TextPlaces(text).offsetOf(steps, onKey);

type Step = string | number;

/** Places of one text: what was read on the way to one is not read again for the next. */
export class TextPlaces {
  readonly #containers = new Map<number, Container>();
  /** starts of the lines before `#end`, the next end of a line */
  readonly #lines = [0];
  #end: number;
  /** the last place: places on one long line are mostly asked in order */
  #last = { offset: 0, line: 1, column: 1 };

  constructor(readonly text: string) {
    this.#end = this.#endAfter(0);
  }

  of(steps: readonly Step[], onKey = false): Position {
    return this.at(this.offsetOf(steps, onKey));
  }

  at(offset: number): Position {
    const lines = this.#lines;
    for (; this.#end < offset; this.#end = this.#endAfter(lines.at(-1)!)) lines.push(this.#end + 1);
    let [low, high] = [0, lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    const last = this.#last;
    const isBehind = last.line === low + 1 && last.offset <= offset;
    const column = isBehind ? last.column + columnOf(this.text, last.offset, offset) - 1 : columnOf(this.text, lines[low]!, offset);
    this.#last = { offset, line: low + 1, column };
    return { line: low + 1, column };
  }

  offsetOf(steps: readonly Step[], onKey = false): number {
    let at = space(this.text, 0);
    for (const [i, step] of steps.entries()) {
      let container = this.#containers.get(at);
      if (!container) this.#containers.set(at, (container = new Container(membersOf(this.text, at))));
      const found = container.member(step);
      if (!found) return at;
      if (onKey && i === steps.length - 1 && found.key !== null) return found.key;
      at = found.value;
    }
    return at;
  }

  #endAfter(start: number): number {
    const end = this.text.indexOf("\n", start);
    return end < 0 ? Infinity : end;
  }
}

function columnOf(text: string, lineStart: number, offset: number): number {
  let column = 1;
  for (let i = lineStart; i < offset; i += text.codePointAt(i)! > 0xffff ? 2 : 1) column++;
  return column;
}

/** Members of an object or an array, read as far as one was asked for; keys may come again. */
class Container {
  readonly #found = new Map<Step, Member>();

  constructor(readonly rest: Generator<readonly [Step, Member]>) {}

  member(step: Step): Member | undefined {
    while (typeof step === "string" || !this.#found.has(step)) {
      const { value, done } = this.rest.next();
      if (done) break;
      this.#found.set(value[0], value[1]);
    }
    return this.#found.get(step);
  }
}

/** Offsets of a value and of its key; null in an array. */
interface Member {
  readonly key: number | null;
  readonly value: number;
}

function* membersOf(text: string, start: number): Generator<readonly [Step, Member]> {
  let at = space(text, start + 1);
  if (text[start] === "[") {
    for (let i = 0; at < text.length && text[at] !== "]"; i++) {
      yield [i, { key: null, value: at }];
      at = behind(text, at);
    }
  } else if (text[start] === "{") {
    while (at < text.length && text[at] === '"') {
      const key = at;
      const keyEnd = end(text, at);
      const value = space(text, space(text, keyEnd) + 1);
      const raw = text.slice(key + 1, keyEnd - 1);
      yield [raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw, { key, value }];
      at = behind(text, value);
    }
  }
}

/** Offset of the next member. */
function behind(text: string, value: number): number {
  const at = space(text, end(text, value));
  return text[at] === "," ? space(text, at + 1) : at;
}

function space(text: string, at: number): number {
  let i = at;
  for (let c = text.charCodeAt(i); c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09; c = text.charCodeAt(i)) i++;
  return i;
}

function end(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length;) {
    const mark = text[i]!;
    if (mark === '"') i = stringEnd(text, i);
    else if (mark === "{" || mark === "[") {
      depth++;
      i++;
      continue;
    } else if (mark === "}" || mark === "]") {
      depth--;
      i++;
    } else if (mark === "," || mark === ":" || space(text, i) > i) {
      i++;
      continue;
    } else while (i < text.length && !',:{}[]" \n\r\t'.includes(text[i]!)) i++;
    if (depth === 0) return i;
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let slashes = 0;
    while (text.charCodeAt(i - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return i + 1;
  }
  return text.length;
}
