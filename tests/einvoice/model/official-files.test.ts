import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";
import { ROOT } from "../../../compiler/core/src.js";
import { readInvoiceXml, type ReadInvoice } from "../../../compiler/einvoice/model/document.js";
import { readEInvoice, validateEInvoice } from "../../../runtime/index.js";
import { writeModel, type WriteTerms } from "../../../runtime/einvoice/write-invoice.js";
import { UBL_INVOICES } from "../../support/einvoice/ubl.js";
import { root, testData } from "../../support/tools.js";

/* Read, written in both syntaxes, read again: equal terms, but for losses and missing sums; the verdict is the file's. */
const folders = [testData("en16931/cii/examples"), path.join(root, "examples/e-invoice")];
const files: readonly (readonly [string, Uint8Array])[] = [
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((f) => f.endsWith(".xml"))
      .map((f) => [f, readFileSync(path.join(folder, f))] as const),
  ),
  ...UBL_INVOICES.map((xml, i) => [`UBL ${i}`, Buffer.from(xml)] as const),
];

function flat(value: unknown, at = ""): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null) {
    const text = String(value);
    return new Map([
      [
        at,
        /^-?\d+(\.\d+)?$/.test(text)
          ? text
              .replace(/^(-?)0+(?=\d)/, "$1")
              .replace(/(\.\d*?)0+$/, "$1")
              .replace(/\.$/, "")
          : text,
      ],
    ]);
  }
  return new Map(
    Object.entries(value).flatMap(([k, v]) => [...flat(v, Array.isArray(value) ? `${at}[${k}]` : at === "" ? k : `${at}.${k}`)]),
  );
}
const OF_PROFILE = /^process_control\./;

const written = ({ invoice, profile }: ReadInvoice, syntax: "cii" | "ubl"): { xml: string; lost: readonly string[] } => {
  const known = profile === "peppol" && syntax === "cii" ? "en16931" : profile;
  const least = known === "minimum" || known === "basic_wl" || known === "basic" || known === "extended" ? "en16931" : known;
  const terms: WriteTerms = { syntax, profile: (syntax === "ubl" ? least : known) ?? "en16931", profileLoss: "allow", level: "basic" };
  const made = writeModel(invoice, ROOT, terms, CONTRACT_LIMITS);
  if (!("xml" in made)) throw new Error(made[0]!.reason);
  return { xml: made.xml, lost: made.findings.filter((f) => f.rule === "PROFILE-LOSS").map((f) => f.path ?? "") };
};

async function errors(xml: Uint8Array | string): Promise<readonly string[]> {
  const report = await validateEInvoice(xml);
  const found = report.stages.flatMap((s) => s.findings).filter((f) => f.severity === "error" && /^(BR-|PEPPOL-)/.test(f.rule));
  return [...new Set(found.map((f) => f.rule))].sort();
}

describe.each(files)("%s", (_, bytes) => {
  const first = readInvoiceXml(bytes);
  const before = flat(first.invoice);
  test.each(["cii", "ubl"] as const)("has every term after it is written in %s and read again", async (syntax) => {
    const { xml, lost } = written(first, syntax);
    const second = await readEInvoice(xml);
    expect(second.left_out).toEqual([]);
    const after = flat(second.invoice);
    const missing = [...before].filter(
      ([at, value]) => !OF_PROFILE.test(at) && !lost.some((l) => at.startsWith(l)) && after.get(at) !== value,
    );
    expect(missing).toEqual([]);
  });
  test("has the verdict of its own file, where no sum is added", async () => {
    const { xml, lost } = written(first, first.syntax);
    if (lost.length === 0) expect(await errors(xml)).toEqual(await errors(bytes));
  });
});
