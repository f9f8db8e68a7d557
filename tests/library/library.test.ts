import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as platen from "../../runtime/index.js";
import { RenderError, type DocumentRequest, type Progress } from "../../runtime/index.js";
import { eInvoiceExamples, examples, root } from "../support/tools.js";

const cli = path.join(root, "dist/runtime/cli/cli.js");
const EPOCH = 1_700_000_000;
const dir = mkdtempSync(path.join(tmpdir(), "platen-library-"));
afterAll(() => rmSync(dir, { recursive: true }));

const run = (...args: readonly string[]): Buffer =>
  execFileSync(process.execPath, [cli, ...args], { env: { ...process.env, SOURCE_DATE_EPOCH: String(EPOCH) }, maxBuffer: 1 << 26 });
const NAMES = ["examples/letter", "examples/catalogue", "examples/charts/kinds", "examples/timetable", "examples/report-arabic"];
const SHOWN = examples().filter(({ name }) => NAMES.includes(name));
const text = (content: string): object => ({ type: "text", layout: { left: 20, top: 20 }, content });
const pagesOf = (n: number): DocumentRequest =>
  ({ pages: Array.from({ length: n }, (_, i) => ({ size: "a6", elements: [text(`page ${i + 1}`)] })) }) as unknown as DocumentRequest;
const SMALL = pagesOf(1);
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const failure = (call: Promise<unknown>): Promise<RenderError> =>
  call.then(
    () => expect.fail("it should have been refused"),
    (e: unknown) => e as RenderError,
  );

describe("bytes of the command line", () => {
  test.each(SHOWN)("$name: PDF, text", async ({ name, body }) => {
    const file = path.join(root, `${name}.json`);
    const { pdf } = await platen.render(body, { sourceDateEpoch: EPOCH });
    expect(Buffer.compare(pdf, run("render", file, "-o", "-", "-q"))).toBe(0);
    expect(await platen.text(body)).toBe(run("text", file).toString());
  });

  test("SVG, PNG, a template, an e-invoice", async () => {
    const [letter] = SHOWN.filter(({ name }) => name === "examples/catalogue");
    const file = path.join(root, "examples/catalogue.json");
    for (const kind of ["svg", "png"] as const) {
      const to = path.join(dir, kind);
      run(kind, file, "-o", to);
      const made = await platen[kind](letter!.body);
      expect(readdirSync(to)).toHaveLength(made.length);
      for (const [i, page] of made.entries())
        expect(Buffer.compare(Buffer.from(page), readFileSync(path.join(to, `page-${i + 1}.${kind}`)))).toBe(0);
    }
    const data = path.join(root, "templates/data/packing_list.full.json");
    const template = await platen.renderTemplate("packing_list", readFileSync(data), { sourceDateEpoch: EPOCH });
    expect(Buffer.compare(template.pdf, run("templates", "preview", "packing_list", "--data", data, "-o", "-"))).toBe(0);
    const invoice = eInvoiceExamples()[0]!;
    const { pdf, xml, report } = await platen.renderEInvoice(invoice.body, { sourceDateEpoch: EPOCH });
    expect(Buffer.compare(pdf, run("einvoice", "render", path.join(root, `${invoice.name}.json`), "-o", "-", "-q"))).toBe(0);
    const request = JSON.parse(new TextDecoder().decode(invoice.body)) as { settings: { e_invoice: { xml: { content: string } } } };
    expect(new TextDecoder().decode(xml)).toBe(request.settings.e_invoice.xml.content);
    if (report) expect(report).not.toHaveProperty("job_id");
  });

  test("a template is a name, a value or bytes; its records one or several", async () => {
    const source = JSON.parse(readFileSync(path.join(root, "templates/shipping_label.json"), "utf8")) as object;
    const record = JSON.parse(readFileSync(path.join(root, "templates/data/shipping_label.minimal.json"), "utf8")) as object;
    const of = (template: object | string, data: object) => platen.renderTemplate(template, data, { sourceDateEpoch: EPOCH });
    const [named, valued, given] = await Promise.all([
      of("shipping_label", record),
      of(source, [record]),
      of(bytes(source), bytes(record)),
    ]);
    expect(Buffer.compare(named.pdf, valued.pdf)).toBe(0);
    expect(Buffer.compare(named.pdf, given.pdf)).toBe(0);
    expect((await of(source, [record, record])).pages).toBe(2 * named.pages);
    expect(await failure(of(source, []))).toMatchObject({ code: "API-002", path: "/data" });
    expect(await failure(of("nothing", record))).toMatchObject({ code: "API-002", path: "/template" });
    expect(await failure(of(source, bytes({ nothing: 1 })))).toMatchObject({
      code: "API-002",
      line: 1,
      column: expect.any(Number) as number,
    });
  });
});

