// Functions of colours (ISO 32000-1, 7.10): sampled, exponential, stitched, calculated.
import { integerOf, isArray, isDict, numberOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { readCalculator, type NumberFunction } from "./calculator.js";

const DEEPEST = 8;
/** Inputs of a sampled function: its corners are interpolated, two for each input. */
const MOST_INPUTS = 6;

/** Reads a function; null for one that cannot be read; arrays are functions of one output each. */
export function readFunction(file: PdfFile, value: PdfObject | undefined, depth = 0): NumberFunction | null {
  const object = file.get(value);
  if (depth > DEEPEST) return null;
  if (isArray(object)) {
    file.step(object.length);
    const parts = object.map((part) => readFunction(file, part, depth + 1));
    if (parts.includes(null)) return null;
    return (x) => parts.map((part) => part!(x)[0] ?? 0);
  }
  const dict = object instanceof PdfStream ? object.dict : object;
  if (!isDict(dict)) return null;
  const domain = listOf(file, dict, "Domain");
  const range = listOf(file, dict, "Range");
  const found = kindOf(file, object, { domain, range }, depth);
  if (found === null || domain.length < 2) return null;
  return (inputs) => {
    const x = inputs.map((v, i) => clamp(v, domain[2 * i] ?? 0, domain[2 * i + 1] ?? 1));
    const y = found(x);
    return range.length === 0 ? y : y.slice(0, range.length >> 1).map((v, i) => clamp(v, range[2 * i]!, range[2 * i + 1]!));
  };
}

/** Limits of inputs and outputs, two numbers each. */
interface Limits {
  readonly domain: readonly number[];
  readonly range: readonly number[];
}

const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high);

function listOf(file: PdfFile, dict: PdfDict, key: string): readonly number[] {
  const found = file.get(dict.get(key));
  if (!isArray(found)) return [];
  file.step(found.length);
  return found.map((item) => numberOf(file.get(item)) ?? 0);
}

function kindOf(file: PdfFile, object: PdfObject, { domain, range }: Limits, depth: number): NumberFunction | null {
  const dict = object instanceof PdfStream ? object.dict : object;
  if (!isDict(dict)) return null;
  switch (integerOf(file.get(dict.get("FunctionType")))) {
    case 0:
      return object instanceof PdfStream ? sampled(file, object, domain, range) : null;
    case 2:
      return exponential(file, dict);
    case 3:
      return stitched(file, dict, domain, depth);
    case 4:
      return object instanceof PdfStream ? readCalculator(file, file.decode(object).bytes) : null;
    default:
      return null;
  }
}

function exponential(file: PdfFile, dict: PdfDict): NumberFunction {
  const c0 = dict.has("C0") ? listOf(file, dict, "C0") : [0];
  const c1 = dict.has("C1") ? listOf(file, dict, "C1") : [1];
  const n = numberOf(file.get(dict.get("N"))) ?? 1;
  return ([x = 0]) => {
    const t = n === 1 ? x : Math.pow(x, n);
    return c0.map((from, i) => from + t * ((c1[i] ?? from) - from));
  };
}

function stitched(file: PdfFile, dict: PdfDict, domain: readonly number[], depth: number): NumberFunction | null {
  const given = file.get(dict.get("Functions"));
  if (!isArray(given) || given.length === 0) return null;
  file.step(given.length);
  const parts = given.map((part) => readFunction(file, part, depth + 1));
  if (parts.includes(null)) return null;
  const bounds = listOf(file, dict, "Bounds");
  const encode = listOf(file, dict, "Encode");
  const [first = 0, last = 1] = domain;
  return ([x = 0]) => {
    let i = 0;
    while (i < parts.length - 1 && i < bounds.length && x >= bounds[i]!) i++;
    const [low, high] = [i === 0 ? first : bounds[i - 1]!, bounds[i] ?? last];
    const [from, to] = [encode[2 * i] ?? 0, encode[2 * i + 1] ?? 1];
    return parts[i]!([high === low ? from : from + ((x - low) * (to - from)) / (high - low)]);
  };
}

function sampled(file: PdfFile, stream: PdfStream, domain: readonly number[], range: readonly number[]): NumberFunction | null {
  const inputs = domain.length >> 1;
  const outputs = range.length >> 1;
  const bits = integerOf(file.get(stream.dict.get("BitsPerSample"))) ?? 8;
  const sizes = listOf(file, stream.dict, "Size");
  if (inputs === 0 || inputs > MOST_INPUTS || outputs === 0 || sizes.length < inputs) return null;
  if (![1, 2, 4, 8, 12, 16, 24, 32].includes(bits) || sizes.some((size) => !(size >= 1))) return null;
  const { bytes } = file.decode(stream);
  const encode = listOf(file, stream.dict, "Encode");
  const decode = listOf(file, stream.dict, "Decode");
  const most = 2 ** bits - 1;
  const sample = (index: number): number => {
    let value = 0;
    for (let bit = index * bits, left = bits; left > 0;) {
      const take = Math.min(left, 8 - (bit & 7));
      value = value * 2 ** take + (((bytes[bit >>> 3] ?? 0) >> (8 - (bit & 7) - take)) & ((1 << take) - 1));
      bit += take;
      left -= take;
    }
    return value;
  };
  return (x) => {
    const places = Array.from({ length: inputs }, (_, i) => {
      const [low, high] = [domain[2 * i]!, domain[2 * i + 1]!];
      const [from, to] = [encode[2 * i] ?? 0, encode[2 * i + 1] ?? sizes[i]! - 1];
      return clamp(high === low ? from : from + (((x[i] ?? 0) - low) * (to - from)) / (high - low), 0, sizes[i]! - 1);
    });
    return Array.from({ length: outputs }, (_, output) => {
      let sum = 0;
      for (let corner = 0; corner < 1 << inputs; corner++) {
        let [weight, index, stride] = [1, 0, 1];
        for (let i = 0; i < inputs; i++) {
          const floor = Math.floor(places[i]!);
          const part = places[i]! - floor;
          const isUpper = (corner >> i) & 1;
          weight *= isUpper ? part : 1 - part;
          index += Math.min(floor + isUpper, sizes[i]! - 1) * stride;
          stride *= sizes[i]!;
        }
        if (weight > 0) sum += weight * sample(index * outputs + output);
      }
      const [from, to] = [decode[2 * output] ?? range[2 * output]!, decode[2 * output + 1] ?? range[2 * output + 1]!];
      return from + (sum * (to - from)) / most;
    });
  };
}
