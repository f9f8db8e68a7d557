// Link annotations that come over or are dropped (PDF-19).
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import type { ImportedSheet, SheetTarget } from "../box/page.js";
import { dictOf, keyOf, nameOf, numberOf } from "../../pdf-reader/objects.js";
import type { PdfTarget, PdfTargets } from "../../pdf-reader/targets.js";

const SCHEME = /^(https?:\/\/|mailto:|tel:)./i;

/** Flags Hidden and NoView: viewers follow no such link. */
const UNSEEN = 2 | 32;

interface LinksOf {
  readonly links: ImportedSheet["links"];
  readonly dropped: readonly string[];
}

/** `sheetOf`: place in the import; null if left out. */
export function linksOf(
  annots: readonly PdfDict[],
  file: PdfFile,
  targets: PdfTargets,
  sheetOf: (target: PdfTarget) => SheetTarget | null,
): LinksOf {
  const links: { annotation: number; target: { url: string } | SheetTarget }[] = [];
  const dropped: string[] = [];
  annots.forEach((dict, annotation) => {
    if (nameOf(file.get(dict.get("Subtype"))) !== "Link" || (numberOf(file.get(dict.get("F"))) ?? 0) & UNSEEN) return;
    const found = targetOf(dict, file, targets, sheetOf);
    if (typeof found === "string") dropped.push(found);
    else if (found) links.push({ annotation, target: found });
  });
  return { links, dropped };
}

/** Null for a link without a target. */
function targetOf(
  dict: PdfDict,
  file: PdfFile,
  targets: PdfTargets,
  sheetOf: (target: PdfTarget) => SheetTarget | null,
): { readonly url: string } | SheetTarget | string | null {
  const action = dictOf(file.get(dict.get("A")));
  const kind = action ? nameOf(file.get(action.get("S"))) : null;
  if (!dict.has("Dest") && action && kind !== "GoTo") {
    if (kind !== "URI") return `a link with the action ${kind ?? "of no kind"} does not come over`;
    const url = keyOf(file.get(action.get("URI")))?.trim() ?? "";
    return SCHEME.test(url) && !/[\x00-\x1f\x7f]/.test(url)
      ? { url: utf8(url) }
      : `a link to ${JSON.stringify(url.slice(0, 60))} does not come over: links are to http://, https://, mailto: and tel:`;
  }
  if (!dict.has("Dest") && !action) return null;
  const target = targets.ofLink(dict);
  if (!target) return "a link to nothing in the file does not come over";
  return sheetOf(target) ?? `a link to page ${target.page}, which is left out, does not come over`;
}

/** Bytes beyond ASCII are UTF-8, if valid. */
function utf8(url: string): string {
  if (/^[\x20-\x7e]*$/.test(url)) return url;
  const bytes = Uint8Array.from(url, (c) => c.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return url;
  }
}