describe("errors", () => {
  test("have the place, what is found and allowed, and what was meant", async () => {
    const wrong = { pages: [{ size: "lettre", elements: [] }] };
    const message = 'pages[0].size: did you mean "letter"?';
    const of = async (request: object): Promise<RenderError> => failure(platen.render(request as DocumentRequest));
    const value = await of(wrong);
    expect(value).toBeInstanceOf(RenderError);
    expect(value).toMatchObject({ name: "RenderError", code: "API-001", path: "/pages/0/size", suggestion: '"letter"', found: '"lettre"' });
    expect(value.message.startsWith(message)).toBe(true);
    expect(value.allowed).toContain("letter");
    expect([value.line, value.column]).toEqual([undefined, undefined]);
    expect(await of(bytes(wrong))).toMatchObject({ line: 1, column: 19 });
    for (const call of [platen.check, platen.compile, platen.svg, platen.png, platen.text] as const)
      if (call === platen.check) expect(await call(bytes(wrong))).toMatchObject([{ path: "/pages/0/size", line: 1, column: 19 }]);
      else expect(await failure(call(bytes(wrong)))).toMatchObject({ code: "API-001", line: 1, column: 19 });
  });

  test("jobs belong to the service", async () => {
    const request = JSON.parse(new TextDecoder().decode(eInvoiceExamples()[0]!.body)) as { settings: { e_invoice: object } };
    const having = (more: object): Uint8Array =>
      bytes({ ...request, settings: { ...request.settings, e_invoice: { ...request.settings.e_invoice, ...more } } });
    for (const [more, at] of [
      [{ delivery: { mode: "object" } }, "/settings/e_invoice/delivery/mode"],
      [{ validation: { level: "strict", execution: "async" } }, "/settings/e_invoice/validation/execution"],
      [{ job_id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }, "/settings/e_invoice/job_id"],
    ] as const)
      expect(await failure(platen.renderEInvoice(having(more)))).toMatchObject({ code: "API-002", path: at });
  });
});

