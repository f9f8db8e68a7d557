// Reports as SARIF 2.1.0 (IN-16).
import type { Effect, InspectFinding, InspectReport } from "../../compiler/einvoice/inspect/report.js";

const LEVELS: Readonly<Record<Effect, "error" | "warning" | "note">> = { reject: "error", ask: "warning", note: "note" };

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly properties: { readonly class: string };
}

/** Relative reference of a name: segments are escaped. */
const uriOf = (name: string | null): string => (name === null ? "invoice" : name.split("/").map(encodeURIComponent).join("/"));

/** @param version of Platen */
export function sarifOf(reports: readonly InspectReport[], version: string): object {
  const rules: SarifRule[] = [];
  const places = new Map<string, number>();
  const indexOf = (f: InspectFinding): number => {
    let index = places.get(f.rule);
    if (index === undefined) {
      places.set(f.rule, (index = rules.length));
      rules.push({ id: f.rule, shortDescription: { text: f.message }, help: { text: f.how }, properties: { class: f.class } });
    }
    return index;
  };
  const results = reports.flatMap((report) => report.findings.map((f) => resultOf(report, f, indexOf(f))));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Platen", version, rules } },
        artifacts: reports.map(({ name }) => ({ location: { uri: uriOf(name) } })),
        results,
      },
    ],
  };
}

function resultOf({ name, format }: InspectReport, f: InspectFinding, ruleIndex: number): object {
  const isXml = format.container === "xml";
  return {
    ruleId: f.rule,
    ruleIndex,
    level: LEVELS[f.effect],
    message: { text: f.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(name) },
          ...(isXml && f.line !== null && { region: { startLine: f.line } }),
        },
        ...(f.location !== null && { logicalLocations: [{ fullyQualifiedName: f.location }] }),
      },
    ],
    properties: { effect: f.effect, terms: f.terms, page: f.page, box: f.box },
  };
}
