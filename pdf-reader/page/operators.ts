// Operators with their operands, and inline images (ISO 32000-1, annex A).
import { lookup } from "../../base/lookup.js";
import { CLASS, END, Keyword, Lexer } from "../lexer.js";
import { integerOf, isArray, isDict, nameOf, numberOf } from "../objects.js";
import type { Counts } from "../meter.js";
import { PdfName, PdfString, type PdfDict, type PdfObject } from "../types.js";

/** n number, N name, s string, a array, p property list, c colour: numbers, perhaps a name */
const OPERANDS: Readonly<Record<string, string>> = {
  q: "",
  Q: "",
  cm: "nnnnnn",
  w: "n",
  J: "n",
  j: "n",
  M: "n",
  d: "an",
  ri: "N",
  i: "n",
  gs: "N",
  m: "nn",
  l: "nn",
  c: "nnnnnn",
  v: "nnnn",
  y: "nnnn",
  h: "",
  re: "nnnn",
  S: "",
  s: "",
  f: "",
  F: "",
  "f*": "",
  B: "",
  "B*": "",
  b: "",
  "b*": "",
  n: "",
  W: "",
  "W*": "",
  BT: "",
  ET: "",
  Tc: "n",
  Tw: "n",
  Tz: "n",
  TL: "n",
  Tf: "Nn",
  Tr: "n",
  Ts: "n",
  Td: "nn",
  TD: "nn",
  Tm: "nnnnnn",
  "T*": "",
  Tj: "s",
  TJ: "a",
  "'": "s",
  '"': "nns",
  d0: "nn",
  d1: "nnnnnn",
  CS: "N",
  cs: "N",
  SC: "c",
  SCN: "c",
  sc: "c",
  scn: "c",
  G: "n",
  g: "n",
  RG: "nnn",
  rg: "nnn",
  K: "nnnn",
  k: "nnnn",
  sh: "N",
  Do: "N",
  MP: "N",
  DP: "Np",
  BMC: "N",
  BDC: "Np",
  EMC: "",
  BX: "",
  EX: "",
};

/** `from` and `to`: bytes, operands included. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly PdfObject[];
  readonly from: number;
  readonly to: number;
  /** an operand is written in a way that strict readers refuse */
  readonly isIrregular: boolean;
  readonly image: { readonly dict: PdfDict; readonly data: Uint8Array } | null;
}

/** More operands than an operator has are dropped from the front, many at a time. */
const MOST_OPERANDS = 64;

const fits = (operand: PdfObject, kind: string): boolean => {
  if (kind === "n") return numberOf(operand) !== null;
  if (kind === "N") return operand instanceof PdfName;
  if (kind === "s") return operand instanceof PdfString;
  if (kind === "a") return isArray(operand);
  return operand instanceof PdfName || isDict(operand);
};

/** `unreadable` counts skipped operations: unknown operators, operands that do not fit. */
export class Operations {
  unreadable = 0;
  readonly #lexer: Lexer;

  constructor(
    readonly bytes: Uint8Array,
    meter: Counts,
  ) {
    this.#lexer = new Lexer(bytes, 0, meter, false);
  }

  next(): Operation | null {
    const lexer = this.#lexer;
    let operands: PdfObject[] = [];
    let starts: number[] = [];
    for (;;) {
      lexer.skip();
      const from = lexer.at;
      const read = lexer.read();
      if (read === END) {
        if (operands.length > 0) this.unreadable++;
        return null;
      }
      if (!(read instanceof Keyword)) {
        operands.push(read);
        starts.push(from);
        if (operands.length >= 2 * MOST_OPERANDS) {
          operands = operands.slice(-MOST_OPERANDS);
          starts = starts.slice(-MOST_OPERANDS);
        }
        continue;
      }
      const operation = read.value === "BI" ? this.#image(from) : this.#operation(read.value, operands, starts, from);
      if (operation) return operation;
      this.unreadable++;
      operands = [];
      starts = [];
    }
  }

