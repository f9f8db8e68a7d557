// UAX #9, Unicode 17.0.
import { tuple } from "../../../base/tuple.js";
import { BIDI_CLASS, BIDI_CLASSES, EQUIVALENT_BRACKETS, MIRRORS, OPENING_BRACKETS } from "./data/unicode.js";
import { runLengths } from "./ucd.js";

export type BidiClass = (typeof BIDI_CLASSES)[number];
export { BIDI_CLASSES };

let classes: Uint8Array | null = null;

/** Index of BIDI_CLASSES; on first use. */
export const bidiClasses = (): Uint8Array => (classes ??= runLengths(BIDI_CLASS, 0x110000));

const pairs = (text: string): readonly (readonly [number, number])[] =>
  text.split(" ").map((pair) =>
    tuple(
      pair.split(".").map((c) => Number.parseInt(c, 36)),
      2,
    ),
  );

function mirrorsOf(): ReadonlyMap<number, number> {
  return new Map(pairs(MIRRORS).flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}
let mirrors: ReadonlyMap<number, number> | null = null;

/** Returns the mirrored character; undefined if there is none. */
export const mirrorOf = (cp: number): number | undefined => (mirrors ??= mirrorsOf()).get(cp);

/** The opening bracket of its pair, the same for canonically equivalent ones. */
interface PairedBracket {
  readonly opens: boolean;
  readonly pair: number;
}

function bracketsOf(): ReadonlyMap<number, PairedBracket> {
  const same = new Map(pairs(EQUIVALENT_BRACKETS));
  const out = new Map<number, PairedBracket>();
  for (const text of OPENING_BRACKETS.split(" ")) {
    const opening = Number.parseInt(text, 36);
    const pair = same.get(opening) ?? opening;
    out.set(opening, { opens: true, pair });
    out.set(mirrorOf(opening)!, { opens: false, pair });
  }
  return out;
}
let brackets: ReadonlyMap<number, PairedBracket> | null = null;

/** Returns the pair of a bracket; undefined for other characters. */
export const bracketOf = (cp: number): PairedBracket | undefined => (brackets ??= bracketsOf()).get(cp);
