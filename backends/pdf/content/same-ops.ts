// Equality of ops, whatever their fonts' numbers, marks and sources are.
import { unitAt } from "../../../base/code-unit.js";
import type { Fill, FontId, GlyphRun, Op, Path, Stroke } from "../../../ir/ir.js";

/** True for text, upright or slanted, and paths in plain colours, marked or not: their content depends on fonts and opacities alone. */
export const isKeepable = (ops: readonly Op[]): boolean =>
  ops.every((op) => {
    if (op.op === "mark") return isKeepable(op.children);
    if (op.op === "glyphs") return isPlain(op.fill);
    return op.op === "path" && (op.fill === null || isPlain(op.fill));
  });

const isPlain = (fill: Fill): boolean => "color" in fill;

/** A sign of ops that many others lack, their number, and that of their glyphs in runs that are not counted elsewhere. */
interface Sign {
  sign: number;
  ops: number;
  glyphs: number;
  readonly isCounted: (run: GlyphRun) => boolean;
}

/** Returns a sign that is equal for equal ops. */
export function signOf(ops: readonly Op[], isCounted: Sign["isCounted"]): Sign {
  return signed(ops, { sign: 0, ops: 0, glyphs: 0, isCounted });
}

function signed(ops: readonly Op[], to: Sign): Sign {
  for (const op of ops) {
    to.ops++;
    if (op.op === "mark") signed(op.children, to);
    else if (op.op === "glyphs") {
      const { text, run } = op;
      const n = run.ids.length;
      if (!to.isCounted(run)) to.glyphs += n;
      let { sign } = to;
      for (let i = 0, end = text.length; i < end; i++) sign = Math.imul(sign ^ unitAt(text, i), 0x5bd1e995);
      to.sign = mixed(mixed(sign, op.y * 1000), n);
    } else if (op.op === "path") to.sign = mixed(mixed(to.sign, op.path.coords[0] ?? 0), op.path.coords.length);
  }
  return to;
}

const mixed = (sign: number, value: number): number => Math.imul(sign ^ value, 0x5bd1e995) ^ (sign >>> 13);

/** Fonts of two lists of ops. */
interface FontsOfOps {
  same(a: FontId, b: FontId): boolean;
  /** all fonts of the first list are the same under their numbers: one array of ops in both is equal */
  readonly numbered: boolean;
}

/** True if the ops write the same content, given fonts that are the same. Mark numbers count in order only; sources do not. */
export function sameOps(a: readonly Op[], b: readonly Op[], fonts: FontsOfOps): boolean {
  if (a === b && fonts.numbered) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameOp(a[i]!, b[i]!, fonts)) return false;
  return true;
}

function sameOp(a: Op, b: Op, fonts: FontsOfOps): boolean {
  if (a === b && fonts.numbered) return true;
  if (a.op === "mark" && b.op === "mark") {
    if (typeof a.mark === "number" ? typeof b.mark !== "number" : a.mark !== b.mark) return false;
    return sameOps(a.children, b.children, fonts);
  }
  if (a.op === "glyphs" && b.op === "glyphs") {
    if (a.x !== b.x || a.y !== b.y || a.size !== b.size || a.slant !== b.slant || a.actualText !== b.actualText) return false;
    return sameRun(a.run, b.run) && a.text === b.text && sameFill(a.fill, b.fill) && fonts.same(a.font, b.font);
  }
  return a.op === "path" && b.op === "path" && samePath(a.path, b.path) && sameFill(a.fill, b.fill) && sameStroke(a.stroke, b.stroke);
}

function sameRun(a: GlyphRun, b: GlyphRun): boolean {
  if (a === b) return true;
  if (!sameNumbers(a.ids, b.ids) || !sameNumbers(a.advances, b.advances) || !sameNumbers(a.clusters, b.clusters)) return false;
  return a.offsets === null || b.offsets === null ? a.offsets === b.offsets : sameNumbers(a.offsets, b.offsets);
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const samePath = (a: Path, b: Path): boolean => a === b || (a.verbs === b.verbs && a.rule === b.rule && sameNumbers(a.coords, b.coords));

function sameFill(a: Fill | null, b: Fill | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && "color" in a && "color" in b && a.color === b.color && a.opacity === b.opacity;
}

function sameStroke(a: Stroke | null, b: Stroke | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (a.color !== b.color || a.width !== b.width || a.opacity !== b.opacity || a.cap !== b.cap || a.join !== b.join) return false;
  return a.miterLimit === b.miterLimit && (a.dashPhase ?? 0) === (b.dashPhase ?? 0) && sameNumbers(a.dash, b.dash);
}
