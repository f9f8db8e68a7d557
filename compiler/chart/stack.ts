import type { SeriesModel } from "./series.js";

/** `base`: begins at the base line. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly base: boolean;
  readonly outermost: boolean;
  /** percent of its stack; null outside */
  readonly share: number | null;
}

/** Stacks the values of series; null stands for an absent value. */
export function stackPieces(series: readonly SeriesModel[], count: number): readonly (readonly (Piece | null)[])[] {
  const out: (Piece | null)[][] = series.map(() => new Array<Piece | null>(count).fill(null));
  for (const s of series)
    if (fills(s) && !s.stack)
      s.source.values?.forEach((v, i) => {
        if (v !== null) out[s.index]![i] = { from: 0, to: v, base: true, outermost: true, share: null };
      });
  for (const members of stacksOf(series)) for (let i = 0; i < count; i++) stackOne(members, i, out);
  return out;
}

const fills = ({ mark }: SeriesModel): boolean => mark === "bar" || mark === "area";

/** Members of each stack, from the base line outwards. */
export function stacksOf(series: readonly SeriesModel[]): Iterable<readonly SeriesModel[]> {
  const groups = new Map<string, SeriesModel[]>();
  for (const s of series) {
    if (!s.stack || !fills(s)) continue;
    const group = groups.get(s.stack.group);
    if (group) group.push(s);
    else groups.set(s.stack.group, [s]);
  }
  return groups.values();
}

/** True if a stack's values are more above the base line than below it. */
export const rises = (members: readonly SeriesModel[]): boolean =>
  members.reduce((sum, s) => (s.source.values ?? []).reduce<number>((all, v) => all + (v ?? 0), sum), 0) >= 0;

function stackOne(members: readonly SeriesModel[], i: number, out: (Piece | null)[][]): void {
  const values = members.map((s) => s.source.values?.[i] ?? null);
  const total = values.reduce<number>((sum, v) => sum + (v ?? 0), 0);
  const last = { up: -1, down: -1 };
  values.forEach((v, k) => {
    if (v !== null && v !== 0) last[v > 0 ? "up" : "down"] = k;
  });
  let up = 0;
  let down = 0;
  members.forEach((s, k) => {
    const v = values[k];
    if (v === null || v === undefined) return;
    const percent = s.stack!.percent;
    const size = percent ? (v / total) * 100 : v;
    const from = v < 0 ? down : up;
    // the last of a stack of shares ends at 100, without rounding errors
    const to = percent && k === last.up ? 100 : from + size;
    if (v < 0) down = to;
    else up = to;
    out[s.index]![i] = { from, to, base: from === 0, outermost: k === (v < 0 ? last.down : last.up), share: percent ? size : null };
  });
}

export function slotsOf(series: readonly SeriesModel[]): { readonly count: number; readonly of: (s: SeriesModel) => number } {
  const keys = new Map<string, number>();
  const keyOf = (s: SeriesModel): string => (s.stack ? `group ${s.stack.group}` : `series ${s.index}`);
  for (const s of series) if (s.mark === "bar" && !keys.has(keyOf(s))) keys.set(keyOf(s), keys.size);
  return { count: Math.max(1, keys.size), of: (s) => keys.get(keyOf(s)) ?? 0 };
}
