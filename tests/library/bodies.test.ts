import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { page } from "../support/page.js";
import { root } from "../support/tools.js";

/* The library holds no copy of a request's bytes once it is read. White space pads the bytes, so that the value is small. */
const PADDING = 16 << 20;
const image = { type: "image", layout: { left: 10, top: 10 }, width: 20, height: 20, asset: "probe.png" };
const wrong = { ...image, type: "text", content: "\u{13000}", style: undefined, width: undefined, height: undefined, asset: undefined };

const dir = mkdtempSync(path.join(tmpdir(), "platen-library-bodies-"));
afterAll(() => rmSync(dir, { recursive: true }));

const PROGRAM = `
import { readFileSync } from "node:fs";
import * as platen from ${JSON.stringify(pathToFileURL(path.join(root, "dist/runtime/index.js")).href)};
const { name, body, data, padding, changes } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const pad = (value) => new TextEncoder().encode("\\n  " + JSON.stringify(value) + " ".repeat(padding));
const own = data === undefined ? [pad(body)] : [pad(body), pad(data)];
const held = () => { gc(); gc(); const { arrayBuffers, heapUsed } = process.memoryUsage(); return arrayBuffers + heapUsed; };
await platen.render({ pages: [{ size: "a6", elements: [] }] }, { onProgress: () => undefined });
const before = held();
let most = 0;
const answer = await platen[name](...own, {
  onProgress: ({ phase }) => {
    if (phase === "write") most = Math.max(most, held() - before);
    if (changes) for (const bytes of own) bytes[0] = 0x20;
  },
}).then(() => ({}), ({ code, path, line, column }) => ({ code, path, line, column }));
console.log(JSON.stringify({ ...answer, most }));
`;

interface Outcome {
  readonly code?: string;
  readonly line?: number;
  readonly column?: number;
  /** bytes more than before the call, while pages are written */
  readonly most: number;
}

interface Given {
  readonly name: string;
  readonly body: object;
  readonly data?: object;
  readonly changes?: boolean;
}

function outcome(given: Given, padding = PADDING): Outcome {
  const [program, file] = [path.join(dir, "program.mjs"), path.join(dir, "given.json")];
  writeFileSync(program, PROGRAM);
  writeFileSync(file, JSON.stringify({ ...given, padding }));
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", program, file], { encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Outcome;
}

const letter = page({ type: "text", layout: { left: 10, top: 10 }, content: "Hello" });
const template = { schema: { fields: [{ name: "a", type: "string" }] }, ...letter };

test.each<Given>([
  { name: "render", body: letter },
  { name: "renderBrief", body: { brief: { title: "A", parts: [{ kind: "paragraph", text: "x" }] } } },
  { name: "renderTemplate", body: template, data: { a: "x" } },
])("$name holds no copy of its input", (given) => {
  const small = outcome(given, 0);
  const large = outcome(given);
  expect(small.code).toBeUndefined();
  expect(large.most - small.most).toBeLessThan(PADDING / 8);
});

describe("a refusal in the middle of a render", () => {
  const refused: Given = { name: "render", body: page([wrong]) };
  const place = outcome(refused, 0);

  test("has its place, also if the copy is released", () => {
    expect(place).toMatchObject({ code: "API-504", line: 2 });
    expect(place.column).toBeGreaterThan(10);
    const { line, column } = outcome(refused);
    expect({ line, column }).toEqual({ line: place.line, column: place.column });
  });

  test("has no place if the caller has changed the bytes", () => {
    const { code, line, column } = outcome({ ...refused, changes: true });
    expect({ code, line, column }).toEqual({ code: "API-504", line: undefined, column: undefined });
  });

  test("has its place in a small copy, whatever the caller changes", () => {
    expect(outcome({ ...refused, changes: true }, 0)).toMatchObject({ line: place.line, column: place.column });
  });
});
