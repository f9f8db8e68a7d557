import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Library from "../../runtime/index.js";
import type { DocumentRequest, Pool, Progress } from "../../runtime/index.js";
import { eInvoiceExamples, examples, root } from "../support/tools.js";

const built = path.join(root, "dist/runtime/index.js");
const EPOCH = 1_700_000_000;
const text = (content: string): object => ({ type: "text", layout: { left: 20, top: 20 }, content });
const pagesOf = (n: number): DocumentRequest =>
  ({ pages: Array.from({ length: n }, (_, i) => ({ size: "a6", elements: [text(`page ${i + 1}`)] })) }) as unknown as DocumentRequest;
const SMALL = pagesOf(1);
const LONG = pagesOf(9000);
const failure = (call: Promise<unknown>): Promise<Library.RenderError> =>
  call.then(
    () => expect.fail("it should have been refused"),
    (e: unknown) => e as Library.RenderError,
  );

let platen: typeof Library;
beforeAll(async () => {
  platen = (await import(built)) as typeof Library;
});

describe("a pool of two", () => {
  let pool: Pool;
  beforeAll(async () => {
    pool = platen.createPool({ workers: 2, sourceDateEpoch: EPOCH });
    await pool.ready;
  });
  afterAll(() => pool.close({ graceMs: 0 }));

  test("forms are read and filled in, or refused with the place", async () => {
    const elements = [{ type: "field", kind: "text", name: "a.b", layout: { left: 10, top: 10 } }];
    const { pdf: form } = await pool.render({ pages: [{ size: "a6", elements }] } as unknown as DocumentRequest);
    const { pdf, fields } = await pool.fillForm(form, { "a.b": "Ada" });
    expect(fields).toEqual(["a.b"]);
    expect((await pool.readForm(pdf)).values).toEqual({ "a.b": "Ada" });
    expect(await failure(pool.fillForm(form, { "a.c": "x" }))).toMatchObject({ code: "API-002", path: "/values/a.c" });
  });

  test("its bytes are the library's, of every function", async () => {
    const names = ["examples/letter", "examples/catalogue", "examples/charts/kinds", "examples/timetable", "examples/notice-japanese"];
    const alone = { sourceDateEpoch: EPOCH };
    for (const { name, body } of examples().filter((e) => names.includes(e.name))) {
      const [here, there] = await Promise.all([platen.render(body, alone), pool.render(body)]);
      expect(Buffer.compare(here.pdf, there.pdf), name).toBe(0);
      expect(there.pages).toBe(here.pages);
      expect(there.pdf.constructor).toBe(here.pdf.constructor);
      expect(await pool.text(body)).toBe(await platen.text(body));
      expect(await pool.svg(body, { pages: "1" })).toEqual(await platen.svg(body, { pages: "1" }));
    }
    const record = {
      template: JSON.parse(JSON.stringify({ schema: { fields: [] }, ...SMALL })) as object,
      data: {},
    };
    const [a, b] = await Promise.all([
      platen.renderTemplate(record.template, record.data, alone).catch((e: unknown) => e),
      pool.renderTemplate(record.template, record.data).catch((e: unknown) => e),
    ]);
    expect(b).toEqual(a);
    const invoice = eInvoiceExamples()[0]!;
    const [c, d] = await Promise.all([platen.renderEInvoice(invoice.body, alone), pool.renderEInvoice(invoice.body)]);
    expect(Buffer.compare(c.pdf, d.pdf)).toBe(0);
    expect(Buffer.compare(c.xml, d.xml)).toBe(0);
    const [here, there] = await Promise.all([platen.png(SMALL, { dpi: 36 }), pool.png(SMALL, { dpi: 36 })]);
    expect(Buffer.compare(here[0]!, there[0]!)).toBe(0);
  });

  test("a page of more pixels than its process has room for is refused before it is drawn, and the process stays", async () => {
    const large = { pages: [{ width: 1000, height: 1000, elements: [] }] };
    const e = await failure(pool.png(large, { dpi: 300 }));
    const reason = "page 1 would have 11812 by 11812 pixels at 300 dpi, more than 102400000: dpi must be at most 257";
    expect(e).toMatchObject({ code: "API-501", message: reason });
    const [picture] = await pool.png(large, { dpi: 18 });
    expect(Buffer.from(picture!).readUInt32BE(16)).toBe(709);
  });

  test("errors are the library's", async () => {
    const wrong = new TextEncoder().encode('{"pages":[{"size":"lettre","elements":[]}]}');
    const [here, there] = await Promise.all([failure(platen.render(wrong)), failure(pool.render(wrong))]);
    expect(there).toBeInstanceOf(platen.RenderError);
    for (const key of ["name", "code", "message", "path", "line", "column", "found", "allowed", "suggestion"] as const)
      expect(there[key], key).toEqual(here[key]);
    expect(await pool.check(wrong)).toEqual(await platen.check(wrong));
    const value = { pages: [{ size: "a4", elements: [{ ...text("x"), layout: { left: 1, top: 2n } }] }] } as unknown as DocumentRequest;
    expect((await failure(pool.render(value))).message).toBe((await failure(platen.render(value))).message);
    for (const options of [{ limits: { flow_nodes: 0 } }, { workers: 2 }, { maxPages: 0 }, { fontDir: "/nowhere/at/all" }]) {
      const e = await failure(pool.render(SMALL, options));
      expect(e).toBeInstanceOf(TypeError);
      expect(e.message).toBe((await failure(platen.render(SMALL, options))).message);
    }
    expect(await failure(pool.svg(SMALL, { pages: "4" }))).toBeInstanceOf(TypeError);
    expect(await failure(pool.render(pagesOf(3), { maxPages: 2 }))).toMatchObject({ code: "API-004" });
  });

  test("progress comes while it works, pages counted", async () => {
    const told: Progress[] = [];
    await pool.render(pagesOf(120), { onProgress: (p) => void told.push(p) });
    expect([...new Set(told.map((p) => p.phase))]).toEqual(["check", "layout", "write"]);
    expect(told.flatMap((p) => p.page ?? [])).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    const mine = new Error("mine");
    const throwing = (): void => {
      throw mine;
    };
    expect(await failure(pool.render(SMALL, { onProgress: throwing }))).toBe(mine);
  });

  test("an abort rejects with its reason, frees the place, and others go on", async () => {
    const reason = { mine: true };
    expect(await failure(pool.render(SMALL, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    const control = new AbortController();
    const aborted = failure(pool.render(LONG, { signal: control.signal }));
    const other = pool.render(pagesOf(2000));
    setTimeout(() => control.abort(reason), 50);
    expect(await aborted).toBe(reason);
    expect((await other).pages).toBe(2000);
    expect(pool.pending).toBe(0);
    expect((await Promise.all([pool.render(SMALL), pool.render(SMALL), pool.render(SMALL)])).map((r) => r.pages)).toEqual([1, 1, 1]);
  });

  test("the calling thread is free meanwhile", async () => {
    const began = pool.render(pagesOf(1500));
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    await began;
    clearInterval(count);
    expect(turns).toBeGreaterThan(5);
  });
});

describe("bounds", () => {
  const with_ = async (options: Library.PoolOptions, use: (pool: Pool) => Promise<void>): Promise<void> => {
    const pool = platen.createPool(options);
    try {
      await use(pool);
    } finally {
      await pool.close({ graceMs: 0 });
    }
  };

  test("a full queue is API-900; none waits with 0, but the start of a process is awaited", async () => {
    await with_({ workers: 1, queue: 0 }, async (pool) => {
      const first = pool.render(pagesOf(800));
      const second = await failure(pool.render(SMALL));
      expect(second).toBeInstanceOf(platen.RenderError);
      expect(second).toMatchObject({ code: "API-900", message: "the queue is full", path: "" });
      expect((await first).pages).toBe(800);
    });
    await with_({ workers: 1, queue: 1 }, async (pool) => {
      await pool.ready;
      const calls = [pool.render(SMALL), pool.render(SMALL)];
      expect(pool.pending).toBe(2);
      expect(await failure(pool.render(SMALL))).toMatchObject({ code: "API-900" });
      expect((await Promise.all(calls)).map((r) => r.pages)).toEqual([1, 1]);
      expect(pool.pending).toBe(0);
    });
  });

  test("too long is API-501, the next one has another process", async () => {
    // enough for a small render of a new process on a busy machine
    await with_({ workers: 1, timeoutMs: 2500 }, async (pool) => {
      await pool.ready;
      const endless = pool.render(pagesOf(60_000), { maxPages: 1_000_000 });
      const [long, after] = await Promise.all([failure(endless), pool.render(SMALL)]);
      expect(long).toBeInstanceOf(platen.RenderError);
      expect(long).toMatchObject({ code: "API-501", message: "the render took longer than 2500 ms" });
      expect(after.pages).toBe(1);
    });
  });

  test("too much memory is API-501, others go on", async () => {
    await with_({ workers: 1, memoryMb: 256 }, async (pool) => {
      const big = pagesOf(60_000);
      const e = await failure(pool.render(big, { maxPages: 1_000_000, onProgress: () => undefined }));
      expect(e).toMatchObject({ code: "API-501", message: "the document needs more memory than a render may use" });
      expect((await pool.render(SMALL)).pages).toBe(1);
    });
  });

  test("impossible options reject, and do not throw", async () => {
    for (const [options, words] of [
      [{ workers: 0 }, "workers: must be a whole number from 1"],
      [{ queue: -1 }, "queue"],
      [{ timeoutMs: 0 }, "timeoutMs"],
      [{ memoryMb: 10 }, "memoryMb"],
      [{ warmUp: 1 }, "warmUp"],
      [{ limits: { nodes: 1 } }, "limits.nodes"],
      [{ worker: 1 }, 'worker: there is no such option; did you mean "workers"?'],
    ] as const) {
      const pool = platen.createPool(options as object);
      for (const call of [pool.ready, pool.render(SMALL), pool.check(SMALL)]) {
        const e = await failure(call);
        expect(e).toBeInstanceOf(TypeError);
        expect(e.message.startsWith(words), e.message).toBe(true);
      }
      await pool.close();
    }
  });
});

describe("its end", () => {
  test("what runs finishes, what waits and what comes is refused, twice is once", async () => {
    const pool = platen.createPool({ workers: 1 });
    await pool.ready;
    const runs = pool.render(pagesOf(300));
    const waits = failure(pool.render(SMALL));
    const [first, second] = [pool.close(), pool.close()];
    expect(await failure(pool.render(SMALL))).toMatchObject({ code: "API-900", message: "the pool is closed" });
    expect(await waits).toMatchObject({ code: "API-900", message: "the pool is closed" });
    expect((await runs).pages).toBe(300);
    await Promise.all([first, second, pool.close()]);
    expect(await failure(pool.close({ graceMs: -1 }))).toBeInstanceOf(TypeError);
  });

  test("what runs longer than the grace is cut off", async () => {
    const pool = platen.createPool({ workers: 1 });
    await pool.ready;
    const runs = failure(pool.render(LONG));
    await pool.close({ graceMs: 50 });
    expect(await runs).toMatchObject({ code: "API-900" });
  });

  test.each([
    ["idle", "await pool.ready; console.log('ready');", "ready\n"],
    ["used", "console.log((await pool.render(request)).pages);", "1\n"],
    ["warming up", "await pool.ready; await new Promise((r) => setTimeout(r, 300)); console.log('ready');", "ready\n"],
    ["never awaited", "", ""],
    ["closed", "await pool.close(); await pool.close(); console.log('closed');", "closed\n"],
  ])("Node ends beside a pool that is %s", (_, code, printed) => {
    const program = `import { createPool } from ${JSON.stringify(built)};
      const request = ${JSON.stringify(SMALL)};
      const pool = createPool({ workers: 2, warmUp: true });
      ${code}`;
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 200_000,
    });
    expect({ stdout, stderr, status, signal }).toEqual({ stdout: printed, stderr: "", status: 0, signal: null });
  });
});
