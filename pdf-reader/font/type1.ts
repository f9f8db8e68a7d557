// Type 1 programs: names, encoding, widths (Adobe Type 1 Font Format).
import { FontFault } from "../../base/font-table.js";
import { CLASS, HEX, latin } from "../lexer.js";
import { STANDARD } from "./glyph-names.js";
import { PlainCharstring, Steps, type FontProgram } from "./program.js";

const EEXEC = 55665;
const CHARSTRING = 4330;
/** A width is the first command of a glyph. */
const STEPS_A_GLYPH = 256;
const STEPS_AN_OUTLINE = 65_536;
const DEEPEST = 10;

function decrypted(bytes: Uint8Array, key: number, skip: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  let r = key;
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]!;
    out[i] = c ^ (r >> 8);
    r = ((c + r) * 52845 + 22719) & 0xffff;
  }
  return out.subarray(skip);
}

/** Bytes of the encrypted part, which may be hexadecimal. */
function binary(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < bytes.length && CLASS[bytes[at]!] === 1) at++;
  const isHex = [0, 1, 2, 3].every((i) => HEX[bytes[at + i] ?? 0] !== 255);
  if (!isHex) return bytes.subarray(at);
  const digits = bytes.subarray(at).filter((c) => HEX[c] !== 255);
  return Uint8Array.from({ length: digits.length >> 1 }, (_, i) => HEX[digits[2 * i]!]! * 16 + HEX[digits[2 * i + 1]!]!);
}

export class Type1Program implements FontProgram {
  readonly kind = "type1";
  readonly cids = null;
  readonly greatestCid = 0;
  readonly names: readonly string[];
  readonly encoding: readonly (string | null)[];
  readonly #charstrings: readonly Uint8Array[];
  readonly #gids = new Map<string, number>();
  readonly #subrs: readonly (Uint8Array | undefined)[];
  readonly #scale: number;

  /** @param clear Length1: bytes before the encrypted part @throws FontFault */
  constructor(bytes: Uint8Array, clear: number | null) {
    const plain = unwrapped(bytes);
    const text = latin(plain);
    const found = text.indexOf("eexec");
    const start = found >= 0 ? found + 5 : clear;
    if (start === null || start >= plain.length) throw new FontFault(null, "it has no encrypted part");
    const head = text.slice(0, start);
    this.encoding = encodingOf(head);
    const a = Number(/\/FontMatrix\s*\[\s*([-+.\deE]+)/.exec(head)?.[1] ?? "0.001");
    this.#scale = Number.isFinite(a) && a !== 0 ? a * 1000 : 1;
    const body = decrypted(binary(plain.subarray(start)), EEXEC, 4);
    const source = latin(body);
    const lenIV = Number(/\/lenIV\s+(-?\d+)/.exec(source)?.[1] ?? "4");
    const chars = source.indexOf("/CharStrings");
    if (chars < 0) throw new FontFault(null, "it has no charstrings");
    const opened = (data: Uint8Array): Uint8Array => (lenIV < 0 ? data : decrypted(data, CHARSTRING, lenIV));
    this.#subrs = subrsOf(source.slice(0, chars), body, opened);
    const names: string[] = [];
    const charstrings: Uint8Array[] = [];
    const entry = /[^/]{0,80}?\/([^\s()<>[\]{}/%]+)\s+(\d{1,6})\s+(?:RD|-\||[^\s/]{1,12}) /y;
    entry.lastIndex = chars + 12;
    for (let match; (match = entry.exec(source)) !== null && charstrings.length < 65536;) {
      const length = Number(match[2]);
      const data = body.subarray(entry.lastIndex, entry.lastIndex + length);
      if (data.length < length) break;
      this.#gids.set(match[1]!, charstrings.length);
      names.push(match[1]!);
      charstrings.push(opened(data));
      entry.lastIndex += length;
    }
    if (charstrings.length === 0) throw new FontFault(null, "it has no charstrings");
    this.names = names.filter((n) => n !== ".notdef");
    this.#charstrings = charstrings;
  }

  get glyphCount(): number {
    return this.#charstrings.length;
  }

  named(name: string): number | null {
    return this.#gids.get(name) ?? null;
  }

  width(gid: number): number | null {
    const code = this.#charstrings[gid];
    if (code === undefined) return null;
    const width = this.#width(code, [], new Steps(STEPS_A_GLYPH), 0);
    return width === null ? null : width * this.#scale;
  }

  charstring(gid: number): Uint8Array | null {
    const code = this.#charstrings[gid];
    if (code === undefined) return null;
    const out = new PlainCharstring();
    this.#copy(code, out, new Steps(STEPS_AN_OUTLINE), 0);
    return out.take();
  }

  /** Subroutines are copied in place, but those of flexes and hints, which each font has. */
  #copy(code: Uint8Array, out: PlainCharstring, steps: Steps, depth: number): void {
    let [number, numberAt] = [0, 0];
    for (let i = 0; i < code.length;) {
      steps.spend();
      const from = i;
      const b = code[i++]!;
      if (b >= 32) {
        i += b === 255 ? 4 : b >= 247 ? 1 : 0;
        number = b <= 246 ? b - 139 : b <= 250 ? (b - 247) * 256 + (code[from + 1] ?? 0) + 108 : -1;
        numberAt = out.length;
      } else if (b === 11) return;
      else if (b === 12) i++;
      else if (b === 10 && number > 3) {
        const inner = this.#subrs[number];
        if (inner === undefined || depth >= DEEPEST) return;
        out.cut(numberAt);
        this.#copy(inner, out, steps, depth + 1);
        continue;
      }
      out.copy(code, from, Math.min(i, code.length));
    }
  }

