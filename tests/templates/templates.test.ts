import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { builtIn, builtInIds } from "../../runtime/owner/templates.js";
import { bindBatch, lintTemplate, parseTemplate } from "../../compiler/template/template.js";
import { cli, errorOf, start, type Running } from "../support/service.js";
import { has, needs, root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-templates-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = (name: string, value: unknown): string => {
  const at = path.join(dir, name);
  writeFileSync(at, JSON.stringify(value));
  return at;
};
const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext"));
const textOf = (pdf: Uint8Array): string => {
  const at = path.join(dir, "text.pdf");
  writeFileSync(at, pdf);
  return spawnSync("pdftotext", ["-layout", at, "-"], { encoding: "utf8" }).stdout;
};

const NOTE = {
  schema: {
    fields: [
      { name: "number", type: "string", required: true },
      { name: "customer.name", type: "string", required: true },
      { name: "remark", type: "string" },
      {
        name: "lines",
        type: "array",
        required: true,
        items: [
          { name: "article", type: "string", required: true },
          { name: "weight", type: "number", default_value: 0 },
        ],
      },
    ],
  },
  settings: { layout: { flow: true, page_margin: { top: 20, right: 20, bottom: 20, left: 20 } }, output: { file_name: "note-{{number}}" } },
  pages: [
    {
      size: "a4",
      elements: [
        { type: "text", layout: { left: 0 }, style: { font_size: 16 }, content: "Delivery note {{number}} for {{customer.name}}" },
        {
          type: "table",
          layout: { left: 0 },
          columns: [
            { key: "article", header: "Article", width: { mode: "fixed", value: 100 } },
            { key: "weight", header: "kg", width: { mode: "fixed", value: 40 } },
          ],
          rows: "{{#each lines}}",
        },
        { type: "text", layout: { left: 0 }, content: "Total {{number(sum(lines.map(l, l.weight)), 1)}} kg, page {page} of {total_pages}" },
        { type: "text", layout: { left: 0 }, _if: "{{remark}}", content: "Please note: {{remark}}" },
      ],
    },
  ],
};
const BATCH = { ...NOTE, settings: { ...NOTE.settings, output: { file_name: "notes" } } };
const record = (n: number): object => ({
  number: `N-${n}`,
  customer: { name: `Customer ${n}` },
  ...(n % 2 === 0 && { remark: `ring bell ${n} {page} {{number}}` }),
  lines: Array.from({ length: n }, (_, i) => ({ article: `Article ${n}.${i}`, weight: i + 0.5 })),
});

describe("over HTTP", () => {
  let service: Running;
  const env = { PLATEN_DATA_DIR: path.join(dir, "data") };
  const run = (...args: readonly string[]): { readonly status: number | null; readonly out: string; readonly err: string } => {
    const r = spawnSync(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, encoding: "utf8" });
    return { status: r.status, out: r.stdout, err: r.stderr };
  };
  let token: string;
  const render = (body: unknown, bearer = token): Promise<Response> =>
    fetch(`${service.url}/api/v1/template-render`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
    });
  const tokenOf = (owner: string, ...more: readonly string[]): string =>
    (JSON.parse(run("--json", "tokens", "create", "--owner", owner, ...more).out) as { token: string }).token;

  beforeAll(async () => {
    service = await start(env);
    token = tokenOf("author");
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("what is wrong with a template is listed, and keeps it from being published", () => {
    const bad = file("bad.json", {
      ...NOTE,
      pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 0 }, content: "{{nowhere}}" }] }],
    });
    const linted = run("templates", "lint", bad);
    expect(linted.status).toBe(1);
    expect(linted.err).toMatch(/^API-002 pages\[0\]\.elements\[0\]\.content \(.*bad\.json:\d+:\d+\): .*nowhere/m);
    expect(run("templates", "publish", bad, "--id", "bad", "--owner", "author").status).toBe(1);
    expect(run("templates", "list", "--owner", "author").out).not.toContain("bad");
    expect(run("templates", "lint", file("note.json", NOTE))).toEqual({ status: 0, out: "", err: "" });
    writeFileSync(path.join(dir, "broken.json"), '{\n  "fields": {},\n}');
    expect(run("templates", "lint", path.join(dir, "broken.json")).err).toMatch(/^API-001 \(.*broken\.json:2:15\): /);
    const json = JSON.parse(run("--json", "templates", "lint", bad).out) as { errors: { message: string }[] };
    expect(json.errors.length).toBeGreaterThan(0);
    expect(json.errors[0]).toMatchObject({ rule: "expression", path: "/pages/0/elements/0/content", line: 1, severity: "error" });
    const records = file("records.json", [{ number: 3 }]);
    const preview = run("templates", "preview", file("note.json", NOTE), "--data", records, "-o", path.join(dir, "x.pdf"));
    expect(preview.err).toMatch(/^API-002 data\[0\]\S* \(.*records\.json:\d+:\d+\): /);
  });

  test("an absent number, a letter that is no part of a date and an array as text are told of with their lines", () => {
    const made = (name: string, content: string): string => {
      const fields = [
        { name: "n", type: "number" },
        { name: "d", type: "string" },
        { name: "items", type: "array", items: [{ name: "sku", type: "string" }] },
      ];
      const template = {
        schema: { fields },
        pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content }] }],
      };
      const to = path.join(dir, name);
      writeFileSync(to, JSON.stringify(template, null, 1));
      return to;
    };
    const lined = (name: string, text: string): RegExp =>
      new RegExp(`^${text} pages\\[0\\]\\.elements\\[0\\]\\.content \\(.*${name}\\.json:\\d{2}:\\d+\\): `, "m");
    const absent = made("absent.json", '{{n > 5.0 ? "big" : "small"}}');
    const linted = run("templates", "lint", absent);
    expect(linted.status).toBe(0);
    expect(linted.err).toMatch(lined("absent", "warning"));
    expect(linted.err).toContain("n may be absent, and then this fails");
    const preview = run("templates", "preview", absent, "--data", file("none.json", {}), "-o", path.join(dir, "x.pdf"));
    expect(preview.status).toBe(1);
    expect(preview.err).toMatch(lined("absent", "API-002 data\\[0\\]:"));
    expect(preview.err).toContain("needs n, which the record does not have");
    const letters = run("templates", "lint", made("letters.json", '{{date(d, "yyyy-MM-dd")}} {{date(d, "EEEE")}}'));
    expect(letters.status).toBe(0);
    expect(letters.err).toMatch(lined("letters", "warning"));
    const localized = run("templates", "lint", made("localized.json", '{{date(d, "d. MMMM y Uhr", "de")}}'));
    expect(localized.status).toBe(1);
    expect(localized.err).toMatch(lined("localized", "API-002"));
    expect(letters.err).toContain('"EEEE" in the format "EEEE" of date() is printed unchanged');
    const array = run("templates", "lint", made("array.json", "Hi {{d}} {{items}}"));
    expect(array.status).toBe(0);
    expect(array.err).toMatch(lined("array", "warning"));
  });

  test.runIf(havePoppler)("ten records become one document, in order, each with what it has", async () => {
    expect(run("templates", "preview", file("note.json", NOTE), "-o", path.join(dir, "preview.pdf")).status).toBe(0);
    expect(textOf(readFileSync(path.join(dir, "preview.pdf")))).toContain("Delivery note number for name");
    expect(run("templates", "publish", file("notes.json", BATCH), "--id", "notes", "--owner", "author").out).toBe(
      "author  notes  version 1\n",
    );
    const data = Array.from({ length: 10 }, (_, i) => record(i + 1));
    const r = await render({ template_id: "notes", data });
    expect(r.status).toBe(200);
    expect(r.headers.get("content-disposition")).toContain("notes.pdf");
    const pages = textOf(new Uint8Array(await r.arrayBuffer()))
      .split("\f")
      .slice(0, -1);
    expect(pages).toHaveLength(10);
    pages.forEach((page, i) => {
      const n = i + 1;
      expect(page).toContain(`Delivery note N-${n} for Customer ${n}`);
      expect(page).toContain(`page ${n} of 10`);
      const total = Array.from({ length: n }, (_, k) => k + 0.5).reduce((a, b) => a + b, 0);
      expect(page).toContain(`Total ${total.toFixed(1)} kg`);
      for (let k = 0; k < n; k++) expect(page).toContain(`Article ${n}.${k}`);
      if (n % 2 === 0) expect(page).toContain(`Please note: ring bell ${n} {page} {{number}}`);
      else expect(page).not.toContain("Please note");
    });
  });

  test("a name that a record gives is the file's, and output replaces it", async () => {
    run("templates", "publish", file("note.json", NOTE), "--id", "note", "--owner", "author");
    expect((await render({ template_id: "note", data: [record(1)] })).headers.get("content-disposition")).toBe(
      'inline; filename="note-N-1.pdf"',
    );
    const r = await render({ template_id: "note", data: [record(1)], output: { mode: "file", file_name: "mine" } });
    expect(r.headers.get("content-disposition")).toBe('attachment; filename="mine.pdf"');
    expect(await errorOf(await render({ template_id: "note", data: [record(1), record(2)] }))).toMatchObject({
      status: 400,
      code: "API-002",
      message: expect.stringContaining("produced different document globals") as string,
    });
  });

  test("requests that are wrong are told where", async () => {
    const refused = async (body: unknown): Promise<string> => {
      const { status, code, message } = await errorOf(await render(body));
      return `${status} ${code} ${message}`;
    };
    const good = record(1);
    expect(await refused("{")).toMatch(/^400 API-001 /);
    expect(await refused({ data: [good] })).toMatch(/^400 API-001 .*template_id/);
    expect(await refused({ template_id: "notes", data: {} })).toMatch(/^400 API-001 data: /);
    expect(await refused({ template_id: "notes", data: [good], more: 1 })).toMatch(/^400 API-001 more: /);
    expect(await refused({ template_id: "notes", data: [good], revision_id: "1" })).toMatch(/^400 API-002 revision_id: /);
    expect(await refused({ template_id: "notes", data: [good], _x: 1 })).toMatch(/^400 API-002 _x: /);
    expect(await refused({ template_id: "notes", data: [] })).toMatch(/^400 API-002 data: /);
    expect(await refused({ template_id: "notes", data: Array.from({ length: 11 }, () => good) })).toMatch(/^400 API-002 data: .*10/);
    expect(await refused({ template_id: "notes", data: [good, 7] })).toMatch(/^400 API-002 data\[1\]: /);
    expect(await refused({ template_id: "notes", data: [good, { ...good, customer: { name: "  " } }] })).toMatch(
      /^400 API-002 data\[1\]\.customer\.name: /,
    );
    expect(await refused({ template_id: "none", data: [good] })).toBe('400 API-002 template_id: there is no template "none"');
    expect(await refused({ template_id: "__proto__", data: [good] })).toMatch(/^400 API-002 template_id: /);
    expect(await refused({ template_id: "../../package", data: [good] })).toMatch(/^400 API-002 template_id: /);
    expect(await errorOf(await render({ template_id: "notes", data: [good] }, tokenOf("somebody")))).toMatchObject({
      code: "API-002",
      message: 'template_id: there is no template "notes"',
    });
    expect(await errorOf(await fetch(`${service.url}/api/v1/template-render`, { method: "POST" }))).toMatchObject({
      status: 401,
      code: "API-101",
    });
  });

  test("a policy and an account hold for templates too", async () => {
    const bounded = tokenOf("author", "--policy", file("policy.json", { max_pages_per_request: 2 }));
    expect((await render({ template_id: "notes", data: [record(1), record(2)] }, bounded)).status).toBe(200);
    expect(await errorOf(await render({ template_id: "notes", data: [record(1), record(2), record(3)] }, bounded))).toMatchObject({
      status: 400,
      code: "API-004",
    });
    run("accounts", "set", "author", file("account.json", { subscription: "active", page_credits: { limit: 3, period: "month" } }));
    expect((await render({ template_id: "notes", data: [record(1), record(2)] })).status).toBe(200);
    expect(await errorOf(await render({ template_id: "notes", data: [record(1), record(2)] }))).toMatchObject({
      status: 429,
      code: "API-203",
    });
    run("accounts", "set", "author", file("account.json", { subscription: "active" }));
  });

  test("a version that is published is rendered at once; one that is retired is not there any more", async () => {
    const body = { template_id: "short", data: [{}] };
    const short = (content: string): string =>
      file("short.json", {
        schema: { fields: [] },
        pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content }] }],
      });
    run("templates", "publish", short("first"), "--id", "short", "--owner", "author");
    const first = new Uint8Array(await (await render(body)).arrayBuffer());
    expect(run("templates", "publish", short("second"), "--id", "short", "--owner", "author").out).toBe("author  short  version 2\n");
    const second = new Uint8Array(await (await render(body)).arrayBuffer());
    if (havePoppler) expect([textOf(first).trim(), textOf(second).trim()]).toEqual(["first", "second"]);
    expect(
      (JSON.parse(run("templates", "show", "short", "--owner", "author", "--revision", "1").out) as { pages: unknown }).pages,
    ).toBeDefined();
    expect(run("templates", "retire", "short", "--owner", "author").status).toBe(0);
    expect(await errorOf(await render(body))).toMatchObject({ code: "API-002", message: 'template_id: there is no template "short"' });
    expect(run("templates", "retire", "short", "--owner", "author").status).toBe(1);
    expect(run("templates", "publish", short("x"), "--id", "invoice").status).toBe(2);
    expect(run("templates", "retire", "invoice").status).toBe(2);
    expect(run("templates", "publish", short("x"), "--id", "a b").status).toBe(2);
    expect(run("templates", "show", "nothing").status).toBe(1);
    const listed = JSON.parse(run("--json", "templates", "list", "--owner", "author").out) as {
      id: string;
      version: number;
      state: string;
    }[];
    expect(listed.filter((t) => t.id === "short").map((t) => [t.version, t.state])).toEqual([
      [2, "retired"],
      [1, "retired"],
    ]);
  });

  test("those of the package are there for everybody", async () => {
    for (const id of builtInIds()) {
      const data = JSON.parse(readFileSync(path.join(root, "templates/data", `${id}.full.json`), "utf8")) as unknown;
      expect((await render({ template_id: id, data: [data, data] }, tokenOf("anybody"))).status, id).toBe(200);
    }
  });
});

