import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { fontOf, words } from "../support/fonts/make.js";
import { smallFont } from "../support/fonts/small.js";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-fonts-"));
const at = (name: string): string => path.join(dir, name);
const run = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), ...args], {
    ...{ cwd: dir, encoding: "utf8" },
    env: { ...process.env, PLATEN_DATA_DIR: at("store") },
  });

function withBits(font: Uint8Array, fsType: number): Uint8Array {
  const out = font.slice();
  new DataView(out.buffer).setUint16(tablePlaces(font).get("OS/2")!.offset + 8, fsType);
  return out;
}

test("the operator adds a restricted font with the permission of its owner (FT-39)", () => {
  const font = withBits(smallFont("NotoSans-Regular.ttf", "abc "), 2);
  writeFileSync(at("restricted.ttf"), font);
  const refused = run("fonts", "add", "restricted.ttf");
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("its licence bits (fsType 2) do not allow embedding") as string,
  ]);
  expect(run("fonts", "add", "restricted.ttf", "--licensed").status).toBe(0);
  const [entry] = JSON.parse(run("--json", "fonts", "list").stdout) as readonly object[];
  expect(entry).toMatchObject({ name: "NotoSans-Regular", embedding: "restricted", licensed: true });
  // folders have no operator's word
  const request = JSON.stringify({ pages: [{ size: "a6", elements: [] }] });
  writeFileSync(at("request.json"), request);
  expect(run("--font-dir", dir, "render", "request.json").stderr).toContain("fsType 2");
});

test("axes and instances of a variable font are listed (FT-33)", () => {
  writeFileSync(at("roman.ttf"), readFileSync(path.join(root, "tests/fonts/variable/roman.ttf")));
  expect(run("fonts", "add", "roman.ttf", "--owner", "variable").status).toBe(0);
  const [entry] = JSON.parse(run("--json", "fonts", "list", "--owner", "variable").stdout) as readonly Record<string, unknown>[];
  expect(entry!["axes"]).toContainEqual({ tag: "wght", name: "Weight", min: 100, default: 400, max: 900 });
  expect(entry).toMatchObject({ embedding: "installable", instances: expect.any(Array) as object });
  expect(["licensed", "color", "not_drawn"].filter((key) => key in entry!)).toEqual([]);
});

test("a line has the colours that are not drawn (FT-2)", () => {
  const font = smallFont("NotoSans-Regular.ttf", "abc ");
  const tables = [...tablePlaces(font)].map(([tag, { offset, length }]) => [tag, font.slice(offset, offset + length)] as const);
  const pictures = words(0, 0, 10, 0, 0, 1, 2, 2, 0, 14, 0, 2, 0x3c3e);
  writeFileSync(at("svg.ttf"), fontOf({ ...Object.fromEntries(tables), "SVG ": pictures }));
  expect(run("fonts", "add", "svg.ttf", "--owner", "pictures").stdout.split("\n")[1]).toBe(
    "its pictures (SVG) are not drawn; its glyphs have their outlines, in the colour of the text",
  );
  expect(JSON.parse(run("--json", "fonts", "list", "--owner", "pictures").stdout)).toMatchObject([{ not_drawn: ["SVG "] }]);
});
