// Rules on JPEG 2000 images (ISO 19005-2, 6.2.8.3; ISO 15444-1, annex I).
import { latin } from "../lexer.js";
import type { Rules } from "./rules.js";

const CMYK = 12;
const CIE_JAB = 19;

/** Judges an image's file. `device` judges a colour space that the image has itself. @throws Broken */
export function judgeJpx(bytes: Uint8Array, hasColorSpace: boolean, rules: Rules, device: (name: string) => void): void {
  const header = boxes(bytes, 0, bytes.length).find((b) => b.kind === "jp2h");
  if (header === undefined) return rules.breaks("jpx", "a JPEG 2000 image has no header");
  const inner = boxes(bytes, header.from, header.to);
  const sizes = inner.find((b) => b.kind === "ihdr");
  if (sizes === undefined || sizes.to - sizes.from < 14) return rules.breaks("jpx", "a JPEG 2000 image has no header");
  const definitions = inner.find((b) => b.kind === "cdef");
  let channels = (bytes[sizes.from + 8]! << 8) | bytes[sizes.from + 9]!;
  if (definitions)
    for (let at = definitions.from + 2; at + 6 <= definitions.to; at += 6) if (((bytes[at + 2]! << 8) | bytes[at + 3]!) !== 0) channels--;
  rules.holds("jpx", channels === 1 || channels === 3 || channels === 4, () => `a JPEG 2000 image has ${channels} colour channels`);
  const depth = (bytes[sizes.from + 10]! & 127) + 1;
  rules.holds("jpx", bytes[sizes.from + 10] !== 255 && depth <= 38, () => "a JPEG 2000 image has channels of different depth");
  rules.holds("jpx", !inner.some((b) => b.kind === "bpcc"), () => "a JPEG 2000 image has channels of different depth");
  if (hasColorSpace) return;
  const spaces = inner.filter((b) => b.kind === "colr" && b.to - b.from >= 3);
  const best = spaces.length === 1 ? spaces[0] : spaces.find((s) => bytes[s.from + 2] === 1);
  rules.holds(
    "jpx",
    best !== undefined && (spaces.length === 1 || spaces.filter((s) => bytes[s.from + 2] === 1).length === 1),
    () => "a JPEG 2000 image has not one colour space",
  );
  if (best === undefined) return;
  const method = bytes[best.from]!;
  rules.holds("jpx", method >= 1 && method <= 3, () => `a JPEG 2000 image has the colour method ${method}`);
  if (method !== 1 || best.to - best.from < 7) return;
  const space = bytes[best.from + 6]!;
  rules.holds("jpx", space !== CIE_JAB, () => "a JPEG 2000 image is CIEJab");
  if (space === CMYK) device("DeviceCMYK");
}

interface Box {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

function boxes(bytes: Uint8Array, start: number, end: number): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out: Box[] = [];
  for (let at = start; at + 8 <= end;) {
    const length = view.getUint32(at);
    const head = length === 1 ? 16 : 8;
    if (at + head > end) break;
    const size = length === 1 ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : length === 0 ? end - at : length;
    if (size < head) break;
    out.push({ kind: latin(bytes, at + 4, at + 8), from: at + head, to: Math.min(end, at + size) });
    at += size;
  }
  return out;
}
