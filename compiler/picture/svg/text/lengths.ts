import type { SvgElement } from "../tree/tree.js";
import { lookup } from "../../../../base/lookup.js";

const SIZES: Readonly<Record<string, number>> = {
  "xx-small": 9.6,
  "x-small": 12,
  small: 14.222,
  medium: 16,
  large: 19.2,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
};
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 24 / 25.4 };

/** Reads a length in user units; `whole`: base of percentages. Null if invalid: as if absent (SVG 2, 5.9). */
export function lengthOf(length: string, em: number, whole: number): number | null {
  const m = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)$/i.exec(length.trim());
  const unit = m?.[2]!.toLowerCase();
  if (!m || unit === undefined) return null;
  const factor =
    unit === "em" || unit === "rem" ? em : unit === "ex" || unit === "ch" ? em / 2 : unit === "%" ? whole / 100 : lookup(UNITS, unit);
  const units = factor === undefined ? Number.NaN : Number(m[1]) * factor;
  return Number.isFinite(units) ? units : null;
}

/** Reads lengths; empty if one is invalid. */
export function lengthsOf(list: string | undefined, em: number, whole: number): readonly number[] {
  if (list === undefined || list.trim() === "") return [];
  const out = list
    .trim()
    .split(/\s*,\s*|\s+/)
    .map((l) => lengthOf(l, em, whole));
  return out.every((length) => length !== null) ? out : [];
}

export function fontSizeOf(el: SvgElement): number {
  const around = (): number => (el.parent ? fontSizeOf(el.parent) : SIZES["medium"]!);
  const declared = el.attributes.get("font-size")?.trim().toLowerCase();
  if (declared === undefined) return around();
  const named = lookup(SIZES, declared);
  if (named !== undefined) return named;
  if (declared === "larger" || declared === "smaller") return declared === "larger" ? around() * 1.2 : around() / 1.2;
  const size = around();
  return Math.max(0, lengthOf(declared, size, size) ?? size);
}

/** Reads a weight (CSS Fonts 4, 2.2). */
export function fontWeightOf(el: SvgElement): number {
  const around = (): number => (el.parent ? fontWeightOf(el.parent) : 400);
  const declared = el.attributes.get("font-weight")?.trim().toLowerCase();
  if (declared === undefined) return around();
  if (declared === "normal") return 400;
  if (declared === "bold") return 700;
  if (declared === "bolder") {
    const weight = around();
    return weight < 350 ? 400 : weight < 550 ? 700 : Math.max(900, weight);
  }
  if (declared === "lighter") {
    const weight = around();
    return weight < 550 ? Math.min(100, weight) : weight < 750 ? 400 : 700;
  }
  const weight = Number(declared);
  return Number.isFinite(weight) ? weight : around();
}

/** Returns a length in em of the declaring element; default 0. */
export function inheritedLength(el: SvgElement, key: string): number {
  for (let at: SvgElement | null = el; at; at = at.parent) {
    const declared = at.attributes.get(key);
    if (declared !== undefined) return lengthOf(declared, fontSizeOf(at), 0) ?? 0;
  }
  return 0;
}
