import { checkSize } from "../../pdf-reader/pages.js";
import type { PdfFile, PdfPage } from "../../pdf-reader/types.js";
import type { PdfResource } from "../../ir/ir.js";
import type { ImportedPages, ImportedSheet, SheetTarget } from "../box/page.js";
import { must, type Reason } from "../help/reason.js";
import { pageRanges } from "../request/page-list.js";
import { missingFonts } from "./fonts.js";
import { undrawnOf } from "./undrawn.js";
import { labelsOf } from "./labels.js";
import { linksOf } from "./links.js";
import { dictOf, nameOf } from "../../pdf-reader/objects.js";
import { outlineOf } from "./outline.js";
import { structureOf } from "./structure.js";
import { PdfTargets, type PdfTarget } from "../../pdf-reader/targets.js";

/** The list is checked; a reason for a page beyond the file (PDF-15). */
export function pagesOf(list: string | undefined, count: number): readonly number[] | { readonly fault: Reason } {
  if (list === undefined) return Array.from({ length: count }, (_, i) => i + 1);
  const ranges = pageRanges(list);
  if ("fault" in ranges) throw new Error("a list of pages passed the check but cannot be read");
  const out: number[] = [];
  for (const { from, to } of ranges) {
    const last = to ?? count;
    if (from > count || last > count) return { fault: must(`pages of the file, which has ${count}`, String(from > count ? from : last)) };
    for (let n = from; n <= last; n++) out.push(n);
  }
  return out;
}

interface How {
  readonly resource: PdfResource;
  /** names and labels too (PDF-33) */
  readonly whole: boolean;
  /** types of PDF 2.0 are retained (AX-17) */
  readonly newer: boolean;
  /** for what does not come over; null: none */
  readonly warn: ((rule: string, reason: string) => void) | null;
}

/** Pages of a file as pages of the document. @throws PdfFault */
export function importedPages(file: PdfFile, numbers: readonly number[], { resource, whole, newer, warn }: How): ImportedPages {
  const targets = new PdfTargets(file);
  const first = new Map<number, number>();
  numbers.forEach((n, i) => void (first.has(n) || first.set(n, i)));
  const sheetOf = ({ page, view }: PdfTarget): SheetTarget | null => {
    const sheet = first.get(page);
    return sheet === undefined ? null : { sheet, view };
  };
  const known = new Map<number, ImportedSheet>();
  const sheets = numbers.map((n) => {
    let sheet = known.get(n);
    file.count(sheet ? sheet.links.length : file.page(n).annots.length);
    if (!sheet) {
      const page = file.page(n);
      checkSize(page);
      const { links, dropped } = linksOf(page.annots, file, targets, sheetOf);
      for (const reason of dropped) warn?.("pdf-link", `page ${n}: ${reason}`);
      if (warn) warnOfPage(file, page, warn);
      known.set(n, (sheet = { number: n, ...uprightSize(page, "crop"), links }));
    }
    return sheet;
  });
  const tagged = structureOf(file, sheets, newer);
  return {
    file: resource,
    structure: tagged && tagged.structure,
    language: tagged && tagged.language,
    sheets,
    outline: outlineOf(file, targets, sheetOf),
    names: whole ? namesOf(targets, sheetOf) : [],
    labels: whole ? labelsOf(file, numbers) : [],
  };
}

/** Returns the size of an upright page in its unit, points. */
export function uprightSize(
  { boxes, rotate, userUnit }: PdfPage,
  area: "crop" | "media" | "trim",
): { readonly width: number; readonly height: number } {
  const [left, bottom, right, top] = boxes[area];
  const [width, height] = [(right - left) * userUnit, (top - bottom) * userUnit];
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

function namesOf(targets: PdfTargets, sheetOf: (target: PdfTarget) => SheetTarget | null): ImportedPages["names"] {
  const out: { name: string; target: SheetTarget }[] = [];
  for (const [name, found] of targets.names()) {
    const target = sheetOf(found);
    if (target && name !== "") out.push({ name, target });
  }
  return out;
}

/** Warnings of one page (PDF-8, PDF-11, PDF-21), also of one that is a picture. */
export function warnOfPage(file: PdfFile, page: PdfPage, warn: (rule: string, reason: string) => void): void {
  for (const font of missingFonts(file, page)) warn("pdf-font", `page ${page.number}: ${font} is not embedded`);
  for (const reason of undrawnOf(file, page)) warn("pdf-annotation", `page ${page.number}: ${reason}`);
  const isSignature = page.annots.some((a) => nameOf(file.get(a.get("FT") ?? dictOf(file.get(a.get("Parent")))?.get("FT"))) === "Sig");
  if (isSignature) warn("pdf-signature", `page ${page.number}: a signature keeps its look, and is not valid any more`);
  if (dictOf(file.get(file.catalog.get("AcroForm")))?.has("XFA"))
    warn("pdf-xfa", `page ${page.number}: the file has an XFA form, of which the static page comes over`);
}
