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
  let column = 1;
  for (let i = start; i < offset; i += text.codePointAt(i)! > 0xffff ? 2 : 1) column++;
  return { line, column };
}

/** The same as text. */
export function position(text: string, offset: number): string {
  const { line, column } = positionOf(text, offset);
  return `line ${line}, column ${column}`;
}

/** UTF-16 units. The last of duplicate keys; the innermost enclosing value if absent. @param onKey place of the last step's key */
export function offsetOf(text: string, steps: readonly (string | number)[], onKey = false): number {
  let at = space(text, 0);
  for (const [i, step] of steps.entries()) {
    const found = typeof step === "number" ? itemOf(text, at, step) : fieldOf(text, at, step);
    if (found === null) return at;
    if (onKey && i === steps.length - 1 && "key" in found) return Number(found.key);
    at = found.value;
  }
  return at;
}

function itemOf(text: string, start: number, index: number): { readonly value: number } | null {
  if (text[start] !== "[") return null;
  let at = space(text, start + 1);
  for (let i = 0; at < text.length && text[at] !== "]"; i++) {
    if (i === index) return { value: at };
    at = space(text, end(text, at));
    if (text[at] === ",") at = space(text, at + 1);
  }
  return null;
}

function fieldOf(text: string, start: number, name: string): { readonly key: number; readonly value: number } | null {
  if (text[start] !== "{") return null;
  let found: { readonly key: number; readonly value: number } | null = null;
  let at = space(text, start + 1);
  while (at < text.length && text[at] === '"') {
    const key = at;
    const behind = end(text, at);
    const value = space(text, space(text, behind) + 1);
    const raw = text.slice(key + 1, behind - 1);
    if (raw === name || (raw.includes("\\") && JSON.parse(`"${raw}"`) === name)) found = { key, value };
    at = space(text, end(text, value));
    if (text[at] === ",") at = space(text, at + 1);
  }
  return found;
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
