// Descriptions of gradients and patterns by what they paint, from the corner of the mark.
import { hexOf } from "../../pdf-reader/device-colour.js";
import { integerOf, isArray, isDict, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfDict, type PdfObject } from "../../pdf-reader/types.js";
import type { Space } from "./colour.js";
import { Digest } from "./digest.js";
import type { Rect } from "./facts.js";
import { readFunction } from "./function.js";
import { matrixOf, multiply, numbersOf, tenths, type Matrix } from "./geometry.js";
import type { SharedParts } from "./shared.js";
import type { Ink } from "./state.js";

/** Colours of a gradient that are compared. */
const SAMPLES = 65;

/** Digest of what a tile paints, with the linear part of its map. */
type TileDigest = (tile: PdfStream, matrix: Matrix, colour: string) => string;

/** A place of a description, mm. */
const place = (m: Matrix, x: number, y: number, box: Rect): string =>
  `${tenths(m[0] * x + m[2] * y + m[4] - box[0]) / 10},${tenths(m[1] * x + m[3] * y + m[5] - box[1]) / 10}`;

const span = (m: Matrix, x: number, y: number): string => `${tenths(m[0] * x + m[2] * y) / 10},${tenths(m[1] * x + m[3] * y) / 10}`;

/** Paint of a pattern in a mark with the box. */
export function patternPaint(shared: SharedParts, { pattern, base, colour }: Ink, box: Rect, tile: TileDigest): string {
  const { file } = shared;
  if (pattern instanceof PdfStream) {
    const matrix = multiply(matrixOf(file, pattern.dict.get("Matrix")), base);
    const step = (key: string): number => numberOf(file.get(pattern.dict.get(key))) ?? 0;
    const corner = numbersOf(file, pattern.dict.get("BBox"), 4) ?? [0, 0, 0, 0];
    const at = place(matrix, corner[0]!, corner[1]!, box);
    return `tiles ${tile(pattern, matrix, colour)} of ${span(matrix, step("XStep"), 0)} by ${span(matrix, 0, step("YStep"))} at ${at}`;
  }
  if (!isDict(pattern)) return "#000000";
  const matrix = multiply(matrixOf(file, pattern.get("Matrix")), base);
  return shadingPaint(shared, pattern.get("Shading"), new Map(), matrix, box);
}

/** Reads the paint of a shading (ISO 32000-1, 8.7.4.5). */
export function shadingPaint(shared: SharedParts, value: PdfObject | undefined, resources: PdfDict, matrix: Matrix, box: Rect): string {
  const { file } = shared;
  const shading = file.get(value);
  const dict = shading instanceof PdfStream ? shading.dict : shading;
  if (!isDict(dict)) return "#000000";
  const kind = integerOf(file.get(dict.get("ShadingType"))) ?? 0;
  const space = shared.colours.space(dict.get("ColorSpace"), resources);
  const rest = new Digest();
  for (const key of ["Background", "BBox", "Extend", "Domain"]) rest.text(plainText(shared, dict.get(key)));
  if (kind === 2 || kind === 3) {
    const colours = gradient(shared, dict, space);
    for (const colour of colours) rest.number(colour);
    const ends = `${hexOf(colours[0]!)} to ${hexOf(colours.at(-1)!)}`;
    const c = numbersOf(file, dict.get("Coords"), kind === 2 ? 4 : 6) ?? [0, 0, 0, 0, 0, 0];
    if (kind === 2)
      return `axial gradient ${ends} from ${place(matrix, c[0]!, c[1]!, box)} to ${place(matrix, c[2]!, c[3]!, box)} ${rest.toString()}`;
    const circle = (x: number, y: number, r: number): string =>
      `${place(matrix, x, y, box)} radii ${span(matrix, r, 0)} ${span(matrix, 0, r)}`;
    return `radial gradient ${ends} from ${circle(c[0]!, c[1]!, c[2]!)} to ${circle(c[3]!, c[4]!, c[5]!)} ${rest.toString()}`;
  }
  for (const key of ["BitsPerCoordinate", "BitsPerComponent", "BitsPerFlag", "Decode", "VerticesPerRow", "Matrix"])
    rest.text(plainText(shared, dict.get(key)));
  for (const colour of kind === 1 ? plane(shared, dict, space) : gradient(shared, dict, space)) rest.number(colour);
  if (shading instanceof PdfStream) rest.bytes(file.decode(shading).bytes);
  return `shading ${kind} at ${place(matrix, 0, 0, box)} along ${span(matrix, 100, 0)} ${span(matrix, 0, 100)} ${rest.toString()}`;
}

/** Colours over the domain of the parameter. */
function gradient(shared: SharedParts, dict: PdfDict, space: Space): readonly number[] {
  const [from, to] = numbersOf(shared.file, dict.get("Domain"), 2) ?? [0, 1];
  const f = readFunction(shared.file, dict.get("Function"));
  if (f === null) return [space.rgb(space.initial)];
  return Array.from({ length: SAMPLES }, (_, i) => space.rgb(f([from! + ((to! - from!) * i) / (SAMPLES - 1)])));
}

function plane(shared: SharedParts, dict: PdfDict, space: Space): readonly number[] {
  const [left, right, bottom, top] = numbersOf(shared.file, dict.get("Domain"), 4) ?? [0, 1, 0, 1];
  const f = readFunction(shared.file, dict.get("Function"));
  if (f === null) return [];
  const side = 9;
  return Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
    return space.rgb(f([left! + x * (right! - left!), bottom! + y * (top! - bottom!)]));
  });
}

/** Numbers and flags of an entry. */
function plainText(shared: SharedParts, value: PdfObject | undefined): string {
  const found = shared.file.get(value);
  if (isArray(found))
    return found
      .slice(0, 64)
      .map((item) => plainText(shared, isArray(item) ? null : item))
      .join();
  return typeof found === "boolean" ? String(found) : (nameOf(found) ?? String(numberOf(found) ?? ""));
}
