import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PlatenClient, type EInvoiceRequest, type InvoiceReport, type Job } from "../../../runtime/client/client.js";
import { start, TOKEN, until, type Running } from "../../support/service.js";
import { invoice } from "./invoice.js";

/* Invoices as data, delivered as objects: the reports of both executions are equal (I12, I35, I38, I40). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-invoice-jobs-"));
let service: Running;
let client: PlatenClient;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR: dir, PLATEN_SWEEP_MS: "50", PLATEN_RETENTION_HOUR_MS: "60000" });
  client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

const PAGES = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content: "Hello" }] }] };
const EXECUTIONS = ["sync", "async"] as const;

async function jobs(settings: object, more: object, validation: object = {}): Promise<readonly Job[]> {
  return Promise.all(
    EXECUTIONS.map(async (execution) => {
      const e_invoice = {
        standard: "xrechnung",
        profile: "xrechnung",
        document_type: "invoice",
        delivery: { mode: "object" },
        report: { enabled: true },
        validation: { level: "strict", execution, ...validation },
        ...settings,
      };
      const submitted = await client.submitEInvoice({ ...more, settings: { e_invoice } } as unknown as EInvoiceRequest);
      return client.waitForJob(submitted.job_id, { everyMs: 20 });
    }),
  );
}

const reportOf = async ({ job_id: id }: Job): Promise<InvoiceReport> =>
  JSON.parse(new TextDecoder().decode((await client.download(id, "report")).bytes)) as InvoiceReport;
const findingsOf = (report: InvoiceReport): readonly string[] =>
  report.stages.flatMap((s) => s.findings.map((f) => [s.name, f.severity, f.rule, f.path].join(" ")));

test("findings have paths, losses and the total that is on no page", async () => {
  const model = { ...invoice({ buyer_reference: "" }), tax_currency_exchange: { conversion_rate: "1.1" } };
  const made = await jobs({ invoice: model, profile_loss: "allow" }, PAGES);
  for (const job of made) {
    expect(job).toMatchObject({ status: "completed", validation: { valid: false } });
    const report = await reportOf(job);
    expect(findingsOf(report)).toEqual([
      "xml.structure warning PROFILE-LOSS tax_currency_exchange.conversion_rate",
      "xml.xrechnung error BR-DE-15 buyer_reference",
      "drawing.total warning DRAWING-TOTAL totals.total_amount_with_vat",
    ]);
    expect(report.summary).toEqual({ errors: 1, warnings: 2 });
  }
  const [sync, async] = await Promise.all(made.map(async ({ job_id: id }) => (await client.download(id, "xml")).bytes));
  expect(async).toEqual(sync);
});

test("a warning fails a job that asks for that, with the path of its term", async () => {
  const failing = { fail_on_warnings: true };
  for (const job of await jobs({ invoice: invoice() }, PAGES, failing))
    expect(job).toMatchObject({
      status: "failed",
      error: {
        code: "API-002",
        message: expect.stringMatching(/^settings\.e_invoice\.invoice\.totals\.total_amount_with_vat: DRAWING-TOTAL/) as string,
      },
      artifacts: { pdf: { available: false } },
    });
  for (const job of await jobs({ invoice: invoice() }, {}, failing))
    expect(job).toMatchObject({ status: "completed", validation: { valid: true } });
});

test("the model is kept for the validation alone; the request if it shall be (I40)", async () => {
  const sent = invoice({ project_reference: "PRJ-4711" });
  for (const job of await jobs({ invoice: sent, retention: { store_request: true } }, {})) {
    expect(Object.keys(job.artifacts)).toEqual(["pdf", "xml", "request", "report"]);
    const request = new TextDecoder().decode((await client.download(job.job_id, "request")).bytes);
    expect((JSON.parse(request) as { settings: { e_invoice: { invoice: unknown } } }).settings.e_invoice.invoice).toEqual(sent);
  }
  const kept = (name: string): number =>
    readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((f) => f.includes("artifacts") && path.basename(f) === name).length;
  expect(kept("pdf")).toBeGreaterThan(0);
  await until(() => kept("model") === 0);
});

test("problems of the data are answered at once, at any level", async () => {
  const refused = (model: object): Promise<unknown> => jobs({ invoice: model }, {}, { execution: "async" });
  await expect(refused(invoice({ invoice_issue_date: "2026-02-30" }))).rejects.toMatchObject({
    status: 400,
    code: "API-002",
    message: expect.stringMatching(/^settings\.e_invoice\.invoice\.invoice_issue_date: /) as string,
  });
  await expect(refused({ ...invoice(), tax_currency_exchange: { conversion_rate: 1 } })).rejects.toMatchObject({
    code: "API-002",
    message: expect.stringContaining("BT-X-260 has no place in profile xrechnung") as string,
  });
});
