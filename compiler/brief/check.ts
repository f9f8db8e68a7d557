// Fields by kind, relations, bounds (R27, R28).
import { keysOf } from "../../base/lookup.js";
import { formatFound, problemOf, type Problem } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { meantColor } from "../help/colors.js";
import { must, type Reason } from "../help/reason.js";
import { isLanguageTag, LANGUAGE_TAG } from "../request/language-tag.js";
import {
  CHART_VARIANTS,
  LIST_VARIANTS,
  MOST_CATEGORIES,
  MOST_COLUMNS,
  MOST_FIGURES,
  MOST_PARTS,
  MOST_ROWS,
  PART_FIELDS,
  USED,
  type Brief,
  type Part,
  type PartField,
  type Variant,
} from "./form.js";

const COLOR = /^#[0-9A-Fa-f]{6}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const MOST_PROBLEMS = 1000;

const quoted = (meant: string | undefined): string | undefined => (meant === undefined ? undefined : JSON.stringify(meant));
const tagOf = (text: string): string | undefined => {
  const tag = text.replace(/_/g, "-");
  return isLanguageTag(tag) ? tag : undefined;
};

type Add = (src: Src, reason: string | Reason) => void;

export function checkBrief(brief: Brief): readonly Problem[] {
  const problems: Problem[] = [];
  const add: Add = (src, reason) => {
    if (problems.length < MOST_PROBLEMS) problems.push(problemOf("API-002", "brief-meaning", src, reason));
  };
  const src = at(ROOT, "brief");
  const { language, accent, parts } = brief;
  if (language !== "" && !isLanguageTag(language))
    add(at(src, "language"), must(LANGUAGE_TAG, formatFound(language), { suggestion: quoted(tagOf(language)) }));
  if (accent !== "" && !COLOR.test(accent))
    add(at(src, "accent"), must("a colour as #RRGGBB, or empty", formatFound(accent), { suggestion: quoted(meantColor(accent)) }));
  if (parts.length > MOST_PARTS) add(at(src, "parts"), must(`at most ${MOST_PARTS} parts`, String(parts.length)));
  parts.slice(0, MOST_PARTS).forEach((part, i) => checkPart(part, at(src, "parts", i), add));
  return problems;
}

function checkPart(part: Part, src: Src, add: Add): void {
  const used = USED[part.kind];
  for (const name of keysOf(PART_FIELDS)) {
    if (name === "kind") continue;
    const here = at(src, name);
    if (!used.includes(name)) {
      if (isGiven(part, name)) add(here, `a ${part.kind} has no ${name}: leave it ${EMPTY[name]}; found ${formatFound(part[name])}`);
    } else if (!MAY_BE_EMPTY.has(name) && !(part.kind === "table" && name === "text") && !isGiven(part, name))
      add(here, must(`given in a ${part.kind}`, name === "text" || name === "asset" ? "an empty string" : "an empty list"));
  }
  RELATIONS[part.kind]?.(part, src, add);
}

/** A table needs no caption either (SW-41). */
const MAY_BE_EMPTY: ReadonlySet<PartField> = new Set(["level", "variant"]);

const isGiven = (part: Part, name: Exclude<PartField, "kind">): boolean => {
  const value = part[name];
  if (typeof value === "string") return name === "variant" ? value !== "default" : value.trim() !== "";
  return typeof value === "number" ? value !== 0 : value.length > 0;
};
const EMPTY: Readonly<Record<PartField, string>> = {
  kind: "out",
  text: '""',
  asset: '""',
  level: "0",
  variant: '"default"',
  items: "[]",
  columns: "[]",
  rows: "[]",
};

const RELATIONS: Partial<Readonly<Record<Part["kind"], (part: Part, src: Src, add: Add) => void>>> = {
  list: ({ variant }, src, add) => checkVariant(variant, LIST_VARIANTS, src, add),
  table: ({ columns, rows }, src, add) => {
    checkColumns(columns, src, add);
    checkRows(rows, src, add, { most: MOST_ROWS, width: columns.length, is: "one for each column" });
  },
  chart: checkChart,
  key_figures: ({ rows }, src, add) => checkRows(rows, src, add, { most: MOST_FIGURES, width: 2, is: "a label and a value" }),
  signature: ({ rows }, src, add) => checkRows(rows, src, add, { most: MOST_ROWS, width: 2, is: "a name and a role" }),
  totals: ({ rows }, src, add) => checkRows(rows, src, add, { most: MOST_ROWS, width: 2, is: "a label and a value" }),
};

function checkVariant(variant: Variant, allowed: readonly Variant[], src: Src, add: Add): void {
  if (!allowed.includes(variant))
    add(
      at(src, "variant"),
      must(
        allowed.map((v) => JSON.stringify(v)),
        formatFound(variant),
      ),
    );
}

function checkColumns(columns: Part["columns"], src: Src, add: Add): void {
  if (columns.length > MOST_COLUMNS) add(at(src, "columns"), must(`at most ${MOST_COLUMNS} columns`, String(columns.length)));
}

interface RowRule {
  readonly most: number;
  readonly width: number;
  readonly is: string;
}

/** True if all rows have the width. */
function checkRows(rows: Part["rows"], src: Src, add: Add, { most, width, is }: RowRule): boolean {
  const here = at(src, "rows");
  if (rows.length > most) add(here, must(`at most ${most} rows`, String(rows.length)));
  let held = true;
  rows.slice(0, most).forEach((row, j) => {
    if (row.length === width) return;
    held = false;
    add(at(here, j), must(`a row of ${counted(width)} (${is})`, counted(row.length)));
  });
  return held;
}

const counted = (values: number): string => `${values} ${values === 1 ? "value" : "values"}`;

function checkChart(part: Part, src: Src, add: Add): void {
  const { variant, columns, rows } = part;
  checkVariant(variant, CHART_VARIANTS, src, add);
  checkColumns(columns, src, add);
  const round = variant === "pie" || variant === "donut";
  if (round && columns.length > 1) add(at(src, "columns"), must(`one series in a ${variant} chart`, `${columns.length} series`));
  const series = new Set<string>();
  columns.forEach((name, k) => {
    if (name.trim() === "") add(at(src, "columns", k), must("the name of a series", "an empty string"));
    else if (series.has(name)) add(at(src, "columns", k), must("a name that no other series has", formatFound(name)));
    series.add(name);
  });
  const width = columns.length + 1;
  const rule = { most: MOST_CATEGORIES, width, is: "a category, then a number for each series" };
  if (!checkRows(rows, src, add, rule)) return;
  const categories = new Set<string>();
  let sum = 0;
  rows.forEach((row, j) => {
    const here = at(src, "rows", j);
    const [category = "", ...values] = row;
    if (round && categories.has(category)) add(at(here, 0), must("a category that no other row has", formatFound(category)));
    categories.add(category);
    values.forEach((value, k) => {
      if (!NUMBER.test(value) || !Number.isFinite(Number(value)))
        add(at(here, k + 1), must("a decimal number such as 1234.5 or -3", formatFound(value)));
      else if (round && value.startsWith("-") && Number(value) !== 0)
        add(at(here, k + 1), must(`at least 0 in a ${variant} chart`, formatFound(value)));
      else sum += Math.abs(Number(value));
    });
  });
  if (round && rows.length > 0 && sum === 0) add(at(src, "rows"), must("at least one value above 0", "none"));
}