describe("the templates of the package", () => {
  const engine = new Engine();
  const sample = (id: string, kind: string): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(root, "templates/data", `${id}.${kind}.json`), "utf8")) as Record<string, unknown>;
  const rendered = async (id: string, record: object, profile?: string): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> => {
    const parsed = parseTemplate(builtIn(id)!);
    if ("problems" in parsed) throw new Error(parsed.problems[0]!.reason);
    const bound = bindBatch(parsed.template, [record], { locales: localeFiles, limits: CONTRACT_LIMITS });
    if ("problems" in bound) throw new Error(bound.problems[0]!.reason);
    const request = bound.requests[0]!;
    return engine.renderItems([profile === undefined ? request : { ...request, settings: { ...request.settings, profile } }]);
  };

  test("nothing is wrong with them", () => {
    expect(builtInIds()).toEqual(["invoice", "packing_list", "shipping_label"]);
    for (const id of builtInIds())
      expect(lintTemplate(builtIn(id)!, { locales: localeFiles, limits: CONTRACT_LIMITS }), id).toEqual({ errors: [], warnings: [] });
  });

  test.runIf(havePoppler)("300 lines go on over pages, and none is lost", async () => {
    for (const id of ["invoice", "packing_list"]) {
      const record = sample(id, "full");
      const [first] = record["items"] as Record<string, unknown>[];
      record["items"] = Array.from({ length: 300 }, (_, i) => ({ ...first, description: `Thing ${i} of many` }));
      const { pdf, pages } = await rendered(id, record);
      expect(pages).toBeGreaterThan(5);
      const text = textOf(pdf);
      for (let i = 0; i < 300; i++) expect(text, `${id} ${i}`).toContain(`Thing ${i} of many`);
    }
  });

  test.runIf(haveVera)("are valid PDF/A-2b, with least and with all data", async () => {
    const files: { flavour: string; file: string }[] = [];
    for (const id of builtInIds())
      for (const kind of ["minimal", "full"]) {
        const at = path.join(dir, `${id}.${kind}.pdf`);
        writeFileSync(at, (await rendered(id, sample(id, kind), "pdfa-2b")).pdf);
        files.push({ flavour: "2b", file: at });
      }
    expect(faults(files)).toEqual([]);
  });
});
