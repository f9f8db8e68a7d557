// A name that is none of those there are to the one of them that was probably meant.
/** As names are compared: `fontSize`, `font-size` and `Font_Size` are one name. */
export const plain = (name: string): string => name.toLowerCase().replace(/[\s_.-]+/g, "");

/** How many slips of the hand a name of so many letters may have. */
const slips = (length: number): number => (length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3);

/** The same for names of another place, which are more: what is not nearly the same is something else. */
export const rareSlips = (length: number): number => (length < 6 ? 0 : length < 10 ? 1 : 2);

/** Longer ones are no slips of the hand. */
const MAX_LENGTH = 64;

/** The name that differs in the fewest letters, where those are few; the first of several. Only for messages. */
export function nearest(found: string, names: readonly string[], most = slips): string | undefined {
  if (found.length > MAX_LENGTH) return undefined;
  const word = plain(found);
  if (word === "") return undefined;
  let best: string | undefined;
  let least = most(word.length) + 1;
  for (const name of names) {
    const other = plain(name);
    const distance = other === word ? 0 : Math.abs(other.length - word.length) < least ? between(word, other) : least;
    // of a short name, a slip leaves nothing that could be known again
    if (distance < least && distance < other.length / 2) {
      best = name;
      least = distance;
    }
  }
  return best;
}

/** Letters left out, put in, taken for another, or two in a row in the wrong order (optimal string alignment). */
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
