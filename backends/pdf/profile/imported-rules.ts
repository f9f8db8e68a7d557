// PDF/UA-1 rules on imported structure, as far as tools judge it (ISO 14289-1, 7; PDF-30).
import type { Breach } from "../../../pdf-reader/judge/judge.js";
import { lookup } from "../../../base/lookup.js";
import { attributeIn, type AttributeValue, type ImportedNode, type ImportedRole, type ImportedStructure } from "../../../ir/ir.js";
import { textLength } from "../syntax/object.js";
import type { Limits } from "./profile.js";
import { childrenOf, isNode, PASSING, tableBreach } from "./imported-tables.js";

export interface Headings {
  /** of the last one; 0 before the first */
  level: number;
  /** headings with levels, and without: a document has one kind */
  numbered: boolean;
  plain: boolean;
}

export interface StructureBreach extends Breach {
  /** of the import, from 0, on which the element is; null without content */
  readonly page: number | null;
}

/** Elements that a parent may have; absent: any. */
const KIDS: Readonly<Record<string, readonly ImportedRole[]>> = {
  Table: ["TR", "THead", "TBody", "TFoot", "Caption"],
  THead: ["TR"],
  TBody: ["TR"],
  TFoot: ["TR"],
  TR: ["TH", "TD"],
  L: ["L", "LI", "Caption"],
  LI: ["Lbl", "LBody"],
  TOC: ["TOC", "TOCI", "Caption"],
};
/** Elements in which an element must be; absent: any. */
const PARENTS: Readonly<Record<string, readonly ImportedRole[]>> = {
  TR: ["Table", "THead", "TBody", "TFoot"],
  THead: ["Table"],
  TBody: ["Table"],
  TFoot: ["Table"],
  TH: ["TR"],
  TD: ["TR"],
  LI: ["L"],
  LBody: ["LI"],
  TOCI: ["TOC"],
};

/** Returns the first breach in reading order; null if the structure conforms. */
export function structureBreach(structure: ImportedStructure, headings: Headings, limits: Limits | null): StructureBreach | null {
  if (structure.breach) return { ...structure.breach, page: null };
  return new StructureSearch(structure, headings, limits).kids(structure.kids, null);
}

/** Returns the limit that a structure exceeds; null within the limits. */
export function structureLimit(structure: ImportedStructure, limits: Limits): StructureBreach | null {
  return new StructureSearch(structure, null, limits).kids(structure.kids, null);
}

class StructureSearch {
  readonly #classes;

  /** `headings`: null for limits only */
  constructor(
    structure: ImportedStructure,
    readonly headings: Headings | null,
    readonly limits: Limits | null,
  ) {
    this.#classes = new Map(structure.classes.map((c) => [c.name, c.attributes]));
  }

  kids(kids: readonly ImportedNode[], parent: ImportedRole | null): StructureBreach | null {
    for (const kid of kids) {
      const found = this.#node(kid, parent);
      if (found) return found;
    }
    return null;
  }

