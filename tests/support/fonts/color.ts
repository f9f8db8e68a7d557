// Fonts in colour, from paints: tables COLR 1 or 0 and CPAL (OpenType 1.9.1).
import opentype from "opentype.js";
import { tablePlaces } from "../../../base/font-table.js";
import { fontOf } from "./make.js";

export type Paint = readonly number[];

const u16 = (v: number): number[] => [(v >> 8) & 255, v & 255];
const u24 = (v: number): number[] => [(v >> 16) & 255, ...u16(v)];
const u32 = (v: number): number[] => [(v >>> 24) & 255, ...u24(v)];
const f2 = (v: number): number[] => u16(Math.round(v * 0x4000));
const fixed = (v: number): number[] => u32(Math.round(v * 0x10000));
const lengths = (...values: readonly number[]): number[] => values.flatMap(u16);

/** Format, 24-bit offsets and numbers; the parts follow. */
function paint(format: number, fields: readonly (readonly number[] | { readonly part: readonly number[] })[]): Paint {
  const size = 1 + fields.reduce((n, f) => n + ("part" in f ? 3 : f.length), 0);
  const parts: number[] = [];
  const head = fields.flatMap((f) => {
    if (!("part" in f)) return f;
    const at = size + parts.length;
    for (const byte of f.part) parts.push(byte);
    return u24(at);
  });
  return [format, ...head, ...parts];
}

type Stop = readonly [offset: number, palette: number, alpha?: number];
interface Line {
  readonly extend?: 0 | 1 | 2;
  readonly stops: readonly Stop[];
}
const line = ({ extend = 0, stops }: Line): number[] => [
  extend,
  ...u16(stops.length),
  ...stops.flatMap(([offset, palette, alpha = 1]) => [...f2(offset), ...u16(palette), ...f2(alpha)]),
];

export const layers = (count: number, first: number): Paint => paint(1, [[count], u32(first)]);
export const solid = (palette: number, alpha = 1): Paint => paint(2, [u16(palette), f2(alpha)]);
export const linear = (of: Line, ...points: readonly number[]): Paint => paint(4, [{ part: line(of) }, lengths(...points)]);
export const radial = (of: Line, ...circles: readonly number[]): Paint => paint(6, [{ part: line(of) }, lengths(...circles)]);
/** Angles in degrees. */
export const sweep = (of: Line, x: number, y: number, from: number, to: number): Paint =>
  paint(8, [{ part: line(of) }, lengths(x, y), f2(from / 180 - 1), f2(to / 180 - 1)]);
export const glyph = (gid: number, inner: Paint): Paint => paint(10, [{ part: inner }, u16(gid)]);
export const colorGlyph = (gid: number): Paint => paint(11, [u16(gid)]);
export const transform = (inner: Paint, ...m: readonly number[]): Paint => paint(12, [{ part: inner }, { part: m.flatMap(fixed) }]);
export const translate = (inner: Paint, x: number, y: number): Paint => paint(14, [{ part: inner }, lengths(x, y)]);
export const scale = (inner: Paint, x: number, y: number): Paint => paint(16, [{ part: inner }, f2(x), f2(y)]);
export const rotate = (inner: Paint, degrees: number, x: number, y: number): Paint =>
  paint(26, [{ part: inner }, f2(degrees / 180), lengths(x, y)]);
export const skew = (inner: Paint, x: number, y: number): Paint => paint(28, [{ part: inner }, f2(x / 180), f2(y / 180)]);
export const composite = (source: Paint, mode: number, backdrop: Paint): Paint => paint(32, [{ part: source }, [mode], { part: backdrop }]);

/** Outlines, in a square of 1000 units: the whole from 100 to 900, its left and lower parts, a disc. */
export const [SQUARE, LEFT, LOWER, DISC] = [1, 2, 3, 4] as const;
/** Glyph of the first character. */
export const FIRST = 5;

export const PALETTE = ["#E53935", "#1E88E5", "#43A047", "#FDD835", "#FFFFFF", "#000000"] as const;

interface ColorFontParts {
  /** by character: a paint, or layers of version 0 */
  readonly paints: Readonly<Record<string, Paint | readonly (readonly [gid: number, palette: number])[]>>;
  readonly layers?: readonly Paint[];
  /** left, bottom, right, top, by character */
  readonly clips?: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly family?: string;
  /** more characters, with outlines alone */
  readonly plain?: string;
}

const isPaint = (p: ColorFontParts["paints"][string]): p is Paint => typeof p[0] === "number";

