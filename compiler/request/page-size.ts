// Page sizes, mm.
import type { PageFields } from "./types/document.js";
import { lookup } from "../../base/lookup.js";

/** Presets by lower-case name, mm, portrait (element model, Page; decisions §8.7): ISO 216, ANSI, labels. */
export const PRESETS: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  a0: { width: 841, height: 1189 },
  a1: { width: 594, height: 841 },
  a2: { width: 420, height: 594 },
  a3: { width: 297, height: 420 },
  a4: { width: 210, height: 297 },
  a5: { width: 148, height: 210 },
  a6: { width: 105, height: 148 },
  b4: { width: 250, height: 353 },
  b5: { width: 176, height: 250 },
  letter: { width: 215.9, height: 279.4 },
  legal: { width: 215.9, height: 355.6 },
  tabloid: { width: 279.4, height: 431.8 },
  executive: { width: 184.15, height: 266.7 },
  label_100_100: { width: 100, height: 100 },
  label_100_150: { width: 100, height: 150 },
  label_4_6_in: { width: 101.6, height: 152.4 },
};

/** Size of a page in mm; null if undeclared or unknown. */
export type SizeFields = Pick<PageFields, "size" | "orientation" | "width" | "height">;

/** Returns the size of a page, mm; null if unknown. */
export function pageSize({ size, orientation, width, height }: SizeFields): { readonly width: number; readonly height: number } | null {
  if (size === undefined) return width !== undefined && height !== undefined ? { width, height } : null;
  const preset = lookup(PRESETS, size.toLowerCase());
  if (!preset) return null;
  return orientation === "landscape" ? { width: preset.height, height: preset.width } : preset;
}
