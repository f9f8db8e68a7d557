import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS, limitSetting, MOST_LIMIT, type LimitName } from "../../compiler/core/limits.js";
import { render, RenderError, inspectEInvoice, renderEInvoice, renderTemplate, type DocumentRequest } from "../../runtime/index.js";
import type { InvoiceRequest } from "../../runtime/library/library.js";
import { LIMIT_CASES as CASES, many, page, text, type Json } from "../support/limit-cases.js";

const refusal = async (request: Json, limits: Partial<Record<LimitName, number>>): Promise<RenderError | null> =>
  render(request as unknown as DocumentRequest, { limits }).then(
    () => null,
    (e: unknown) => {
      if (e instanceof RenderError) return e;
      throw e;
    },
  );

describe("a bound at its new value, and one over it", () => {
  test.each(Object.entries(CASES))("%s", async (key, { at, of, code = "API-002", with: others }) => {
    const name = key as LimitName;
    const limits = { ...others, [name]: at };
    expect(await refusal(of(at), limits)).toBeNull();
    const refused = await refusal(of(at + 1), limits);
    expect(refused).toMatchObject({ code });
    expect(refused!.message).toContain(`at most ${at} (${limitSetting(name)})`);
  });
});

/** Of what needs more than a minute, or has no room on a page, beyond its default. */
const NOT_RAISED: readonly string[] = ["request_pixels", "output_bytes", "chart_text_runs", "chart_text_bytes"];
const OTHER: Partial<Record<LimitName, number>> = { markdown_bytes: 100, output_heap_bytes: CONTRACT_LIMITS.output_heap_bytes + 64 };
const others = Object.fromEntries(Object.keys(CONTRACT_LIMITS).map((name) => [name, MOST_LIMIT]));
describe("a bound at a value on the other side of its default, and one over it", () => {
  const cases = Object.entries(CASES).filter(([name]) => !NOT_RAISED.includes(name));
  test.each(cases)("%s", async (key, { at, of }) => {
    const name = key as LimitName;
    const most = CONTRACT_LIMITS[name];
    const other = OTHER[name] ?? (at > most ? 2 : most + 3);
    const limits = { ...others, [name]: other };
    expect(Math.sign(other - most)).toBe(-Math.sign(at - most));
    expect(await refusal(of(other), limits)).toBeNull();
    expect((await refusal(of(other + 1), limits))!.message).toContain(`at most ${other} (${limitSetting(name)})`);
  });
});

const PDF_BUDGETS = ["pdf_bytes", "pdf_objects", "pdf_decoded_bytes", "pdf_depth"] as const;
/** tests/fonts */
const OF_FONTS = ["font_instances", "glyph_fills"] as const;
const NOT_HERE: readonly LimitName[] = [...OF_FONTS, "batch_items", "einvoice_xml_bytes", "invoice_lines", "inspect_bytes", ...PDF_BUDGETS];
test("every bound has a case", () => {
  expect([...Object.keys(CASES), ...NOT_HERE].sort()).toEqual(Object.keys(CONTRACT_LIMITS).sort());
});

test("records of one template render", async () => {
  const template = { schema: { fields: [] }, ...page({ ...text("x"), layout: { left: 0, top: 0 } }) };
  const records = (n: number): object[] => many(n, () => ({}));
  expect((await renderTemplate(template, records(12), { limits: { batch_items: 12 } })).pages).toBe(12);
  await expect(renderTemplate(template, records(13), { limits: { batch_items: 12 } })).rejects.toThrow(
    "at most 12 (PLATEN_LIMIT_BATCH_ITEMS)",
  );
});

test.each(PDF_BUDGETS)("a PDF file needs so much of %s, and is refused with one less (PDF-26)", async (name) => {
  const file = await render(page({ ...text("compressed"), layout: { left: 0, top: 0 } }) as unknown as DocumentRequest);
  const payload = Buffer.from(file.pdf).toString("base64");
  const request = page({
    type: "image",
    layout: { left: 0, top: 0 },
    width: 10,
    height: 10,
    source: { kind: "base64", payload, format: "pdf" },
  });
  const refusal = (most: number): Promise<string | null> =>
    render(request as unknown as DocumentRequest, { limits: { [name]: most } }).then(
      () => null,
      (e: unknown) => `${(e as RenderError).code} ${(e as Error).message}`,
    );
  let [refused, taken] = [0, 1 << 20];
  while (taken - refused > 1) {
    const middle = (refused + taken) >> 1;
    if ((await refusal(middle)) === null) taken = middle;
    else refused = middle;
  }
  expect(await refusal(taken)).toBeNull();
  expect(refused).toBeGreaterThan(0);
  const said = await refusal(refused);
  expect(said).toMatch(/^API-002 pages\[0\]\.elements\[0\]/);
  expect(said).toContain(limitSetting(name));
});

test("bytes of an invoice's XML, and lines of its model", async () => {
  const sent = (invoice: Json): Json => ({
    ...page({ ...text("x"), layout: { left: 0, top: 0 } }),
    settings: {
      e_invoice: { document_type: "invoice", standard: "factur_x", profile: "basic", validation: { level: "basic" }, ...invoice },
    },
  });
  const refused = async (invoice: Json, limits: Partial<Record<LimitName, number>>): Promise<string> =>
    renderEInvoice(sent(invoice) as unknown as InvoiceRequest, { limits }).then(
      () => "",
      (e: unknown) => (e as Error).message,
    );
  const xml = (bytes: number): Json => ({ xml: { format: "cii", encoding: "utf8", content: `<a>${" ".repeat(bytes - 7)}</a>` } });
  expect(await refused(xml(50), { einvoice_xml_bytes: 50 })).not.toContain("PLATEN_LIMIT");
  expect(await refused(xml(51), { einvoice_xml_bytes: 50 })).toContain("at most 50 (PLATEN_LIMIT_EINVOICE_XML_BYTES)");
  const lines = (n: number): Json => ({ invoice: { lines: many(n, () => ({ item: { name: "x" } })) } });
  expect(await refused(lines(2), { invoice_lines: 2 })).not.toContain("PLATEN_LIMIT");
  expect(await refused(lines(3), { invoice_lines: 2 })).toContain("at most 2 (PLATEN_LIMIT_INVOICE_LINES)");
  const inspected = async (bytes: number): Promise<string> =>
    (await inspectEInvoice("x".repeat(bytes), { limits: { inspect_bytes: 50 } })).findings.map((f) => f.message).join();
  expect(await inspected(50)).not.toContain("PLATEN_LIMIT");
  expect(await inspected(51)).toContain("PLATEN_LIMIT_INSPECT_BYTES");
});

test("an unknown name or an impossible value is named", async () => {
  const options = (limits: object) => ({ limits }) as { limits: Partial<Record<LimitName, number>> };
  for (const [limits, said] of [
    [{ flow_node: 1 }, 'limits.flow_node: there is no such option; did you mean "flow_nodes"?'],
    [{ flow_nodes: 0 }, "limits.flow_nodes: must be a whole number from 1 to 1000000000; found 0"],
    [{ flow_nodes: 1.5 }, "limits.flow_nodes: must be a whole number"],
    [{ flow_nodes: 1_000_000_001 }, "limits.flow_nodes: must be a whole number"],
    [{ flow_nodes: "5" }, "limits.flow_nodes: must be a whole number"],
  ] as const) {
    const refused = await render(page() as unknown as DocumentRequest, options(limits)).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(TypeError);
    expect((refused as TypeError).message).toContain(said);
  }
});
