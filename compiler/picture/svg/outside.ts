// References of an SVG file to others, which are not read: those that would be seen are refused.
import { PictureFault } from "../fault.js";
import { attributeOf, type Token } from "./tokens.js";
import { walk, type SvgElement } from "./tree.js";

const REFERRING = ["image", "feImage", "use", "tref"];

/** What an element refers to outside its file; null if it does not. */
export function outsideOf(el: SvgElement): string | null {
  if (!REFERRING.includes(el.name)) return null;
  const target = el.attributes.get("href")?.trim() ?? "";
  return target === "" || target.startsWith("#") || /^data:/i.test(target) ? null : target;
}

/** @throws PictureFault if a drawn element refers to another file */
export function checkOutside(el: SvgElement): void {
  const target = outsideOf(el);
  if (target !== null)
    throw new PictureFault(
      "svg",
      `the SVG file's ${el.name} refers to ${JSON.stringify(target.slice(0, 60))}; nothing outside the file is read`,
    );
}

/** Takes away references that are left, in what is not drawn. */
export function dropOutside(root: SvgElement): void {
  for (const el of walk(root)) if (outsideOf(el) !== null) el.attributes.delete("href");
}

/** Whether a file names a style sheet outside it that is meant to be used (Associating Style Sheets with XML documents 1.0). */
export const hasOutsideSheet = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => {
    if (!/^<\?xml-stylesheet\s/.test(text)) return false;
    const [type, href, alternate] = ["type", "href", "alternate"].map((name) => attributeOf(text, name)?.trim() ?? "");
    return (type === "" || /css/i.test(type!)) && !href!.startsWith("#") && alternate !== "yes";
  });

/** Whether a style sheet at an address is one of fonts, by the services and paths that such sheets have. */
export const isFontSheet = (address: string): boolean => /font|typekit|rsms\.me\/inter|typography\.com|fast\.fonts|webtype/i.test(address);
