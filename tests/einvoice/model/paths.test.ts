import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";
import { pathOf, ROOT } from "../../../compiler/core/src.js";
import { ROWS } from "../../../compiler/einvoice/model/fields.js";
import type { WriteProfile } from "../../../compiler/einvoice/model/room.js";
import { writeModel } from "../../../runtime/einvoice/write-invoice.js";
import { setTerm, type Draft } from "../../support/einvoice/models.js";
import { invoice } from "./invoice.js";

/* A fault is told at the term that has it, by any rule of any place (I2, I38). */
const problems = (model: object, syntax: "cii" | "ubl", profile: WriteProfile = "en16931"): readonly string[] => {
  const made = writeModel(model, ROOT, { syntax, profile }, CONTRACT_LIMITS);
  return "xml" in made ? [] : made.map(({ src, reason }) => `${pathOf(src)}: ${reason}`);
};
/** Terms that are attributes in both syntaxes have the value that carries them. */
const draft = (): Draft => {
  const model = structuredClone(invoice({ additional_supporting_documents: [{ reference: "A-1", attached_document: FILE }] }));
  Object.assign(model.lines![0]!.price!, { base_quantity: 1 });
  return model as Draft;
};
const FILE = { content: "aGk=", mime_code: "text/csv", filename: "a.csv" };

const CORE = ROWS["2017"].filter(([, , , , from]) => from === "en16931");
const codes = CORE.filter(([, , type]) => type.startsWith("code"));
// BT-111 needs another currency
const amounts = CORE.filter(([id, , type]) => type === "amount" && id !== "BT-111");

describe.each(["cii", "ubl"] as const)("in %s", (syntax) => {
  test.each(codes.map(([id, field]) => [id, field]))("a code that no list has, in %s %s", (id, field) => {
    const model = draft();
    const isScheme = field.endsWith(".scheme");
    const at = field.replace(/\.scheme$/, "");
    setTerm(model, { field: at, value: isScheme ? { value: "1", scheme: "QQQ" } : "QQQ", at: 0 });
    const path = at.replaceAll("[]", "[0]");
    const term = isScheme ? `(${id.replace(/-1$/, "")}` : `(${id})`;
    const told = problems(model, syntax).filter((p) => p.startsWith(`${path}: `) || p.startsWith(`${path}.scheme: `));
    expect(told.filter((p) => p.includes(term))).not.toEqual([]);
  });
  test.each(amounts.map(([id, field]) => [id, field]))("three decimals, in %s %s", (id, field) => {
    const model = draft();
    setTerm(model, { field, value: "1.234", at: 0 });
    const told = problems(model, syntax).filter((p) => p.startsWith(`${field.replaceAll("[]", "[0]")}: `));
    expect(told.filter((p) => /: (BR-DEC-|UBL-DT-01)/.test(p) && p.includes(`(${id})`))).not.toEqual([]);
  });
});

test.each<[string, object, "cii" | "ubl", WriteProfile, string]>([
  [
    "of a country of a payer",
    { payer: { name: "P", postal_address: { country_code: "QQ" } } },
    "cii",
    "extended_ctc_fr",
    "payer.postal_address.country_code: BR-CL-14 (BT-X-495): ",
  ],
  ["of a party without its name", { payer: { role_code: "PR" } }, "cii", "extended", "payer.name: FX-SCH-A-000928 (BT-X-476): "],
  [
    "of an address that is missing",
    { seller: { ...invoice().seller, postal_address: {} } },
    "cii",
    "extended",
    "seller.postal_address: FX-SCH-A-000032 (BG-5): ",
  ],
  [
    "of a second identifier",
    { buyer: { ...invoice().buyer, identifiers: ["a", "b"] } },
    "cii",
    "extended",
    "buyer.identifiers: FX-SCH-A-000163 (BT-46): ",
  ],
  [
    "of a line's charge",
    { lines: [{ ...invoice().lines![0]!, charges: [{ base_amount: 10, percentage: 10, amount: 2, reason: "x" }] }] },
    "ubl",
    "peppol",
    "lines[0].charges[0].amount: PEPPOL-EN16931-R040 (BT-141): ",
  ],
  [
    "of a type of a preceding invoice",
    { preceding_invoice_references: [{ reference: "a" }, { reference: "b", type_code: "380" }] },
    "cii",
    "extended_ctc_fr",
    "preceding_invoice_references[1]: CII-DT-018 (BG-3): ",
  ],
  [
    "of a check digit",
    { payee: { name: "P", legal_registration_identifier: { value: "4012345000008", scheme: "0088" } } },
    "ubl",
    "peppol",
    "payee.legal_registration_identifier: PEPPOL-COMMON-R040 (BT-61): ",
  ],
])("the fault %s", (_, more, syntax, profile, message) => {
  expect(problems({ ...invoice(), ...more }, syntax, profile).filter((p) => p.startsWith(message))).toHaveLength(1);
});
