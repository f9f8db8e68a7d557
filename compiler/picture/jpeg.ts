import { tuple } from "../../base/tuple.js";
import { concatBytes } from "../../base/bytes.js";
import { orientationOf } from "./exif.js";
import { PictureFault } from "./fault.js";
import { validProfile } from "./icc.js";

/** ISO/IEC 10918-1, annex B. */
interface JpegFile {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3 | 4;
  /** decoders assume inverted CMYK with or without Adobe's marker */
  readonly inverted: boolean;
  /** EXIF, 1 to 8 */
  readonly orientation: number;
  readonly profile: Uint8Array | null;
  /**
   * without bytes between segments and after the end, a broken profile, and an orientation that readers would apply again; the original if
   * without these
   */
  readonly clean: Uint8Array;
}

const fault = (reason: string): never => {
  throw new PictureFault("corrupt", `the JPEG file is broken: ${reason}`);
};

const text = (bytes: Uint8Array, at: number, n: number): string => String.fromCharCode(...bytes.subarray(at, at + n));

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  readonly components: readonly Component[];
}

interface Component {
  readonly name: number;
  /** bits by coefficient; NONE: nothing received */
  readonly missing: Uint8Array;
}
const NONE = 255;

/** @throws PictureFault */
export function readJpeg(bytes: Uint8Array): JpegFile {
  let frame: Frame | null = null;
  let orientation: number | null = null;
  const profile: Uint8Array[] = [];
  let scanned = false;
  const retained: Segment[] = [];
  for (const segment of segments(bytes)) {
    const { marker, body } = segment;
    retained.push(segment);
    if (isFrame(marker)) {
      if (frame) fault("it has two frames");
      frame = readFrame(marker, body);
    } else if (isExif(segment)) orientation ??= orientationOf(body);
    else if (isProfile(segment)) profile.push(body);
    else if (marker === 0xda) {
      if (!frame) return fault("its picture data comes before its frame");
      readScan(frame, body);
      scanned = true;
    } else if (marker === END && body.length === 0) break;
    // tolerated if coefficients are complete; decoding verifies the last scan
    else if (marker === END && !frame?.components.every((c) => c.missing.every((bits) => bits === 0))) fault("it is cut off");
  }
  if (!frame || !scanned) return fault("it has no picture data");
  const { width, height } = frame;
  const components = frame.components.length as JpegFile["components"];
  const icc = profileOf(profile, components);
  const turned = orientation !== null && orientation > 1;
  const dropped = (s: Segment): boolean => (icc === null && isProfile(s)) || (turned && isExif(s));
  return {
    width,
    height,
    components,
    inverted: components === 4,
    orientation: orientation ?? 1,
    profile: icc,
    clean: written(
      bytes,
      retained.filter((s) => !dropped(s)),
    ),
  };
}

interface Segment {
  readonly marker: number;
  readonly body: Uint8Array;
  /** marker, length, body, data after a scan header */
  readonly whole: Uint8Array;
}

const END = 0xd9;
const SOI = Uint8Array.of(0xff, 0xd8);
const EOI = Uint8Array.of(0xff, END);
const NO_END = Uint8Array.of(0);

/** Bytes between are skipped, as by all decoders (B.1.1.2); the end is last. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  let scanned = false;
  for (let at = 2; ;) {
    do {
      at = bytes.indexOf(0xff, at);
      if (at < 0) break;
      while (bytes[at] === 0xff) at++;
    } while (bytes[at] === 0);
    if (at < 0 || at >= bytes.length) {
      if (!scanned) fault("it is cut off");
      return yield { marker: END, body: NO_END, whole: EOI };
    }
    const marker = bytes[at]!;
    const from = at - 1;
    at++;
    if (marker === END) return yield { marker, body: bytes.subarray(at, at), whole: EOI };
    if (marker === 0xd8) fault("it begins twice");
    if (marker === 0x01 || isRestart(marker)) continue;
    if (at + 2 > bytes.length) fault("it is cut off");
    const length = bytes[at]! * 256 + bytes[at + 1]!;
    if (length < 2 || at + length > bytes.length) fault("it is cut off");
    const body = bytes.subarray(at + 2, at + length);
    at += length;
    if (marker === 0xda) {
      scanned = true;
      at = endOfScan(bytes, at);
    }
    yield { marker, body, whole: bytes.subarray(from, at) };
  }
}

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    let next = at + 1;
    while (bytes[next] === 0xff) next++;
    if (next >= bytes.length) return at;
    if (bytes[next] !== 0 && !isRestart(bytes[next]!)) return at;
    at = next + 1;
  }
}

const isExif = ({ marker, body }: Segment): boolean => marker === 0xe1 && text(body, 0, 6) === "Exif\0\0";
const isProfile = ({ marker, body }: Segment): boolean => marker === 0xe2 && text(body, 0, 12) === "ICC_PROFILE\0";

function written(bytes: Uint8Array, retained: readonly Segment[]): Uint8Array {
  const length = retained.reduce((n, s) => n + s.whole.length, SOI.length);
  const same = length === bytes.length && retained.at(-1)!.body !== NO_END;
  return same ? bytes : concatBytes([SOI, ...retained.map((s) => s.whole)]);
}

/** Each part once (ICC.1:2010, B.4). */
function profileOf(parts: readonly Uint8Array[], components: JpegFile["components"]): Uint8Array | null {
  const sorted = [...parts].sort((a, b) => a[12]! - b[12]!);
  const whole = sorted.every((part, i) => part.length > 14 && part[12] === i + 1 && part[13] === parts.length);
  return parts.length > 0 && whole ? validProfile(concatBytes(sorted.map((part) => part.subarray(14))), components) : null;
}

/** C0 to CF except DHT, JPG, DAC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readFrame(marker: number, body: Uint8Array): Frame {
  // baseline, extended, progressive; Huffman, 8 bits (ISO 32000-1, 7.4.8)
  if (marker > 0xc2)
    throw new PictureFault("corrupt", `the JPEG file uses a coding process that PDF does not support (SOF${marker - 0xc0})`);
  if (body.length < 6) fault("its frame is cut off");
  const [bits, h1, h0, w1, w0, components] = tuple([...body.subarray(0, 6)], 6);
  if (bits !== 8) throw new PictureFault("corrupt", `the JPEG file has ${bits} bits per sample, PDF supports 8`);
  const width = w1 * 256 + w0;
  const height = h1 * 256 + h0;
  if (width === 0 || height === 0) fault(`its size is ${width} x ${height}`);
  if (![1, 3, 4].includes(components)) fault(`it has ${components} components`);
  if (body.length < 6 + 3 * components) fault("its frame is cut off");
  const parts = Array.from({ length: components }, (_, i) => ({ name: body[6 + 3 * i]!, missing: new Uint8Array(64).fill(NONE) }));
  return { width, height, progressive: marker === 0xc2, components: parts };
}

/** Progressive scans transmit coefficients partially (G.1.1.1). */
function readScan({ progressive, components }: Frame, body: Uint8Array): void {
  const n = body[0] ?? 0;
  if (n === 0 || body.length < 4 + 2 * n) fault("the header of its picture data is cut off");
  const [from, to, bits] = progressive ? [body[1 + 2 * n]!, body[2 + 2 * n]!, body[3 + 2 * n]! & 15] : [0, 63, 0];
  for (let i = 0; i < n; i++) for (const c of components) if (c.name === body[1 + 2 * i]) c.missing.fill(bits, from, to + 1);
}
