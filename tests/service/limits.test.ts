import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACT_LIMITS, limitSetting, type LimitName } from "../../compiler/core/limits.js";
import { LIMIT_CASES } from "../support/limit-cases.js";
import { cli, errorOf, post, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

const nodes = (n: number): string =>
  JSON.stringify({
    flow_document: {
      page_masters: { main: { size: "a4", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } } },
      segments: [
        { page_master: "main", content: Array.from({ length: n }, () => ({ type: "block", element: { type: "text", content: "x" } })) },
      ],
    },
  });
const LIMITS = {
  ...{ PLATEN_LIMIT_FLOW_NODES: "1100", PLATEN_LIMIT_FLOW_ELEMENTS: "1100", PLATEN_LIMIT_FLOW_DESTINATIONS: "3" },
  ...{ PLATEN_LIMIT_BATCH_ITEMS: "12", PLATEN_LIMIT_EINVOICE_XML_BYTES: "50", PLATEN_LIMIT_INVOICE_LINES: "2" },
};
const destinations = (n: number): string => {
  const request = JSON.parse(nodes(n)) as { flow_document: { segments: { content: { destination?: string }[] }[] } };
  request.flow_document.segments[0]!.content.forEach((node, i) => (node.destination = `d${i}`));
  return JSON.stringify(request);
};

