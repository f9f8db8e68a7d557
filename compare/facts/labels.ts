// Labels of pages, as viewers show them (ISO 32000-2, 12.4.2; DF-12).
import { dictOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { entriesOf } from "../../pdf-reader/tree.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";

/** Larger numbers are shown in decimal: Roman numerals end, and letters would grow with the number. */
const LARGEST_ROMAN = 3999;
const LARGEST_LETTERS = 26 * 100;

/** Returns the label of each page: its number before the first range, and in a file without labels. */
export function labelsOf(file: PdfFile): readonly string[] {
  const ranges: (readonly [from: number, dict: PdfDict])[] = [];
  for (const [from, value] of entriesOf(file, dictOf(file.get(file.catalog.get("PageLabels"))), "Nums")) {
    const dict = dictOf(file.get(value));
    if (typeof from === "number" && from >= 0 && dict) ranges.push([from, dict]);
  }
  ranges.sort(([a], [b]) => a - b);
  const out: string[] = [];
  let next = 0;
  let label = (index: number): string => String(index + 1);
  for (let index = 0; index < file.pageCount; index++) {
    for (; ranges[next] && ranges[next]![0] <= index; next++) label = range(file, ranges[next]!);
    out.push(label(index));
  }
  return out;
}

function range(file: PdfFile, [from, dict]: readonly [number, PdfDict]): (index: number) => string {
  const prefix = textOf(file, dict.get("P")) ?? "";
  const start = Math.max(1, Math.trunc(numberOf(file.get(dict.get("St"))) ?? 1));
  const style = nameOf(file.get(dict.get("S")));
  return (index) => prefix + numeral(style, start + index - from);
}

function numeral(style: string | null, n: number): string {
  switch (style) {
    case "D":
      return String(n);
    case "R":
      return roman(n);
    case "r":
      return roman(n).toLowerCase();
    case "A":
      return letters(n);
    case "a":
      return letters(n).toLowerCase();
    default:
      return "";
  }
}

const ROMAN = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
] as const;

function roman(n: number): string {
  if (n > LARGEST_ROMAN) return String(n);
  let [out, rest] = ["", n];
  for (const [text, value] of ROMAN) for (; rest >= value; rest -= value) out += text;
  return out;
}

/** A to Z, AA to ZZ, AAA to ZZZ. */
const letters = (n: number): string =>
  n > LARGEST_LETTERS ? String(n) : String.fromCharCode(65 + ((n - 1) % 26)).repeat(Math.ceil(n / 26));
