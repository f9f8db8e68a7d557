// Runs of glyphs, of which some are drawings.
import type { GlyphDrawing, GlyphsOp } from "../../../ir/ir.js";
import { round } from "../../../ir/geometry.js";
import type { RunPart } from "../content/drawn-font.js";

/** Glyphs [from, to) of a run with text [start, end). */
interface Cluster {
  readonly from: number;
  readonly to: number;
  /** 1/1000 em from the origin of the run */
  readonly x: number;
  readonly start: number;
  readonly end: number;
  readonly isDrawn: boolean;
  /** some of its glyphs are outlines */
  readonly isMixed: boolean;
}

export function partsOf(op: GlyphsOp, drawings: readonly (GlyphDrawing | null)[], tagged: boolean): readonly RunPart[] {
  const clusters = clustersOf(op, drawings);
  const isBack = clusters.length > 1 && clusters[0]!.start > clusters[1]!.start;
  const groups = isBack && tagged ? clusters.map((c) => [c]).reverse() : alike(clusters);
  return groups.flatMap((group) => {
    const [only] = group;
    return only!.isMixed ? apart(op, only!, drawings) : [part(op, group, drawings)];
  });
}

function clustersOf({ run, text }: GlyphsOp, drawings: readonly (GlyphDrawing | null)[]): readonly Cluster[] {
  const { ids, advances, clusters } = run;
  const starts = [...new Set(clusters)].sort((a, b) => a - b);
  const endOf = new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]));
  const out: Cluster[] = [];
  for (let i = 0, x = 0; i < ids.length;) {
    const start = clusters[i]!;
    let to = i;
    let drawn = 0;
    const left = x;
    while (to < ids.length && clusters[to] === start) {
      if (drawings[to] !== null) drawn++;
      x += advances[to++]!;
    }
    // text before the first cluster is that of the first
    out.push({
      from: i,
      to,
      x: left,
      start: start === starts[0] ? 0 : start,
      end: endOf.get(start)!,
      isDrawn: drawn > 0,
      isMixed: drawn > 0 && drawn < to - i,
    });
    i = to;
  }
  return out;
}

function alike(clusters: readonly Cluster[]): readonly (readonly Cluster[])[] {
  const out: Cluster[][] = [];
  for (const cluster of clusters) {
    const last = out.at(-1);
    if (last?.[0]!.isDrawn === cluster.isDrawn && !last[0]!.isMixed && !cluster.isMixed) last.push(cluster);
    else out.push([cluster]);
  }
  return out;
}

function part(op: GlyphsOp, clusters: readonly Cluster[], drawings: readonly (GlyphDrawing | null)[]): RunPart {
  const [first, last] = [clusters[0]!, clusters.at(-1)!];
  const { ids, advances, offsets, clusters: of } = op.run;
  const start = Math.min(first.start, last.start);
  const run = {
    ids: ids.slice(first.from, last.to),
    advances: advances.slice(first.from, last.to),
    offsets: offsets && offsets.slice(2 * first.from, 2 * last.to),
    clusters: of.slice(first.from, last.to).map((c) => Math.max(0, c - start)),
  };
  const x = round(op.x + (first.x * op.size) / 1000);
  const text = op.text.slice(start, Math.max(first.end, last.end));
  const made: GlyphsOp = { ...op, x, text, run, actualText: op.actualText === null ? null : start === 0 ? op.actualText : "" };
  return { op: made, drawings: first.isDrawn ? drawings.slice(first.from, last.to).map((drawing) => drawing!) : null };
}

/** Glyph by glyph: the first has the text, which the others continue. */
function apart(op: GlyphsOp, cluster: Cluster, drawings: readonly (GlyphDrawing | null)[]): readonly RunPart[] {
  let { x } = cluster;
  return Array.from({ length: cluster.to - cluster.from }, (_, i) => {
    const k = cluster.from + i;
    const one = part(op, [{ ...cluster, from: k, to: k + 1, x, isDrawn: drawings[k] !== null, isMixed: false }], drawings);
    x += op.run.advances[k]!;
    return i === 0 ? one : { ...one, op: { ...one.op, text: CONTINUED, actualText: "" } };
  });
}

/** Every code has a text (ISO 19005-2, 6.2.11.7.2). */
const CONTINUED = "\u200b";