  #operation(operator: string, operands: readonly PdfObject[], starts: readonly number[], at: number): Operation | null {
    const kinds = lookup(OPERANDS, operator);
    if (kinds === undefined) return null;
    const { at: to, irregular } = this.#lexer;
    const isIrregular = irregular > 0;
    this.#lexer.irregular = 0;
    if (kinds === "c") {
      const name = operands.at(-1) instanceof PdfName ? 1 : 0;
      const isColour = operands.length > 0 && operands.every((o, i) => (i < operands.length - name ? numberOf(o) !== null : true));
      return isColour ? { operator, operands, from: starts[0]!, to, isIrregular, image: null } : null;
    }
    const skip = operands.length - kinds.length;
    if (skip < 0) return null;
    const own = skip === 0 ? operands : operands.slice(skip);
    if (skip > 0) this.unreadable++;
    for (let i = 0; i < kinds.length; i++) if (!fits(own[i]!, kinds[i]!)) return null;
    return { operator, operands: own, from: starts[skip] ?? at, to, isIrregular, image: null };
  }

  /** An inline image (8.9.7) after its BI. */
  #image(from: number): Operation | null {
    const lexer = this.#lexer;
    const dict = new Map<string, PdfObject>();
    for (;;) {
      const key = lexer.read();
      if (key === END) return null;
      if (key instanceof Keyword && key.value === "ID") break;
      if (!(key instanceof PdfName)) continue;
      const value = lexer.read();
      if (value instanceof Keyword) {
        if (value.value === "ID") break;
        if (value === END) return null;
        continue;
      }
      dict.set(key.value, value);
    }
    const { bytes } = this;
    const start = lexer.at + (CLASS[bytes[lexer.at] ?? 32] === 1 ? 1 : 0);
    const end = this.#imageEnd(dict, start);
    if (end === null) {
      lexer.at = bytes.length;
      return null;
    }
    lexer.at = end.after;
    return {
      operator: "BI",
      operands: [],
      from,
      to: end.after,
      isIrregular: false,
      image: { dict, data: bytes.subarray(start, end.data) },
    };
  }

  #imageEnd(dict: PdfDict, start: number): { readonly data: number; readonly after: number } | null {
    const { bytes } = this;
    const length = dict.has("F") || dict.has("Filter") ? null : plainLength(dict);
    if (length !== null && start + length <= bytes.length) {
      let at = start + length;
      while (at < bytes.length && at < start + length + 4 && CLASS[bytes[at]!] === 1) at++;
      if (isEnd(bytes, at)) return { data: start + length, after: at + 2 };
    }
    for (let at = bytes.indexOf(0x45, start); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
      if (!isEnd(bytes, at) || (at > start && CLASS[bytes[at - 1]!] !== 1)) continue;
      if (!looksLikeContent(bytes, at + 2)) continue;
      return { data: Math.max(start, at - 1), after: at + 2 };
    }
    return null;
  }
}

const isEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x45 && bytes[at + 1] === 0x49 && (at + 2 >= bytes.length || CLASS[bytes[at + 2]!] !== 0);

/** Bytes after an EI in image data are hardly all printable. */
function looksLikeContent(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(bytes.length, from + 12); at++) {
    const c = bytes[at]!;
    if ((c < 32 && c !== 10 && c !== 13 && c !== 9 && c !== 0) || c > 126) return false;
  }
  return true;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
  Indexed: 1,
};

/** Image without filter; null if unknown from its dictionary. */
function plainLength(dict: PdfDict): number | null {
  const entry = (short: string, long: string): PdfObject | undefined => dict.get(short) ?? dict.get(long);
  const [width, height] = [integerOf(entry("W", "Width")), integerOf(entry("H", "Height"))];
  if (width === null || height === null || width < 0 || height < 0) return null;
  const isMask = entry("IM", "ImageMask") === true;
  const space = entry("CS", "ColorSpace");
  const components = isMask ? 1 : lookup(COMPONENTS, nameOf(isArray(space) ? space[0] : space) ?? "");
  const bits = isMask ? 1 : integerOf(entry("BPC", "BitsPerComponent"));
  if (components === undefined || bits === null) return null;
  return Math.ceil((width * components * bits) / 8) * height;
}

/** True for an operation that shows glyphs: empty strings do not. */
export function showsText(operator: string, operands: readonly PdfObject[]): boolean {
  if (operator !== "Tj" && operator !== "'" && operator !== '"' && operator !== "TJ") return false;
  const text = operands.at(-1);
  const shows = (s: PdfObject): boolean => s instanceof PdfString && s.bytes.length > 0;
  return isArray(text) ? text.some(shows) : text !== undefined && shows(text);
}
