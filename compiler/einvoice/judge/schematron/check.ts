// Cardinalities, attributes, unused elements, code lists.
import { facts, type Facts, type Finding } from "../../xml/finding.js";
import type { FacturXProfile } from "../../xml/guideline.js";
import type { Invoice } from "../terms/invoice.js";
import { all, locationOf, valueOf, type Node } from "../../xml/node.js";
import { factsOf, UNUSED_ELEMENT, type Atom, type Branch, type Condition, type Fact } from "./tree.js";

const MOST_FINDINGS = 500;
/** shorter lists are shown whole */
const SHORT_LIST = 12;

/** @param reported locations of codes, by another rule */
export function checkFacts(invoice: Invoice, profile: FacturXProfile, reported: ReadonlySet<string> = new Set()): readonly Finding[] {
  const check = new Check(invoice, profile, reported);
  check.element(invoice.root, factsOf(profile));
  return check.findings;
}

class Check {
  readonly findings: Finding[] = [];

  constructor(
    private readonly invoice: Invoice,
    private readonly profile: FacturXProfile,
    private readonly reported: ReadonlySet<string>,
  ) {}

  element(n: Node, branch: Branch): void {
    for (const fact of branch.facts) this.judge(n, fact, branch.condition);
    if (branch.children.size === 0) return;
    for (const c of n.children) {
      const group = branch.children.get(c.name);
      const chosen = group?.find((b) => b.condition === undefined || this.holds(b.condition, c));
      if (chosen) this.element(c, chosen);
    }
  }

  private judge(n: Node, fact: Fact, condition: Condition | undefined): void {
    if (fact.kind === "unused") this.unused(n, condition);
    else if (fact.kind === "attribute") {
      const value = n.attributes.get(fact.name);
      if (fact.needed && value === undefined) this.report(fact.rule, n, `The attribute ${fact.name} is missing at ${n.name}.`);
      else if (!fact.needed && value !== undefined)
        this.report(fact.rule, n, `The attribute ${fact.name} is not used at this ${n.name} in the profile ${this.profile}.`, {
          actual: value,
        });
    } else if (fact.kind === "code") {
      const code = fact.attribute === undefined ? valueOf(n) : (n.attributes.get(fact.attribute) ?? "");
      if (code === "" || fact.list.has(code) || this.reported.has(locationOf(n))) return;
      const what = fact.attribute === undefined ? n.name : `The attribute ${fact.attribute} at ${n.name}`;
      const expected =
        fact.list.size <= SHORT_LIST ? [...fact.list].join(" or ") : `one of ${fact.list.size} codes, such as ${[...fact.list][0]!}`;
      this.report(fact.rule, n, `${what} is not a code that the profile ${this.profile} allows here.`, { expected, actual: code });
    } else this.count(n, fact);
  }

  private count(n: Node, fact: Fact & { readonly kind: "count" }): void {
    let count = 0;
    for (const c of n.children) if (c.name === fact.name && (!fact.condition || this.holds(fact.condition, c))) count++;
    if (count >= fact.least && count <= fact.most) return;
    const which = fact.condition ? `${fact.name} with ${shown(fact.condition)}` : fact.name;
    const message = count === 0 ? `${which} is missing in ${n.name}.` : `${which} occurs too often in ${n.name}.`;
    const expected = fact.least === fact.most ? String(fact.least) : fact.least > 0 ? `at least ${fact.least}` : `at most ${fact.most}`;
    this.report(fact.rule, n, message, { expected, actual: String(count) });
  }

  private unused(n: Node, condition: Condition | undefined): void {
    if (!condition?.negated) {
      this.report(UNUSED_ELEMENT, n, `${n.name} is not used in this ${n.parent!.name} in the profile ${this.profile}.`);
      return;
    }
    const place = condition.atoms[0]!;
    const actual = place.path === "" ? [n] : all(n, place.path);
    this.report(UNUSED_ELEMENT, n, `${n.name} is used only with ${shown(condition)} in the profile ${this.profile}.`, {
      expected: shown(condition),
      actual: actual.map((a) => (place.attribute === undefined ? valueOf(a) : (a.attributes.get(place.attribute) ?? ""))).join(", "),
    });
  }

  private holds(condition: Condition, n: Node): boolean {
    return condition.atoms.some((a) => this.is(a, n)) !== condition.negated;
  }

  private is({ path, attribute, value }: Atom, n: Node): boolean {
    const nodes = path === "" ? [n] : all(n, path);
    if (value === "") return attribute !== undefined && nodes.every((m) => !m.attributes.has(attribute));
    const expected = value.startsWith("&") ? all(this.invoice.settlement, value.slice(1)).map(valueOf) : [value];
    return nodes.some((m) => {
      const given = attribute === undefined ? valueOf(m) : m.attributes.get(attribute);
      return given !== undefined && expected.includes(given);
    });
  }

  private report(rule: string, n: Node, message: string, f: Facts = {}): void {
    if (this.findings.length >= MOST_FINDINGS) return;
    this.findings.push({ rule, severity: "error", terms: [], location: locationOf(n), line: n.line, message, ...facts(f) });
  }
}

/** Writes a condition; a negated one as the condition that should hold. */
function shown(condition: Condition): string {
  const alternatives = condition.atoms.map(({ path, attribute, value }) => {
    const place = [path, attribute].filter((p) => p !== undefined && p !== "").join(" ");
    return value === "" ? `no ${place}` : value.startsWith("&") ? `the ${place} of ${value.slice(1)}` : `${place} ${value}`;
  });
  return alternatives.join(" or ");
}
