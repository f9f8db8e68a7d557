// Functions and filters of other languages, with those of templates (FH-11, FH-12).
import { nearest, plain } from "../help/nearest.js";
import { unknownLetters } from "./functions.js";

/** A call, as sources: `value` is its receiver or first argument. */
interface Call {
  readonly value: string;
  readonly args: readonly string[];
  readonly isList: boolean;
}

/** The call as it is written here; `sure`: its arguments are known too. */
interface Here {
  readonly form: string;
  readonly sure: boolean;
}

type Habit = (call: Call) => Here;

const sure = (form: string): Here => ({ form, sure: true });
const like = (form: string): Here => ({ form, sure: false });

const isWhole = (source: string | undefined): boolean => source !== undefined && /^[0-6]$/.test(source);
const textIn = (source: string | undefined): string | null => /^(["'])([^"'\\]*)\1$/.exec(source ?? "")?.[2] ?? null;

const upper: Habit = ({ value }) => sure(`${value}.upperAscii()`);
const lower: Habit = ({ value }) => sure(`${value}.lowerAscii()`);
const size: Habit = ({ value }) => sure(`size(${value})`);
const decimals =
  (absent: string | null): Habit =>
  ({ value, args: [places] }) => {
    if (places === undefined) return absent === null ? like(`number(${value}, 2)`) : sure(`number(${value}, ${absent})`);
    return isWhole(places) ? sure(`number(${value}, ${places})`) : like(`number(${value}, 2)`);
  };
const money: Habit = ({ value, args: [code] }) =>
  /^[A-Z]{3}$/.test(textIn(code) ?? "") ? sure(`money(${value}, ${code!})`) : like(`money(${value}, "EUR")`);
const date: Habit = ({ value, args: [format] }) => {
  const text = textIn(format);
  return text !== null && unknownLetters(text).length === 0 ? sure(`date(${value}, ${format!})`) : like(`date(${value}, "DD.MM.YYYY")`);
};
const otherwise: Habit = ({ value, args: [other] }) =>
  other === undefined ? like(`${value} == "" ? "none" : ${value}`) : sure(`${value} == "" ? ${other} : ${value}`);
const choice: Habit = ({ value, args: [yes, no] }) =>
  yes === undefined || no === undefined ? like("a ? b : c") : sure(`${value} ? ${yes} : ${no}`);
const joined: Habit = ({ value, args: [between] }) => sure(`${value}.join(${between ?? ""})`);
const one =
  (name: string): Habit =>
  ({ value }) =>
    sure(`${name}(${value})`);
const between =
  (operator: string): Habit =>
  ({ value, args: [other] }) =>
    other === undefined ? like(`a ${operator} b`) : sure(`${value} ${operator} ${other}`);

const GROUPS: readonly (readonly [names: string, habit: Habit])[] = [
  ["toupper touppercase upper uppercase upcase ucase tolocaleuppercase strtoupper", upper],
  ["tolower tolowercase lower lowercase downcase lcase tolocalelowercase strtolower", lower],
  ["tofixed round fixed floor ceil", decimals("0")],
  ["formatnumber numberformat tolocalestring toprecision decimal format_number", decimals(null)],
  ["formatcurrency currency tocurrency formatmoney currencyformat price", money],
  ["formatdate dateformat todatestring tolocaledatestring strftime datetime", date],
  ["length len count", size],
  ["tostring str text", one("string")],
  ["parseint toint integer", one("int")],
  ["parsefloat tofloat float tonumber todouble", one("double")],
  ["strip", ({ value }) => sure(`${value}.trim()`)],
  [
    "slice",
    ({ value, args }) =>
      args.every((a) => /^\d+$/.test(a)) ? sure(`${value}.substring(${args.join(", ")})`) : like("text.substring(0, 2)"),
  ],
  ["substr mid left", () => like("text.substring(0, 2)")],
  ["charat", ({ value }) => like(`${value}.substring(0, 1)`)],
  [
    "includes has",
    ({ value, args: [part], isList }) =>
      part === undefined ? like('text.contains("a")') : sure(isList ? `${part} in ${value}` : `${value}.contains(${part})`),
  ],
  ["concat", ({ value, args }) => sure([value, ...args].join(" + "))],
  ["implode", joined],
  ["first", ({ value }) => like(`${value}[0]`)],
  ["last", ({ value }) => like(`${value}[size(${value}) - 1]`)],
  ["reduce sumby total sumof", ({ value }) => like(`sum(${value}.map(l, l.amount))`)],
  ["foreach", ({ value }) => like(`${value}.map(l, l.name)`)],
  ["find", ({ value }) => like(`${value}.filter(l, l.amount > 0)`)],
  ["some any", ({ value }) => like(`${value}.exists(l, l.amount > 0)`)],
  ["every", ({ value }) => like(`${value}.all(l, l.amount > 0)`)],
  ["if iif ifelse cond ternary when", choice],
  ["default coalesce ifnull nvl isnull", otherwise],
  ["eq equals", between("==")],
  ["ne neq", between("!=")],
  ["gt", between(">")],
  ["gte ge", between(">=")],
  ["lt", between("<")],
  ["lte le", between("<=")],
  ["and", between("&&")],
  ["or", between("||")],
  ["not", ({ value }) => sure(`!${value}`)],
  ["now today", () => like('the day is a field of the record, as in date(day, "DD.MM.YYYY")')],
];

const HABITS: ReadonlyMap<string, Habit> = new Map(
  GROUPS.flatMap(([names, habit]) => names.split(" ").map((name) => [plain(name), habit])),
);

/** A call in the other form: a function as a method, or a method as a function. */
function turned(name: string, { value, args }: Call, isMethod: boolean): Here | null {
  if (!isMethod) return METHODS.includes(name) ? sure(`${value}.${name}(${args.join(", ")})`) : null;
  if (name === "sum" && args.length > 0)
    return args.length === 2 ? sure(`sum(${value}.map(${args.join(", ")}))`) : like(`sum(${value}.map(l, l.amount))`);
  return FUNCTIONS.includes(name) ? sure(`${name}(${[value, ...args].join(", ")})`) : null;
}

/** Looks up a habit; null for a name that no table has. */
export function habitOf(name: string, call: Call, isMethod: boolean): Here | null {
  return turned(name, call, isMethod) ?? HABITS.get(plain(name))?.(call) ?? null;
}

/** Filters that have the name of a function. */
const FILTERS: ReadonlyMap<string, Habit> = new Map<string, Habit>([
  ["money", money],
  ["date", date],
  ["number", decimals(null)],
  ["string", one("string")],
  ["int", one("int")],
  ["size", size],
  ["trim", ({ value }) => sure(`${value}.trim()`)],
  ["join", joined],
  ["sum", ({ value }) => like(`sum(${value}.map(l, l.amount))`)],
]);

/** Functions and methods of templates. */
export const FUNCTIONS: readonly string[] = ["sum", "number", "money", "date", "size", "string", "int", "double", "bool"];
export const SEARCHES: readonly string[] = ["contains", "indexOf", "lastIndexOf"];
export const METHODS: readonly string[] = [
  ...SEARCHES,
  ...["size", "startsWith", "endsWith", "lowerAscii", "upperAscii", "trim", "substring", "join"],
];

/** A misspelt function; undefined if none is similar. */
export const meantFunction = (name: string, isMethod: boolean): string | undefined =>
  nearest(name, isMethod ? [...METHODS, "map", "filter", "all", "exists", "exists_one"] : FUNCTIONS);

/** `value | filter: argument | …` as calls; null without a filter. */
export function filtered(text: string): Here | null {
  const [value = "", ...filters] = apartAt(text, "|").map((part) => part.trim());
  if (filters.length === 0 || value === "") return null;
  let here = sure(value);
  for (const filter of filters) {
    const [, name = "", rest = ""] = /^([A-Za-z_]\w*)\s*(.*)$/s.exec(filter) ?? [];
    const inside = /^\((.*)\)$/s.exec(rest)?.[1] ?? /^:(.*)$/s.exec(rest)?.[1] ?? rest;
    const args = inside.trim() === "" ? [] : apartAt(inside, /[,:]/).map((part) => part.trim());
    const habit = FILTERS.get(name) ?? HABITS.get(plain(name));
    if (!habit) return like('money(total, "EUR")');
    const made = habit({ value: here.form, args, isList: false });
    here = { form: made.form, sure: made.sure && here.sure };
  }
  return here;
}

/** Parts between separators that are outside of quotes and parentheses; `||` separates nothing. */
function apartAt(text: string, separator: string | RegExp): readonly string[] {
  const parts: string[] = [];
  let [from, depth] = [0, 0];
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\|\||[()[\]]|[|,:]/g)) {
    const [c] = match;
    if ("([".includes(c)) depth++;
    else if (")]".includes(c)) depth--;
    else if (depth === 0 && (typeof separator === "string" ? c === separator : separator.test(c) && c.length === 1)) {
      parts.push(text.slice(from, match.index));
      from = match.index + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Signs and words of other languages, outside of quotes. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/===/g, "=="],
  [/!==/g, "!="],
  [/<>/g, "!="],
  [/(?<![=!<>])=(?![=>])/g, "=="],
  [/\band\b/gi, "&&"],
  [/\bor\b/gi, "||"],
  [/\bnot\s+/gi, "!"],
  [/(?<!&)&(?!&)/g, "&&"],
  [/\?\./g, "."],
  [/\((\w+)\)\s*=>\s*/g, "$1, "],
  [/\b(\w+)\s*=>\s*/g, "$1, "],
  [/[$@](?!(?:index|first|last|key)\b)(?=[A-Za-z_])/g, ""],
  [/^(?:\.\.?\/|\.(?=[A-Za-z_]))/g, ""],
  [/\bthis\.(?=[A-Za-z_])/g, ""],
  [/[\u201c\u201d\u201e]/g, '"'],
  [/\s*\?\?\s*/g, " || "],
];

/** The text with signs of templates; null if it has no others. */
export function withSigns(text: string): string | null {
  const made = text.replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([^"']+)/g, (_, quoted: string | undefined, bare: string = "") =>
    quoted === undefined ? SIGNS.reduce((part, [sign, by]) => part.replace(sign, by), bare) : quoted,
  );
  return made === text ? null : made;
}

const NAMED = /^[A-Za-z_][\w.]*$/;

/** Blocks of other languages; null for other texts. @param isCondition true for the name of a boolean */
export function blockReason(source: string, isCondition: (name: string) => boolean): string | null {
  const [, sign = "", word = "", rest = ""] = /^\s*([#/^]?)\s*([A-Za-z]*)\s*(.*?)\s*$/s.exec(source) ?? [];
  const bare = rest === "" ? /^(else|elseif|elsif|endif|endfor|endeach|end)$/i : /^(if|elif|elseif|for|foreach|unless)$/i;
  if (sign === "" && (!bare.test(word) || /^[(.?=]/.test(rest))) return null;
  const name = NAMED.test(rest) ? rest : null;
  if (/^(each|for|foreach|endfor|endeach)$/i.test(word)) {
    const list = name ?? "lines";
    return `${sign === "#" ? "{{#each …}} is only allowed as the rows of a table or a dataset" : "a text has no blocks"}: an object is repeated by "_each": "${list}", a text has {{${list}.map(l, l.name).join(", ")}}`;
  }
  if (word === "with") return "a text has no blocks: a field is named by its path, as in {{customer.name}}";
  const absent = name === null || isCondition(name) ? `!${name ?? "paid"}` : `${name} == ''`;
  const condition = /^unless$/i.test(word) ? absent : (name ?? "paid");
  return `a text has no blocks: an object has "_if": "{{${condition}}}", a text {{a ? b : c}}`;
}
