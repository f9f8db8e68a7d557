// Font families that an SVG file names, and a character, to the bundled family that sets it.
import { normalName } from "../../core/families.js";
import type { AbsentFamily, FaceInfo, FamilyInfo, FontSource } from "../../core/world.js";
import { familiesOf } from "./style/font.js";

/** Generic families, and fonts whose names tell their kind (CSS Fonts 4, 2.1.1). */
const MONOSPACED = /mono|courier|consolas|menlo|monaco|typewriter/i;
const SERIF = /^(?:serif|ui-serif|times|times new roman|georgia|garamond|palatino)$/i;
const SANS = "Noto Sans";
const MONO = "Noto Sans Mono";
/** The one family whose files call themselves otherwise. */
const IN_FILES: Readonly<Record<string, string>> = { "Noto Sans CJK": "Noto Sans CJK JP" };

/** Picks the bundled family of each character of a picture's texts; the files of those picked are what its reader is given. */
export class Families {
  readonly #named = new Map<string, FamilyInfo>();
  readonly #covers = new Map<FamilyInfo, Map<number, boolean>>();
  readonly #lists = new Map<string, readonly FamilyInfo[]>();
  readonly used = new Set<FamilyInfo>();

  readonly all: readonly FamilyInfo[];
  readonly absent: readonly AbsentFamily[];

  constructor({ families, absent }: Pick<FontSource, "families" | "absent">) {
    this.all = families;
    this.absent = absent;
    for (const f of families) for (const name of [f.name, ...Object.keys(f.aliases)]) this.#named.set(normalName(name), f);
  }

  /** The families that a `font-family` allows, in its order, then all others. */
  candidates(list: string): readonly FamilyInfo[] {
    let known = this.#lists.get(list);
    if (known) return known;
    const out = new Set<FamilyInfo>();
    const add = (name: string): boolean => {
      const family = this.#named.get(normalName(name));
      if (family) out.add(family);
      return family !== undefined;
    };
    for (const name of familiesOf(list)) {
      if (add(name)) continue;
      if (MONOSPACED.test(name)) add(MONO);
      else if (SERIF.test(name)) add("Noto Serif");
      else if (/^(?:sans-serif|system-ui|ui-sans-serif|arial|helvetica|verdana)$/i.test(name)) add(SANS);
    }
    add(SANS);
    // serifs and the monospaced face are used where they are named; the largest family comes last
    const rest = this.all.filter((f) => f.fallback !== "never" && f.name !== MONO);
    for (const f of rest.filter((r) => !/CJK|Serif|Emoji/.test(r.name))) out.add(f);
    for (const f of rest) out.add(f);
    known = [...out];
    this.#lists.set(list, known);
    return known;
  }

  /** Whether all faces of the family have the character. */
  covers(family: FamilyInfo, cp: number): boolean {
    let known = this.#covers.get(family);
    if (!known) this.#covers.set(family, (known = new Map()));
    let found = known.get(cp);
    if (found === undefined) known.set(cp, (found = family.faces.every((f) => inRanges(f, cp))));
    return found;
  }

  /** What the font files call a family. */
  nameOf(family: FamilyInfo): string {
    this.used.add(family);
    return IN_FILES[family.name] ?? family.name;
  }
}

function inRanges({ coverage }: FaceInfo, cp: number): boolean {
  let [low, high] = [0, coverage.length - 1];
  while (low <= high) {
    const mid = (low + high) >> 1;
    const [from, to] = coverage[mid]!;
    if (cp < from) high = mid - 1;
    else if (cp > to) low = mid + 1;
    else return true;
  }
  return false;
}
