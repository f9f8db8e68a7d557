import { tuple } from "../../../../base/tuple.js";
import { isKeyOf, lookup } from "../../../../base/lookup.js";
import type { FacturXProfile, JudgedProfile } from "../guideline.js";
import { NAMESPACES, type Prefix, type Syntax } from "../node.js";
import { CII } from "./cii.js";
import { FACTUR_X } from "./factur-x.js";
import { UBL } from "./ubl.js";

export interface Child {
  readonly name: string;
  readonly prefix: Prefix;
  readonly type: string;
  readonly least: 0 | 1;
  readonly most: number;
  /** Exactly one of these is required. */
  readonly choice: boolean;
}

export interface Type {
  readonly children: readonly Child[];
  /** indices in `children` by name */
  readonly places: ReadonlyMap<string, number>;
}

export type Types = ReadonlyMap<string, Type>;

/** Type of CII's root; UBL's are the names of its roots. */
export const ROOT_TYPE = "CrossIndustryInvoice";

const OFTEN: Readonly<Record<string, readonly [0 | 1, number]>> = {
  "1": [1, 1],
  "?": [0, 1],
  "2": [0, 2],
  "+": [1, Infinity],
  "*": [0, Infinity],
  "|": [0, 1],
};

function read(written: string, column: number, prefixOf: (parent: Prefix, type: string) => Prefix = (parent) => parent): Types {
  const types = new Map<string, Type>();
  let children: Child[] = [];
  let places = new Map<string, number>();
  let parent: Prefix = "rsm";
  for (const line of written.trim().split("\n")) {
    if (!line.startsWith(" ")) {
      const [prefix, name] = tuple(line.split(":"), 2);
      if (!isKeyOf(NAMESPACES, prefix)) throw new Error(`no prefix ${prefix}`);
      parent = prefix;
      children = [];
      places = new Map();
      types.set(name, { children, places });
      continue;
    }
    for (const entry of line.split(",")) {
      const [name, type, often] = entry.trim().split(" ");
      const found = lookup(OFTEN, often?.[column] ?? "");
      if (!found) continue;
      places.set(name!, children.length);
      children.push({
        name: name!,
        prefix: prefixOf(parent, type!),
        type: type!,
        least: found[0],
        most: found[1],
        choice: often![column] === "|",
      });
    }
  }
  return types;
}

const COLUMNS: Readonly<Record<FacturXProfile, number>> = {
  minimum: 0,
  basic_wl: 1,
  basic: 2,
  en16931: 3,
  extended: 4,
};

const known = new Map<string, Types>();

function readUbl(): Types {
  const groups = new Set(UBL.split("\n").flatMap((line) => (line.startsWith("cac:") ? [line.slice(4)] : [])));
  return read(UBL, 0, (_, type) => (type === "Extensions" ? "ext" : groups.has(type) ? "cac" : "cbc"));
}

/** CII D22B, of which France's extension is, has any number of references to invoices where D16B has one. */
function readD22b(): Types {
  const types = new Map(read(CII, 0));
  for (const name of ["HeaderTradeSettlement", "LineTradeSettlement"]) {
    const { children, places } = types.get(name)!;
    types.set(name, { places, children: children.map((c) => (c.name === "InvoiceReferencedDocument" ? { ...c, most: Infinity } : c)) });
  }
  return types;
}

/** XRechnung and France's extension have all of CII, UBL is one for every profile; rules restrict them. */
export function typesOf(profile: JudgedProfile, syntax: Syntax = "cii"): Types {
  const key = syntax === "ubl" ? syntax : isFacturX(profile) || profile === "extended_ctc_fr" ? profile : "cii";
  let found = known.get(key);
  if (!found) known.set(key, (found = readTypes(profile, syntax)));
  return found;
}

function readTypes(profile: JudgedProfile, syntax: Syntax): Types {
  if (syntax === "ubl") return readUbl();
  if (isFacturX(profile)) return read(FACTUR_X, COLUMNS[profile]);
  return profile === "extended_ctc_fr" ? readD22b() : read(CII, 0);
}

export const isFacturX = (profile: JudgedProfile): profile is FacturXProfile => Object.hasOwn(COLUMNS, profile);