describe("an invoice's report", () => {
  const invoice = eInvoiceExamples()[0]!;
  const xml = (JSON.parse(new TextDecoder().decode(invoice.body)) as { settings: { e_invoice: { xml: { content: string } } } }).settings
    .e_invoice.xml.content;

  test("agrees with the command line, of text, bytes and a PDF", async () => {
    const file = path.join(dir, "invoice.xml");
    writeFileSync(file, xml);
    const told = spawnSync(process.execPath, [cli, "--json", "einvoice", "validate", file], { encoding: "utf8" });
    const verdict = JSON.parse(told.stdout) as { valid: boolean; profile: string; summary: object };
    const report = await platen.validateEInvoice(xml);
    expect(report).toMatchObject({ valid: verdict.valid, profile: verdict.profile, summary: verdict.summary, schema_version: 1 });
    expect(report).not.toHaveProperty("job_id");
    const { pdf } = await platen.renderEInvoice(invoice.body);
    for (const input of [new TextEncoder().encode(xml), pdf])
      expect(await platen.validateEInvoice(input)).toMatchObject({
        summary: report.summary,
        hashes: { xml_sha256: report.hashes.xml_sha256 },
      });
  });

  test("an invalid invoice is a result", async () => {
    for (const wrong of ["", "<a", "<a/>", xml.slice(0, 500), xml.replace(/<ram:ID>[^<]*<\/ram:ID>/, "")])
      expect((await platen.validateEInvoice(wrong)).valid).toBe(false);
    const { pdf } = await platen.render(SMALL);
    expect(await failure(platen.validateEInvoice(pdf))).toMatchObject({ code: "API-002" });
    expect(await platen.validateEInvoice(xml, { profile: "minimum" })).toMatchObject({ profile: "minimum" });
  });

  test("readEInvoice, writeEInvoice and validateEInvoice have the common options, and refuse unknown ones (R1)", async () => {
    const { invoice: model } = await platen.readEInvoice(xml);
    const reason = { own: true };
    const aborted = { signal: AbortSignal.abort(reason) };
    const calls = {
      read: (o: object) => platen.readEInvoice(xml, o),
      write: (o: object) => platen.writeEInvoice(model, { syntax: "cii", ...o }),
      validate: (o: object) => platen.validateEInvoice(xml, o),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect([name, await call(aborted).catch((e: unknown) => e)]).toEqual([name, reason]);
      const phases: string[] = [];
      await call({ onProgress: ({ phase }: Progress) => void phases.push(phase) });
      expect([name, phases]).toEqual([name, ["check", "layout", "write"]]);
      for (const [option, words] of [
        [{ syntx: "cii" }, "syntx: there is no such option"],
        [{ limits: { no_such: 1 } }, "limits.no_such: there is no such option"],
      ] as const) {
        const e = await failure(call(option));
        expect([name, e.constructor, e.message]).toEqual([name, TypeError, expect.stringContaining(words)]);
      }
    }
    for (const options of [undefined, {}, { syntax: "xml" }, { syntax: "ubl", level: "gold" }, { syntax: "ubl", profileLoss: true }]) {
      const e = await failure(platen.writeEInvoice(model, options as never));
      expect([e.constructor, e.message]).toEqual([TypeError, expect.stringMatching(/^(syntax|level|profileLoss): must be "/)]);
    }
  });
});

describe("options", () => {
  const WRONG: readonly (readonly [keyof typeof platen & ("render" | "svg" | "png" | "validateEInvoice"), object, string])[] = [
    ["render", { limits: { flow_nodes: 0 } }, "limits.flow_nodes"],
    ["render", { maxPage: 1 }, 'maxPage: there is no such option; did you mean "maxPages"?'],
    ["render", { pages: "1" }, "pages"],
    ["render", { maxPages: 0 }, "maxPages: must be a whole number from 1"],
    ["render", { maxPages: 1.5 }, "maxPages"],
    ["render", { warnings: "yes" }, "warnings: must be true or false"],
    ["render", { sourceDateEpoch: -1 }, "sourceDateEpoch"],
    ["render", { fontDir: 4 }, "fontDir"],
    ["render", { fontDir: "/nowhere/at/all" }, "fontDir"],
    ["render", { assetDir: "/nowhere/at/all" }, "assetDir"],
    ["render", { assets: { logo: "text" } }, "assets"],
    ["render", { assets: new Map([["logo", new Uint8Array(1)]]) }, "assets"],
    ["render", { signal: {} }, "signal"],
    ["render", { onProgress: 1 }, "onProgress"],
    ["svg", { dpi: 100 }, "dpi"],
    ["svg", { pages: "0" }, "pages"],
    ["svg", { pages: "" }, "pages"],
    ["svg", { pages: 1 }, "pages"],
    ["svg", { pages: "2" }, "pages: the document has 1 page; found 2"],
    ["svg", { pages: "2-1" }, "pages"],
    ["png", { dpi: 17 }, "dpi: must be a number from 18 to 1200; found 17"],
    ["png", { dpi: NaN }, "dpi"],
    ["validateEInvoice", { profile: "gold" }, "profile: must be one of"],
    ["validateEInvoice", { ruleSets: ["gold"] }, "ruleSets"],
  ];
  test.each(WRONG)("%s %j", async (name, options, words) => {
    const promise = (platen[name] as (r: unknown, o: object) => Promise<unknown>)(name === "validateEInvoice" ? "<a/>" : SMALL, options);
    const e = await failure(promise);
    expect(e).toBeInstanceOf(TypeError);
    expect(e.message.startsWith(words), e.message).toBe(true);
  });

  test("pages are in the order written", async () => {
    const all = await platen.svg(pagesOf(4));
    expect(await platen.svg(pagesOf(4), { pages: " 3-, 1 ,2 - 2" })).toEqual([all[2], all[3], all[0], all[1]]);
    expect(await platen.png(pagesOf(3), { pages: "2", dpi: 18 })).toHaveLength(1);
  });

  test("assets precede those of the folder", async () => {
    const svgOf = (colour: string): Uint8Array =>
      new TextEncoder().encode(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${colour}"/></svg>`,
      );
    writeFileSync(path.join(dir, "logo.svg"), svgOf("red"));
    const element = {
      type: "image",
      layout: { left: 1, top: 1 },
      width: 20,
      height: 20,
      source: { kind: "asset", key: "logo.svg", format: "svg" },
    };
    const request = { pages: [{ size: "a6", elements: [element] }] } as unknown as DocumentRequest;
    const [red, blue] = await Promise.all([
      platen.svg(request, { assetDir: dir }),
      platen.svg(request, { assetDir: dir, assets: { "logo.svg": svgOf("blue") } }),
    ]);
    expect(red[0]).toMatch(/#FF0000/);
    expect(blue[0]).toMatch(/#0000FF/);
    expect(await failure(platen.svg(request))).toMatchObject({ code: "API-002" });
  });

  test("a bound of pages and warnings are per call", async () => {
    expect(await failure(platen.render(pagesOf(3), { maxPages: 2 }))).toMatchObject({ code: "API-004" });
    expect((await platen.render(pagesOf(3), { maxPages: 3 })).pages).toBe(3);
  });
});

describe("the caller's input", () => {
  test("may be changed after the call, with bytes of a Buffer too", async () => {
    const body = Buffer.from(JSON.stringify(pagesOf(2)));
    const value = JSON.parse(body.toString()) as { pages: unknown[] };
    const signal = new AbortController().signal;
    const calls = [
      platen.render(body, { signal }),
      platen.render(value as unknown as DocumentRequest, { signal }),
      platen.svg(body),
      platen.png(value as unknown as DocumentRequest, { dpi: 18 }),
    ];
    body.fill(0);
    value.pages.length = 0;
    const made = await Promise.all(calls);
    expect(made.map((m) => ("pages" in m ? m.pages : m.length))).toEqual([2, 2, 2, 2]);
    expect(await failure(platen.validateEInvoice(undefined as unknown as string))).toBeInstanceOf(TypeError);
  });
});

describe("progress", () => {
  const LONG = pagesOf(230);

  test("phases in order, each at least once, pages counted", async () => {
    for (const call of [platen.render, platen.check, platen.svg, platen.text, platen.compile, platen.png] as const) {
      const told: Progress[] = [];
      await call(pagesOf(3), { onProgress: (p) => void told.push(p) });
      expect([...new Set(told.map((p) => p.phase))]).toEqual(["check", "layout", "write"]);
      const pages = told.flatMap((p) => (p.page === undefined ? [] : [p.page]));
      expect(pages).toEqual(pages.length === 0 ? [] : [1, 2, 3]);
      expect(told.every((p) => p.pages === undefined || p.pages === 3)).toBe(true);
    }
  });

  test("bytes do not depend on it, nor on documents that take turns", async () => {
    const alone = await Promise.all(SHOWN.map(async ({ body }) => (await platen.render(body, { sourceDateEpoch: EPOCH })).pdf));
    const long = await platen.render(LONG, { sourceDateEpoch: EPOCH });
    const signal = new AbortController().signal;
    const options = { sourceDateEpoch: EPOCH, onProgress: () => undefined, signal };
    const [other, ...together] = await Promise.all([LONG, ...SHOWN.map(({ body }) => body)].map((r) => platen.render(r, options)));
    for (const [i, { pdf }] of together.entries()) expect(Buffer.compare(pdf, alone[i]!)).toBe(0);
    expect(Buffer.compare(other!.pdf, long.pdf)).toBe(0);
  });

  test("an exception of the callback rejects the call with it", async () => {
    const mine = new Error("mine");
    const throwing = (p: Progress): void => {
      if (p.page === 2) throw mine;
    };
    expect(await failure(platen.render(pagesOf(3), { onProgress: throwing }))).toBe(mine);
  });

  test("the event loop gets a turn at least every 100 pages", async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await platen.render(LONG, { signal: new AbortController().signal });
    isOver = true;
    // 230 pages: layout and writing yield twice or more, each pass once
    expect(turns).toBeGreaterThanOrEqual(6);
  });
});

describe("a signal", () => {
  test("rejects with its reason itself; before the call no work is begun", async () => {
    const reason = { mine: true };
    const before = AbortSignal.abort(reason);
    let reads = 0;
    const request = new Proxy(SMALL, {
      ownKeys: (t) => (reads++, Reflect.ownKeys(t)),
      get: (t, k) => (reads++, Reflect.get(t, k) as unknown),
    });
    for (const call of [platen.render, platen.check, platen.svg, platen.png, platen.text, platen.compile] as const)
      expect(await failure(call(request, { signal: before }))).toBe(reason);
    expect(reads).toBe(0);
    expect(await failure(platen.validateEInvoice("<a/>", { signal: before }))).toBe(reason);
    const control = new AbortController();
    const call = failure(platen.render(pagesOf(500), { signal: control.signal }));
    setImmediate(() => control.abort(reason));
    expect(await call).toBe(reason);
  });

  test("whenever it comes, the call ends with the PDF or the reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (turns) => {
        const control = new AbortController();
        const told = platen.render(pagesOf(120), { signal: control.signal }).then(
          ({ pages }) => pages,
          (e: unknown) => e,
        );
        for (let i = 0; i < turns; i++) await new Promise((done) => setImmediate(done));
        control.abort(turns);
        expect([120, turns]).toContain(await told);
      }),
      { numRuns: 10 },
    );
  });
});

