import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { Engine } from "../../runtime/engine/engine.js";
import { examples, has, needs, root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-cli-"));
const at = (name: string): string => path.join(dir, name);
const cli = path.join(root, "dist/runtime/cli/cli.js");
const run = (
  args: readonly string[],
  input?: string,
  env: Record<string, string> = {},
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [cli, ...args], {
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

/** Permissions do not bind root: the command runs as the folder's owner, or without the capabilities that override them. */
const isRoot = process.getuid?.() === 0;
const { uid: ownUid, gid: ownGid } = statSync(root);
const haveUnprivileged = !isRoot || ownUid !== 0 || needs("setpriv (util-linux)", has("setpriv"));
function unprivileged(args: readonly string[]): [number | null, string] {
  const command = [process.execPath, cli, ...args];
  const limited = isRoot && ownUid === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--", ...command] : command;
  const owner = isRoot && ownUid !== 0 ? { uid: ownUid, gid: ownGid } : {};
  const r = spawnSync(limited[0]!, limited.slice(1), { cwd: dir, encoding: "utf8", ...owner });
  return [r.status, r.stderr];
}

describe("render", () => {
  test("writes beside its input, to -o, or to standard output", () => {
    expect(run(["render", "good.json"])).toMatchObject({ status: 0, stdout: "" });
    expect(readFileSync(at("good.pdf"), "latin1").startsWith("%PDF-1.7")).toBe(true);
    expect(run(["render", "good.json", "-o", "other.pdf"]).status).toBe(0);
    expect(readFileSync(at("other.pdf"))).toEqual(readFileSync(at("good.pdf")));
    expect(run(["render", "-"], GOOD).stdout).toBe(readFileSync(at("good.pdf"), "latin1"));
    expect(run(["render", "good.json", "-o", "-"]).stdout.startsWith("%PDF-")).toBe(true);
  });
  test("says what it has written on standard error: file, pages, bytes, time; -q is silent", () => {
    const { stderr } = run(["render", "good.json", "-o", "said.pdf"]);
    const size = readFileSync(at("said.pdf")).length;
    expect(stderr).toMatch(new RegExp(`^said\\.pdf: 1 page, ${(size / 1000).toFixed(1)} kB, \\d+ ms\n$`));
    expect(run(["render", "-"], GOOD).stderr).toMatch(/^standard output: 1 page, /);
    const two = JSON.stringify({ pages: [1, 2].map(() => ({ size: "a6", elements: [] })) });
    expect(run(["render", "-", "-o", "said.pdf"], two).stderr).toMatch(/^said\.pdf: 2 pages, /);
    expect(JSON.parse(run(["--json", "render", "good.json", "-o", "said.pdf"]).stderr)).toEqual({
      file: "said.pdf",
      pages: 1,
      bytes: size,
      ms: expect.any(Number) as number,
    });
    expect(run(["render", "good.json", "-q"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
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
      stderr: "API-002 this is not a display list of version 1\n",
    });
  });
  test("a refused document is exit code 1, with the error on standard error", () => {
    expect(run(["render", "bad.json"])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^API-002 pages\[0\]\.elements\[0\]\.r \(bad\.json:1:\d+\): must be greater than 0; found -1\n$/,
      ) as string,
    });
    const json = JSON.parse(run(["--json", "render", "bad.json"]).stderr) as Record<string, unknown>;
    expect(json).toMatchObject({
      error: true,
      code: "API-002",
      message: "pages[0].elements[0].r: must be greater than 0; found -1",
      rule: "positive",
      path: "/pages/0/elements/0/r",
      line: 1,
      found: "-1",
      allowed: ["greater than 0"],
    });
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
      .map((l) => l.split(" (")[0]),
  ).toEqual(["API-002 pages[0].elements[0].r", "API-002 pages[0].elements[0].fill.color", "API-002 pages[0].elements[1].layout"]);
  expect(run(["check", "good.json"])).toMatchObject({ status: 0, stdout: "good.json: ok\n", stderr: "" });
  expect(run(["check", "-"], GOOD)).toMatchObject({ status: 0, stdout: "standard input: ok\n", stderr: "" });
  expect(run(["check", "-q", "good.json"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect(run(["--json", "check", "good.json"])).toMatchObject({ status: 0, stdout: "[]\n", stderr: "" });
  expect(JSON.parse(run(["--json", "check", "-"], BAD).stdout)).toHaveLength(3);
  expect(run(["check", "-"], '{"pages":[{"x":1,"y":2}]}').stderr.trim().split("\n")).toHaveLength(2);
  const late = JSON.stringify({
    pages: [{ width: 50, height: 50, elements: [{ type: "text", layout: { left: 60, top: 1 }, content: "x" }] }],
  });
  expect(run(["check", "-"], late)).toMatchObject({ status: 1 });
});

describe("check lists all that the failing stage finds, not only the first", () => {
  const listed = (request: object): string[] => {
    const r = run(["check", "-"], JSON.stringify(request));
    expect(r.status).toBe(1);
    return Buffer.from(r.stderr, "latin1")
      .toString()
      .trim()
      .split("\n")
      .map((l) => l.replace(/ \(standard input:\d+:\d+\)/, "").replace(/(none of the fonts|the strict font): .*\(tried .*$/, "$1"));
  };
  test("missing glyphs: each once for the place that says it, wherever texts are", () => {
    const text = (content: unknown, style: object = {}): object => ({ type: "text", layout: { left: 9, top: 9 }, style, content });
    const strict = { font_family: "Noto Sans Mono" };
    const request = {
      header: { layout: { height: 20 }, elements: [text("\u{13000}")] },
      pages: [
        {
          size: "a4",
          elements: [
            text("a\u{13000}b\u{13001}\u{13000}{page}"),
            text({ spans: [{ text: "fine" }, { text: "\u{13000}" }] }),
            text("漢 x ع", strict),
            {
              type: "container",
              layout: { left: 9, top: 50, children: { mode: "linear" } },
              width: 50,
              elements: [{ type: "text", content: "\u{13002}" }],
            },
            {
              type: "table",
              layout: { left: 9, top: 90 },
              columns: [{ key: "a", header: "\u{13003}", width: { mode: "fixed", value: 40 } }],
              rows: [{ a: "x" }, { a: "\u{13004}" }, { a: { content: "\u{13004}" } }],
              pagination: { row_min_height: 5, header_min_height: 5 },
            },
          ],
        },
        { size: "a4", elements: [text("\u{13005}"), { type: "text", layout: { left: 250, top: 9 }, content: "out" }] },
      ],
    };
    const at = "API-504 pages[0].elements";
    const none = (cp: string): string => `U+${cp} "${String.fromCodePoint(parseInt(cp, 16))}" is covered by none of the fonts`;
    expect(listed(request)).toEqual([
      `API-504 header.elements[0].content: ${none("13000")}`,
      `${at}[0].content: ${none("13000")}`,
      `${at}[0].content: ${none("13001")}`,
      `${at}[1].content.spans[1]: ${none("13000")}`,
      `API-002 pages[0].elements[2].content: U+6F22 "漢" is not covered by the strict font`,
      `API-002 pages[0].elements[2].content: U+0639 "ع" is not covered by the strict font`,
      `${at}[3].elements[0].content: ${none("13002")}`,
      `${at}[4].columns[0].header: ${none("13003")}`,
      `${at}[4].rows[1].a: ${none("13004")}`,
      `${at}[4].rows[2].a.content: ${none("13004")}`,
      `API-504 pages[1].elements[0].content: ${none("13005")}`,
    ]);
  });
  test("pictures, and what a profile forbids", () => {
    const image = (asset: string): object => ({ type: "image", layout: { left: 5, top: 5 }, width: 20, height: 12, asset });
    const r = run(["check", "-"], JSON.stringify({ pages: [{ size: "a6", elements: [image("one"), image("two")] }] }));
    expect([r.status, r.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^API-002 pages\[0\]\.elements\[0\]\.asset \(standard input:1:\d+\): unknown asset "one": .*\nAPI-002 pages\[0\]\.elements\[1\]\.asset \(.*\): unknown asset "two": .*\n$/,
      ),
    ]);
    const rect = { type: "rect", layout: { left: 1, top: 1 }, width: 5, height: 5, fill: { color: "#ff0000", opacity: 0.5 } };
    const forbidden = JSON.stringify({ settings: { profile: "pdfa-1b" }, pages: [{ size: "a6", elements: [rect] }] });
    expect(run(["check", "-"], forbidden)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^API-502 pages\[0\]\.elements\[0\]/) as string,
    });
    expect(run(["render", "-"], forbidden)).toMatchObject({ status: 1 });
  });
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

test("a page with too many pixels for a PNG is named, and nothing is written", () => {
  const elements: readonly object[] = [];
  const pages = [
    { size: "a6", elements },
    { width: 2000, height: 2000, elements },
  ];
  writeFileSync(at("large.json"), JSON.stringify({ pages }));
  expect(run(["png", "large.json", "-o", "large", "--dpi", "300"])).toMatchObject({
    status: 1,
    stderr: "platen: page 2 would have 23623 by 23623 pixels at 300 dpi, more than 250000000: --dpi must be at most 200\n",
  });
  expect(existsSync(at("large"))).toBe(false);
  expect(run(["png", "large.json", "-o", "large", "--dpi", "18"]).status).toBe(0);
  const png = readFileSync(at("large/page-2.png"));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1417, 1417]);
});

test("schema lists and prints", () => {
  expect(run(["schema"]).stdout).toBe(
    "accessibility-report\naccount\nbrief\ndiff\ndisplay-list\ndocument-request\ne-invoice-job\ne-invoice-report\ne-invoice-settings\nfinding\ninspect-policy\ninspect-report\nrender-job\ntemplate\ntoken-policy\n",
  );
  expect(JSON.parse(run(["schema", "document-request"]).stdout)).toHaveProperty("$defs.Element");
  expect(run(["schema", "nothing"]).status).toBe(2);
});

test("wrong usage is exit code 2, with what is allowed", () => {
  expect(run(["frobnicate"]).status).toBe(2);
  expect(run([]).status).toBe(2);
  expect(run(["render"])).toMatchObject({ status: 2, stderr: "platen: render takes one FILE, or --from-ir FILE\n" });
  expect(run(["render", "nowhere.json"])).toMatchObject({ status: 2, stderr: "platen: the file nowhere.json does not exist\n" });
  expect(run(["--font-dir", "nowhere", "render", "good.json"]).status).toBe(2);
  expect(run(["--help"]).status).toBe(0);
});

describe("files and folders of the command line that cannot be used are named, whatever is wrong with them", () => {
  const said = (args: readonly string[], input?: string): [number | null, string] => {
    const r = run(args, input);
    return [r.status, r.stderr];
  };
  test("what is to be read", () => {
    mkdirSync(at("folder"), { recursive: true });
    for (const command of [["render"], ["svg", "-o", "x"], ["render", "--from-ir"]]) {
      expect(said([...command, "folder"])).toEqual([2, "platen: folder cannot be read: it is a folder; a file is required\n"]);
      expect(said([...command, "good.json/x"])).toEqual([2, "platen: good.json/x cannot be read: a part of its path is not a folder\n"]);
      expect(said([...command, "nowhere.json"])).toEqual([2, "platen: the file nowhere.json does not exist\n"]);
    }
    expect(said(["check", "x".repeat(300)])[1]).toMatch(/^platen: x{300} cannot be read: the name is too long\n$/);
    const closed = spawnSync("sh", ["-c", `exec "${process.execPath}" "${cli}" check - < folder`], { cwd: dir, encoding: "utf8" });
    expect([closed.status, closed.stderr]).toEqual([2, "platen: standard input cannot be read: it is a folder; a file is required\n"]);
  });
  test("what is to be written", () => {
    expect(said(["render", "good.json", "-o", "none/x.pdf"])).toEqual([
      2,
      "platen: the folder none for the output none/x.pdf does not exist\n",
    ]);
    expect(said(["ir", "good.json", "-o", "none/x.json"])).toEqual([
      2,
      "platen: the folder none for the output none/x.json does not exist\n",
    ]);
    expect(said(["render", "good.json", "-o", "folder"])).toEqual([2, "platen: folder is a folder; the output must be a file\n"]);
    expect(said(["render", "good.json", "-o", "good.json/x"])[1]).toContain("good.json is a file; a folder is required");
    expect(said(["svg", "good.json", "-o", "good.json"])).toEqual([2, "platen: good.json is a file; a folder is required\n"]);
    for (const command of ["svg", "png"])
      expect(said([command, "good.json", "-o", "-"])).toEqual([
        2,
        "platen: a folder is required, not standard output; ./- is a folder of that name\n",
      ]);
    expect(existsSync(at("-"))).toBe(false);
    expect(said(["svg", "good.json", "-o", ""])).toEqual([2, "platen: the name of a folder is empty\n"]);
    expect(said(["render", "good.json", "-o", ""])).toEqual([2, "platen: the name of a file is empty\n"]);
    expect(said(["render", ""])).toEqual([2, "platen: the name of a file is empty\n"]);
    expect(said(["png", "good.json", "-o", "good.json/x"])).toEqual([
      2,
      "platen: good.json/x cannot be written: a part of its path is not a folder\n",
    ]);
    expect(said(["render", "good.json", "-o", "./good.json"])).toEqual([2, "platen: the output ./good.json would overwrite the input\n"]);
    expect(readFileSync(at("good.json"), "utf8")).toBe(GOOD);
    if (existsSync("/dev/full")) {
      expect(said(["render", "good.json", "-o", "/dev/full"])).toEqual([1, "platen: /dev/full cannot be written: no space is left\n"]);
      const full = spawnSync("sh", ["-c", `exec "${process.execPath}" "${cli}" text good.json > /dev/full`], {
        cwd: dir,
        encoding: "utf8",
      });
      expect([full.status, full.stderr]).toEqual([1, "platen: standard output cannot be written: no space is left\n"]);
    }
    const unread = spawnSync("bash", ["-c", `"${process.execPath}" "${cli}" ir good.json | true; exit \${PIPESTATUS[0]}`], {
      cwd: dir,
      encoding: "utf8",
    });
    expect(unread.stderr).toBe("");
    expect([0, 1]).toContain(unread.status);
  });
  test("folders of fonts and pictures", () => {
    expect(said(["--asset-dir", "none", "render", "good.json"])).toEqual([2, "platen: --asset-dir: the folder none does not exist\n"]);
    expect(said(["--asset-dir", "good.json", "render", "good.json"])).toEqual([
      2,
      "platen: --asset-dir: good.json is a file; a folder is required\n",
    ]);
    expect(run(["render", "good.json"], "", { PLATEN_ASSET_DIR: "none" })).toMatchObject({
      status: 2,
      stderr: "platen: PLATEN_ASSET_DIR: the folder none does not exist\n",
    });
    expect(said(["--font-dir", "none", "render", "good.json"])).toEqual([2, "platen: --font-dir: the folder none does not exist\n"]);
    expect(said(["--font-dir", "./good.json", "render", "good.json"])).toEqual([2, "platen: --font-dir: ./good.json is not a folder\n"]);
    expect(run(["render", "good.json"], "", { PLATEN_FONT_DIR: "none" })).toMatchObject({
      status: 2,
      stderr: "platen: PLATEN_FONT_DIR: the folder none does not exist\n",
    });
    mkdirSync(at("odd/face.ttf"), { recursive: true });
    expect(said(["--font-dir", "odd", "render", "good.json"])).toEqual([
      2,
      "platen: --font-dir: face.ttf: it cannot be read: it is a folder\n",
    ]);
  });
  test.runIf(haveUnprivileged)("what may not be read or written", () => {
    writeFileSync(at("secret.json"), GOOD, { mode: 0o000 });
    chmodSync(dir, 0o755);
    expect(unprivileged(["check", "secret.json"])).toEqual([2, "platen: secret.json cannot be read: permission denied\n"]);
    mkdirSync(at("locked"), { mode: 0o555 });
    expect(unprivileged(["render", "good.json", "-o", "locked/x.pdf"])).toEqual([
      2,
      "platen: locked/x.pdf cannot be written: permission denied\n",
    ]);
  });
  test("--profile does not go with a display list, which would not heed it", () => {
    expect(said(["render", "--from-ir", "good.json", "--profile", "pdfa-2b"])[0]).toBe(2);
  });
  test("a display list whose fonts are nowhere is refused by their names", () => {
    const list = run(["ir", "good.json"]).stdout.replaceAll(/sha256-[0-9a-f]{64}/g, `sha256-${"0".repeat(64)}`);
    writeFileSync(at("foreign.ir.json"), list);
    const [status, message] = said(["render", "--from-ir", "foreign.ir.json", "-o", "-"]);
    expect(status).toBe(1);
    expect(message).toContain(`sha256-${"0".repeat(64)}`);
  });
});

test("commands that only read make no data directory", () => {
  const folder = at("reading");
  mkdirSync(folder);
  const store = path.join(folder, "store");
  const reads = (args: readonly string[]): [number | null, string] => {
    const r = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8", env: { ...process.env, PLATEN_DATA_DIR: "" } });
    return [r.status, r.stdout];
  };
  writeFileSync(path.join(folder, "good.json"), GOOD);
  const template = path.join(root, "templates/invoice.json");
  for (const args of [
    ["templates", "list"],
    ["templates", "show", "invoice"],
    ["templates", "lint", template],
    ["templates", "preview", "invoice", "-o", "-"],
    ["tokens", "list"],
    ["accounts", "show", "someone"],
    ["assets", "list"],
    ["fonts", "list"],
    ["check", "good.json"],
    ["schema"],
    ["config", "print"],
  ])
    expect([args.join(" "), reads(args)[0]]).toEqual([args.join(" "), 0]);
  for (const args of [
    ["tokens", "revoke", "x"],
    ["templates", "retire", "x"],
    ["assets", "remove", "x"],
    ["fonts", "remove", "x"],
  ])
    expect([args.join(" "), reads(args)[0]]).toEqual([args.join(" "), 1]);
  expect(readdirSync(folder)).toEqual(["good.json"]);
  run(["tokens", "create", "--owner", "someone"], "", { PLATEN_DATA_DIR: store });
  expect(run(["tokens", "list"], "", { PLATEN_DATA_DIR: store }).stdout).toContain("someone");
});

test("--watch goes on while its file is away or broken, and renders what comes back", async () => {
  writeFileSync(at("watched.json"), GOOD);
  const child = spawn(process.execPath, [cli, "render", "watched.json", "--watch"], { cwd: dir });
  let errors = "";
  child.stderr.on("data", (d: Buffer) => (errors += d.toString()));
  const until = async (what: () => boolean): Promise<void> => {
    for (let i = 0; i < 2000 && !what(); i++) await new Promise((r) => setTimeout(r, 100));
    expect(what()).toBe(true);
  };
  try {
    await until(() => existsSync(at("watched.pdf")));
    rmSync(at("watched.json"));
    await until(() => errors.includes("the file watched.json does not exist"));
    writeFileSync(at("watched.json"), BAD);
    await until(() => errors.includes("API-002 pages[0].elements[0].r"));
    rmSync(at("watched.pdf"));
    writeFileSync(at("watched.json"), GOOD);
    await until(() => existsSync(at("watched.pdf")));
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill("SIGKILL");
  }
});

test("--watch renders again when a picture or a font of the folders changes, with a line for each time", async () => {
  for (const folder of ["watched-assets", "watched-fonts"]) mkdirSync(at(folder), { recursive: true });
  const image = { type: "image", layout: { left: 5, top: 5 }, width: 20, height: 12, asset: "logo" };
  writeFileSync(at("pictured.json"), JSON.stringify({ pages: [{ size: "a6", elements: [image] }] }));
  const folders = ["--asset-dir", "watched-assets", "--font-dir", "watched-fonts"];
  const child = spawn(process.execPath, [cli, ...folders, "render", "pictured.json", "--watch"], { cwd: dir });
  const lines: string[] = [];
  child.stderr.on("data", (d: Buffer) => lines.push(...d.toString().trimEnd().split("\n")));
  const until = (what: RegExp): Promise<void> => vi.waitFor(() => expect(lines.shift()).toMatch(what), { timeout: 200_000, interval: 50 });
  try {
    await until(/^API-002 pages\[0\]\.elements\[0\]\.asset \(pictured\.json:1:\d+\): unknown asset "logo"/);
    writeFileSync(at("watched-assets/logo.png"), readFileSync(path.join(root, "golden/assets/rgb.png")));
    await until(/^\d\d:\d\d:\d\d pictured\.pdf: 1 page, /);
    writeFileSync(at("watched-fonts/broken.ttf"), "no font");
    await until(/^\d\d:\d\d:\d\d platen: --font-dir: broken\.ttf: /);
    rmSync(at("watched-fonts/broken.ttf"));
    await until(/^\d\d:\d\d:\d\d pictured\.pdf: 1 page, /);
    rmSync(at("watched-assets"), { recursive: true });
    await until(/the folder watched-assets does not exist/);
    mkdirSync(at("watched-assets"));
    writeFileSync(at("watched-assets/logo.png"), readFileSync(path.join(root, "golden/assets/rgb.png")));
    await until(/^\d\d:\d\d:\d\d pictured\.pdf: 1 page, /);
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill("SIGKILL");
  }
});

test("every example renders with PLATEN_DEBUG=1, which holds the display list to its promises", async () => {
  expect(run(["render", "-q", path.join(root, "examples/letter.json"), "-o", "x.pdf"], undefined, { PLATEN_DEBUG: "1" })).toMatchObject({
    status: 0,
    stderr: "",
  });
  vi.stubEnv("PLATEN_DEBUG", "1");
  const engine = new Engine();
  for (const { name, body } of examples()) {
    const { pdf } = await engine.renderLater(body);
    expect([name, pdf.length > 1000]).toEqual([name, true]);
  }
  vi.unstubAllEnvs();
});

test("fonts of a folder: used by name, and refused when they cannot be used", () => {
  mkdirSync(at("fonts"), { recursive: true });
  const bytes = readFileSync(path.join(root, "fonts/files/NotoSansThai-Regular.ttf"));
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
  const made = run(["--font-dir", "fonts", "render", "-q", "-"], request);
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(run(["--font-dir", "fonts", "ir", "-"], request).stdout).toMatch(/"blobs":\{"sha256-/);
  expect(run(["render", "-"], request, { PLATEN_FONT_DIR: at("fonts") }).status).toBe(0);
  writeFileSync(at("fonts/broken.ttf"), bytes.subarray(0, 3000));
  expect(run(["--font-dir", "fonts", "render", "good.json"])).toMatchObject({
    status: 2,
    stderr: "platen: --font-dir: broken.ttf: a table reaches beyond the file\n",
  });
  rmSync(at("fonts/broken.ttf"));
  // sane tables, invalid outlines
  const hollow = Buffer.from(bytes);
  const glyf = tablePlaces(bytes).get("loca")!;
  hollow.fill(0xff, glyf.offset, glyf.offset + glyf.length);
  writeFileSync(at("fonts/hollow.ttf"), hollow);
  const refused = run(["--font-dir", "fonts", "render", "good.json"]);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toBe("platen: --font-dir: hollow.ttf: the table loca: the outline of glyph 0 lies outside the table glyf\n");
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
      stderr: expect.stringContaining(`unknown asset ${JSON.stringify(key)}: put the file into`) as string,
    });
  }
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
     const text = new TextEncoder().encode('{"pages": [{"size": "a4",\\n "elements": [{"type": "text", "layout": {"left": 20, "top": 20}, "content": "{pages}", "style": {"font_szie": 1}}]}]}');
     const [unknown] = await check(text);
     const placed = await render(text).catch((e) => [e.path, e.line, e.column, e.rule, e.suggestion, e.allowed.length > 8, e.found]);
     const { warnings } = await render({ pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "{pages}" }] }] }, { warnings: true });
     console.log(JSON.stringify([pdf.length > 1000, pages, list.version, findings, refused, unknown, placed, warnings]));`,
  );
  const r = spawnSync(process.execPath, [file], { encoding: "utf8" });
  expect(JSON.parse(r.stdout)).toEqual([
    true,
    1,
    1,
    [
      {
        severity: "error",
        code: "API-002",
        rule: "pages-empty",
        path: "/pages",
        message: 'pages: at least one page is needed, found none: [{"size": "a4", "elements": []}]',
      },
    ],
    "API-002",
    expect.objectContaining({ code: "API-001", path: "/pages/0/elements/0/style/font_szie", line: 2, column: 99, suggestion: "font_size" }),
    ["/pages/0/elements/0/style/font_szie", 2, 99, "shape-unknown", "font_size", true, null],
    [expect.objectContaining({ severity: "warning", rule: "unknown-variable", path: "/pages/0/elements/0/content" })],
  ]);
  const exported = (await import("platen" as string)) as Record<string, unknown>;
  expect(Object.keys(exported).sort()).toEqual([
    "RenderError",
    "accessibilityReport",
    "attachEInvoice",
    "check",
    "checkAccessibility",
    "compile",
    "createPool",
    "diff",
    "fillForm",
    "inspectEInvoice",
    "merge",
    "png",
    "readEInvoice",
    "readForm",
    "render",
    "renderBrief",
    "renderEInvoice",
    "renderMany",
    "renderTemplate",
    "showEInvoice",
    "sign",
    "svg",
    "symbolText",
    "text",
    "toSarif",
    "validateEInvoice",
    "verify",
    "writeEInvoice",
  ]);
});

test("nothing is left behind", () => {
  expect(readdirSync(dir).filter((f) => f.includes("tmp"))).toEqual([]);
});
