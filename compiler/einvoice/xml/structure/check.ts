import { lookup } from "../../../../base/lookup.js";
import { facts, type Facts, type Finding } from "../finding.js";
import type { JudgedProfile } from "../guideline.js";
import { locationOf, NAMESPACES, normal, valueOf, type Node, type Syntax } from "../node.js";
import { ROOT_TYPE, typesOf, type Type, type Types } from "./tree.js";
import { valuesOf, type ValueType } from "./values.js";

const XSI = "{http://www.w3.org/2001/XMLSchema-instance}";
const HINTS = new Set([`${XSI}schemaLocation`, `${XSI}noNamespaceSchemaLocation`]);

/** Extensions of UBL have elements of any kind. */
const EXTENSIONS = "Extensions";

/** A misplaced element can be large. */
const MOST_FINDINGS = 500;

export function checkStructure(root: Node, profile: JudgedProfile, syntax: Syntax = "cii"): readonly Finding[] {
  const ubl = syntax === "ubl";
  const check = new Check(
    typesOf(profile, syntax),
    valuesOf(profile, syntax),
    ubl ? "UBL" : "CII",
    ubl ? "UBL 2.1" : profile === "core" ? "CII" : `the profile ${profile}`,
  );
  check.element(root, ubl ? root.name : ROOT_TYPE);
  return check.findings;
}

class Check {
  readonly findings: Finding[] = [];

  constructor(
    private readonly types: Types,
    private readonly values: Readonly<Record<string, ValueType>>,
    private readonly family: "CII" | "UBL",
    private readonly where: string,
  ) {}

  element(n: Node, typeName: string): void {
    const type = this.types.get(typeName);
    if (type) this.group(n, type);
    else if (typeName === EXTENSIONS) return;
    else {
      const [value, ...fixed] = typeName.split(":");
      this.leaf(n, lookup(this.values, value!)!, fixed);
    }
  }

  private leaf(n: Node, type: ValueType, fixed: readonly string[]): void {
    for (const c of n.children) this.report("ELEMENT", c, `${n.name} has text only, no elements.`);
    for (const name of n.attributes.keys())
      if (!type.attributes.has(name) && !HINTS.has(name))
        this.report("ATTRIBUTE", n, `The attribute ${name} is not allowed at ${n.name} in ${this.where}.`);
    for (const name of type.required)
      if (!n.attributes.has(name)) this.report("ATTRIBUTE", n, `The attribute ${name} is missing at ${n.name}.`);
    const names = [...type.attributes];
    for (const [k, written] of fixed.entries()) {
      const expected = written.replaceAll("+", " ");
      const given = n.attributes.get(names[k]!);
      if (expected !== "" && given !== undefined && normal(given) !== expected)
        this.report("ATTRIBUTE", n, `The attribute ${names[k]!} at ${n.name} can only be ${expected}.`, { expected, actual: given });
    }
    const text = valueOf(n);
    if (!type.fits(text)) this.report("VALUE", n, `${n.name} is not ${type.expected}.`, { expected: type.expected, actual: text });
  }

  private group(n: Node, type: Type): void {
    for (const name of n.attributes.keys())
      if (!HINTS.has(name)) this.report("ATTRIBUTE", n, `${n.name} has no attributes; ${name.replace(/^\{.*\}/, "")} is not allowed.`);
    // no children: no white space
    if (type.children.length === 0 ? n.text !== "" : /[^ \t\r\n]/.test(n.text))
      this.report("VALUE", n, type.children.length === 0 ? `${n.name} must be empty.` : `${n.name} has elements only, no text.`, {
        actual: n.text,
      });
    const counts = new Map<string, number>();
    let last = -1;
    for (const c of n.children) {
      const place = type.places.get(c.name);
      if (place === undefined || type.children[place]!.prefix !== c.prefix) {
        this.report("ELEMENT", c, this.unknown(c, n, type));
        continue;
      }
      const child = type.children[place]!;
      const count = (counts.get(c.name) ?? 0) + 1;
      counts.set(c.name, count);
      if (place < last) this.report("ORDER", c, `${c.name} must precede ${type.children[last]!.name}.`);
      else last = place;
      if (count === child.most + 1)
        this.report("COUNT", c, `${c.name} occurs too often in ${n.name}.`, {
          expected: `at most ${child.most}`,
          actual: String(n.children.filter((d) => d.name === c.name).length),
        });
      this.element(c, child.type);
    }
    for (const child of type.children)
      if (child.least > (counts.get(child.name) ?? 0))
        this.report("MISSING", n, `${child.name} is missing in ${n.name}.`, { expected: child.name });
    if (!type.children[0]?.choice) return;
    const choices = type.children;
    const chosen = choices.reduce((sum, c) => sum + (counts.get(c.name) ?? 0), 0);
    if (chosen !== 1)
      this.report("COUNT", n, `One of ${choices.map((c) => c.name).join(" and ")} is needed in ${n.name}.`, {
        expected: "one",
        actual: String(chosen),
      });
  }

  private unknown(c: Node, parent: Node, type: Type): string {
    const shown = c.name.replace(/^\{.*\}/, "");
    const meant = type.children.find((t) => t.name === shown);
    if (meant && c.prefix !== meant.prefix) return `${shown} is in the wrong namespace, it belongs to ${NAMESPACES[meant.prefix]}.`;
    return `${shown} is not allowed in ${parent.name} in ${this.where}.`;
  }

  private report(kind: string, n: Node, message: string, f: Facts = {}): void {
    if (this.findings.length >= MOST_FINDINGS) return;
    this.findings.push({
      rule: `${this.family}-${kind}`,
      severity: "error",
      terms: [],
      location: locationOf(n),
      line: n.line,
      message,
      ...facts(f),
    });
  }
}
