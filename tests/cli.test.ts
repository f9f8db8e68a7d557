import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tables } from "../backends/pdf/font/sfnt.js";
import { root } from "./tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-cli-"));
const at = (name: string): string => path.join(dir, name);
const run = (
  args: readonly string[],
  input?: string,
  env: Record<string, string> = {},
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [path.join(root, "dist/runtime/cli.js"), ...args], {
    encoding: "latin1",
    cwd: dir,
    input: Buffer.from(input ?? ""),
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  });

const GOOD = JSON.stringify({
  pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello {page}" }] }],
});
const BAD = JSON.stringify({
  pages: [
    {
      size: "a4",
      elements: [
        { type: "circle", cx: 1, cy: 1, r: -1, fill: { color: "x" } },
        { type: "rect", layout: { left: 1 }, width: 1, height: 1 },
      ],
    },
  ],
});
writeFileSync(at("good.json"), GOOD);
writeFileSync(at("bad.json"), BAD);

describe("render", () => {
  test("writes beside its input, to -o, or to standard output", () => {
    expect(run(["render", "good.json"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(readFileSync(at("good.pdf"), "latin1").startsWith("%PDF-1.7")).toBe(true);
    expect(run(["render", "good.json", "-o", "other.pdf"]).status).toBe(0);
    expect(readFileSync(at("other.pdf"))).toEqual(readFileSync(at("good.pdf")));
    expect(run(["render", "-"], GOOD).stdout).toBe(readFileSync(at("good.pdf"), "latin1"));
    expect(run(["render", "good.json", "-o", "-"]).stdout.startsWith("%PDF-")).toBe(true);
  });
  test("--profile takes the place of the request's", () => {
    expect(run(["render", "good.json", "-o", "a.pdf", "--profile", "pdfa-2b"]).status).toBe(0);
    expect(readFileSync(at("a.pdf"), "latin1")).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(run(["render", "good.json", "--profile", "pdfx"])).toMatchObject({ status: 1 });
  });
  test("--pretty is for reading", () => {
    run(["render", "good.json", "-o", "p.pdf", "--pretty"]);
    expect(readFileSync(at("p.pdf"), "latin1")).toMatch(/BT\n\/F0 12 Tf\n1 0 0 -1 56\.693/);
  });
  test("from a display list: the same bytes", () => {
    expect(run(["ir", "good.json", "-o", "ir.json"]).status).toBe(0);
    expect(run(["render", "--from-ir", "ir.json", "-o", "from-ir.pdf"]).status).toBe(0);
    expect(readFileSync(at("from-ir.pdf"))).toEqual(readFileSync(at("good.pdf")));
    expect(run(["render", "--from-ir", "good.json"])).toMatchObject({
      status: 1,
      stderr: "platen: this is not a display list of version 1\n",
    });
  });
  test("a refused document is exit code 1, with the error on standard error", () => {
    expect(run(["render", "bad.json"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "API-002 pages[0].elements[0].r: found -1, it must be greater than 0\n",
    });
    const json = JSON.parse(run(["--json", "render", "bad.json"]).stderr) as Record<string, unknown>;
    expect(json).toMatchObject({ error: true, code: "API-002", message: "pages[0].elements[0].r: found -1, it must be greater than 0" });
    expect(json["req_id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("check lists all errors of the failing stage, in the order of the request", () => {
  const r = run(["check", "bad.json"]);
  expect(r.status).toBe(1);
  expect(
    r.stderr
      .trim()
      .split("\n")
      .map((l) => l.split(":")[0]),
  ).toEqual(["API-002 pages[0].elements[0].r", "API-002 pages[0].elements[0].fill.color", "API-002 pages[0].elements[1].layout"]);
  expect(run(["check", "good.json"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(JSON.parse(run(["--json", "check", "-"], BAD).stdout)).toHaveLength(3);
  expect(run(["check", "-"], '{"pages":[{"x":1,"y":2}]}').stderr.trim().split("\n")).toHaveLength(2);
  const late = JSON.stringify({
    pages: [{ width: 50, height: 50, elements: [{ type: "text", layout: { left: 60, top: 1 }, content: "x" }] }],
  });
  expect(run(["check", "-"], late)).toMatchObject({ status: 1 });
});

test("ir --after dumps every pass", () => {
  for (const pass of ["decode", "materialize", "check", "lower", "shape", "layout", "paint"]) {
    const r = run(["ir", "good.json", "--after", pass]);
    expect([pass, r.status, r.stderr]).toEqual([pass, 0, ""]);
    expect(() => JSON.parse(r.stdout) as unknown).not.toThrow();
  }
  expect(run(["ir", "good.json", "--after", "nothing"]).status).toBe(2);
  expect(run(["ir", "good.json", "--after", "layout"]).stdout).toContain('"pages[0].elements[0].content"');
});

test("svg, png and text", () => {
  expect(run(["svg", "good.json", "-o", "svg"]).status).toBe(0);
  expect(readFileSync(at("svg/page-1.svg"), "utf8")).toMatch(/^<svg [^>]*viewBox="0 0 595\.276 841\.89"/);
  expect(run(["png", "good.json", "-o", "png", "--dpi", "36"]).status).toBe(0);
  const png = readFileSync(at("png/page-1.png"));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([298, 421]);
  expect(run(["png", "good.json", "-o", "png", "--dpi", "7"]).status).toBe(2);
  expect(run(["text", "good.json"]).stdout).toBe("Hello 1\n");
});

test("schema lists and prints", () => {
  expect(run(["schema"]).stdout).toBe("display-list\ndocument-request\n");
  expect(JSON.parse(run(["schema", "document-request"]).stdout)).toHaveProperty("$defs.Element");
  expect(run(["schema", "nothing"]).status).toBe(2);
});

test("wrong usage is exit code 2, with what is allowed", () => {
  expect(run(["frobnicate"]).status).toBe(2);
  expect(run([]).status).toBe(2);
  expect(run(["render"])).toMatchObject({ status: 2, stderr: "platen: render takes one FILE, or --from-ir FILE\n" });
  expect(run(["render", "nowhere.json"])).toMatchObject({ status: 2, stderr: "platen: there is no file nowhere.json\n" });
  expect(run(["--font-dir", "nowhere", "render", "good.json"]).status).toBe(2);
  expect(run(["--help"]).status).toBe(0);
});

test("fonts of a folder: used by name, and refused when they cannot be used", () => {
  mkdirSync(at("fonts"), { recursive: true });
  const bytes = readFileSync(path.join(root, "fonts/files/NotoSansThai-Regular.ttf"));
  // a family of another name: the same length, so that the name table stays in order
  const renamed = Buffer.from(bytes);
  for (const [from, to] of [
    ["Noto Sans Thai", "Test Face Thai"],
    ["NotoSansThai", "TestFaceThai"],
  ] as const) {
    const a = Buffer.from(from, "utf16le").swap16();
    const b = Buffer.from(to, "utf16le").swap16();
    for (let i = renamed.indexOf(a); i >= 0; i = renamed.indexOf(a)) b.copy(renamed, i);
  }
  writeFileSync(at("fonts/test.ttf"), renamed);
  const request = JSON.stringify({
    pages: [
      {
        size: "a4",
        elements: [{ type: "text", layout: { left: 20, top: 20 }, style: { font_family: "Test Face Thai" }, content: "ไทย abc" }],
      },
    ],
  });
  expect(run(["render", "-"], request)).toMatchObject({ status: 1 });
  const made = run(["--font-dir", "fonts", "render", "-"], request);
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(run(["--font-dir", "fonts", "ir", "-"], request).stdout).toMatch(/"blobs":\{"sha256-/);
  expect(run(["render", "-"], request, { PLATEN_FONT_DIR: at("fonts") }).status).toBe(0);
  writeFileSync(at("fonts/broken.ttf"), bytes.subarray(0, 3000));
  expect(run(["--font-dir", "fonts", "render", "good.json"])).toMatchObject({
    status: 1,
    stderr: "platen: broken.ttf: a table reaches beyond the file\n",
  });
  rmSync(at("fonts/broken.ttf"));
  // sane tables around outlines that are not: seen when a subset is made of them
  const hollow = Buffer.from(bytes);
  const glyf = tables(bytes).get("loca")!;
  hollow.fill(0xff, glyf.offset, glyf.offset + glyf.length);
  writeFileSync(at("fonts/hollow.ttf"), hollow);
  const refused = run(["--font-dir", "fonts", "render", "good.json"]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("hollow.ttf: it cannot be subset for embedding");
});

test("pictures of a folder: by file name, with or without its extension, and never by path", () => {
  mkdirSync(at("assets"), { recursive: true });
  writeFileSync(at("assets/logo.png"), readFileSync(path.join(root, "golden/assets/rgb.png")));
  const request = (asset: string): string =>
    JSON.stringify({ pages: [{ size: "a6", elements: [{ type: "image", layout: { left: 5, top: 5 }, width: 20, height: 12, asset }] }] });
  for (const key of ["logo", "logo.png"]) expect(run(["--asset-dir", "assets", "render", "-"], request(key)).status).toBe(0);
  expect(run(["render", "-"], request("logo"), { PLATEN_ASSET_DIR: at("assets") }).stdout).toContain("/Subtype/Image");
  for (const key of ["nothing", "../assets/logo.png", "LOGO"]) {
    expect(run(["--asset-dir", "assets", "check", "-"], request(key))).toMatchObject({
      status: 1,
      stderr: `API-002 pages[0].elements[0].asset: there is no asset ${JSON.stringify(key)}\n`,
    });
  }
  // a dumped display list carries its pictures: it renders where there is no such folder
  const ir = run(["--asset-dir", "assets", "ir", "-"], request("logo")).stdout;
  writeFileSync(at("picture.ir.json"), ir, "latin1");
  expect(run(["render", "--from-ir", "picture.ir.json", "-o", "-"])).toMatchObject({ status: 0 });
});

test("bytes are the same again with SOURCE_DATE_EPOCH, and dated by it", () => {
  const once = run(["render", "-"], GOOD, { SOURCE_DATE_EPOCH: "1700000000" }).stdout;
  expect(run(["render", "-"], GOOD, { SOURCE_DATE_EPOCH: "1700000000" }).stdout).toBe(once);
  expect(once).toContain("<xmp:CreateDate>2023-11-14T22:13:20Z</xmp:CreateDate>");
  expect(run(["render", "-"], GOOD, { SOURCE_DATE_EPOCH: "1700000001" }).stdout).not.toBe(once);
});

test("the library face, by the package's own name", async () => {
  const file = at("use.mjs");
  writeFileSync(
    file,
    `import { render, compile, check, RenderError } from ${JSON.stringify(path.join(root, "dist/runtime/index.js"))};
     const request = ${GOOD};
     const { pdf, pages } = await render(request);
     const list = await compile(new TextEncoder().encode(JSON.stringify(request)));
     const findings = await check({ pages: [] });
     let refused;
     try { await render({ pages: [] }); } catch (e) { refused = e instanceof RenderError && e.code; }
     console.log(JSON.stringify([pdf.length > 1000, pages, list.version, findings, refused]));`,
  );
  const r = spawnSync(process.execPath, [file], { encoding: "utf8" });
  expect(JSON.parse(r.stdout)).toEqual([
    true,
    1,
    1,
    [{ code: "API-002", message: "pages: there is no page, at least one is needed" }],
    "API-002",
  ]);
  const exported = (await import("platen" as string)) as Record<string, unknown>;
  expect(Object.keys(exported).sort()).toEqual(["RenderError", "check", "compile", "render"]);
});

test("nothing is left behind", () => {
  expect(readdirSync(dir).filter((f) => f.includes("tmp"))).toEqual([]);
});
