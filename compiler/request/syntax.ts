import { codePointName } from "../../base/code-point.js";
import { position } from "./position.js";

/** Fault of a text, and its offset in UTF-16 units. */
interface SyntaxFault {
  readonly offset: number;
  readonly reason: string;
}

const WORDS: Readonly<Record<string, string>> = {
  NaN: "JSON has no NaN: write a number, or leave the field out",
  Infinity: "JSON has no Infinity: write a number, or leave the field out",
  undefined: "JSON has no undefined: leave the field out",
  None: "JSON has no None: write null",
  nil: "JSON has no nil: write null",
  NULL: "write null in lower case",
  Null: "write null in lower case",
  True: "write true in lower case",
  TRUE: "write true in lower case",
  False: "write false in lower case",
  FALSE: "write false in lower case",
};

/** Describes a common mistake, else the unexpected character. */
export function syntaxFault(text: string): SyntaxFault {
  if (text.trim() === "") return { offset: 0, reason: "it is empty" };
  const fault = faultOf(text);
  const { offset, start } = fault;
  const at = (place: number, what: string): SyntaxFault => ({ offset: place, reason: `${what}, at ${position(text, place)}` });
  if (text.includes("\0")) return at(text.indexOf("\0"), "it has zero bytes: it must be UTF-8, and looks like UTF-16");
  if (/^\s*<[!?a-z]/i.test(text)) return at(offset, "it looks like XML or HTML");
  if (offset >= text.length) return at(text.length, cutOff(text, fault));
  const inside = insideToken(text, fault);
  if (inside !== null) return at(offset, inside);
  const before = lastBefore(text, offset);
  if (",".includes(text[before] ?? " ") && "}]".includes(text[offset]!))
    return at(before, `a comma precedes the closing ${text[offset]!}: remove it`);
  return at(start, outOfPlace(text, fault));
}

function insideToken(text: string, { offset, start, want }: Fault): string | null {
  const found = text.charAt(offset);
  if (text[start] !== '"') return null;
  if (want !== "value" && want !== "first" && want !== "key" && want !== "first-key") return null;
  if (offset === start) return null;
  if (found === "\n" || found === "\r")
    return 'a string continues past the end of its line: close it with ", or write the line break as \\n';
  if (found === "\t") return "a string has a tab in it: write it as \\t";
  if (found < " ") return `a string has the control character ${unicode(found)} in it: write it as \\u${unicode(found).slice(2)}`;
  if (text[offset - 1] === "\\") return `a string has the escape \\${found}, which JSON does not have: write \\\\ for a backslash`;
  return "a string has a \\u without four hexadecimal digits after it";
}

function cutOff(text: string, { open, want, start }: Fault): string {
  const where = (place: number): string => position(text, place).replace(",", "");
  if (text[start] === '"' && want !== "next") return `it ends too early, inside the string that begins in ${where(start)}`;
  const last = open.at(-1);
  return last === undefined ? "it ends too early" : `it ends too early: the ${text[last]!} of ${where(last)} is not closed`;
}

