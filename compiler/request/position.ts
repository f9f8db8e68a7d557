/** A position counts from 1, its columns in characters. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset, UTF-16 units. */
export function positionOf(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", start)) {
    line++;
    start = i + 1;
  }
  return { line, column: columnOf(text, start, offset) };
}

function columnOf(text: string, lineStart: number, offset: number): number {
  let column = 1;
  for (let i = lineStart; i < offset; i += text.codePointAt(i)! > 0xffff ? 2 : 1) column++;
  return column;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

/** The same as text. */
export function position(text: string, offset: number): string {
  const { line, column } = positionOf(text, offset);
  return `line ${line}, column ${column}`;
}

type Step = string | number;

/** Places of one text, by paths: each container on the way is read once. */
export class TextPlaces {
  readonly #members = new Map<number, ReadonlyMap<Step, Member>>();
  #lines: readonly number[] | null = null;
  /** the last place: places on one long line are mostly asked in order */
  #last = { offset: 0, line: 1, column: 1 };

  constructor(readonly text: string) {}

  of(steps: readonly Step[]): Position {
    const offset = this.offsetOf(steps);
    const lines = (this.#lines ??= lineStarts(this.text));
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

  /** As the function of this name. */
  offsetOf(steps: readonly Step[], onKey = false): number {
    let at = space(this.text, 0);
    for (const [i, step] of steps.entries()) {
      let members = this.#members.get(at);
      if (!members) this.#members.set(at, (members = new Map(membersOf(this.text, at))));
      const found = members.get(step);
      if (!found) return at;
      if (onKey && i === steps.length - 1 && found.key !== null) return found.key;
      at = found.value;
    }
    return at;
  }
}

/** UTF-16 units. The last of duplicate keys; the innermost enclosing value if absent. @param onKey place of the last step's key */
export function offsetOf(text: string, steps: readonly Step[], onKey = false): number {
  let at = space(text, 0);
  for (const [i, step] of steps.entries()) {
    let found: Member | null = null;
    for (const [name, member] of membersOf(text, at)) {
      if (name !== step) continue;
      found = member;
      if (typeof name === "number") break;
    }
    if (!found) return at;
    if (onKey && i === steps.length - 1 && found.key !== null) return found.key;
    at = found.value;
  }
  return at;
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
