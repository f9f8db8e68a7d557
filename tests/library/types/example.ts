// A user's program, for the compiler only.
import {
  check,
  createPool,
  png,
  render,
  renderEInvoice,
  RenderError,
  renderTemplate,
  svg,
  text,
  validateEInvoice,
  type DocumentRequest,
  type InvoiceReport,
  type Options,
  type Pool,
  type Progress,
} from "platen";
import { PlatenClient, type Health } from "platen/client";

const request: DocumentRequest = { pages: [{ size: "a4", elements: [] }] };
const control = new AbortController();
const options: Options = {
  assets: { logo: new Uint8Array() },
  maxPages: 3,
  warnings: true,
  sourceDateEpoch: 0,
  signal: control.signal,
  onProgress: ({ phase, page, pages }: Progress) => void [phase, page, pages],
};

export async function all(): Promise<void> {
  const rendered: { pdf: Uint8Array; pages: number } = await render(request, options);
  await renderTemplate("invoice", { number: "1" }, options);
  await renderTemplate({ schema: { fields: [] } }, [{}, {}]);
  const { xml, report }: { xml: Uint8Array; report?: InvoiceReport } = await renderEInvoice(rendered.pdf);
  const verdict: InvoiceReport = await validateEInvoice(xml, { profile: "en16931" });
  const pages: string[] = await svg(request, { pages: "1-" });
  const pictures: Uint8Array[] = await png(new Uint8Array(), { dpi: 96, pages: "1" });
  const words: string = await text(request);
  void [report, verdict, pages, pictures, words, await check(request)];
  // @ts-expect-error no such bound
  await render(request, { limits: { nodes: 1 } });
  // @ts-expect-error an option of png
  await svg(request, { dpi: 96 });
  // @ts-expect-error no such profile
  await validateEInvoice("", { profile: "gold" });
}

export async function pooled(): Promise<void> {
  const pool: Pool = createPool({ workers: 2, queue: 0, timeoutMs: 1000, memoryMb: 512, warmUp: true, fontDir: "fonts" });
  await pool.ready;
  try {
    const { pdf }: { pdf: Uint8Array } = await pool.render(request, { signal: control.signal });
    const pictures: Uint8Array[] = await pool.png(pdf, { dpi: 96 });
    void [pictures, pool.pending];
  } catch (e) {
    if (e instanceof RenderError) void [e.code, e.path, e.line, e.column, e.found, e.allowed, e.suggestion];
  }
  await pool.close({ graceMs: 0 });
  // @ts-expect-error of the pool, not of a call
  await pool.render(request, { workers: 1 });
}

export async function remote(): Promise<Health> {
  const client = new PlatenClient({ token: "t" });
  const { routes } = await client.index();
  void routes[0]?.path;
  return client.health();
}
