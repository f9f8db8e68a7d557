import type { AttributeEntry, AttributeValue, ImportedAttributes, ImportedContent, ImportedNode, ImportedStructure } from "./pdf.js";

export function printImportedStructure({ kids, classes, breach }: ImportedStructure, indent: string): readonly string[] {
  const lines: string[] = [];
  const go = (kid: ImportedNode | ImportedContent, here: string): void => {
    if (!("role" in kid)) return void lines.push(`${here}${printContent(kid)}`);
    lines.push(`${here}${kid.role}${printProperties(kid)}`);
    for (const inner of kid.kids) go(inner, `${here}  `);
  };
  for (const kid of kids) go(kid, indent);
  for (const { name, attributes } of classes) lines.push(`${indent}class ${name}${printAttributes(attributes)}`);
  if (breach) lines.push(`${indent}breaks ${breach.clause}: ${breach.reason}`);
  return lines;
}

function printContent({ page, mcid, form, annotation }: ImportedContent): string {
  const what = annotation === undefined ? `mcid ${mcid}` : `annotation ${annotation}`;
  return `page ${page + 1} of the import${form === undefined ? "" : ` form ${form}`} ${what}`;
}

function printProperties({ title, lang, alt, actualText, expansion, id, classes, attributes = [] }: ImportedNode): string {
  const texts = { title, lang, alt, actual: actualText, expansion, id };
  const shown = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [` ${name}=${JSON.stringify(text)}`]));
  return `${shown.join("")}${classes ? ` classes=${classes.join(",")}` : ""}${printAttributes(attributes)}`;
}

const printAttributes = (all: readonly ImportedAttributes[]): string =>
  all.map(({ owner, entries }) => ` ${owner}${printEntries(entries)}`).join("");

const printEntries = (entries: readonly AttributeEntry[]): string =>
  `{${entries.map(({ key, value }) => `${key} ${printValue(value)}`).join(" ")}}`;

function printValue(value: AttributeValue): string {
  if (typeof value !== "object") return String(value);
  if ("name" in value) return `/${value.name}`;
  if ("text" in value) return JSON.stringify(value.text);
  return "list" in value ? `[${value.list.map(printValue).join(" ")}]` : printEntries(value.entries);
}