  #node(node: ImportedNode, parent: ImportedRole | null): StructureBreach | null {
    const bad = this.#limit(node) ?? (this.headings && this.#rule(node, parent, this.headings));
    if (bad) return { ...bad, page: pageOf(node) };
    return this.kids(node.kids.filter(isNode), PASSING.has(node.role) ? parent : node.role);
  }

  #limit({ role, kids, ...texts }: ImportedNode): Breach | null {
    const { limits } = this;
    if (!limits) return null;
    const clause = limits.clause;
    const { title = "", alt = "", actualText = "", expansion = "", id = "" } = texts;
    for (const text of [title, alt, actualText, expansion, id]) {
      const bytes = textLength(text);
      if (bytes > limits.string)
        return { clause, reason: `a text of a ${role} has ${bytes} bytes, and at most ${limits.string} are allowed` };
    }
    const mcid = kids.reduce((most, kid) => (isNode(kid) ? most : Math.max(most, kid.mcid ?? 0)), 0);
    const length = Math.max(kids.length, mcid + 1);
    return length > limits.array
      ? { clause, reason: `a ${role} has an array of ${length} elements, and at most ${limits.array} are allowed` }
      : null;
  }

  #rule(node: ImportedNode, parent: ImportedRole | null, headings: Headings): Breach | null {
    const { role } = node;
    const is = (clause: string, reason: string): Breach => ({ clause: `ISO 14289-1, ${clause}`, reason });
    const parents = lookup(PARENTS, role);
    if (parents && !parents.includes(parent!)) return is("7.2", `a ${role} is in ${parent ?? "no element"}, not in ${listed(parents)}`);
    const children = childrenOf(node).map((n) => n.role);
    const allowed = lookup(KIDS, role);
    const other = allowed && children.find((r) => !allowed.includes(r));
    if (other) return is("7.2", `a ${role} contains a ${other}, not only ${listed(allowed)}`);
    const order = this.#order(role, children);
    if (order !== null) return is("7.2", order);
    if (children.filter((r) => r === "H").length > 1) return is("7.4.4", `a ${role} contains several H`);
    if (role === "Figure" && !node.alt && node.actualText === undefined) return is("7.3", "a Figure has no alternative text");
    if (role === "Formula" && !node.alt && node.actualText === undefined) return is("7.7", "a Formula has no alternative text");
    if (role === "Note" && node.id === undefined) return is("7.9", "a Note has no ID that is unique");
    if (role === "Form" && this.#attribute(node, "PrintField", "Role") === undefined)
      return is("7.18.4", "a Form has neither a field nor a Role");
    const heading = headingReason(role, headings);
    if (heading) return is(...heading);
    const table = role === "Table" ? tableBreach(node, (cell, key) => this.#attribute(cell, "Table", key)) : null;
    return table && is(...table);
  }

  /** Reason for a wrong number or order; null if right. */
  #order(role: ImportedRole, children: readonly ImportedRole[]): string | null {
    const count = (of: ImportedRole): number => children.filter((r) => r === of).length;
    if ((role === "L" || role === "TOC") && children.lastIndexOf("Caption") > 0) return `the Caption of a ${role} is not its first child`;
    if (role !== "Table") return null;
    for (const of of ["THead", "TFoot", "Caption"] as const) if (count(of) > 1) return `a Table contains several ${of}`;
    if (count("THead") + count("TFoot") > 0 && count("TBody") === 0) return "a Table with a THead or TFoot contains no TBody";
    const caption = children.indexOf("Caption");
    return caption > 0 && caption < children.length - 1 ? "the Caption of a Table is neither its first nor its last child" : null;
  }

  #attribute(node: ImportedNode, owner: string, key: string): AttributeValue | undefined {
    return attributeIn([...(node.attributes ?? []), ...(node.classes ?? []).flatMap((c) => this.#classes.get(c) ?? [])], owner, key);
  }
}

const listed = (roles: readonly string[]): string =>
  roles.length === 1 ? roles[0]! : `${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}`;

function headingReason(role: ImportedRole, headings: Headings): readonly [clause: string, reason: string] | null {
  if (!/^H[1-6]?$/.test(role)) return null;
  if (role === "H") headings.plain = true;
  else headings.numbered = true;
  if (headings.plain && headings.numbered) return ["7.4.4", "headings with levels (H1 to H6) and without (H) are in one document"];
  if (role === "H") return null;
  const [before, level] = [headings.level, Number(role.slice(1))];
  headings.level = level;
  return level <= before + 1 ? null : ["7.4.2", `a heading of level ${level} follows ${before === 0 ? "none" : `one of level ${before}`}`];
}

export function pageOf({ kids }: ImportedNode): number | null {
  for (const kid of kids) {
    const page = isNode(kid) ? pageOf(kid) : kid.page;
    if (page !== null) return page;
  }
  return null;
}
