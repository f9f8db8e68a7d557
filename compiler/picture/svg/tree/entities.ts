// Entities declared by an SVG file (XML 1.0, 4).
import { PictureFault } from "../../fault.js";
import type { SvgBudget } from "./budget.js";
import { refuse, refuseOutside } from "./fault.js";
import { lookup } from "../../../../base/lookup.js";

const PREDEFINED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const MAX_DEPTH = 20;
const DECLARATION = /<!ENTITY\s+([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\b[^>]*)\s*>/g;
const REFERENCE = /&([^;\s&]*);?/g;

const unknown = (reference: string): never => {
  throw new PictureFault("svg", `the SVG file cannot be read: ${reference.slice(0, 20)} is not an XML entity`);
};

/** Null if invalid. */
function numbered(name: string): string | null {
  const number = /^#x([0-9a-f]{1,6})$/i.exec(name) ?? /^#(\d{1,7})$/.exec(name);
  const code = number ? Number.parseInt(number[1]!, name[1] === "x" || name[1] === "X" ? 16 : 10) : -1;
  return code > 0 && code <= 0x10ffff && (code & 0x1ff800) !== 0xd800 ? String.fromCodePoint(code) : null;
}

export class Entities {
  /** null: external; the first declaration applies */
  readonly #declared = new Map<string, string | null>();
  readonly #texts = new Map<string, string>();

  constructor(readonly budget: SvgBudget) {}

  declare(doctype: string): void {
    if (!doctype.includes("<!ENTITY")) return;
    for (const [, name, double, single] of doctype.replace(/<!--[\s\S]*?-->/g, "").matchAll(DECLARATION)) {
      if (this.#declared.has(name!)) continue;
      const literal = double ?? single;
      this.#declared.set(name!, literal?.replace(/&(#[^;\s&]*);/g, (all, number: string) => numbered(number) ?? unknown(all)) ?? null);
    }
  }

  /** @throws PictureFault for undeclared or external entities, elements in entities, and above the budget */
  replaced(text: string, line: number, depth = 0): string {
    if (!text.includes("&")) return text;
    return text.replace(REFERENCE, (all, name: string) => {
      const character = numbered(name) ?? (all.endsWith(";") ? lookup(PREDEFINED, name) : undefined);
      if (character !== undefined) return character;
      return all.endsWith(";") && this.#declared.has(name) ? this.#text(name, line, depth) : unknown(all);
    });
  }

  #text(name: string, line: number, depth: number): string {
    let text = this.#texts.get(name);
    if (text === undefined) {
      const declared = this.#declared.get(name)!;
      if (declared === null) return refuseOutside(`the entity ${name}`, line);
      if (declared.includes("<")) return refuse(`the entity ${name}, which has elements in it,`, line);
      if (depth === MAX_DEPTH) return refuse(`entities nested more than ${MAX_DEPTH} levels deep`, line);
      this.#texts.set(name, (text = this.replaced(declared, line, depth + 1)));
    }
    this.budget.spend("characters", text.length);
    return text;
  }
}
