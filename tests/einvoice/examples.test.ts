import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Profile } from "../../compiler/einvoice/xml/guideline.js";
import { detectProfile, validateInvoice } from "../../compiler/einvoice/judge/validate.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { renderEInvoice } from "../../runtime/einvoice/render.js";
import { readEInvoice, renderEInvoice as renderEInvoiceOf } from "../../runtime/index.js";
import { fileOf, treeOf } from "../support/einvoice/mutate.js";
import { usable } from "../support/einvoice/usable.js";
import { haveMustang, mustangFaults } from "../support/mustang.js";
import { engine } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { pagesOf, read } from "../support/scan.js";
import { eInvoiceExamples, invoiceDataExamples, testData } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* The drawing matches the data; independent validators find no fault. */
const data = testData("en16931/cii/examples");
const dir = mkdtempSync(path.join(tmpdir(), "platen-einvoices-"));

async function rendered(name: string, body: Uint8Array | object): Promise<string> {
  const file = path.join(dir, `${name}.pdf`);
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  writeFileSync(file, (await renderEInvoice(engine, new SentBody(bytes), { jobs: null })).pdf);
  return file;
}

interface Shown {
  readonly settings: {
    readonly metadata: { readonly language: string };
    readonly e_invoice: { readonly xml: { readonly content: string } };
  };
}

const all = eInvoiceExamples().map(({ name, body }) => ({ name: path.basename(name), body }));

describe.runIf(havePoppler)("the examples", () => {
  test("there is one in each of four languages", () => {
    const languages = all.map(({ body }) => (JSON.parse(new TextDecoder().decode(body)) as Shown).settings.metadata.language);
    expect(languages.sort()).toEqual(["de", "el", "en", "fr"]);
  });

  test.each(all)("$name shows the amounts of its XML, and a code that asks for what is due", async ({ name, body }) => {
    const { settings } = JSON.parse(new TextDecoder().decode(body)) as Shown;
    const xml = settings.e_invoice.xml.content;
    const said = (element: string): readonly string[] =>
      [...xml.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)<`, "g"))].map((m) => m[1]!);
    const file = await rendered(name, body);
    const text = poppler(file, "-layout").replace(/[\u00a0\u202f]/g, " ");
    const { format } = new Intl.NumberFormat(settings.metadata.language, { minimumFractionDigits: 2, maximumFractionDigits: 4 });
    const shown = (amount: string): string => `${format(Number(amount)).replace(/[\u00a0\u202f]/g, " ")} €`;
    for (const element of ["LineTotalAmount", "ChargeAmount", "CalculatedAmount", "GrandTotalAmount", "DuePayableAmount"]) {
      const amounts = said(element);
      expect(amounts.length, element).toBeGreaterThan(0);
      for (const amount of amounts) expect(text, `${element} ${amount}`).toContain(shown(amount));
    }
    expect(text).toContain(said("PaymentReference")[0]);
    const [code] = await read(pagesOf(file, 200)[0]!);
    const fields = code![1].split("\n");
    expect([fields[0], fields[6], fields[7]]).toEqual(["BCD", said("IBANID")[0], `EUR${said("DuePayableAmount")[0]}`]);
  });
});

describe("the examples of invoices as data", () => {
  const drawn = invoiceDataExamples().map(({ name, body }) => ({ name: path.basename(name), body }));
  test.each(drawn)("$name breaks no rule, not even a warning, and shows its totals", async ({ name, body }) => {
    const { pdf, report } = await renderEInvoiceOf(body);
    expect(report).toMatchObject({ valid: true, summary: { errors: 0, warnings: 0 } });
    const { totals } = (await readEInvoice(pdf)).invoice;
    const { language } = (JSON.parse(new TextDecoder().decode(body)) as Shown).settings.metadata;
    const { format } = new Intl.NumberFormat(language, { minimumFractionDigits: 2 });
    const file = path.join(dir, `${name}.pdf`);
    writeFileSync(file, pdf);
    const text = havePoppler ? poppler(file, "-layout").replace(/[\u00a0\u202f]/g, " ") : null;
    for (const amount of text === null ? [] : Object.values(totals!)) {
      const digits = format(Number(amount)).replace(/[\u00a0\u202f]/g, " ");
      expect(text).toContain(`${digits} EUR`);
    }
  });
  test.runIf(haveVera)("are PDF/A-3b, and PDF/UA-1 where they say so", async () => {
    const files = await Promise.all(drawn.map(({ name, body }) => rendered(`vera-${name}`, body)));
    const tagged = files.filter((_, i) => new TextDecoder().decode(drawn[i]!.body).includes('"ua1"'));
    expect(tagged.length).toBeGreaterThan(0);
    expect(faults([...files.map((file) => ({ flavour: "3b", file })), ...tagged.map((file) => ({ flavour: "ua1", file }))])).toEqual([]);
  });
});

describe.runIf(haveMustang && haveVera)("veraPDF and Mustang", () => {
  const drawn = (content: string, standard: string, profile: Profile): object => ({
    settings: {
      e_invoice: { standard, profile, document_type: "invoice", xml: { format: "cii", content }, validation: { level: "strict" } },
    },
    pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Invoice" }] }],
  });
  const valid = (xml: Uint8Array, profile: Profile): boolean =>
    !validateInvoice(xml, { standard: "factur_x", profile, level: "strict" }).findings.some((f) => f.severity === "error");

  test("find nothing wrong in the examples, and in the official ones in each profile that they can be cut down to", async () => {
    const files = await Promise.all(all.map(({ name, body }) => rendered(name, body)));
    const profiles = new Set<Profile>();
    for (const name of readdirSync(data)) {
      const xml = readFileSync(path.join(data, name));
      if (detectProfile(xml)?.profile !== "en16931") continue;
      for (const profile of ["minimum", "basic_wl", "basic", "en16931", "extended"] as const) {
        const text = profile === "en16931" ? xml.toString("utf8").replace(/^\ufeff/, "") : fileOf(usable(treeOf(xml), profile));
        if (profile !== "en16931" && (profiles.has(profile) || !valid(new TextEncoder().encode(text), profile))) continue;
        if (!valid(new TextEncoder().encode(text), profile)) continue;
        profiles.add(profile);
        files.push(await rendered(`${profile}-${name}`, drawn(text, "factur_x", profile)));
      }
    }
    expect([...profiles].sort()).toEqual(["basic", "basic_wl", "en16931", "extended", "minimum"]);
    expect(faults(files.map((file) => ({ flavour: "3b", file })))).toEqual([]);
    expect(mustangFaults(files)).toEqual([]);
  });
});
