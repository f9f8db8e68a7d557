import { ownJson } from "../../base/json.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { nearest, plain } from "../../compiler/help/nearest.js";
import { packageRoot } from "./package.js";

const folder = path.join(packageRoot, "schemas");

export const schemaNames = (): readonly string[] =>
  readdirSync(folder)
    .filter((f) => f.endsWith(".schema.json"))
    .map((f) => f.replace(/\.schema\.json$/, ""));

/** Type names that differ between library and reference. */
const TYPES: Readonly<Record<string, string>> = {
  FixedCanvasRequest: "document-request",
  FlowDocumentRequest: "document-request",
  AccountFile: "account",
  Job: "e-invoice-job",
  InvoiceReport: "e-invoice-report",
  InspectReport: "inspect-report",
  InspectPolicy: "inspect-policy",
  IrDocument: "display-list",
};
/** Precedence for types in several schemas. */
const ORDER = [
  "document-request",
  "e-invoice-settings",
  "e-invoice-job",
  "e-invoice-report",
  "inspect-report",
  "inspect-policy",
  "render-job",
  "token-policy",
  "account",
  "display-list",
  "template",
  "diff",
  "finding",
  "accessibility-report",
];

interface Schema {
  readonly $schema: string;
  readonly $id: string;
  readonly $comment: string;
  readonly $defs: Readonly<Record<string, object>>;
}
const textOf = (name: string): string => readFileSync(path.join(folder, `${name}.schema.json`), "utf8");

export const typeNames = (): readonly string[] => Object.keys(ownJson<Schema>(textOf("document-request")).$defs);

function reached(node: object, defs: Schema["$defs"], found = new Set<string>()): ReadonlySet<string> {
  for (const [, name] of JSON.stringify(node).matchAll(/"#\/\$defs\/([^"]+)"/g))
    if (!found.has(name!)) reached(defs[name!]!, defs, found.add(name!));
  return found;
}

/** Ignores case and hyphens. @returns the text, or the reason of its absence */
export function schemaText(name: string): string | { readonly unknown: string } {
  const plainName = plain(name);
  const names = schemaNames();
  const whole = names.find((n) => plain(n) === plainName) ?? TYPES[Object.keys(TYPES).find((t) => plain(t) === plainName) ?? ""];
  if (whole !== undefined) return textOf(whole);
  const types: string[] = [];
  for (const file of ORDER) {
    const { $schema, $id, $comment, $defs } = ownJson<Schema>(textOf(file));
    const type = Object.keys($defs).find((t) => plain(t) === plainName);
    types.push(...Object.keys($defs));
    if (type === undefined) continue;
    const needed = [...reached($defs[type]!, $defs)].sort();
    const own = { $comment, $schema, $id: `${$id}:${type}`, ...$defs[type] };
    const all = needed.length === 0 ? own : { ...own, $defs: Object.fromEntries(needed.map((t) => [t, $defs[t]!])) };
    return `${JSON.stringify(all, null, 1)}\n`;
  }
  const all = [...names, ...Object.keys(TYPES), ...types];
  // "table" is TableElement
  const meant =
    nearest(name, all) ?? all.find((n) => plain(n) === `${plainName}element`) ?? all.find((n) => plain(n).startsWith(plainName));
  const unknown = `unknown schema ${name}; allowed: ${names.join(", ")}, and their types${meant === undefined ? "" : `: did you mean ${meant}?`}`;
  return { unknown };
}