/** Each character's outline is a narrow bar, which shows where its drawing does not. */
export function colorFont({ paints, layers: list = [], clips = {}, family = "Colours", plain = "" }: ColorFontParts): Uint8Array {
  const box = (x: number, y: number, w: number, h: number): opentype.Path => {
    const p = new opentype.Path();
    p.moveTo(x, y);
    p.lineTo(x + w, y);
    p.lineTo(x + w, y + h);
    p.lineTo(x, y + h);
    p.close();
    return p;
  };
  const disc = new opentype.Path();
  const k = 0.5523 * 400;
  disc.moveTo(900, 500);
  disc.curveTo(900, 500 + k, 500 + k, 900, 500, 900);
  disc.curveTo(500 - k, 900, 100, 500 + k, 100, 500);
  disc.curveTo(100, 500 - k, 500 - k, 100, 500, 100);
  disc.curveTo(500 + k, 100, 900, 500 - k, 900, 500);
  disc.close();
  const made = (name: string, path: opentype.Path, character?: string): opentype.Glyph =>
    new opentype.Glyph({ name, advanceWidth: 1000, path, ...(character !== undefined && { unicode: character.codePointAt(0)! }) });
  const characters = [...Object.keys(paints), ...plain];
  const glyphs = [
    made(".notdef", new opentype.Path()),
    made("square", box(100, 100, 800, 800)),
    made("left", box(100, 100, 500, 800)),
    made("lower", box(100, 100, 800, 500)),
    made("disc", disc),
    ...characters.map((c) => made(`u${c.codePointAt(0)!.toString(16)}`, box(450, 100, 100, 800), c)),
    made("space", new opentype.Path(), " "),
  ];
  const font = new opentype.Font({ familyName: family, styleName: "Regular", unitsPerEm: 1000, ascender: 900, descender: -200, glyphs });
  const plainFont = new Uint8Array(font.toArrayBuffer());
  const tables: Record<string, Uint8Array> = {};
  for (const [tag, { offset, length }] of tablePlaces(plainFont)) tables[tag] = plainFont.slice(offset, offset + length);
  const all = Object.entries(paints).map(([c, p], i) => ({ c, p, gid: FIRST + i }));
  tables["COLR"] = colr(
    all.flatMap(({ p, gid }) => (isPaint(p) ? [{ gid, paint: p }] : [])),
    all.flatMap(({ p, gid }) => (isPaint(p) ? [] : [{ gid, layers: p }])),
    list,
    all.flatMap(({ c, gid }) => (clips[c] ? [{ gid, box: clips[c] }] : [])),
  );
  tables["CPAL"] = Uint8Array.from([
    ...[...u16(0), ...u16(PALETTE.length), ...u16(1), ...u16(PALETTE.length), ...u32(14), ...u16(0)],
    ...PALETTE.flatMap((color) => [...u24(Number.parseInt(color.slice(1), 16)).reverse(), 255]),
  ]);
  return fontOf(tables, 0x4f54544f);
}

function colr(
  paints: readonly { readonly gid: number; readonly paint: Paint }[],
  old: readonly { readonly gid: number; readonly layers: readonly (readonly [number, number])[] }[],
  list: readonly Paint[],
  clips: readonly { readonly gid: number; readonly box: readonly number[] }[],
): Uint8Array {
  const isNew = paints.length > 0;
  const head = isNew ? 34 : 14;
  const records = old.flatMap(({ gid, layers: own }, i) => [
    ...u16(gid),
    ...u16(old.slice(0, i).reduce((n, o) => n + o.layers.length, 0)),
    ...u16(own.length),
  ]);
  const oldLayers = old.flatMap((o) => o.layers.flatMap(([gid, palette]) => [...u16(gid), ...u16(palette)]));
  const listed = (entries: readonly Paint[], entrySize: number, entry: (i: number, at: number) => number[]): number[] => {
    let at = 4 + entrySize * entries.length;
    const offsets = entries.flatMap((p, i) => {
      const made = entry(i, at);
      at += p.length;
      return made;
    });
    return [...u32(entries.length), ...offsets, ...entries.flat()];
  };
  const base = isNew
    ? listed(
        paints.map((p) => p.paint),
        6,
        (i, at) => [...u16(paints[i]!.gid), ...u32(at)],
      )
    : [];
  const layerList = isNew ? listed(list, 4, (_, at) => u32(at)) : [];
  const clipList = [1, ...u32(clips.length)];
  clips.forEach(({ gid }, i) => clipList.push(...u16(gid), ...u16(gid), ...u24(5 + 7 * clips.length + 9 * i)));
  for (const { box } of clips) clipList.push(1, ...lengths(...box));
  const oldAt = head + records.length;
  const baseAt = oldAt + oldLayers.length;
  return Uint8Array.from([
    ...u16(isNew ? 1 : 0),
    ...u16(old.length),
    ...u32(old.length > 0 ? head : 0),
    ...u32(old.length > 0 ? oldAt : 0),
    ...u16(oldLayers.length / 4),
    ...(isNew ? [baseAt, baseAt + base.length, clips.length > 0 ? baseAt + base.length + layerList.length : 0, 0, 0].flatMap(u32) : []),
    ...records,
    ...oldLayers,
    ...base,
    ...layerList,
    ...(isNew ? clipList : []),
  ]);
}
