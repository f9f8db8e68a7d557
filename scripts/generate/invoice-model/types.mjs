const pascal = (field) =>
  field
    .replaceAll("[]", "")
    .split(/[._]/)
    .map((w) => w[0].toUpperCase() + w.slice(1))
    .join("");

export function groupsOf(rows) {
  const groups = new Map([["", new Map()]]);
  for (const r of rows) {
    const steps = r.field.split(".");
    let parent = "";
    for (const [i, step] of steps.entries()) {
      const field = parent === "" ? step : `${parent}.${step}`;
      const isLast = i === steps.length - 1;
      const own = groups.get(parent);
      if (!own) break;
      if (!own.has(step)) own.set(step, null);
      if (isLast) {
        if (r.type !== "group") own.set(step, r);
        else {
          own.set(step, { ...r, isGroup: true });
          if (!groups.has(field)) groups.set(field, new Map());
        }
      } else if (own.get(step)?.type?.startsWith("identifier+scheme")) break;
      else {
        if (own.get(step) === null) own.set(step, { field, isGroup: true });
        if (!groups.has(field)) groups.set(field, new Map());
      }
      parent = field;
    }
  }
  return groups;
}

const VALUES = {
  boolean: "boolean",
  amount: "InvoiceDecimal",
  "unit price": "InvoiceDecimal",
  percentage: "InvoiceDecimal",
  quantity: "InvoiceDecimal",
};

const sentence = (text) => (text === "" ? "" : ` ${text[0].toUpperCase()}${text.slice(1)}${/[.…]$/.test(text) ? "" : "."}`);

export function typesOf(rows) {
  const groups = groupsOf(rows);
  const nameOf = (field) => (field === "" ? "InvoiceModel" : `Invoice${pascal(field)}`);
  const out = [
    `
/** A decimal number: a JSON number, or a string of digits with an optional sign - and a point. */
export type InvoiceDecimal = number | string;

/** An identifier, or an object of identifier and identification scheme. */
export type InvoiceIdentifier = string | InvoiceSchemedIdentifier;

/** Identifier and identification scheme. */
export interface InvoiceSchemedIdentifier {
  /** The identifier. Needed beside a scheme. */
  value?: string;
  /** Code of the identification scheme. */
  scheme?: string;
}

/** Classification of an item: a code, or an object of code and list. */
export type InvoiceClassification = string | InvoiceSchemedClassification;

/** Code and list of a classification. */
export interface InvoiceSchemedClassification {
  /** BT-158, the code. Needed beside list, version or name. */
  value?: string;
  /** BT-158-1, code of the list in UNTDID 7143. */
  scheme?: string;
  /** BT-158-2, version of the list. */
  scheme_version?: string;
  /** BT-X-13, name of the class. */
  name?: string;
}
`,
  ];
  for (const [field, own] of groups) {
    const group = rows.find((r) => r.type === "group" && r.field === field);
    const title =
      field === ""
        ? "An invoice by the semantic model of EN 16931-1, with terms of the profile EXTENDED and of XRechnung. All terms are optional: rules ask for them. Absent sums are worked out."
        : group
          ? `${group.id}, ${group.name[0]}${group.name.slice(1).toLowerCase()}.${sentence(group.note)}`
          : `Group \`${field.replaceAll("[]", "")}\`.`;
    const lines = [`/** ${title.replaceAll("*/", "")} */`, `export interface ${nameOf(field)} {`];
    if (field === "") lines.push("  /** URL or path of a schema, for editors. Ignored. */", "  $schema?: string;");
    for (const [step, r] of own) {
      const name = step.replace(/\[\]$/, "");
      const many = step.endsWith("[]") ? "[]" : "";
      const whole = field === "" ? step : `${field}.${step}`;
      const type = r.isGroup
        ? nameOf(whole)
        : r.type === "identifier+scheme"
          ? step === "classification_identifiers[]"
            ? "InvoiceClassification"
            : "InvoiceIdentifier"
          : (VALUES[r.type] ?? "string");
      const code = /^code (.+)$/.exec(r.type ?? "")?.[1];
      const words = r.isGroup
        ? r.id
          ? `${r.id}, ${r.name[0]}${r.name.slice(1).toLowerCase()}.${sentence(r.note)}`
          : `Group \`${name}\`.`
        : `${r.id}, ${r.name}${code ? ` (${code})` : r.type === "date" ? " (YYYY-MM-DD)" : r.type.startsWith("binary") ? " (base64)" : ""}.${sentence(r.note)}`;
      lines.push(`  /** ${words.replaceAll("*/", "")} */`, `  ${name}?: ${type}${many};`);
    }
    lines.push("}");
    out.push(lines.join("\n"));
  }
  return out.join("\n\n");
}
