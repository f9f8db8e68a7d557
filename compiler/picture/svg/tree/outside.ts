// External references: never read, refused if visible.
import { PictureFault } from "../../fault.js";
import { attributeOf, type Token } from "./tokens.js";
import { walk, type SvgElement } from "./tree.js";

const REFERRING = ["image", "feImage", "use", "tref"];

export function outsideOf(el: SvgElement): string | null {
  if (!REFERRING.includes(el.name)) return null;
  const target = el.attributes.get("href")?.trim() ?? "";
  return target === "" || target.startsWith("#") || /^data:/i.test(target) ? null : target;
}

/** @throws PictureFault */
export function checkOutside(el: SvgElement): void {
  const target = outsideOf(el);
  if (target !== null)
    throw new PictureFault(
      "svg",
      `the SVG file's ${el.name} refers to ${JSON.stringify(target.slice(0, 60))}; nothing outside the file is read`,
    );
}

export function dropOutside(root: SvgElement): void {
  for (const el of walk(root)) if (outsideOf(el) !== null) el.attributes.delete("href");
}

/** True for a style sheet outside the file, except alternates (Associating Style Sheets with XML documents 1.0). */
export const hasOutsideSheet = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => {
    if (!/^<\?xml-stylesheet\s/.test(text)) return false;
    const [type, href, alternate] = ["type", "href", "alternate"].map((name) => attributeOf(text, name)?.trim() ?? "");
    return (type === "" || /css/i.test(type!)) && !href!.startsWith("#") && alternate !== "yes";
  });

export const isFontSheet = (address: string): boolean => /font|typekit|rsms\.me\/inter|typography\.com|fast\.fonts|webtype/i.test(address);
