import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
let dir = "";
beforeAll(() => void (dir = mkdtempSync(path.join(os.tmpdir(), "platen-check-"))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(
  args: readonly string[],
  input?: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), ...args], {
    cwd: dir,
    encoding: "utf8",
    ...(input !== undefined && { input }),
  });
  return { status, stdout, stderr };
}

const eInvoice = path.join(root, "examples/e-invoice/facture-factur-x.json");
const request = (): { settings: { e_invoice: { xml: { content: string }; validation?: object } } } =>
  JSON.parse(readFileSync(eInvoice, "utf8")) as never;
const written = (name: string, content: string): string => {
  writeFileSync(path.join(dir, name), content);
  return name;
};

test("a template is linted: the built-in ones have no errors, a broken one names its place", () => {
  expect(run(["check", path.join(root, "templates/invoice.json")])).toMatchObject({ status: 0, stderr: "" });
  const broken = written(
    "broken.json",
    '{"schema": {"fields": [{"name": "a", "type": "string"}]},\n "pages": [{"size": "a6", "elements": [{"type": "text", "layout": {"left": 10, "top": 10}, "content": "{{b}}"}]}]}',
  );
  const r = run(["check", broken]);
  expect(r.status).toBe(1);
  expect(r.stderr).toMatch(/pages\[0\]\.elements\[0\]\.content \(broken\.json:2:\d+\): /);
  expect(r.stderr).toBe(run(["templates", "lint", broken]).stderr);
});

test("render names the command for a template and for an e-invoice", () => {
  expect(run(["render", path.join(root, "templates/invoice.json"), "-o", "a.pdf"]).stderr).toContain("platen templates preview");
  expect(run(["render", eInvoice, "-o", "a.pdf"]).stderr).toContain("platen einvoice render");
});

test("an e-invoice is checked with its drawing: rules are errors at the level strict, warnings at basic", () => {
  expect(run(["check", eInvoice])).toMatchObject({ status: 0 });
  const wrong = request();
  wrong.settings.e_invoice.xml.content = wrong.settings.e_invoice.xml.content.replace(
    /<ram:GrandTotalAmount>[^<]*</,
    "<ram:GrandTotalAmount>1.00<",
  );
  wrong.settings.e_invoice.validation = { level: "strict" };
  const strict = run(["check", "-"], JSON.stringify(wrong));
  expect(strict.status).toBe(1);
  expect(strict.stderr).toMatch(/^API-002 settings\.e_invoice\.xml\.content .*BR-CO-15: /m);
  wrong.settings.e_invoice.validation = { level: "basic" };
  const basic = run(["check", "-"], JSON.stringify(wrong));
  expect(basic.status).toBe(0);
  expect(basic.stderr).toMatch(/^warning settings\.e_invoice\.xml\.content .*BR-CO-15: /m);
});

test("an e-invoice whose drawing is wrong is refused by the drawing's rule", () => {
  const drawing = {
    ...request(),
    pages: [{ size: "a4", elements: [{ type: "rect", layout: { left: 1, top: 1 }, width: -1, height: 1 }] }],
  };
  const { flow_document: _flow, ...fixed } = drawing as typeof drawing & { flow_document?: unknown };
  const r = run(["check", "-"], JSON.stringify(fixed));
  expect(r).toMatchObject({ status: 1 });
  expect(r.stderr).toContain("pages[0].elements[0].width");
});

test("an invoice's XML gets the verdict of platen einvoice validate", () => {
  const xml = written("invoice.xml", request().settings.e_invoice.xml.content);
  expect(run(["check", xml])).toEqual(run(["einvoice", "validate", xml]));
  expect(run(["check", xml]).status).toBe(0);
  const bad = written(
    "bad.xml",
    request().settings.e_invoice.xml.content.replace(/<ram:GrandTotalAmount>[^<]*</, "<ram:GrandTotalAmount>1.00<"),
  );
  expect(run(["check", bad])).toEqual(run(["einvoice", "validate", bad]));
  expect(run(["check", bad]).status).toBe(1);
});

test("the help of render names the folders of pictures and fonts", () => {
  expect(run(["render", "--help"]).stdout).toMatch(/--asset-dir <dir> .*\n.*--font-dir <dir>/);
});

test("2,000 paragraphs render; over both bounds of a Flow Document one message has both settings (FH-45)", () => {
  const paragraphs = (count: number): string =>
    JSON.stringify({
      flow_document: {
        page_masters: { main: { size: "a4" } },
        segments: [
          {
            page_master: "main",
            content: Array.from({ length: count }, (_, i) => ({ type: "block", element: { type: "text", content: `Paragraph ${i}` } })),
          },
        ],
      },
    });
  expect(run(["render", "-", "-o", "long.pdf"], paragraphs(2000))).toMatchObject({ status: 0 });
  const { status, stderr } = run(["check", "-"], paragraphs(4097));
  expect([status, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
  expect(stderr).toContain("at most 4096 (PLATEN_LIMIT_FLOW_NODES) content nodes and at most 4096 (PLATEN_LIMIT_FLOW_ELEMENTS) elements");
});

test("lists of an owner's things say whose, unless the caller named one or reads JSON (FH-45)", () => {
  for (const command of ["assets", "fonts", "templates"]) {
    expect(run([command, "list"]).stderr).toBe("owner local; --owner NAME for another's\n");
    expect(run([command, "list", "--owner", "local"]).stderr).toBe("");
    expect(run(["--json", command, "list"]).stderr).toBe("");
  }
});
