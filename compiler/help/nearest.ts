/** `fontSize`, `font-size` and `Font_Size` are equal. */
export const plain = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/g, "");

const slips = (length: number): number => (length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3);

/** Number of slips that are allowed in names from elsewhere: it is lower, as there are many such names. */
export const rareSlips = (length: number): number => (length < 6 ? 0 : length < 10 ? 1 : 2);

/** longer: not a typing error */
const MAX_LENGTH = 64;

/** Returns the nearest word, the first of equals. Only for messages. */
export function nearest(found: string, names: readonly string[], most = slips): string | undefined {
  if (found.length > MAX_LENGTH) return undefined;
  const word = plain(found);
  if (word === "") return undefined;
  let best: string | undefined;
  let least = most(word.length) + 1;
  for (const name of names) {
    const other = plain(name);
    const distance = other === word ? 0 : Math.abs(other.length - word.length) < least ? between(word, other) : least;
    // half the letters: not a typing error
    if (distance < least && distance < other.length / 2) {
      best = name;
      least = distance;
    }
  }
  return best;
}

/** Sorts words by distance, those that begin alike first; empty if none is similar. Only for messages. */
export function nearby(found: string, names: readonly string[], count: number): readonly string[] {
  if (found.length > MAX_LENGTH) return [];
  const word = plain(found);
  const most = slips(word.length);
  const ranked = names.flatMap((name) => {
    const other = plain(name);
    if (Math.abs(other.length - word.length) > most) return [];
    const distance = between(word, other);
    return distance <= most && distance < other.length / 2 ? [{ name, distance, start: other[0] === word[0] ? 0 : 1 }] : [];
  });
  ranked.sort((a, b) => a.distance - b.distance || a.start - b.start);
  return ranked.slice(0, count).map(({ name }) => name);
}

/** Edits: deletion, insertion, substitution, transposition of neighbours (optimal string alignment). */
function between(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let k = 1; k <= b.length; k++) {
      const same = a[i - 1] === b[k - 1];
      let cost = Math.min(last[k]! + 1, row[k - 1]! + 1, last[k - 1]! + (same ? 0 : 1));
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) cost = Math.min(cost, before[k - 2]! + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
