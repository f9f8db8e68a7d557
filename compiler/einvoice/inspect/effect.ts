// Effects of findings, and the decision (IN-20).
import { textAt, type Group } from "../model/value.js";
import type { InspectPolicy } from "./policy.js";
import type { Decision, Effect, FoundFault, InspectFinding, InspectReport, InspectStageName, Law } from "./report.js";

/** Stages in the order of findings (IN-12). */
export const STAGES: readonly InspectStageName[] = [
  "find",
  "xml.well_formed",
  "xml.structure",
  "xml.en16931",
  "xml.xrechnung",
  "xml.peppol",
  "xml.fr_ctc",
  "pdf.container",
  "content",
  "page",
];

const STRENGTH: Readonly<Record<Effect, number>> = { reject: 2, ask: 1, note: 0 };

/** Law of the effects: German if the seller is in Germany, and the buyer is or has no country. */
export function lawOf(model: Group | null, { law }: InspectPolicy): Law {
  if (law !== undefined) return law;
  const country = (party: string): string | undefined =>
    model ? textAt(model, party, "postal_address", "country_code")?.trim() : undefined;
  return country("seller") === "DE" && [undefined, "", "DE"].includes(country("buyer")) ? "de" : "none";
}

function usualEffect({ class: kind, severity, law: items, rule }: FoundFault, law: Law): Effect {
  if (severity === "warning") return "note";
  switch (kind) {
    case "format":
      return "reject";
    case "business":
      return law === "none" || items.length > 0 ? "reject" : "note";
    case "content":
      return law === "none" && rule.startsWith("IN-14-") ? "note" : "ask";
  }
}

/** Adds the effect of a finding: a policy's rule wins over its class, both over the law. */
export function withEffect(fault: FoundFault, law: Law, { effects = {} }: InspectPolicy): InspectFinding {
  const named = new Map(Object.entries(effects));
  const { rule, stage, class: kind, severity, ...others } = fault;
  const effect = named.get(rule) ?? named.get(`class:${kind}`) ?? usualEffect(fault, law);
  return { rule, stage, class: kind, severity, effect, ...others };
}

export const decisionOf = (findings: readonly Pick<InspectFinding, "effect">[]): Decision =>
  findings.some((f) => f.effect === "reject") ? "reject" : findings.some((f) => f.effect === "ask") ? "ask" : "accept";

/** Returns the rules that led to the decision, each once, strongest first. */
export const reasonsOf = (findings: readonly InspectFinding[]): string[] => {
  const led = findings.filter((f) => f.effect !== "note").toSorted((a, b) => STRENGTH[b.effect] - STRENGTH[a.effect]);
  return [...new Set(led.map((f) => f.rule))];
};

const DECISIONS: readonly Decision[] = ["accept", "ask", "reject"];

export const strongest = (decisions: readonly Decision[]): Decision => DECISIONS.findLast((d) => decisions.includes(d)) ?? "accept";

/** Counts findings by effect. */
export function summaryOf(findings: readonly InspectFinding[]): InspectReport["summary"] {
  const count = (effect: string): number => findings.filter((f) => f.effect === effect).length;
  return { reject: count("reject"), ask: count("ask"), note: count("note") };
}
