// Fonts of a page that the file does not embed (PDF-11).
import type { PdfDict, PdfFile, PdfPage } from "../../pdf-reader/types.js";
import { arrayOf, dictOf, nameOf, refKey } from "../../pdf-reader/objects.js";

export function missingFonts(file: PdfFile, page: PdfPage): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<number>();
  const rest: PdfDict[] = [page.resources];
  for (let resources; (resources = rest.pop());) {
    const fonts = dictOf(file.get(resources.get("Font")));
    // pages share resources
    file.step(fonts?.size ?? 0);
    for (const [, given] of fonts ?? []) {
      const font = dictOf(file.get(given));
      if (font && !isEmbedded(file, font)) names.add(nameOf(file.get(font.get("BaseFont"))) ?? "a font without a name");
    }
    for (const kind of ["XObject", "Pattern"]) {
      const named = dictOf(file.get(resources.get(kind)));
      file.step(named?.size ?? 0);
      for (const [, given] of named ?? []) {
        const key = refKey(given);
        const drawn = dictOf(file.get(given));
        if (key === null || !drawn || seen.has(key)) continue;
        seen.add(key);
        const inner = dictOf(file.get(drawn.get("Resources")));
        if (inner) rest.push(inner);
      }
    }
  }
  return [...names].sort();
}

function isEmbedded(file: PdfFile, font: PdfDict): boolean {
  const kind = nameOf(file.get(font.get("Subtype")));
  if (kind === "Type3") return true;
  const described = kind === "Type0" ? dictOf(file.get(arrayOf(file.get(font.get("DescendantFonts")))?.[0])) : font;
  const descriptor = dictOf(file.get(described?.get("FontDescriptor")));
  return ["FontFile", "FontFile2", "FontFile3"].some((entry) => dictOf(file.get(descriptor?.get(entry))) !== null);
}
