// Errors of the expression language in words of a template's author.
import { formatFound } from "../core/fail.js";
import { shownNode } from "./analysis.js";
import type { CelNode } from "./source.js";
import { asIn } from "./forms.js";
import { FunctionFault } from "./functions.js";

/** Names of the language's types. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["int", "a number"],
  ["uint", "a number"],
  ["double", "a number"],
  ["number", "a number"],
  ["bool", "true or false"],
  ["boolean", "true or false"],
  ["null", "null"],
  ["dyn", "a value"],
  ["list", "a list"],
  ["map", "a group"],
  ["bytes", "bytes"],
]);

function typeName(given: string): string {
  const type = given.replace(/^dyn<(.*)>$/, "$1").replace(/<.*$/, "");
  return TYPES.get(type.trim()) ?? type;
}

/** `int, list<string>` without the commas inside brackets. */
function typeNames(list: string): readonly string[] {
  const bare = list.replace(/<[^<>]*>/g, "").replace(/<[^<>]*>/g, "");
  return bare
    .split(",")
    .filter((t) => t.trim() !== "")
    .map((t) => typeName(t.trim()));
}

const TOKENS: ReadonlyMap<string, string> = new Map([
  ["EOF", "the end"],
  ["NUMBER", "a number"],
  ["STRING", "a string"],
  ["BOOLEAN", "true or false"],
  ["NULL", "null"],
  ["IDENTIFIER", "a name"],
  ["BYTES", "a string"],
  ["PLUS", "+"],
  ["MINUS", "-"],
  ["MULTIPLY", "*"],
  ["DIVIDE", "/"],
  ["MODULO", "%"],
  ["EQ", "=="],
  ["NE", "!="],
  ["LT", "<"],
  ["LE", "<="],
  ["GT", ">"],
  ["GE", ">="],
  ["AND", "&&"],
  ["OR", "||"],
  ["NOT", "!"],
  ["IN", "in"],
  ["LPAREN", "("],
  ["RPAREN", ")"],
  ["LBRACKET", "["],
  ["RBRACKET", "]"],
  ["LBRACE", "{"],
  ["RBRACE", "}"],
  ["DOT", "."],
  ["COMMA", ","],
  ["COLON", ":"],
  ["QUESTION", "?"],
]);
const token = (name: string): string => TOKENS.get(name) ?? name;

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["|", 'functions are called, as in money(total, "EUR"); "or" is ||'],
  ["&", '"and" is &&'],
  ["=", '"equal" is =='],
  ["#", "repetition is _each, or {{#each lines}} as the whole value of rows"],
  ["$", "a field is its name alone"],
  ["@", "a field is its name alone, and the place of an element is _index"],
  ["`", 'a string is between quotation marks: "text"'],
  ["\u201c", 'a string is between straight quotation marks: "text"'],
  ["\u201d", 'a string is between straight quotation marks: "text"'],
  ["and", '"and" is &&'],
  ["or", '"or" is ||'],
  ["not", '"not" is !'],
]);

/** A condition of another language. */
const IF = 'an object has "_if": "{{name}}", a text {{a ? b : c}}';

/** @param part the source that is refused */
type Say = (match: readonly string[], node: CelNode | undefined, part: string) => string;

