// Colour spaces to sRGB of 8 bits (ISO 32000-1, 8.6); profiles are taken for the device space of as many components.
import { lookup } from "../../base/lookup.js";
import { cmykToRgb, grayToRgb, packed, rgbToRgb } from "../../pdf-reader/device-colour.js";
import { integerOf, isArray, isDict, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { PdfName, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { readFunction } from "./function.js";

export interface Space {
  readonly kind: "colour" | "indexed" | "pattern";
  readonly components: number;
  readonly initial: readonly number[];
  /** Range of each component, as of `Decode` of an image without one; null for an index. */
  readonly range: readonly number[] | null;
  /** 0xRRGGBB */
  rgb(components: readonly number[]): number;
  /** Space of an uncoloured pattern's colour. */
  readonly under: Space | null;
}

const DEEPEST = 8;
/** More are compared by their first ones. */
const MOST_COMPONENTS = 64;

function colourSpace(
  components: number,
  rgb: (c: readonly number[]) => number,
  initial = new Array<number>(components).fill(0),
  range: readonly number[] = Array.from({ length: 2 * components }, (_, i) => i % 2),
): Space {
  return { kind: "colour", components, initial, range, rgb, under: null };
}

export const GRAY = colourSpace(1, grayToRgb);
export const RGB = colourSpace(3, rgbToRgb);
export const CMYK = colourSpace(4, cmykToRgb, [0, 0, 0, 1]);
const PATTERN: Space = { ...colourSpace(0, () => 0), kind: "pattern" };

const DEVICE: ReadonlyMap<string, Space> = new Map([
  ["DeviceGray", GRAY],
  ["G", GRAY],
  ["CalGray", GRAY],
  ["DeviceRGB", RGB],
  ["RGB", RGB],
  ["CalRGB", RGB],
  ["DeviceCMYK", CMYK],
  ["CMYK", CMYK],
  ["CalCMYK", CMYK],
  ["Pattern", PATTERN],
]);
const BY_COMPONENTS: Readonly<Record<string, Space>> = { 1: GRAY, 3: RGB, 4: CMYK };

/** Reader of the colour spaces of a file; those that are shared are read once. */
export class Colours {
  readonly #arrays = new Map<readonly PdfObject[], Space>();

  constructor(readonly file: PdfFile) {}

  /** Gray for what cannot be read. */
  space(object: PdfObject | undefined, resources: PdfDict, depth = 0): Space {
    const found = this.file.get(object);
    if (depth > DEEPEST) return GRAY;
    if (found instanceof PdfName) return this.#named(found.value, resources, depth);
    if (!isArray(found)) return GRAY;
    const known = this.#arrays.get(found);
    if (known) return known;
    this.#arrays.set(found, GRAY);
    const space = this.#array(found, resources, depth);
    this.#arrays.set(found, space);
    return space;
  }

  #named(name: string, resources: PdfDict, depth: number): Space {
    const device = DEVICE.get(name);
    if (device) return device;
    const spaces = this.file.get(resources.get("ColorSpace"));
    return isDict(spaces) && spaces.has(name) ? this.space(spaces.get(name), resources, depth + 1) : GRAY;
  }

  #array(array: readonly PdfObject[], resources: PdfDict, depth: number): Space {
    const inner = (at: number): Space => this.space(array[at], resources, depth + 1);
    const kind = nameOf(this.file.get(array[0])) ?? "";
    switch (kind) {
      case "ICCBased": {
        const profile = this.file.get(array[1]);
        const n = profile instanceof PdfStream ? integerOf(this.file.get(profile.dict.get("N"))) : null;
        const alternate = profile instanceof PdfStream ? profile.dict.get("Alternate") : undefined;
        return lookup(BY_COMPONENTS, String(n)) ?? (alternate === undefined ? GRAY : this.space(alternate, resources, depth + 1));
      }
      case "Lab":
        return this.#lab(array[1]);
      case "Indexed":
      case "I":
        return this.#indexed(inner(1), array);
      case "Separation":
        return this.#tinted(1, inner(2), array[3], [this.file.get(array[1])]);
      case "DeviceN": {
        const names = this.file.get(array[1]);
        const list = isArray(names) ? names.slice(0, MOST_COMPONENTS) : [];
        return this.#tinted(list.length, inner(2), array[3], list);
      }
      case "Pattern":
        return array.length > 1 ? { ...PATTERN, under: inner(1) } : PATTERN;
      default:
        return DEVICE.get(kind) ?? (array.length === 1 ? this.#named(kind, resources, depth + 1) : GRAY);
    }
  }

  #tinted(components: number, alternate: Space, transform: PdfObject | undefined, names: readonly PdfObject[]): Space {
    const tint = readFunction(this.file, transform);
    const known = new Map<string, number>();
    const isAll = names.length === 1 && nameOf(names[0]) === "All";
    const rgb = (c: readonly number[]): number => {
      if (tint === null) return isAll || components === 1 ? GRAY.rgb([1 - (c[0] ?? 0)]) : alternate.rgb(alternate.initial);
      const key = c.join();
      let found = known.get(key);
      if (found === undefined) {
        found = alternate.rgb(tint(c));
        if (known.size < 4096) known.set(key, found);
      }
      return found;
    };
    return colourSpace(components, rgb, new Array<number>(components).fill(1));
  }

  #indexed(base: Space, array: readonly PdfObject[]): Space {
    const most = Math.min(255, Math.max(0, integerOf(this.file.get(array[2])) ?? 255));
    const given = this.file.get(array[3]);
    const table = given instanceof PdfString ? given.bytes : given instanceof PdfStream ? this.file.decode(given).bytes : new Uint8Array(0);
    const n = base.components;
    const colours = new Int32Array(most + 1);
    for (let i = 0; i <= most; i++) {
      const c = Array.from({ length: n }, (_, k) => {
        const [low, high] = [base.range?.[2 * k] ?? 0, base.range?.[2 * k + 1] ?? 1];
        return low + ((table[i * n + k] ?? 0) / 255) * (high - low);
      });
      colours[i] = base.rgb(c);
    }
    const rgb = ([index = 0]: readonly number[]): number => colours[Math.min(most, Math.max(0, Math.round(index)))]!;
    return { kind: "indexed", components: 1, initial: [0], range: null, rgb, under: null };
  }

  #lab(given: PdfObject | undefined): Space {
    const dict = this.file.get(given);
    const list = (key: string, otherwise: readonly number[]): readonly number[] => {
      const found = isDict(dict) ? this.file.get(dict.get(key)) : null;
      if (!isArray(found) || found.length < otherwise.length) return otherwise;
      return otherwise.map((value, i) => numberOf(this.file.get(found[i])) ?? value);
    };
    const range = list("Range", [-100, 100, -100, 100]);
    const rgb = ([l = 0, a = 0, b = 0]: readonly number[]): number => {
      const m = (l + 16) / 116;
      const g = (x: number): number => (x >= 6 / 29 ? x * x * x : (108 / 841) * (x - 4 / 29));
      // scaled to the white of sRGB
      const [x, y, z] = [0.9505 * g(m + a / 500), g(m), 1.089 * g(m - b / 200)];
      const gamma = (v: number): number => (v <= 0.0031308 ? 12.92 * v : 1.055 * Math.pow(v, 1 / 2.4) - 0.055);
      return packed(
        gamma(3.2406 * x - 1.5372 * y - 0.4986 * z),
        gamma(-0.9689 * x + 1.8758 * y + 0.0415 * z),
        gamma(0.0557 * x - 0.204 * y + 1.057 * z),
      );
    };
    return colourSpace(3, rgb, [0, Math.max(0, range[0]!), Math.max(0, range[2]!)], [0, 100, ...range]);
  }
}
