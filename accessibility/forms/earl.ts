// Report as EARL 1.0 in JSON-LD, whose context needs no network (AX-33).
import type { AccessibilityReport, CriterionOutcome, CriterionResult, Finding, Severity } from "../report.js";
import { clausesOf, documentName, valuesOf } from "./words.js";

const CONTEXT = {
  earl: "http://www.w3.org/ns/earl#",
  dct: "http://purl.org/dc/terms/",
  "earl:mode": { "@type": "@id" },
  "earl:outcome": { "@type": "@id" },
};
const SOFTWARE = { "@id": "_:platen" };
const SUBJECT = { "@id": "_:document" };

const OUTCOMES: Readonly<Record<CriterionResult, string>> = {
  failed: "earl:failed",
  cant_tell: "earl:cantTell",
  passed: "earl:passed",
  inapplicable: "earl:inapplicable",
  untested: "earl:untested",
};

/** Advice breaks no clause at A or AA: what was tested passes. */
const OUTCOME_OF: Readonly<Record<Severity, CriterionResult>> = { fail: "failed", person: "cant_tell", advice: "passed" };

/** Anchor of a success criterion in WCAG 2.2: its name in lower case. */
const anchorOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

const criterionId = (name: string): string => `http://www.w3.org/TR/WCAG22/#${anchorOf(name)}`;

/** JSON text with one assertion a criterion and a finding. */
export function earlOf(report: AccessibilityReport): string {
  const { engine, target, criteria, findings } = report;
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  const graph = [
    { ...SOFTWARE, "@type": "earl:Software", "dct:title": engine.name, "dct:hasVersion": engine.version },
    {
      ...SUBJECT,
      "@type": "earl:TestSubject",
      "dct:title": documentName(target),
      ...(target.language !== null && { "dct:language": target.language }),
      "dct:identifier": `sha256:${target.sha256}`,
    },
    ...criteria.map(criterionAssertion),
    ...findings.map((f) => findingAssertion(f, names, report)),
  ];
  return `${JSON.stringify({ "@context": CONTEXT, "@graph": graph }, null, 1)}\n`;
}

const assertion = (test: string, result: object): object => ({
  "@type": "earl:Assertion",
  "earl:assertedBy": SOFTWARE,
  "earl:subject": SUBJECT,
  "earl:test": { "@id": test },
  "earl:mode": "earl:automatic",
  "earl:result": { "@type": "earl:TestResult", ...result },
});

const criterionAssertion = ({ id, name, level, outcome }: CriterionOutcome): object =>
  assertion(criterionId(name), { "earl:outcome": OUTCOMES[outcome], "dct:description": `WCAG 2.2, ${id} ${name} (level ${level})` });

/** Tests the first criterion of a finding, or its check if WCAG has none. */
function findingAssertion(f: Finding, names: ReadonlyMap<string, string>, { target }: AccessibilityReport): object {
  const [first] = f.wcag;
  const name = first === undefined ? undefined : names.get(first);
  const about = [clausesOf(f, target), valuesOf(f)].filter((part) => part !== "").join("; ");
  return assertion(name === undefined ? `urn:platen:accessibility:${f.check}` : criterionId(name), {
    "earl:outcome": OUTCOMES[OUTCOME_OF[f.severity]],
    "dct:description": about === "" ? f.message : `${f.message} (${about})`,
    "earl:pointer": f.path,
  });
}
