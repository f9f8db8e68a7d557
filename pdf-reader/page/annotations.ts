// Appearances as on screen (ISO 32000-1, 12.5.5; PDF-8, PDF-21).
import { hasLength } from "../../base/tuple.js";
import { integerOf, isArray, isDict, nameOf, numberOf } from "../objects.js";
import { greatest, least } from "../../base/many.js";
import { boxOf } from "../pages.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../types.js";
import type { OptionalContent } from "./optional.js";

type Matrix = readonly [number, number, number, number, number, number];

export interface Appearance {
  readonly form: PdfStream;
  readonly annotation: number;
  /** null: a direct object */
  readonly ref: PdfRef | null;
  readonly matrix: Matrix;
}

/** Bits of /F (table 165). */
const HIDDEN = 2;
const NO_ROTATE = 16;
const NO_VIEW = 32;
/** Links act and are not drawn; popups are windows of the viewer. */
const UNDRAWN: ReadonlySet<string> = new Set(["Link", "Popup"]);
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function appearancesOf(file: PdfFile, page: PdfPage, optional: OptionalContent): readonly Appearance[] {
  return page.annots.flatMap((_, i) => appearanceOf(file, page, i, optional) ?? []);
}

/** False for links, popups, and what the file hides on screen. */
export function isOnScreen(file: PdfFile, annotation: PdfDict, optional: OptionalContent): boolean {
  if (UNDRAWN.has(nameOf(file.get(annotation.get("Subtype"))) ?? "")) return false;
  return (flagsOf(file, annotation) & (HIDDEN | NO_VIEW)) === 0 && optional.isVisible(annotation.get("OC"));
}

const flagsOf = (file: PdfFile, annotation: PdfDict): number => integerOf(file.get(annotation.get("F"))) ?? 0;

function appearanceOf(file: PdfFile, page: PdfPage, index: number, optional: OptionalContent): Appearance | null {
  const annotation = page.annots[index]!;
  if (!isOnScreen(file, annotation, optional)) return null;
  const found = normal(file, annotation);
  const rect = boxOf(annotation.get("Rect"), file.get);
  if (found === null || rect === null || !optional.isVisible(found.form.dict.get("OC"))) return null;
  const box = boxOf(found.form.dict.get("BBox"), file.get);
  if (box === null) return null;
  const [a, b, c, d, e, f] = matrixOf(file, found.form.dict.get("Matrix"));
  const xs = [a * box[0] + c * box[1], a * box[2] + c * box[1], a * box[0] + c * box[3], a * box[2] + c * box[3]];
  const ys = [b * box[0] + d * box[1], b * box[2] + d * box[1], b * box[0] + d * box[3], b * box[2] + d * box[3]];
  const [left, right] = [least(xs) + e, greatest(xs) + e];
  const [bottom, top] = [least(ys) + f, greatest(ys) + f];
  if (!(right > left && top > bottom)) return null;
  const [sx, sy] = [(rect[2] - rect[0]) / (right - left), (rect[3] - rect[1]) / (top - bottom)];
  const matrix: Matrix = [sx, 0, 0, sy, rect[0] - sx * left, rect[1] - sy * bottom];
  return {
    ...found,
    annotation: index,
    matrix: (flagsOf(file, annotation) & NO_ROTATE) !== 0 ? turned(matrix, page.rotate, rect[0], rect[3]) : matrix,
  };
}

function normal(file: PdfFile, annotation: PdfDict): Pick<Appearance, "form" | "ref"> | null {
  const appearances = file.get(annotation.get("AP"));
  if (!isDict(appearances)) return null;
  const of = (given: PdfObject | undefined): Pick<Appearance, "form" | "ref"> | null => {
    const form = file.get(given);
    return form instanceof PdfStream ? { form, ref: given instanceof PdfRef ? given : null } : null;
  };
  const given = appearances.get("N");
  const states = file.get(given);
  if (!isDict(states)) return of(given);
  const state = nameOf(file.get(annotation.get("AS")));
  return state === null ? null : of(states.get(state));
}

function matrixOf(file: PdfFile, value: PdfObject | undefined): Matrix {
  const array = file.get(value);
  if (!isArray(array) || array.length < 6) return IDENTITY;
  const numbers = array.slice(0, 6).flatMap((n) => numberOf(file.get(n)) ?? []);
  return hasLength(numbers, 6) ? numbers : IDENTITY;
}

/** Turns against the page's rotation, about the upper left corner (12.5.3, NoRotate). */
function turned([a, b, c, d, e, f]: Matrix, rotate: number, x: number, y: number): Matrix {
  const [cos, sin] = rotate === 90 ? [0, 1] : rotate === 180 ? [-1, 0] : rotate === 270 ? [0, -1] : [1, 0];
  const at = (u: number, v: number): readonly [number, number] => [cos * u - sin * v, sin * u + cos * v];
  const [tx, ty] = at(e - x, f - y);
  return [...at(a, b), ...at(c, d), tx + x, ty + y];
}
