import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../../compiler/core/fail.js";
import { readTerms } from "../../../compiler/einvoice/model/document.js";
import { groupsAt, textAt } from "../../../compiler/einvoice/model/value.js";
import { LANGUAGES } from "../../../compiler/einvoice/show/labels/table.js";
import { localeFiles } from "../../../runtime/engine/locales.js";
import { showRequest } from "../../../compiler/einvoice/show/show.js";
import { UBL_INVOICES } from "../../support/einvoice/ubl.js";
import { root, testData } from "../../support/tools.js";

/*
 * Invoices of others, shown: each value of the file is a value of the document, as often at most (I14, I36). PLATEN_TEST_INVOICES names a folder
 * with more of them, such as the test files of the rules; files that are no invoice in CII or UBL are refused by name.
 */
const more = process.env["PLATEN_TEST_INVOICES"];
const xmlIn = (folder: string): readonly (readonly [string, Uint8Array])[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith(".xml"))
    .sort()
    .map((f) => [f, readFileSync(path.join(folder, f))] as const);
const files = [
  ...[testData("en16931/cii/examples"), path.join(root, "examples/e-invoice"), ...(more === undefined ? [] : [more])].flatMap(xmlIn),
  ...UBL_INVOICES.map((xml, i) => [`UBL ${i}`, Buffer.from(xml)] as const),
];

type Leaf = readonly [string, string];

function leavesOf(xml: Uint8Array): readonly Leaf[] {
  const out: Leaf[] = [];
  const open: { readonly name: string; text: string; isLeaf: boolean }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (e) => {
    throw e;
  });
  parser.on("opentag", ({ local, attributes }) => {
    const above = open.at(-1);
    if (above) above.isLeaf = false;
    open.push({ name: local, text: "", isLeaf: true });
    for (const a of Object.values(attributes))
      if (!/^(xmlns|xsi)$/.test(a.prefix) && a.name !== "xmlns")
        out.push([`${open.map((e) => e.name).join("/")}/@${a.local}`, a.value.trim()]);
  });
  const add = (text: string): void => {
    const here = open.at(-1);
    if (here) here.text += text;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const place = open.map((e) => e.name).join("/");
    const { text, isLeaf } = open.pop()!;
    if (isLeaf && text.trim() !== "") out.push([place, text.trim()]);
  });
  parser.write(new TextDecoder().decode(xml).replace(/^\ufeff/, "")).close();
  return out.filter(([, value]) => value !== "");
}

const FIXED =
  /\/@(currencyID|format)$|TradeTax\/TypeCode$|\/TaxScheme\/ID(\/@\w+)?$|Indicator(\/Indicator)?$|BinaryObject$|^CrossIndustryInvoice.*TypeCode$|SpecifiedProcuringProject\/Name$|NetworkID$|DueDateTypeCode|DocumentTypeCode$|SpecifiedTaxRegistration\/ID\/@schemeID$/;
/** UNTDID 2475 to 2005 (I21). */
const TAX_POINTS: Readonly<Record<string, readonly string[]>> = { "5": ["3"], "29": ["35"], "72": ["432"] };
const normal = (text: string): string => text.replace(/\s+/g, " ").trim();
function formsOf([place, value]: Leaf): readonly string[] {
  const form = /Date(Time)?String$/.test(place)
    ? value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")
    : /Note$/.test(place)
      ? value.replace(/^#[A-Z]{3}#/, "")
      : /Date$/.test(place)
        ? value.slice(0, 10)
        : value
            .replace(/^\+/, "")
            .replace(/^(-?)\./, "$10.")
            .replace(/\.$/, "");
  const codes = /Note$/.test(place)
    ? (/^#([A-Z]{3})#/.exec(value)?.slice(1) ?? [])
    : (/DueDateTypeCode$/.test(place) && TAX_POINTS[value]) || [];
  return [...new Set([normal(value), normal(form), ...codes])];
}

function cellsOf(value: unknown): readonly string[] {
  const out: string[] = [];
  const textOf = (content: unknown): string => {
    if (typeof content === "string") return content;
    const { blocks } = content as { readonly blocks: readonly { readonly inlines: readonly { readonly text?: string }[] }[] };
    return blocks.flatMap((b) => b.inlines.map((i) => i.text ?? "\n")).join("");
  };
  const visit = (v: unknown): void => {
    if (Array.isArray(v)) return v.forEach(visit);
    if (typeof v !== "object" || v === null) return;
    const { value: cell } = v as { readonly value?: { readonly content?: unknown } };
    if (typeof cell === "object" && cell.content !== undefined) out.push(normal(textOf(cell.content)));
    Object.values(v).forEach(visit);
  };
  visit(value);
  return out;
}

/** Stand-ins of the syntaxes, and values that look like a code with its word. */
const isTold = (value: string): boolean => /^NA$|^SEPA$|^\S+ \([^)]*\)$/.test(value);

/** A number or date in the language's form, and its text. */
const BESIDE = /^.* \((-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d)\)$/;

const countBy = (values: readonly string[]): ReadonlyMap<string, number> => {
  const out = new Map<string, number>();
  for (const v of values) out.set(v, (out.get(v) ?? 0) + 1);
  return out;
};

describe("files of others", () => {
  test.each(files)("%s", (name, xml) => {
    let read;
    try {
      read = readTerms(xml);
    } catch (e) {
      // of another kind, or broken
      if (!(e instanceof RenderError) || more === undefined) throw e;
      expect(e.message, name).toMatch(/must be an invoice in CII or UBL; found|XML-|must be a (day|date|decimal)/);
      return;
    }
    const { model, leftOut } = read;
    const language = LANGUAGES[name.length % LANGUAGES.length]!;
    const shown = countBy(
      cellsOf(showRequest({ model, language, leftOut, attaches: false, locales: localeFiles })).map((c) =>
        c.replace(BESIDE, "$1").replace(/^(\S+) \(.*\)$/, "$1"),
      ),
    );
    const leaves = leavesOf(xml);
    const lacking = leaves.filter(
      ([place, value]) => !FIXED.test(place) && !isTold(value) && !formsOf([place, value]).some((f) => shown.has(f)),
    );
    expect(lacking).toEqual([]);
    const inFile = countBy(leaves.flatMap((leaf) => formsOf(leaf)));
    const parents = countBy(groupsAt(model, "lines").flatMap((l) => textAt(l, "parent_line_identifier") ?? []));
    const doubled = [...shown].filter(([value, n]) => inFile.has(value) && n > inFile.get(value)! + (parents.get(value) ?? 0));
    expect(doubled).toEqual([]);
  });
});
