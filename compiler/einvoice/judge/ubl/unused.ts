// Warnings of UBL-CR and UBL-DT: receivers may ignore these elements and attributes.
import { tuple } from "../../../../base/tuple.js";
import type { Finding } from "../../xml/finding.js";
import { locationOf, type Node } from "../../xml/node.js";
import { all, valueOf } from "../../xml/node.js";
import { advice, rule, type Rule } from "../rules/rule.js";
import { at, attribute } from "./file.js";
import { UNUSED } from "./unused-table.js";

interface Entry {
  readonly id: string;
  readonly path: string;
}

interface Paths {
  /** By path from the root, with @ of an attribute. */
  readonly rooted: ReadonlyMap<string, readonly Entry[]>;
  /** by last step: steps before it, at any depth */
  readonly floating: ReadonlyMap<string, readonly (Entry & { readonly before: readonly string[] })[]>;
  readonly open: ReadonlySet<string>;
}

/** Attributes that UBL-DT forbids anywhere, from UBL-DT-08 on. */
const ATTRIBUTES = (
  "schemeName schemeAgencyName schemeDataURI schemeURI format unitCodeListIdentifier unitCodeListAgencyIdentifier unitCodeListAgencyName " +
  "listAgencyName listName - languageID listURI listSchemeURI languageLocaleID uri currencyCodeListVersionID characterSetCode encodingCode " +
  "schemeAgencyID listAgencyID"
).split(" ");

function read(): Paths {
  const rooted = new Map<string, Entry[]>();
  const floating = new Map<string, (Entry & { before: readonly string[] })[]>();
  const open = new Set<string>();
  const add = <T>(to: Map<string, T[]>, key: string, entry: T): void => {
    const known = to.get(key);
    if (known) known.push(entry);
    else to.set(key, [entry]);
  };
  const entries = UNUSED.trim()
    .split(/,\s+/)
    .map((e) => tuple(e.trim().split(" "), 2));
  for (const [number, path] of entries) {
    const entry = { id: `UBL-CR-${number}`, path: path.replace(/^\/\//, "") };
    const steps = entry.path.split("/");
    if (path.startsWith("//")) add(floating, steps.at(-1)!, { ...entry, before: steps.slice(0, -1) });
    else {
      add(rooted, path, entry);
      for (let k = 1; k < steps.length; k++) open.add(steps.slice(0, k).join("/"));
    }
  }
  for (const [k, name] of ATTRIBUTES.entries())
    if (name !== "-") add(floating, `@${name}`, { id: `UBL-DT-${String(k + 8).padStart(2, "0")}`, path: `@${name}`, before: [] });
  return { rooted, floating, open };
}

let known: Paths | undefined;

const follows = (n: Node | null, steps: readonly string[]): boolean =>
  steps.length === 0 || (n !== null && n.name === steps.at(-1) && follows(n.parent, steps.slice(0, -1)));

/** Returns one finding a rule, at the first element. */
export function unusedElements(root: Node): readonly Finding[] {
  const { rooted, floating, open } = (known ??= read());
  const found = new Map<string, Finding>();
  const report = ({ id, path }: Entry, n: Node): void => {
    if (found.has(id)) return;
    const message = `${path.replace(/^Line\//, "")} is not used in EN 16931.`;
    found.set(id, { rule: id, severity: "warning", terms: [], location: locationOf(n), line: n.line, message });
  };
  // null: no rooted path begins so
  const visit = (n: Node, path: string | null): void => {
    for (const name of n.attributes.keys()) {
      const step = `@${name}`;
      if (path !== null) for (const e of rooted.get(path === "" ? step : `${path}/${step}`) ?? []) report(e, n);
      for (const e of floating.get(step) ?? []) if (follows(n, e.before)) report(e, n);
    }
    for (const c of n.children) {
      const step = c.name === "InvoiceLine" || c.name === "CreditNoteLine" ? "Line" : c.name;
      const full = path === null ? null : path === "" ? step : `${path}/${step}`;
      if (full !== null) for (const e of rooted.get(full) ?? []) report(e, c);
      for (const e of floating.get(c.name) ?? []) if (follows(n, e.before)) report(e, c);
      visit(c, full !== null && open.has(full) ? full : null);
    }
  };
  visit(root, "");
  return [...found.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1));
}

const supporting =
  (type: boolean): Rule["on"] =>
  (i) =>
    (i.file.named.get("AdditionalDocumentReference") ?? []).filter(
      (d) => all(d, "DocumentTypeCode").some((t) => valueOf(t) === "130") === type,
    );

export const UNUSED_RULES: readonly Rule[] = [
  advice(
    "UBL-CR-002",
    "",
    at("UBLVersionID"),
    "The version of UBL is not 2.1.",
    (n) => valueOf(n) === "2.1" || { expected: "2.1", actual: valueOf(n) },
  ),
  advice(
    "UBL-CR-412",
    "BT-9",
    at("PaymentMeans/PaymentDueDate"),
    "An invoice has its due date (BT-9) in DueDate.",
    (_, i) => i.file.root.name !== "Invoice",
  ),
  advice(
    "UBL-CR-665",
    "BT-122",
    supporting(false),
    "The reference of a supporting document has no scheme.",
    (d) => !all(d, "ID").some((id) => id.attributes.has("schemeID")),
  ),
  rule(
    "UBL-CR-666",
    "BT-18",
    supporting(true),
    "An invoiced object (type 130) has no attachment.",
    (d) => all(d, "Attachment").length === 0,
  ),
  rule(
    "UBL-CR-673",
    "BT-18",
    supporting(true),
    "An invoiced object (type 130) has no description.",
    (d) => all(d, "DocumentDescription").length === 0,
  ),
];

/** UBL-DT-18: `name` is for payment means. */
export const otherNames: Rule = advice(
  "UBL-DT-18",
  "BT-82",
  (i) => [i.file.root],
  "The attribute name is used at PaymentMeansCode only.",
  (root) => {
    const visit = (n: Node): boolean => (attribute(n, "name") !== undefined && n.name !== "PaymentMeansCode") || n.children.some(visit);
    return !visit(root);
  },
);
