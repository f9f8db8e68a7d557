// Forbidden entries and filters that do not affect the look (PDF-28).
import { isArray, nameOf } from "../objects.js";
import { PdfName, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../types.js";

interface Mended {
  readonly dict: PdfDict;
  /** Flate replaces the filters, LZW included */
  readonly decodes: boolean;
}

const IMAGE: readonly string[] = ["Interpolate", "Alternates", "OPI"];

/**
 * Mends an object; null if it can be written as it is. `ofCmyk`: device colours get the profile of the file's intent for CMYK, to which an overprint
 * mode does not apply (ISO 32000-1, 8.6.7), and which may not have one
 */
export function mendedObject(file: PdfFile, object: PdfDict | PdfStream, ofCmyk: boolean): Mended | null {
  const dict = object instanceof PdfStream ? object.dict : object;
  const decodes = object instanceof PdfStream && hasLzw(file, object);
  const own = mendedDict(file, dict, ofCmyk);
  return decodes || own !== null ? { dict: own ?? dict, decodes } : null;
}

function mendedDict(file: PdfFile, dict: PdfDict, ofCmyk: boolean): PdfDict | null {
  const at = (key: string): PdfObject => file.get(dict.get(key));
  const subtype = nameOf(at("Subtype"));
  if (subtype === "Image" || subtype === "Form") return without(dict, IMAGE);
  if (subtype === "CIDFontType2" && !dict.has("CIDToGIDMap")) return new Map([...dict, ["CIDToGIDMap", new PdfName("Identity")]]);
  const isState = nameOf(at("Type")) === "ExtGState" || (subtype === null && ["TR", "TR2", "OPM"].some((key) => dict.has(key)));
  if (!isState) return null;
  const left = ["TR", "TR2"].filter((key) => nameOf(at(key)) === "Identity");
  return without(dict, ofCmyk ? [...left, "OPM"] : left);
}

function without(dict: PdfDict, keys: readonly string[]): PdfDict | null {
  if (!keys.some((key) => dict.has(key))) return null;
  return new Map([...dict].filter(([key]) => !keys.includes(key)));
}

function hasLzw(file: PdfFile, { dict }: PdfStream): boolean {
  const given = file.get(dict.get("Filter"));
  return (isArray(given) ? given : [given]).some((f) => nameOf(file.get(f)) === "LZWDecode");
}
