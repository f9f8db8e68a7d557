// Page labels of a PDF file, on the pages that come over (PDF-33).
import { lookup } from "../../base/lookup.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import type { LabelStyle, PageLabel } from "../../ir/ir.js";
import { dictOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import { entriesOf } from "../../pdf-reader/tree.js";

const STYLES: Readonly<Record<string, LabelStyle>> = { D: "decimal", r: "roman", R: "upper_roman", a: "alpha", A: "upper_alpha" };

/** Labels by index in `numbers`; files without labels have physical numbers. */
export function labelsOf(file: PdfFile, numbers: readonly number[]): readonly PageLabel[] {
  const ranges: { from: number; dict: PdfDict }[] = [];
  for (const [from, value] of entriesOf(file, dictOf(file.get(file.catalog.get("PageLabels"))), "Nums")) {
    const dict = dictOf(file.get(value));
    if (typeof from === "number" && from >= 0 && dict) ranges.push({ from, dict });
  }
  ranges.sort((a, b) => a.from - b.from);
  const out: PageLabel[] = [];
  numbers.forEach((number, from) => {
    const label = { from, ...labelOf(number - 1, ranges, file) };
    const last = out.at(-1);
    const continues = last && last.style === label.style && last.prefix === label.prefix && last.start + from - last.from === label.start;
    if (!continues || label.style === "none") out.push(label);
  });
  return out;
}

/** Returns a label by ISO 32000-2, 12.4.2; numbers before the first range. */
function labelOf(
  index: number,
  ranges: readonly { readonly from: number; readonly dict: PdfDict }[],
  file: PdfFile,
): Omit<PageLabel, "from"> {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.from <= index) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  if (!range) return { style: "decimal", start: index + 1, prefix: "" };
  const { from, dict } = range;
  const start = numberOf(file.get(dict.get("St"))) ?? 1;
  const style = lookup(STYLES, nameOf(file.get(dict.get("S"))) ?? "") ?? "none";
  return {
    style,
    start: style === "none" ? 1 : Math.max(1, Math.min(2 ** 31 - 1, Math.trunc(start) + index - from)),
    prefix: textOf(file, dict.get("P")) ?? "",
  };
}
