// Page sizes, mm.
import type { Page } from "./types/document.js";

/** Presets by lower-case name, mm (element model, Page). */
export const PRESETS: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  a4: { width: 210, height: 297 },
  a6: { width: 105, height: 148 },
  letter: { width: 215.9, height: 279.4 },
  legal: { width: 215.9, height: 355.6 },
  label_100_100: { width: 100, height: 100 },
  label_100_150: { width: 100, height: 150 },
  label_4_6_in: { width: 101.6, height: 152.4 },
};

/** Size of a page in mm; null if undeclared or unknown. */
export function pageSize(page: Pick<Page, "size" | "width" | "height">): { readonly width: number; readonly height: number } | null {
  if (page.size !== undefined) return PRESETS[page.size.toLowerCase()] ?? null;
  return page.width !== undefined && page.height !== undefined ? { width: page.width, height: page.height } : null;
}