/** By the beginning of the language's message, the first that fits. */
const WORDS: readonly (readonly [RegExp, Say])[] = [
  [
    /^Unexpected character: '?(.*?)'?$/s,
    ([, c = ""], _, part) => {
      const refused = part.endsWith(c) && part !== "" ? part : c;
      const way = CHARACTERS.get(refused.toLowerCase());
      if (/^[A-Za-z_0-9"']/.test(refused))
        return `${formatFound(refused)} cannot be where it is${way ? `: ${way}` : ": an operator or a comma is missing before it"}`;
      return `${formatFound(refused)} is not a part of an expression${way ? `: ${way}` : ""}`;
    },
  ],
  [
    /^Expected (\w+), got (\w+)/,
    ([, expected = "", found = ""]) =>
      found === "EOF" ? `${token(expected)} is missing at its end` : `${token(expected)} is missing before ${token(found)}`,
  ],
  [/^Unexpected token: (\w+)/, ([, found = ""]) => (found === "EOF" ? "it ends too early" : `${token(found)} cannot be where it is`)],
  [/^Newlines not allowed/, () => String.raw`a string has a line feed: it is written \n, which is \\n in the text of JSON`],
  [/^Unterminated /, () => "a quotation mark is not closed"],
  [/^Invalid number: (.*)/, ([, found = ""]) => `${found} is not a number`],
  [/^Invalid exponent/, () => "a number has an exponent without digits"],
  [/^Reserved identifier: (.*)/, ([, found = ""]) => `${found} is a reserved word${/^(if|else|for|while)$/.test(found) ? `: ${IF}` : ""}`],
  [/^Invalid (?:hex )?integer: (.*)/, ([, found = ""]) => `${formatFound(found)} is not a number`],
  [/^Invalid (?:Unicode|hex) |^Octal escape/, () => String.raw`an escape is incomplete: allowed are \n, \t, \", \', \\ and \u0041`],
  [/^Invalid escape sequence: (.*)/, ([, found = ""]) => String.raw`${found} is not an escape: allowed are \n, \t, \", \', \\ and \u0041`],
  [/^Exceeded \w+ \((\d+)\)/, ([, most = ""]) => `it is too large: one of its parts may have at most ${most} parts`],
  [
    /^found no matching overload for '(?:(.*?)\.)?(\w+)\((.*)\)'/,
    ([, receiver, name = "", types = ""]) => {
      const given = typeNames(types);
      const called = name === "number" && receiver === undefined && given.length === 1 ? "int()" : `${name}()`;
      const of = receiver === undefined ? "" : ` of ${typeName(receiver)}`;
      return `${called}${of} cannot be given ${given.length === 0 ? "nothing" : given.join(", ")}${asIn(name)}`;
    },
  ],
  [
    /^no such overload: (.+) (\+|-|\*|\/|%|<=?|>=?|in) (.+)$/,
    ([, left = "", op = "", right = ""]) => `${typeName(left)} ${op} ${typeName(right)} has no value${wayOf(op)}`,
  ],
  [
    /^no such overload: (.+) (==|!=) (.+)$/,
    ([, left = "", op = "", right = ""]) => `${op} compares values of one type; found ${typeName(left)} and ${typeName(right)}`,
  ],
  [/^no such overload: ([!-])(.+)$/, ([, op = "", of = ""]) => `${op} cannot be before ${typeName(of)}`],
  [
    /^Logical operator requires bool operands, got '(.*)'/,
    ([, found = ""]) => `&& and || are between conditions; found ${typeName(found)}: such as name != "" && total > 0`,
  ],
  [
    /^Ternary condition must be bool, got '(.*)'/,
    ([, found = ""]) => `a condition is before the question mark; found ${typeName(found)}: such as name != "" ? name : "none"`,
  ],
  [
    /^Ternary branches must have the same type, got '(.*)' and '(.*)'/,
    ([, yes = "", no = ""]) => `the two results of a condition are of one type; found ${typeName(yes)} and ${typeName(no)}`,
  ],
  [/^(\w+)\(.*must return bool, got '(.*)'/, ([, name = "", found = ""]) => `${name}() takes a condition; found ${typeName(found)}`],
  [
    /^No such key: index out of bounds, index (-?\d+)/,
    ([, index = ""], node) => {
      const list = listIn(node);
      return `${list ?? "the list"} has no element ${index}: test it first, as in size(${list ?? "lines"}) > ${index} ? … : ""`;
    },
  ],
  [/^No such key: (.*)/, ([, key = ""], node) => `${listIn(node) ?? "the value"} has no element or field ${key}`],
  [/^List index must be int/, () => "an element of a list is named by a whole number from 0, as in lines[0]"],
  [/^Cannot index type '(.*)'/, ([, type = ""]) => `${typeName(type)} has no elements`],
  [/^(int|uint|double|number)\(\) type error: .*overflow/, ([, name = ""]) => `${name}() of a number that is too large`],
  [/^(int|uint|double|number)\(\) type error/, ([, name = ""]) => `${name}() cannot read its value as a number`],
  [/^bool(?:ean)?\(\) conversion error/, () => 'bool() reads "true" and "false" alone'],
  [/^string\.(\w+)\(.*out of range/, ([, name = ""]) => `${name}() begins or ends beyond the text: size(text) is its length`],
  [/^division by zero|^modulo by zero/, () => "a number is divided by 0"],
  [/overflow/i, () => "a number is too large"],
];

function wayOf(op: string): string {
  if (op === "+") return ": + adds numbers, or joins strings or lists; string(value) makes a string of a number";
  if (op === "in") return ": in is between a value and a list";
  return /[<>]/.test(op) ? ": values of one type are compared" : ": it is between numbers";
}

/** Source of the list of an element. */
function listIn(node: CelNode | undefined): string | null {
  if (node?.op !== "[]") return null;
  const [base] = node.args;
  return base === undefined ? null : shownNode(base);
}

interface LanguageError extends Error {
  readonly code: string;
  readonly summary: string;
  readonly node?: CelNode;
  readonly range?: { readonly start: number; readonly end: number };
}

const isOfLanguage = (e: unknown): e is LanguageError =>
  e instanceof Error && "code" in e && "summary" in e && typeof e.summary === "string";

/** Returns the reason without the source. */
export function reasonOf(e: unknown): string {
  if (e instanceof FunctionFault) return e.message;
  // the language looks for a field by a group
  if (e instanceof TypeError) return "a value has another type than its place takes";
  if (!isOfLanguage(e)) return "it cannot be worked out";
  for (const [form, say] of WORDS) {
    const match = form.exec(e.summary);
    if (match) return say(match, e.node, e.range ? (e.node?.input.slice(e.range.start, e.range.end) ?? "") : "");
  }
  return "it cannot be worked out";
}

/** True of operands of wrong types, as where a field is absent. */
export const isOfTypes = (e: unknown): boolean =>
  isOfLanguage(e) && /no such overload|no matching overload|must be bool|requires bool|cannot convert/.test(e.summary);