function outOfPlace(text: string, { offset, want, open, start }: Fault): string {
  const found = String.fromCodePoint(text.codePointAt(offset)!);
  const rest = text.slice(start, start + 64);
  const word = /^[\p{L}_$][\p{L}\p{N}_$-]*/u.exec(rest)?.[0] ?? "";
  if (rest.startsWith("//") || rest.startsWith("/*") || rest.startsWith("#")) return "JSON has no comments: remove it";
  if (found === "'" || found === "`") return `strings and keys are in double quotes, not in ${found}`;
  if ("\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb".includes(found)) return `strings and keys are in plain double quotes ", not in ${found}`;
  if (want === "end") return `the document is followed by ${JSON.stringify(found)}: a body is one JSON value`;
  if (want === "key" || want === "first-key") {
    if (word !== "") return `a key is in double quotes: "${word}"`;
    return `found ${JSON.stringify(found)} where a key in double quotes must be`;
  }
  if (want === ":") {
    if (found === "=") return "a key and its value are separated by a colon, not by =";
    return `found ${JSON.stringify(found)} where a colon must be, behind a key`;
  }
  if (want === "next") {
    const number = /[0-9.]/.test(found) && /^0$/.test(/[0-9]+$/.exec(text.slice(Math.max(0, offset - 20), offset))?.[0] ?? "");
    if (number) return "a number has no leading zeros: write 5, not 05";
    if (/^[xX]$/.test(found) && text[offset - 1] === "0") return "JSON has no hexadecimal numbers: write 255, not 0xFF";
    if (/^[\p{L}%]$/u.test(found) && /[0-9.]/.test(text[offset - 1] ?? ""))
      return `a number has no unit: take ${JSON.stringify(word || found)} out`;
    if (found === ";") return "two values are separated by a comma, not by a semicolon";
    if (found === "]" || found === "}")
      return `found ${found}, but the ${text[open.at(-1)!]!} of ${position(text, open.at(-1)!).replace(",", "")} is still open`;
    if (found === ":" && text[open.at(-1)!] === "[") return "a key and its value belong in an object: put { and } around them";
    return `a comma is missing before ${JSON.stringify(word || found)}`;
  }
  if (Object.hasOwn(WORDS, word)) return WORDS[word]!;
  if (rest.startsWith("-Infinity") || rest.startsWith("-NaN")) return "JSON has no such number: write another, or leave the field out";
  if (found === "+") return "a number has no leading +";
  if (/^-?\.\d/.test(rest)) return "a number begins with a digit: write 0.5, not .5";
  if (found === ",") return "found a comma where a value must be: one is missing, or a comma is too many";
  if (found === "}" || found === "]") return `found ${found} where a value must be`;
  if (/^-?\d/.test(rest)) return "a number is broken off: a digit must follow its point or exponent";
  if (word !== "") return `found ${JSON.stringify(word)} where a value must be: strings are in double quotes`;
  return `unexpected ${JSON.stringify(found)}`;
}

const unicode = (c: string): string => codePointName(c.charCodeAt(0));

/** -1 if none. */
function lastBefore(text: string, place: number): number {
  let i = place - 1;
  while (i >= 0 && isSpace(text.charCodeAt(i))) i--;
  return i;
}

interface Fault {
  readonly offset: number;
  /** first-key, first: or the end of an empty object or array; next: a comma or closing bracket */
  readonly want: "value" | "first" | "key" | "first-key" | ":" | "next" | "end";
  readonly open: readonly number[];
  /** of the malformed or unexpected token */
  readonly start: number;
}

/** Finds the fault of a text that JSON.parse refused (RFC 8259); at its end if truncated. Slow. */
function faultOf(text: string): Fault {
  const open: number[] = [];
  const inObject = (): boolean => text[open.at(-1)!] === "{";
  let want: Fault["want"] = "value";
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++;
    const start = at;
    const mark = text.charAt(at);
    const value: boolean = want === "value" || want === "first";
    if (mark === "" || !"{}[]:,".includes(mark)) {
      const string = mark === '"';
      at = string ? stringEnd(text, at) : scalarEnd(text, at);
      // at an invalid place a token is unexpected as a whole
      const fits = value || (string && (want === "key" || want === "first-key"));
      if (!fits) return { offset: start, want, open, start };
      if (at < 0) return { offset: ~at, want, open, start };
      want = !value ? ":" : open.length === 0 ? "end" : "next";
      continue;
    }
    at++;
    if (value && (mark === "{" || mark === "[")) {
      open.push(start);
      want = mark === "{" ? "first-key" : "first";
    } else if (
      (mark === "}" && (want === "first-key" || (want === "next" && inObject()))) ||
      (mark === "]" && (want === "first" || (want === "next" && !inObject())))
    ) {
      open.pop();
      want = open.length === 0 ? "end" : "next";
    } else if (mark === ":" && want === ":") want = "value";
    else if (mark === "," && want === "next") want = inObject() ? "key" : "value";
    else return { offset: start, want, open, start };
  }
}

/** Returns the offset of the first error; the text's length if truncated (RFC 8259). */
export const syntaxError = (text: string): number => faultOf(text).offset;

const isSpace = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0a || c === 0x0d;

/* Offset after a string or scalar; the complement of a fault's. Loops, as patterns overflow the stack on bodies of 16 MB. */

function stringEnd(text: string, start: number): number {
  let i = start + 1;
  for (;;) {
    const c = text.charCodeAt(i);
    if (c === 0x22) return i + 1;
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
