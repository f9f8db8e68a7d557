// PDF/UA-2 rules on imported structure (ISO 14289-2, 8.2; ISO/TS 32005, table 5; AX-17).
import type { Breach } from "../../../pdf-reader/judge/judge.js";
import { attributeIn, mayContain, type AttributeValue, type ImportedNode, type ImportedStructure } from "../../../ir/ir.js";
import { childrenOf, isNode, PASSING, tableBreach } from "./imported-tables.js";
import { pageOf, type StructureBreach } from "./imported-rules.js";
import { isPrivate } from "./private-use.js";

/** Types whose content is in elements. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(
  "Art Document DocumentFragment Index L Sect TBody TFoot THead TOC TOCI TR Table".split(" "),
);
/** Kids of which a type has at most one. */
const ONCE: ReadonlyMap<string, readonly string[]> = new Map([["Table", ["THead", "TFoot"]]]);
const NOTE_TYPES: readonly (string | null)[] = ["Footnote", "Endnote", "None", null];
const ORDERS: ReadonlyMap<string, readonly [pattern: RegExp, clause: string, rule: string]> = new Map([
  ["Ruby", [/^RB (RP RT RP|RT)$/, "8.2.5.23", "RB and RT, or RB, RP, RT and RP"]],
  ["Warichu", [/^WP WT WP$/, "8.2.5.24", "WP, WT and WP"]],
]);

const typeOf = ({ role, newer }: ImportedNode): string => {
  const type = newer ?? (role === "Note" ? "FENote" : role);
  return /^H[1-9]\d*$/.test(type) ? "Hn" : type;
};

const is = (clause: string, reason: string): Breach => ({ clause: `ISO 14289-2, ${clause}`, reason });
const within = (reason: string): Breach => ({ clause: "ISO/TS 32005, table 5", reason });

/** Returns the first breach in reading order; null if the structure conforms. */
export function newerBreach(structure: ImportedStructure): StructureBreach | null {
  const { breach, kids } = structure;
  if (breach)
    return {
      clause: breach.clause === "ISO 14289-1, 7.2" ? "ISO 14289-2, 8.4.4" : "ISO 14289-2, 8.2.4",
      reason: breach.reason,
      page: null,
    };
  return new NewerSearch(structure).kids(kids, "Document");
}

class NewerSearch {
  readonly #classes;

  constructor(structure: ImportedStructure) {
    this.#classes = new Map(structure.classes.map((c) => [c.name, c.attributes]));
  }

  /** `parent`: type of the nearest element that is not passed through */
  kids(kids: readonly ImportedNode[], parent: string): StructureBreach | null {
    for (const kid of kids) {
      const bad = this.#rule(kid, parent);
      if (bad) return { ...bad, page: pageOf(kid) };
      const found = this.kids(kid.kids.filter(isNode), PASSING.has(kid.role) ? parent : typeOf(kid));
      if (found) return found;
    }
    return null;
  }

  #rule(node: ImportedNode, parent: string): Breach | null {
    const type = typeOf(node);
    if (type === "H") return is("8.2.5.12", "an H has no level");
    if (PASSING.has(node.role)) return null;
    if (!mayContain(parent, type)) return within(`a ${shown(node)} is in a ${parent}`);
    const children = childrenOf(node).map(typeOf);
    if (WITHOUT_CONTENT.has(type) && node.kids.some((kid) => !isNode(kid))) return within(`a ${type} has content outside of elements`);
    const count = (of: string): number => children.filter((kid) => kid === of).length;
    if (count("Caption") > 1) return within(`a ${type} contains several Caption`);
    for (const of of ONCE.get(type) ?? []) if (count(of) > 1) return within(`a ${type} contains several ${of}`);
    const caption = children.indexOf("Caption");
    if (caption > 0 && caption < children.length - 1)
      return is("8.2.5.27", `the Caption of a ${type} is neither its first nor its last child`);
    return this.#own(node, type, children);
  }

  #own(node: ImportedNode, type: string, children: readonly string[]): Breach | null {
    const order = ORDERS.get(type);
    if (order && !order[0].test(children.join(" "))) return is(order[1], `a ${type} has other parts than ${order[2]}`);
    if (type === "TOCI" && !node.refs && !node.kids.some((kid) => isNode(kid) && refersOn(kid)))
      return is("8.2.5.8", "an entry of a table of contents (TOCI) has no Ref to its target that could come over");
    if (type === "Figure" && node.alt === undefined && node.actualText === undefined)
      return is("8.2.5.28.2", "a Figure has neither an alternative nor a replacement text");
    if (type === "LI" && node.kids.some((kid) => !isNode(kid))) return is("8.2.5.25", "an LI has content outside of Lbl and LBody");
    if (type === "L" && this.#name(node, "List", "ListNumbering", "None") === "None" && hasLabels(node))
      return is("8.2.5.25", "an L whose items have labels (Lbl) has no ListNumbering");
    if (type === "FENote" && !NOTE_TYPES.includes(this.#name(node, "FENote", "NoteType", null)))
      return is("8.2.5.14", "the NoteType of an FENote is not Footnote, Endnote or None");
    for (const text of [node.alt, node.actualText])
      if (text !== undefined && isPrivate(text)) return is("8.4.3", `a text of a ${type} has private-use characters`);
    const table = type === "Table" ? tableBreach(node, (cell, key) => this.#attribute(cell, "Table", key)) : null;
    return table && is("8.2.5.26", table[1]);
  }

  #name(node: ImportedNode, owner: string, key: string, otherwise: string | null): string | null {
    const value = this.#attribute(node, owner, key);
    return typeof value === "object" && "name" in value ? value.name : otherwise;
  }

  #attribute(node: ImportedNode, owner: string, key: string): AttributeValue | undefined {
    return attributeIn([...(node.attributes ?? []), ...(node.classes ?? []).flatMap((c) => this.#classes.get(c) ?? [])], owner, key);
  }
}

/** Itself or an element in it that is not an entry. */
const refersOn = (node: ImportedNode): boolean =>
  node.refs !== undefined || (!node.role.startsWith("TOC") && node.kids.some((kid) => isNode(kid) && refersOn(kid)));

const shown = ({ role, newer }: ImportedNode): string => newer ?? role;

const hasLabels = (list: ImportedNode): boolean => childrenOf(list).some((item) => childrenOf(item).some(({ role }) => role === "Lbl"));