describe("importing it", () => {
  let own: Record<string, string>;
  beforeAll(() => {
    own = { ...(process.env as Record<string, string>) };
  });

  test("starts no process, opens no file outside of the package, prints nothing", () => {
    const code = `
      const fs = require("node:fs"), cp = require("node:child_process"), w = require("node:worker_threads");
      const opened = [];
      for (const name of ["openSync", "readFileSync", "open", "readFile", "createReadStream"]) {
        const real = fs[name];
        fs[name] = (file, ...rest) => { if (typeof file !== "number") opened.push(String(file)); return real(file, ...rest); };
      }
      for (const [m, k] of [[cp, "spawn"], [cp, "fork"], [cp, "exec"], [w, "Worker"]]) m[k] = () => { throw new Error(k); };
      import(${JSON.stringify(path.join(root, "dist/runtime/index.js"))}).then(() => {
        const outside = opened.map((f) => f.replace(/^file:\\/\\//, "")).filter((f) => !f.startsWith(${JSON.stringify(root)}));
        if (outside.length > 0) throw new Error(outside.join());
      });`;
    const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", env: own });
    expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
  });

  test("require() gives the same functions", () => {
    // Node from 20.19 on; a module with top-level await would be refused
    const code = `const p = require(${JSON.stringify(path.join(root, "dist/runtime/index.js"))});
      p.render(${JSON.stringify(SMALL)}).then(({ pages }) => process.stdout.write(String(pages)));`;
    const { stdout, status } = spawnSync(process.execPath, ["--no-warnings", "-e", code], { encoding: "utf8" });
    expect({ stdout, status }).toEqual({ stdout: "1", status: 0 });
  });
});
