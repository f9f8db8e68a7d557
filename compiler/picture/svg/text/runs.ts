// Glyph runs, which keep a picture's text searchable.
import type { Matrix } from "../../../../ir/ir.js";
import { drawnFont } from "../../../text/font/face.js";
import { OBLIQUE } from "../../../text/font/fonts.js";
import type { DrawnGlyphs } from "../../../box/drawn.js";
import type { PlacedCluster } from "./set.js";

export interface PlacedRun {
  readonly place: Matrix;
  readonly glyphs: Omit<DrawnGlyphs, "fill">;
}

const linear = (a: Matrix, b: Matrix): boolean => [0, 1, 2, 3].every((i) => Math.abs(a[i]! - b[i]!) < 1e-9);

/** Returns the distance to the next cluster along the baseline; null if it is off it. */
export function along(first: PlacedCluster, next: PlacedCluster): number | null {
  const [a, b, c, d, e, f] = first.place;
  if (!linear(first.place, next.place)) return null;
  const [x, y] = [next.place[4] - e, next.place[5] - f];
  const det = a * d - b * c;
  if (Math.abs(det) < 1e-12) return null;
  const [u, v] = [(d * x - c * y) / det, (a * y - b * x) / det];
  return Math.abs(v) <= 1e-4 * first.leaf.size ? u : null;
}

/** gap that splits a run, em */
const FAR = 1;

function follows(first: PlacedCluster, before: PlacedCluster, next: PlacedCluster): boolean {
  const [a, b] = [before.item, next.item];
  if (before.leaf !== next.leaf || a.context.face !== b.context.face || a.slanted !== b.slanted || a.level !== b.level) return false;
  if (before.word.rtl ? next.end !== before.start : next.start !== before.end) return false;
  const u = along(before, next);
  return u !== null && u >= 0 && u <= before.width + FAR * before.leaf.size && along(first, next) !== null;
}

export function runsOf(clusters: readonly PlacedCluster[], characters: string): readonly PlacedRun[] {
  const out: PlacedRun[] = [];
  for (let i = 0; i < clusters.length;) {
    let end = i + 1;
    while (end < clusters.length && follows(clusters[i]!, clusters[end - 1]!, clusters[end]!)) end++;
    out.push(runOf(clusters.slice(i, end), characters));
    i = end;
  }
  return out;
}

function runOf(clusters: readonly PlacedCluster[], characters: string): PlacedRun {
  const first = clusters[0]!;
  const { item, leaf, place } = first;
  const start = clusters.reduce((least, c) => Math.min(least, c.start), first.start);
  const end = clusters.reduce((most, c) => Math.max(most, c.end), first.end);
  const ids: number[] = [];
  const advances: number[] = [];
  const shifts: number[] = [];
  const indexes: number[] = [];
  // expected position of the next glyph; advances are whole thousandths
  let pen = 0;
  clusters.forEach((c, n) => {
    const { word, from, to } = c;
    for (let k = from; k < to; k++) {
      ids.push(word.ids[k]!);
      advances.push(word.advances[k]!);
      shifts.push(word.offsets?.[2 * k] ?? 0, word.offsets?.[2 * k + 1] ?? 0);
      indexes.push(c.start - start);
      pen += word.advances[k]!;
    }
    const next = clusters[n + 1];
    const at = next ? along(first, next) : null;
    if (at === null || leaf.size === 0) return;
    const more = Math.round((at * 1000) / leaf.size) - pen;
    advances[advances.length - 1]! += more;
    pen += more;
  });
  const font = drawnFont(item.context.face);
  const run = { ids, advances, offsets: shifts.some((v) => v !== 0) ? shifts : null, clusters: indexes };
  const text = characters.slice(start, end);
  return { place, glyphs: { op: "glyphs", x: 0, y: 0, font, size: leaf.size, slant: item.slanted ? OBLIQUE : 0, text, run } };
}
