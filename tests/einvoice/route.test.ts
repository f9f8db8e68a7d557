import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { detectProfile, validateInvoice } from "../../compiler/einvoice/judge/validate.js";
import { FinishedPdf } from "../../runtime/einvoice/check-pdf.js";
import { exampleXml, invoiceBody } from "../support/einvoice/body.js";
import { handMade } from "../support/hand-made-pdf.js";
import { cli, errorOf, start, TOKEN, type Running } from "../support/service.js";
import { has, needs, testData } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const folder = testData("en16931/cii/examples");
const havePoppler = needs("pdfdetach (poppler-utils)", has("pdfdetach"));
const dir = mkdtempSync(path.join(tmpdir(), "platen-einvoice-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("over HTTP", () => {
  let service: Running;
  const env = { PLATEN_DATA_DIR: path.join(dir, "data"), PLATEN_BOOTSTRAP_TOKEN: TOKEN };
  beforeAll(async () => {
    service = await start(env);
  });
  afterAll(() => service.child.kill("SIGKILL"));
  const example = (name?: string): string => exampleXml(folder, name);
  const render = (body: object, token = TOKEN): Promise<Response> =>
    fetch(`${service.url}/api/v1/e-invoice/render`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    });
  const refused = async (body: object): Promise<string> => {
    const { status, code, message } = await errorOf(await render(body));
    return `${status} ${code} ${message}`;
  };

  test.runIf(haveVera && havePoppler)(
    "each official example of a present profile is embedded byte for byte, in a valid PDF/A-3b",
    async () => {
      const files: { flavour: string; file: string }[] = [];
      for (const name of readdirSync(folder)) {
        const content = example(name);
        const xml = new TextEncoder().encode(content);
        const found = detectProfile(xml);
        if (!found) continue;
        const invalid = validateInvoice(xml, { ...found, level: "strict" }).findings.some((f) => f.severity === "error");
        const r = await render(invoiceBody(content, { ...found, validation: { level: invalid ? "basic" : "strict" } }));
        expect(r.status, name).toBe(200);
        const file = path.join(dir, `${name}.pdf`);
        writeFileSync(file, Buffer.from(await r.arrayBuffer()));
        execFileSync("pdfdetach", ["-save", "1", "-o", path.join(dir, "out.xml"), file]);
        expect(readFileSync(path.join(dir, "out.xml")).equals(Buffer.from(xml)), name).toBe(true);
        files.push({ flavour: "3b", file });
      }
      expect(files.length).toBeGreaterThan(9);
      expect(faults(files)).toEqual([]);
    },
  );

  test.runIf(havePoppler)("each standard has its file's name", async () => {
    const named = async (more: object, guideline?: string): Promise<string> => {
      const content = guideline === undefined ? example() : example().replace("urn:cen.eu:en16931:2017<", `${guideline}<`);
      const r = await render(invoiceBody(content, { ...more, validation: { level: "basic" } }));
      if (r.status !== 200) return (await errorOf(r)).message;
      const file = path.join(dir, "named.pdf");
      writeFileSync(file, Buffer.from(await r.arrayBuffer()));
      return execFileSync("pdfdetach", ["-list", file], { encoding: "utf8" }).split("\n")[1]!;
    };
    expect(await named({})).toBe("1: factur-x.xml");
    expect(await named({ standard: "zugferd" })).toBe("1: factur-x.xml");
    expect(await named({ standard: "zugferd", version: "2.0" })).toBe("1: zugferd-invoice.xml");
    const xrechnung = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
    expect(await named({ standard: "xrechnung", profile: "xrechnung" }, xrechnung)).toBe("1: xrechnung.xml");
  });

  test("an invoice whose sums are wrong is refused by its rule, unless only the basics are asked for", async () => {
    const content = example();
    const total = /<ram:GrandTotalAmount>([\d.]+)</.exec(content)![1]!;
    const wrong = content.replace(`<ram:GrandTotalAmount>${total}<`, `<ram:GrandTotalAmount>${(Number(total) + 0.01).toFixed(2)}<`);
    expect(await refused(invoiceBody(wrong))).toMatch(/^400 API-002 settings\.e_invoice\.xml\.content: BR-CO-1[56]: /);
    expect((await render(invoiceBody(wrong, { validation: { level: "basic" } }))).status).toBe(200);
    expect((await render(invoiceBody(wrong, { validation: {} }))).status).toBe(200);
  });

  test("what is no such invoice is refused by name", async () => {
    const basic = { validation: { level: "basic" } };
    const content = "settings.e_invoice.xml.content";
    const starts = async (xml: string, what: RegExp): Promise<void> => {
      const said = await refused(invoiceBody(xml, basic));
      expect(said.startsWith(`400 API-002 ${content}: `), said).toBe(true);
      expect(said).toMatch(what);
    };
    await starts("<a>", /XML|well-formed/i);
    await starts('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', /DOCTYPE|DTD/i);
    await starts('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', /UBL/);
    await starts(example().replace(/encoding=["'][^"']*["']/i, 'encoding="ISO-8859-1"'), /UTF-8/);
    await starts(`<x>${"a".repeat(2 * 1024 * 1024)}</x>`, /2097152/);
    await starts(`\ufeff${example()}`, /byte order mark/);
    await starts("", /empty/);
    const bomb = `<!DOCTYPE l [${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join("")}]><l>&a9;</l>`;
    await starts(bomb, /DOCTYPE|DTD/i);
    expect(await refused(invoiceBody(example(), { profile: "basic" }))).toMatch(/BT-24|specification identifier/);
  });

  test("settings that are wrong are told where", async () => {
    const good = example();
    const said = (more: object, settings: object = {}): Promise<string> => refused(invoiceBody(good, more, settings));
    const at = "settings.e_invoice";
    expect(await refused({ pages: [{ size: "a4" }] })).toMatch(
      /^400 API-001 settings: the required field e_invoice is missing|^400 API-001/,
    );
    expect(await said({ standard: "ubl" })).toMatch(new RegExp(`^400 API-001 ${at}\\.standard: `));
    expect(await said({ more: 1 })).toMatch(new RegExp(`^400 API-001 ${at}\\.more: .*unknown field`));
    expect(await said({ document_type: "order" })).toMatch(new RegExp(`^400 API-001 ${at}\\.document_type: `));
    expect(await said({ delivery: { url_ttl_seconds: 901 } })).toBe(
      `400 API-002 ${at}.delivery.url_ttl_seconds: must be a whole number from 1 to 900; found 901`,
    );
    expect(await said({ delivery: { url_ttl_seconds: 0 } })).toMatch(/API-002/);
    expect(await said({ retention: { ttl_hours: 24 } })).toBe(
      `400 API-002 ${at}.retention.ttl_hours: must be a whole number from 1 to 23; found 24`,
    );
    expect(await said({ profile: "xrechnung" })).toMatch(new RegExp(`^400 API-002 ${at}\\.profile: `));
    expect(await said({ version: "2.0" })).toMatch(new RegExp(`^400 API-002 ${at}\\.version: `));
    expect(await said({ validation: { level: "strict", execution: "async" } })).toMatch(
      new RegExp(`^400 API-002 ${at}\\.validation\\.execution: `),
    );
    expect(await said({ report: { enabled: true } })).toMatch(new RegExp(`^400 API-002 ${at}\\.report\\.enabled: `));
    expect(await said({ data_residency: { country: "XX" } })).toMatch(new RegExp(`^400 API-002 ${at}\\.data_residency\\.country: `));
    expect(await said({ data_residency: { country: "AN1" } })).toMatch(new RegExp(`^400 API-002 ${at}\\.data_residency\\.country: `));
    expect(await said({ data_residency: { strict: true } })).toMatch(
      new RegExp(`^400 API-002 ${at}\\.data_residency\\.country: it is missing`),
    );
    expect((await render(invoiceBody(good, { data_residency: { strict: true, country: "DE" } }))).status).toBe(200);
    expect(await said({ job_id: "1" })).toMatch(new RegExp(`^400 API-002 ${at}\\.job_id: `));
    expect(await said({}, { profile: "pdfa-2b" })).toMatch(/^400 API-002 settings\.profile: /);
    expect((await render(invoiceBody(good, {}, { profile: "pdfa-3b" }))).status).toBe(200);
    expect(
      (
        await render(
          invoiceBody(good, { retention: { ttl_hours: 23 }, delivery: { url_ttl_seconds: 900 }, data_residency: { country: "DE" } }),
        )
      ).status,
    ).toBe(200);
  });

  test("a policy names the standards that a token may have; its profiles bound other requests", async () => {
    const policy = path.join(dir, "policy.json");
    writeFileSync(policy, JSON.stringify({ e_invoice_standards: ["xrechnung"], pdfa_profiles: ["pdfa-2b"] }));
    const made = spawnSync(process.execPath, [cli, "--json", "tokens", "create", "--owner", "a", "--policy", policy], {
      env: { ...process.env, ...env },
      encoding: "utf8",
    });
    const { token } = JSON.parse(made.stdout) as { token: string };
    expect(await errorOf(await render(invoiceBody(example()), token))).toMatchObject({
      status: 400,
      code: "API-002",
      message: 'settings.e_invoice.standard: must be "xrechnung", which the token\'s policy allows; found "factur_x"',
    });
    const xrechnung = example().replace(
      "urn:cen.eu:en16931:2017<",
      "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<",
    );
    const body = invoiceBody(xrechnung, { standard: "xrechnung", profile: "xrechnung", validation: { level: "basic" } });
    expect((await render(body, token)).status).toBe(200);
  });

  test("the registry of what there is needs no token", async () => {
    const r = await fetch(`${service.url}/api/v1/e-invoice/capabilities`);
    const registry = (await r.json()) as {
      standards: { standard: string; profile: string; embedded_file_name: string; guideline: string }[];
    };
    expect(registry).toMatchObject({
      schema_version: 1,
      package: "pdfa3_embedded_xml",
      pdfa_profile: "pdfa-3b",
      delivery_modes: ["inline_pdf", "object"],
    });
    expect(registry.standards).toHaveLength(6 + 10 + 1);
    expect(registry.standards.find((s) => s.standard === "xrechnung")).toMatchObject({
      profile: "xrechnung",
      embedded_file_name: "xrechnung.xml",
    });
  });
});

