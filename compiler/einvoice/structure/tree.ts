import type { Profile } from "../guideline.js";
import type { Prefix } from "../node.js";
import { CII } from "./cii.js";
import { FACTUR_X } from "./factur-x.js";

export interface Child {
  readonly name: string;
  readonly type: string;
  readonly least: 0 | 1;
  readonly most: number;
  /** Exactly one of the children so marked is required. */
  readonly choice: boolean;
}

export interface Type {
  /** Namespace of the children. */
  readonly prefix: Prefix;
  readonly children: readonly Child[];
  /** Positions in `children`. */
  readonly places: ReadonlyMap<string, number>;
}

export type Types = ReadonlyMap<string, Type>;

export const ROOT_TYPE = "CrossIndustryInvoice";

const OFTEN: Readonly<Record<string, readonly [0 | 1, number]>> = {
  "1": [1, 1],
  "?": [0, 1],
  "2": [0, 2],
  "+": [1, Infinity],
  "*": [0, Infinity],
  "|": [0, 1],
};

function read(written: string, column: number): Types {
  const types = new Map<string, Type>();
  let children: Child[] = [];
  let places = new Map<string, number>();
  for (const line of written.trim().split("\n")) {
    if (!line.startsWith(" ")) {
      const [prefix, name] = line.split(":") as [Prefix, string];
      children = [];
      places = new Map();
      types.set(name, { prefix, children, places });
      continue;
    }
    for (const entry of line.split(",")) {
      const [name, type, often] = entry.trim().split(" ");
      const found = OFTEN[often?.[column] ?? ""];
      if (!found) continue;
      places.set(name!, children.length);
      children.push({ name: name!, type: type!, least: found[0], most: found[1], choice: often![column] === "|" });
    }
  }
  return types;
}

const COLUMNS: Readonly<Record<Exclude<Profile, "xrechnung">, number>> = { minimum: 0, basic_wl: 1, basic: 2, en16931: 3, extended: 4 };

const known = new Map<Profile, Types>();

/** XRechnung has all of CII; rules restrict it. */
export function typesOf(profile: Profile): Types {
  let found = known.get(profile);
  if (!found) known.set(profile, (found = profile === "xrechnung" ? read(CII, 0) : read(FACTUR_X, COLUMNS[profile])));
  return found;
}
