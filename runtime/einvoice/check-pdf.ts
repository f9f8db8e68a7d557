import type { PdfObjects } from "./pdf-objects.js";

interface Container {
  readonly xml: Uint8Array;
  readonly name: string;
  readonly relationship: string;
}

type Facts = readonly (readonly [boolean, string])[];
const lacking = (facts: Facts): readonly string[] => facts.flatMap(([there, what]) => (there ? [] : [what]));

/** @returns missing items */
export const checkContainer = ({ syntax, files, xmp }: PdfObjects, { xml, name, relationship }: Container): readonly string[] =>
  lacking([
    [files.some((f) => f.equals(xml)), "the XML as it was sent"],
    [syntax.includes(`(${name})`), "the file's name"],
    [new RegExp(`/AFRelationship ?/${relationship}\\b`).test(syntax), "its relationship"],
    [/\/AF ?[[\d]/.test(syntax), "its place in the catalog"],
    [xmp.includes(`>${name}<`) && xmp.includes("DocumentFileName"), "its name in the XMP"],
    [xmp.includes("ConformanceLevel"), "its level in the XMP"],
  ]);

/** Objects only: content was checked when written. @returns missing items */
export function checkPdfA({ syntax, xmp }: PdfObjects): readonly string[] {
  const fonts = syntax.match(/\/Type ?\/FontDescriptor\b[^>]*/g) ?? [];
  return lacking([
    [/^%PDF-1\.[4-7]\r?\n%[\x80-\xff]{4}/.test(syntax), "the header of PDF 1.7"],
    [
      /<pdfaid:part>3<\/pdfaid:part>/.test(xmp) && /<pdfaid:conformance>B<\/pdfaid:conformance>/.test(xmp),
      "the claim of PDF/A-3b in the XMP",
    ],
    [/\/S ?\/GTS_PDFA1\b/.test(syntax) && /\/DestOutputProfile \d+ 0 R/.test(syntax), "an output intent with its colour profile"],
    [/\/ID ?\[ ?</.test(syntax), "a document ID"],
    [fonts.every((f) => /\/FontFile[23]?\b/.test(f)), "the program of a font"],
    [!/\/Encrypt\b/.test(syntax), "freedom from encryption"],
    [!/\/(?:JavaScript|Launch|Movie|Sound|ResetForm|ImportData|AA)\b/.test(syntax), "freedom from actions"],
  ]);
}
