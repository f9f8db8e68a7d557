import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { cli } from "../support/service.js";
import { page } from "../support/page.js";
import { eInvoiceExamples, root } from "../support/tools.js";

/* No command holds the bytes of a large file once they are read. The process is read when it needs the picture. */
const PADDING = 16 << 20;
const dir = mkdtempSync(path.join(tmpdir(), "platen-cli-bodies-"));
afterAll(() => rmSync(dir, { recursive: true }));
copyFileSync(path.join(root, "bench/data/logo.png"), path.join(dir, "probe.png"));

const image = { type: "image", layout: { left: 10, top: 10 }, width: 20, height: 20, asset: "probe.png" };
const document = page(image);
const template = { schema: { fields: [{ name: "a", type: "string" }] }, ...document };
const { settings } = JSON.parse(new TextDecoder().decode(eInvoiceExamples()[0]!.body)) as { readonly settings: object };

interface Command {
  readonly args: readonly string[];
  readonly body: object;
  readonly data?: object;
}

const OUT = path.join(dir, "out");
const COMMANDS: readonly (readonly [string, Command])[] = [
  ["render", { args: ["render", "body.json", "-o", OUT], body: document }],
  ["render with a profile", { args: ["render", "body.json", "--profile", "pdfa-2b", "-o", OUT], body: document }],
  ["check", { args: ["check", "body.json"], body: document }],
  ["text", { args: ["text", "body.json"], body: document }],
  ["svg", { args: ["svg", "body.json", "-o", path.join(dir, "svg")], body: document }],
  [
    "brief",
    { args: ["brief", "body.json", "-o", OUT], body: { brief: { title: "A", parts: [{ kind: "image", asset: "probe.png", text: "x" }] } } },
  ],
  [
    "templates preview",
    { args: ["templates", "preview", "body.json", "--data", "data.json", "-o", OUT], body: template, data: { a: "x" } },
  ],
  [
    "einvoice render",
    { args: ["einvoice", "render", "body.json", "-o", OUT], body: { ...document, settings: { ...settings, layout: undefined } } },
  ],
];

function heldBy({ args, body, data }: Command, padding: number): number {
  const figures = path.join(dir, "held");
  writeFileSync(figures, "");
  const write = (name: string, value: object): void => writeFileSync(path.join(dir, name), JSON.stringify(value) + " ".repeat(padding));
  write("body.json", body);
  if (data) write("data.json", data);
  const probe = pathToFileURL(path.join(root, "tests/support/held-bytes.mjs")).href;
  const ran = spawnSync(process.execPath, ["--expose-gc", "--import", probe, cli, ...args, "--asset-dir", "."], {
    cwd: dir,
    encoding: "utf8",
    env: { ...process.env, HELD_BYTES: figures },
  });
  expect(ran.status, ran.stderr).toBe(0);
  return Math.max(...readFileSync(figures, "utf8").trim().split("\n").map(Number));
}

test.each(COMMANDS)("%s holds no bytes of its file", (_, command) => {
  // the first run of a build keeps its code
  heldBy(command, 0);
  const small = heldBy(command, 0);
  expect(small).toBeGreaterThan(0);
  expect(heldBy(command, PADDING) - small).toBeLessThan(PADDING / 4);
});

test("a refusal behind that has its line", () => {
  const wrong = { type: "text", layout: { left: 10, top: 10 }, content: "\u{13000}" };
  writeFileSync(path.join(dir, "wrong.json"), `\n  ${JSON.stringify(page([image, wrong]))}${" ".repeat(PADDING)}`);
  const { stderr } = spawnSync(process.execPath, [cli, "render", "wrong.json", "-o", OUT, "--asset-dir", "."], {
    cwd: dir,
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^API-504 pages\[0\]\.elements\[1\]\.\S+ \(wrong\.json:2:\d+\): /);
});
