// The command line and the service, from outside (IN-1, IN-2, IN-15, IN-16, IN-22, IN-36, IN-38).
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatenClient } from "../../../runtime/client/client.js";
import { inspectEInvoice, toSarif, type InspectReport, type InspectReports } from "../../../runtime/index.js";
import { cli, errorOf, start, TOKEN, type Running } from "../../support/service.js";
import { havePoppler, poppler } from "../../support/readers.js";
import { root } from "../../support/tools.js";
import { faults, haveVera } from "../../support/verapdf.js";

const XML = readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.xml"), "utf8");
const WRONG = XML.replace(/(<ram:GrandTotalAmount>)(.*?)(<)/, "$11.00$3");
const dir = mkdtempSync(path.join(tmpdir(), "platen-inspect-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly name: string;
        readonly rules: readonly { readonly id: string; readonly help: { readonly text: string } }[];
      };
    };
    readonly artifacts: readonly { readonly location: { readonly uri: string } }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region?: { readonly startLine: number };
        };
      }[];
    }[];
  }[];
}

function checkSarif(sarif: Sarif, reports: readonly InspectReport[]): void {
  expect(sarif.version).toBe("2.1.0");
  const [run] = sarif.runs;
  expect(run!.tool.driver.name).toBe("Platen");
  const ids = run!.tool.driver.rules.map((r) => r.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(run!.results).toHaveLength(reports.reduce((n, r) => n + r.findings.length, 0));
  for (const result of run!.results) expect(ids[result.ruleIndex]).toBe(result.ruleId);
  const levels = { reject: "error", ask: "warning", note: "note" } as const;
  expect(run!.results.map((r) => r.level)).toEqual(reports.flatMap((r) => r.findings.map((f) => levels[f.effect])));
  expect(run!.artifacts).toHaveLength(reports.length);
}

describe("on the command line", () => {
  const run = (args: readonly string[], input = ""): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
    spawnSync(process.execPath, [cli, "einvoice", "inspect", ...args], { encoding: "utf8", cwd: dir, input });

  writeFileSync(path.join(dir, "good.xml"), XML);
  writeFileSync(path.join(dir, "wrong.xml"), WRONG);
  writeFileSync(path.join(dir, "policy.json"), JSON.stringify({ effects: { "class:business": "note" } }));
  writeFileSync(path.join(dir, "bad-policy.json"), JSON.stringify({ effect: {} }));
  const folder = path.join(dir, "in");
  mkdirSync(path.join(folder, "b"), { recursive: true });
  writeFileSync(path.join(folder, "a.XML"), XML);
  writeFileSync(path.join(folder, "b", "c.xml"), XML.replace("RE-2026-0815", "RE-2026-0816"));
  writeFileSync(path.join(folder, "d.pdf"), "%PDF-1.7 nothing");
  writeFileSync(path.join(folder, "notes.txt"), "x");
  writeFileSync(path.join(folder, ".hidden.xml"), WRONG);
  symlinkSync(path.join(dir, "wrong.xml"), path.join(folder, "link.xml"));
  mkdirSync(path.join(dir, "empty"));
  mkdirSync(path.join(dir, "twice"));
  writeFileSync(path.join(dir, "twice", "1.xml"), XML);
  writeFileSync(path.join(dir, "twice", "2.xml"), `${XML}\n`);
  writeFileSync(path.join(dir, "twice", "3.xml"), XML.replace(/RE-2026-0815/, "X-1"));

  test("text: the decision first, exit codes 0 and 1", () => {
    expect(run(["good.xml"])).toMatchObject({ status: 0, stdout: "good.xml: accept\n", stderr: "" });
    const wrong = run(["wrong.xml"]);
    expect([wrong.status, wrong.stdout.split("\n")[0]]).toEqual([1, "wrong.xml: reject"]);
    expect(wrong.stdout).toContain("BR-CO-15 (BT-112) ");
    expect(wrong.stdout).toContain("Rechnung RE-2026-0815: zurückgewiesen");
    expect(run(["-"], XML)).toMatchObject({ status: 0, stdout: "-: accept\n" });
  });

  test("JSON and SARIF, to a file too", async () => {
    const json = run(["wrong.xml", "--format", "json", "-o", "out.json"]);
    expect([json.status, json.stdout]).toEqual([1, ""]);
    const report = JSON.parse(readFileSync(path.join(dir, "out.json"), "utf8")) as InspectReport;
    expect(report).toEqual(JSON.parse(JSON.stringify(await inspectEInvoice(WRONG, { name: "wrong.xml" }))));
    const sarif = JSON.parse(run(["wrong.xml", "--format", "sarif"]).stdout) as Sarif;
    checkSarif(sarif, [report]);
    expect(sarif.runs[0]!.results[0]!.locations[0]!.physicalLocation).toMatchObject({
      artifactLocation: { uri: "wrong.xml" },
      region: { startLine: expect.any(Number) as number },
    });
    expect(toSarif([report])).toEqual(sarif);
  });

  test("a policy, a language", () => {
    expect(run(["wrong.xml", "--policy", "policy.json"]).status).toBe(0);
    expect(run(["wrong.xml", "--language", "fr"]).stdout).toContain("refusée");
  });

  test.each<[string, readonly string[], string]>([
    ["no path", [], "missing required argument"],
    ["a missing path", ["none.xml"], "does not exist"],
    ["a wrong policy", ["good.xml", "--policy", "bad-policy.json"], "effect"],
    ["a missing policy", ["good.xml", "--policy", "none.json"], "does not exist"],
    ["another format", ["good.xml", "--format", "yaml"], "yaml"],
    ["another language", ["good.xml", "--language", "xx"], "xx"],
    ["another rule set", ["good.xml", "--rules", "gold"], "gold"],
    ["an empty folder", ["empty"], "no .xml or .pdf"],
  ])("%s is exit code 2", (_, args, named) => {
    const r = run(args);
    expect(r.status).toBe(2);
    expect(r.stderr).toContain(named);
  });

  test("a folder, in the order of names; links and hidden files are left out", () => {
    const r = run(["in", "--format", "json"]);
    expect(r.status).toBe(1);
    const all = JSON.parse(r.stdout) as InspectReports;
    expect(all.reports.map((x) => [x.name, x.decision])).toEqual([
      ["a.XML", "accept"],
      ["b/c.xml", "accept"],
      ["d.pdf", "reject"],
    ]);
    expect(all).toMatchObject({ schema_version: 1, decision: "reject", summary: { files: 3, accept: 2, ask: 0, reject: 1 } });
    expect(all.skipped).toEqual([{ name: "notes.txt", why: expect.stringContaining(".xml") as string }]);
    checkSarif(JSON.parse(run(["in", "--format", "sarif"]).stdout) as Sarif, all.reports);
    expect(run(["in"]).stdout).toContain("3 files: 2 accept, 0 ask, 1 reject; reject");
  });

  test.runIf(havePoppler)("PDF: decision, findings, pages and the answer, for the receiver's files", () => {
    const one = run(["wrong.xml", "--format", "pdf", "-o", "one.pdf"]);
    expect([one.status, one.stdout, one.stderr]).toEqual([1, "", ""]);
    const shown = poppler(path.join(dir, "one.pdf"), "-layout");
    for (const text of ["wrong.xml: reject", "BR-CO-15", "Answer to the sender", "Rechnung RE-2026-0815: zurückgewiesen"])
      expect(shown).toContain(text);
    if (haveVera) expect(faults([{ file: path.join(dir, "one.pdf"), flavour: "ua1" }])).toEqual([]);
    run(["in", "--format", "pdf", "-o", "all.pdf"]);
    expect(poppler(path.join(dir, "all.pdf"), "-layout")).toContain("Inspection of 3 files");
  });

  test("several files and folders are one run", () => {
    const r = run(["in", "wrong.xml", "-", "--format", "json"], XML.replace("RE-2026-0815", "RE-2026-0817"));
    const all = JSON.parse(r.stdout) as InspectReports;
    expect(all.reports.map((x) => [x.name, x.decision])).toEqual([
      ["a.XML", "ask"],
      ["b/c.xml", "accept"],
      ["d.pdf", "reject"],
      ["wrong.xml", "reject"],
      [null, "accept"],
    ]);
    expect([r.status, all.skipped.map((s) => s.name)]).toEqual([1, ["notes.txt"]]);
    expect(run(["good.xml", "none.xml"]).status).toBe(2);
    expect(run(["good.xml", "empty"]).status).toBe(2);
    expect(run(["-", "-"]).status).toBe(2);
  });

  test("an invoice that came twice is asked for, equal XML only noted", () => {
    const all = JSON.parse(run(["twice", "--format", "json"]).stdout) as InspectReports;
    expect(all.reports.map((r) => [r.name, r.decision])).toEqual([
      ["1.xml", "ask"],
      ["2.xml", "ask"],
      ["3.xml", "accept"],
    ]);
    expect(all.reports[0]!.findings.find((f) => f.rule === "IN-DOUBLE")!.message).toContain("2.xml");
    writeFileSync(path.join(dir, "twice", "2.xml"), XML);
    const equal = JSON.parse(run(["twice", "--format", "json"]).stdout) as InspectReports;
    expect(equal.decision).toBe("accept");
    expect(equal.reports[0]!.summary.note).toBe(1);
  });
});

describe("over HTTP", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_DATA_DIR: path.join(dir, "data"), PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  });
  afterAll(() => service.child.kill("SIGKILL"));
  const post = (body: string | Uint8Array, type: string, query = "", headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.url}/api/v1/e-invoice/inspect${query}`, {
      method: "POST",
      body: body as never,
      headers: { "content-type": type, authorization: `Bearer ${TOKEN}`, ...headers },
    });

  test("each type of file has a report, whatever it is", async () => {
    for (const [body, type, decision] of [
      [XML, "application/xml", "accept"],
      [XML, "text/xml; charset=utf-8", "accept"],
      [XML, "application/octet-stream", "accept"],
      ["PK\u0003\u0004", "application/octet-stream", "reject"],
      ["%PDF-1.7 nothing", "application/pdf", "reject"],
      ["x", "application/xml", "reject"],
    ] as const) {
      const r = await post(body, type);
      expect([r.status, r.headers.get("content-type")], type).toEqual([200, "application/json; charset=utf-8"]);
      expect(await r.json()).toMatchObject({ schema_version: 1, decision, name: null });
    }
  });

  test("the report is the library's; parameters of the query, and fields of JSON", async () => {
    const r = await post(WRONG, "application/xml", "?language=fr&name=a.xml&rules=fr_ctc");
    expect(await r.json()).toEqual(
      JSON.parse(JSON.stringify(await inspectEInvoice(WRONG, { language: "fr", name: "a.xml", ruleSets: ["fr_ctc"] }))),
    );
    const body = {
      content: Buffer.from(WRONG).toString("base64"),
      name: "b.xml",
      language: "pl",
      rules: ["fr_ctc"],
      policy: { effects: { "class:business": "ask" } },
    };
    const json = (await (await post(JSON.stringify(body), "application/json")).json()) as InspectReport;
    expect(json).toMatchObject({ name: "b.xml", decision: "ask", answer: { language: "pl" } });
    const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
    const { content: _content, ...options } = body;
    expect(await client.inspectEInvoice(WRONG, options as never)).toEqual(json);
  });

  test("SARIF for who accepts it", async () => {
    const r = await post(WRONG, "application/xml", "?name=a.xml", { accept: "application/sarif+json" });
    expect(r.headers.get("content-type")).toBe("application/sarif+json; charset=utf-8");
    checkSarif((await r.json()) as Sarif, [await inspectEInvoice(WRONG, { name: "a.xml" })]);
  });

  test.each<[string, string, string, string, string]>([
    ["an empty body", "", "application/xml", "", "400 API-001"],
    ["another type", "x", "text/plain", "", "415 API-415"],
    ["an unknown parameter", "x", "application/xml", "?rule=x", "400 API-002"],
    ["another language", "x", "application/xml", "?language=xx", "400 API-001 language"],
    ["another rule set", "x", "application/xml", "?rules=gold", "400 API-001 rules"],
    ["no content", "{}", "application/json", "", "400 API-001"],
    ["content that is no base64", '{"content":"ä"}', "application/json", "", "400 API-001 content"],
    ["an unknown field", '{"content":"eA==","x":1}', "application/json", "", "400 API-001 x"],
    ["a wrong policy", '{"content":"eA==","policy":{"x":1}}', "application/json", "", "400 API-001 policy.x"],
    ["a wrong day", '{"content":"eA==","policy":{"today":"2026-02-30"}}', "application/json", "", "400 API-002 policy.today"],
  ])("%s is refused", async (_, body, type, query, wanted) => {
    const { status, code, message } = await errorOf(await post(body, type, query));
    expect(`${status} ${code} ${message}`.startsWith(wanted), `${status} ${code} ${message}`).toBe(true);
  });

  test("a token is needed", async () => {
    const r = await post("x", "application/xml", "", { authorization: "Bearer none" });
    expect(r.status).toBe(401);
  });
});
