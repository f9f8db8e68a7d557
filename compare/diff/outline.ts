import type { OutlineFact } from "../facts/facts.js";
import type { Finding, Sink, Spot } from "./collect.js";
import { commonInTurn } from "./sequence.js";

interface Entry extends OutlineFact {
  readonly index: number;
}

/**
 * Compares outlines (DF-12): entries with the same title in the same order, then the same titles elsewhere (`moved`), then entries of one
 * level between the same neighbours (another title).
 */
export function compareOutlines(
  left: readonly OutlineFact[],
  right: readonly OutlineFact[],
  isSameTarget: (a: OutlineFact, b: OutlineFact) => boolean,
  sink: Sink,
): void {
  const a = left.map((entry, index): Entry => ({ ...entry, index }));
  const b = right.map((entry, index): Entry => ({ ...entry, index }));
  const spot = (entry: Entry, value: string): Spot => ({ rect: null, value, at: { of: "outline", index: entry.index } });
  const emit = (
    change: Finding["change"],
    property: string | null,
    x: readonly [Entry, string] | null,
    y: readonly [Entry, string] | null,
  ): void =>
    sink({ kind: "outline", change, ...(property !== null && { property }), page: null, left: x && spot(...x), right: y && spot(...y) });
  const properties = (x: Entry, y: Entry): void => {
    const changed = (property: string, from: string, to: string): void => emit("changed", property, [x, from], [y, to]);
    if (x.title !== y.title) changed("title", x.title, y.title);
    if (x.level !== y.level) changed("level", String(x.level), String(y.level));
    if (!isSameTarget(x, y)) changed("target", x.target, y.target);
    if (x.look !== y.look) changed("look", x.look, y.look);
  };
  const taken = new Set<Entry>();
  const take = (x: Entry, y: Entry): void => {
    taken.add(x).add(y);
    properties(x, y);
  };
  for (const [i, j] of commonInTurn(a, b, [({ title, level }) => `${level} ${title}`, ({ title }) => title])) take(a[i]!, b[j]!);
  const places = new Map<string, Entry[]>();
  for (const entry of b.toReversed()) {
    if (taken.has(entry)) continue;
    const found = places.get(entry.title);
    if (found) found.push(entry);
    else places.set(entry.title, [entry]);
  }
  for (const entry of a) {
    const other = taken.has(entry) ? undefined : places.get(entry.title)?.pop();
    if (!other) continue;
    emit("moved", null, [entry, entry.title], [other, other.title]);
    take(entry, other);
  }
  // entries that remain meet by their order between the entries that were found
  const gaps = (entries: readonly Entry[]): Map<string, Entry[]> => {
    const found = new Map<string, Entry[]>();
    let after = "";
    for (const entry of entries) {
      if (taken.has(entry)) after = entry.title;
      else {
        const key = `${entry.level} ${after}`;
        const gap = found.get(key);
        if (gap) gap.push(entry);
        else found.set(key, [entry]);
      }
    }
    return found;
  };
  const others = gaps(b);
  for (const [key, entries] of gaps(a)) {
    const gap = others.get(key) ?? [];
    for (let k = 0; k < Math.min(entries.length, gap.length); k++) take(entries[k]!, gap[k]!);
  }
  for (const entry of a) if (!taken.has(entry)) emit("removed", null, [entry, entry.title], null);
  for (const entry of b) if (!taken.has(entry)) emit("added", null, null, [entry, entry.title]);
}