  #width(code: Uint8Array, stack: number[], steps: Steps, depth: number): number | null {
    for (let i = 0; i < code.length;) {
      steps.spend();
      const b = code[i++]!;
      if (b >= 32 && b <= 246) stack.push(b - 139);
      else if (b >= 247 && b <= 250) stack.push((b - 247) * 256 + (code[i++] ?? 0) + 108);
      else if (b >= 251 && b <= 254) stack.push(-(b - 251) * 256 - (code[i++] ?? 0) - 108);
      else if (b === 255) {
        stack.push(((code[i] ?? 0) << 24) | ((code[i + 1] ?? 0) << 16) | ((code[i + 2] ?? 0) << 8) | (code[i + 3] ?? 0));
        i += 4;
      } else if (b === 13) return stack[1] ?? null;
      else if (b === 10) {
        const inner = this.#subrs[stack.pop() ?? -1];
        if (inner === undefined || depth >= DEEPEST) return null;
        const width = this.#width(inner, stack, steps, depth + 1);
        if (width !== null) return width;
      } else if (b === 11) return null;
      else if (b === 12) {
        const second = code[i++];
        if (second === 7) return stack[2] ?? null;
        if (second !== 12) return null;
        const [divisor, value] = [stack.pop() ?? 1, stack.pop() ?? 0];
        stack.push(value / divisor);
      } else return null;
    }
    return null;
  }
}

function unwrapped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x80) return bytes;
  const parts: Uint8Array[] = [];
  for (let at = 0; bytes[at] === 0x80 && (bytes[at + 1] === 1 || bytes[at + 1] === 2);) {
    const length = bytes[at + 2]! | (bytes[at + 3]! << 8) | (bytes[at + 4]! << 16) | (bytes[at + 5]! << 24);
    if (length < 0) break;
    parts.push(bytes.subarray(at + 6, at + 6 + length));
    at += 6 + length;
  }
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function encodingOf(head: string): readonly (string | null)[] {
  if (/\/Encoding\s+StandardEncoding/.test(head)) return STANDARD;
  const out = new Array<string | null>(256).fill(null);
  const at = head.indexOf("/Encoding");
  if (at < 0) return STANDARD;
  const entry = /dup\s+(\d{1,3}|8#[0-7]{1,3})\s*\/([^\s()<>[\]{}/%]+)\s+put/g;
  entry.lastIndex = at;
  for (let match; (match = entry.exec(head));) {
    const code = match[1]!.startsWith("8#") ? parseInt(match[1]!.slice(2), 8) : Number(match[1]);
    if (code < 256) out[code] = match[2] === ".notdef" ? null : match[2]!;
  }
  return out;
}

function subrsOf(source: string, body: Uint8Array, opened: (data: Uint8Array) => Uint8Array): (Uint8Array | undefined)[] {
  const out: (Uint8Array | undefined)[] = [];
  const at = source.indexOf("/Subrs");
  if (at < 0) return out;
  const entry = /dup\s+(\d{1,5})\s+(\d{1,6})\s+(?:RD|-\||[^\s/]{1,12}) /g;
  entry.lastIndex = at;
  for (let match; (match = entry.exec(source));) {
    const [index, length] = [Number(match[1]), Number(match[2])];
    out[index] = opened(body.subarray(entry.lastIndex, entry.lastIndex + length));
    entry.lastIndex += length;
  }
  return out;
}