describe("a service with other bounds", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, ...LIMITS });
  });
  afterAll(() => service.child.kill());

  test("a token's requests have them", async () => {
    expect((await post(service.url, nodes(1100))).status).toBe(200);
    expect(await errorOf(await post(service.url, nodes(1101)))).toMatchObject({
      code: "API-002",
      message: expect.stringContaining("at most 1100 (PLATEN_LIMIT_FLOW_NODES)") as string,
    });
  });

  test("records of a template, bytes of an invoice's XML, and its lines: at it, and one over", async () => {
    const ask = (at: string, body: object): Promise<Response> =>
      fetch(`${service.url}/api/v1${at}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      });
    const label = JSON.parse(readFileSync(path.join(root, "templates/data/shipping_label.minimal.json"), "utf8")) as object;
    const records = (n: number) => ask("/template-render", { template_id: "shipping_label", data: Array.from({ length: n }, () => label) });
    expect((await records(12)).status).toBe(200);
    expect((await errorOf(await records(13))).message).toContain("at most 12 (PLATEN_LIMIT_BATCH_ITEMS)");
    const xml = (bytes: number) => {
      const content = { format: "cii", encoding: "utf8", content: `<a>${" ".repeat(bytes - 7)}</a>` };
      const e_invoice = { document_type: "invoice", standard: "factur_x", profile: "basic", validation: { level: "basic" }, xml: content };
      return ask("/e-invoice/render", { settings: { e_invoice }, pages: [{ size: "a4", elements: [] }] });
    };
    expect((await errorOf(await xml(50))).message).not.toContain("PLATEN_LIMIT");
    expect((await errorOf(await xml(51))).message).toContain("at most 50 (PLATEN_LIMIT_EINVOICE_XML_BYTES)");
    const lines = (n: number) =>
      ask("/e-invoice/write", { syntax: "ubl", invoice: { lines: Array.from({ length: n }, () => ({ item: { name: "x" } })) } });
    expect((await errorOf(await lines(2))).message).not.toContain("PLATEN_LIMIT");
    expect((await errorOf(await lines(3))).message).toContain("at most 2 (PLATEN_LIMIT_INVOICE_LINES)");
  });

  test("the sandbox has the smaller of setting and contract", async () => {
    const play = (body: string): Promise<Response> =>
      fetch(`${service.url}/api/playground?endpoint=pdf-render`, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect((await errorOf(await play(nodes(1025)))).message).toContain("at most 1024 (PLATEN_LIMIT_FLOW_NODES)");
    expect((await play(destinations(3))).status).toBe(200);
    expect((await errorOf(await play(destinations(4)))).message).toContain("at most 3 (PLATEN_LIMIT_FLOW_DESTINATIONS)");
  });
});

const run = (args: readonly string[], input: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [cli, ...args], { input, env: { ...process.env, ...env }, encoding: "utf8" });

describe("the command line", () => {
  test("render and check have them", () => {
    expect(run(["check", "-"], nodes(1100), LIMITS).status).toBe(0);
    expect(run(["check", "-"], nodes(1101), LIMITS)).toMatchObject({ status: 1 });
    const refused = run(["render", "-", "-o", "-"], destinations(4), LIMITS);
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain("at most 3 (PLATEN_LIMIT_FLOW_DESTINATIONS)");
  });

  test("a bound below its default: projections", () => {
    const projections = (n: number): string => {
      const entries = Array.from({ length: n }, (_, i) => [`p${i}`, { type: "table", dataset: "d", columns: [{ field: "a" }] }]);
      const datasets = { d: { fields: [{ key: "a", type: "number" }], rows: [{ a: 1 }] } };
      return JSON.stringify({ pages: [{ size: "a4", elements: [] }], datasets, projections: Object.fromEntries(entries) });
    };
    const env = { PLATEN_LIMIT_PROJECTIONS: "3" };
    expect(run(["check", "-"], projections(3), env).status).toBe(0);
    const refused = run(["render", "-", "-o", "-"], projections(4), env);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/projections \(.*\): must be at most 3 \(PLATEN_LIMIT_PROJECTIONS\); found 4 projections/);
  });

  test("budgets of PDF files are theirs", () => {
    const made = spawnSync(process.execPath, [cli, "render", "-", "-o", "-"], { input: nodes(1) });
    const source = { kind: "base64", payload: made.stdout.toString("base64"), format: "pdf" };
    const imported = JSON.stringify({ pages: [{ import: { source } }] });
    expect(run(["check", "-"], imported, { PLATEN_LIMIT_PDF_BYTES: String(made.stdout.length) }).stderr).toBe("");
    for (const [name, most] of Object.entries({ BYTES: made.stdout.length - 1, OBJECTS: 1, DECODED_BYTES: 1, DEPTH: 1 })) {
      const refused = run(["check", "-"], imported, { [`PLATEN_LIMIT_PDF_${name}`]: String(most) });
      expect(refused.status, name).toBe(1);
      expect(refused.stderr, name).toMatch(new RegExp(`pages\\[0\\]\\.import\\.source.*PLATEN_LIMIT_PDF_${name}`));
    }
  });

  test.each(["0", "1000000001", "-1", "1.5", "1e3", "many"])("a value of %s is a usage error", (value) => {
    const refused = run(["check", "-"], nodes(1), { PLATEN_LIMIT_FLOW_NODES: value });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`PLATEN_LIMIT_FLOW_NODES: must be a whole number from 1 to 1000000000; found "${value}"`);
  });
});

const SECOND = [
  "flow_elements",
  "flow_scope_rules",
  "chart_points",
  "dataset_cells",
  "output_bytes",
  "request_pixels",
  "output_heap_bytes",
];
const ALONE = ["chart_text_runs", "chart_text_bytes"];
const groups = [
  Object.keys(LIMIT_CASES).filter((name) => ![...SECOND, ...ALONE].includes(name)),
  SECOND,
  ...ALONE.map((name) => [name]),
] as readonly (readonly LimitName[])[];

describe.each(groups.map((names) => ({ names, first: names[0]! })))("every bound by its variable, $first among others", ({ names }) => {
  const env: Record<string, string> = {};
  for (const name of names) {
    const { at, with: others } = LIMIT_CASES[name]!;
    for (const [key, value] of Object.entries({ ...others, [name]: at })) env[limitSetting(key as LimitName)] ??= String(value);
  }
  const over = (name: LimitName): string => JSON.stringify(LIMIT_CASES[name]!.of(LIMIT_CASES[name]!.at + 1));
  const said = (name: LimitName): string => `at most ${LIMIT_CASES[name]!.at} (${limitSetting(name)})`;

  test("over HTTP: at it, and one over", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, ...env });
    try {
      for (const name of names) {
        const { at, of, code = "API-002" } = LIMIT_CASES[name]!;
        expect([name, (await post(service.url, JSON.stringify(of(at)))).status]).toEqual([name, 200]);
        const refused = await errorOf(await post(service.url, over(name)));
        expect(refused).toMatchObject({ code, message: expect.stringContaining(said(name)) as string });
      }
    } finally {
      service.child.kill("SIGKILL");
    }
  });

  test("on the command line: one over", () => {
    for (const name of names) expect(run(["check", "-"], over(name), env).stderr, name).toContain(said(name));
  });
});

test("the page of limits has every setting with its default", () => {
  const page = readFileSync(path.join(root, "docs/limits.md"), "utf8");
  for (const [name, value] of Object.entries(CONTRACT_LIMITS)) {
    const line = page.split("\n").find((l) => l.includes(`\`${limitSetting(name as LimitName)}\``));
    expect(line, name).toBeDefined();
    expect(line!.replaceAll(",", ""), name).toContain(` ${value} `);
  }
});
