// Sweeps as meshes of triangles (ISO 32000-1, 8.7.4.5.5).
import { greatest } from "../../../base/many.js";
import type { Point, Rect, Stop, SweepPaint } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, Raw, type Ref } from "../syntax/object.js";
import { decimal } from "../syntax/object.js";

/** Degrees of a triangle at most: its outer edge stays outside of the region. */
const WIDEST = 15;
/** Difference of a channel within a triangle at most, of 255. */
const CLOSE = 4;

interface Ray {
  readonly turn: number;
  readonly value: readonly number[];
}

/** Rays with the colours at both sides of each triangle. */
function raysOf(stops: readonly Stop[], alpha: boolean): readonly (readonly [Ray, Ray])[] {
  const value = ({ color, opacity }: Stop): number[] => {
    if (alpha) return [opacity * 255];
    const v = Number.parseInt(color.slice(1), 16);
    return [v >> 16, (v >> 8) & 255, v & 255];
  };
  const out: (readonly [Ray, Ray])[] = [];
  for (let i = 0; i + 1 < stops.length; i++) {
    const [a, b] = [stops[i]!, stops[i + 1]!];
    if (b.offset <= a.offset) continue;
    const [from, to] = [value(a), value(b)];
    const span = greatest(from.map((v, k) => Math.abs(to[k]! - v)));
    const count = Math.max(1, Math.ceil(((b.offset - a.offset) * 360) / WIDEST), Math.ceil(span / CLOSE));
    const ray = (k: number): Ray => ({
      turn: a.offset + ((b.offset - a.offset) * k) / count,
      value: from.map((v, c) => v + ((to[c]! - v) * k) / count),
    });
    for (let k = 0; k < count; k++) out.push([ray(k), ray(k + 1)]);
  }
  return out;
}

/** Colours around the centre are those of the middle of each triangle. */
export function sweepMesh(file: ObjectWriter, { center, stops }: SweepPaint, region: Rect, alpha: boolean): Ref {
  const corners = [region.x, region.x + region.width].flatMap((x) =>
    [region.y, region.y + region.height].map((y) => Math.hypot(x - center.x, y - center.y)),
  );
  const radius = 1 + greatest(corners) / Math.cos(((WIDEST / 2) * Math.PI) / 180);
  const channels = alpha ? 1 : 3;
  const rays = raysOf(stops, alpha);
  const size = 1 + 4 + 4 + channels;
  const view = new DataView(new ArrayBuffer(3 * size * rays.length));
  let at = 0;
  const vertex = ({ x, y }: Point, value: readonly number[]): void => {
    view.setUint8(at, 0);
    view.setUint32(at + 1, share(x, center.x, radius));
    view.setUint32(at + 5, share(y, center.y, radius));
    value.forEach((v, i) => {
      view.setUint8(at + 9 + i, Math.round(v));
    });
    at += size;
  };
  const edge = ({ turn }: Ray): Point => {
    const angle = turn * 2 * Math.PI;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  };
  for (const [a, b] of rays) {
    vertex(
      center,
      a.value.map((v, i) => (v + b.value[i]!) / 2),
    );
    vertex(edge(a), a.value);
    vertex(edge(b), b.value);
  }
  const ends = [center.x - radius, center.x + radius, center.y - radius, center.y + radius].map((v) => new Raw(decimal(v)));
  return file.stream(
    {
      ShadingType: 4,
      ColorSpace: name(alpha ? "DeviceGray" : "DeviceRGB"),
      BitsPerCoordinate: 32,
      BitsPerComponent: 8,
      BitsPerFlag: 8,
      Decode: [...ends, ...new Array<number[]>(channels).fill([0, 1]).flat()],
    },
    new Uint8Array(view.buffer),
  );
}

/** Returns the share of a value in the 32-bit range between the ends. */
const share = (v: number, middle: number, radius: number): number =>
  Math.min(0xffffffff, Math.max(0, Math.round(((v - middle + radius) / (2 * radius)) * 0xffffffff)));