describe("a container, or a PDF/A-3b, that lacks something is told", () => {
  const INVOICE = { xml: new TextEncoder().encode("<a/>"), name: "factur-x.xml", relationship: "Data" };
  const stream = (dict: string, data: string): string => `<< ${dict} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const XMP =
    "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><x:DocumentFileName>factur-x.xml</x:DocumentFileName><x:ConformanceLevel>";
  const objects = {
    1: "<< /Type /Catalog /Pages 2 0 R /AF [5 0 R] /Metadata 4 0 R /OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 7 0 R >>] >>",
    2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] /Resources << /Font << /F << /FontDescriptor 8 0 R >> >> >> >>",
    4: stream("/Type /Metadata", XMP),
    5: "<< /Type /Filespec /UF (factur-x.xml) /AFRelationship /Data /EF << /F 6 0 R >> >>",
    6: stream("/Type /EmbeddedFile", "<a/>"),
    7: stream("/N 3", "icc"),
    8: "<< /Type /FontDescriptor /FontFile2 9 0 R >>",
    9: stream("", "font"),
  };
  const made = (more: Readonly<Record<number, string>> = {}, trailer = "/ID [<00> <00>]"): FinishedPdf =>
    new FinishedPdf(handMade({ ...objects, ...more }, { version: "1.7\n%\xe2\xe3\xcf\xd3", trailer }));
  const replaced = (num: keyof typeof objects, from: string, to: string): Record<number, string> => ({
    [num]: objects[num].replace(from, to),
  });

  test("of a whole one, nothing", () => {
    expect(made().container(INVOICE)).toEqual([]);
    expect(made().pdfA()).toEqual([]);
  });

  test.each([
    [replaced(6, "<a/>", "<b/>"), ["the XML as it was sent"]],
    [replaced(5, "/UF (factur-x.xml)", "/UF (a.xml)"), ["the file's name", "its relationship"]],
    [replaced(5, "/Data", "/Source"), ["its relationship"]],
    [replaced(1, "/AF [5 0 R]", ""), ["the XML as it was sent", "the file's name", "its relationship", "its place in the catalog"]],
    [replaced(4, ">factur-x.xml<", ">a.xml<"), ["its name in the XMP"]],
    [replaced(4, "ConformanceLevel", "Level"), ["its level in the XMP"]],
  ])("of a container: %o", (more, missing) => {
    expect(made(more).container(INVOICE)).toEqual(missing);
  });

  test.each([
    [replaced(4, "part>3", "part>2"), undefined, "the claim of PDF/A-3b in the XMP"],
    [replaced(1, "/DestOutputProfile 7 0 R", ""), undefined, "an output intent with its colour profile"],
    [{}, "", "a document ID"],
    [replaced(8, "/FontFile2 9 0 R", ""), undefined, "the program of a font"],
    [{ 10: "<< /A << /S /JavaScript /JS (x) >> >>" }, undefined, "freedom from actions"],
    [{ 10: "<< /AA << >> >>" }, undefined, "freedom from actions"],
  ])("of PDF/A-3b: %o", (more, trailer, missing) => {
    expect(made(more, trailer).pdfA()).toEqual([missing]);
  });

  test("of what has no pages, pages", () => {
    const none = new FinishedPdf(new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"));
    expect(none.container(INVOICE)).toEqual(["pages that can be read"]);
    expect(none.pdfA()).toEqual(["pages that can be read"]);
  });
});
