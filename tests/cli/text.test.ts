// Text of documents on standard output, and the time that SOURCE_DATE_EPOCH gives them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { cli } from "../support/service.js";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-text-"));
afterAll(() => rmSync(dir, { recursive: true }));
const run = (
  args: readonly string[],
  input: string,
  env: Record<string, string> = {},
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: dir, input, env: { ...process.env, ...env }, maxBuffer: 1 << 26 });

const GOOD = JSON.stringify({
  pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello {page}" }] }],
});

test("text has links, notes and other scripts in the line where they are", () => {
  const link = { target: { type: "url", url: "https://example.com" } };
  const spans = [
    { text: "See " },
    { text: "our site", link },
    { text: " of 2026, as ever. " },
    { text: "It has more", link },
    { text: "." },
  ];
  const lines = [
    { type: "text", layout: { left: 10, top: 10 }, style: { width: 45, font_size: 10 }, content: { spans } },
    { type: "text", layout: { left: 10, top: 40 }, content: "Straße 日本 und mehr" },
  ];
  const flow = {
    page_masters: { main: { size: "a5", layout: { page_margin: { top: 20, right: 20, bottom: 20, left: 20 } } } },
    segments: [{ page_master: "main", content: [{ type: "block", element: { type: "text", content: "Grüße 日本 und x" } }] }],
  };
  const settings = { metadata: { language: "de" } };
  const textOf = (request: object): string => run(["text", "-"], JSON.stringify({ settings, ...request })).stdout;
  expect(textOf({ pages: [{ size: "a5", elements: lines }] })).toBe("See our site of 2026, as\never. It has more.\nStraße 日本 und mehr\n");
  expect(textOf({ flow_document: flow })).toBe("Grüße 日本 und x\n");
  const item = (text: string): object => ({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text }] }] });
  const list = {
    type: "text",
    frame: { width: 60 },
    content: { blocks: [{ type: "list", list: { kind: "bullet" }, items: ["a 日本 b", "c"].map(item) }] },
  };
  expect(textOf({ flow_document: { ...flow, segments: [{ page_master: "main", content: [{ type: "block", element: list }] }] } })).toMatch(
    /^\S+\ta 日本 b\n\S+\tc\n$/,
  );
});

test.each(["abc", "-1", "1.5", "253402300800", "99999999999999"])("SOURCE_DATE_EPOCH=%s is refused, not left out", (value) => {
  const message = `SOURCE_DATE_EPOCH: must be a whole number from 0 to 253402300799; found "${value}"`;
  for (const command of ["render", "check", "text"])
    expect(run([command, "-"], GOOD, { SOURCE_DATE_EPOCH: value })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `platen: ${message}\n`,
    });
  const library = `import { createPool, render } from ${JSON.stringify(path.join(root, "dist/runtime/index.js"))};
    const pool = createPool({ workers: 1 });
    const told = (call) => call.then(() => "rendered", (e) => [e instanceof TypeError, e.message]);
    console.log(JSON.stringify([await told(render(${GOOD})), await told(render(${GOOD}, { sourceDateEpoch: 0 })), await told(pool.render(${GOOD}))]));
    await pool.close();`;
  const file = path.join(dir, "epoch.mjs");
  writeFileSync(file, library);
  const { stdout, stderr } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: value },
  });
  expect([stderr, JSON.parse(stdout)]).toEqual(["", [[true, message], "rendered", [true, message]]]);
});

test("an empty SOURCE_DATE_EPOCH is none; the last second of 9999 is one", () => {
  expect(run(["render", "-"], GOOD, { SOURCE_DATE_EPOCH: "" }).status).toBe(0);
  const last = run(["render", "-"], GOOD, { SOURCE_DATE_EPOCH: "253402300799" });
  expect(last.stdout).toContain("<xmp:CreateDate>9999-12-31T23:59:59Z</xmp:CreateDate>");
});
