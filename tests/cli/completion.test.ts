import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { has, needs, root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-new-"));
const at = (name: string): string => path.join(dir, name);
const cli = path.join(root, "dist/runtime/cli/cli.js");
const run = (...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
  spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: dir });

describe.skipIf(!needs("bash", has("bash")))("in bash", () => {
  writeFileSync(at("letter one.json"), "{}");
  writeFileSync(at("platen.bash"), run("completion", "bash").stdout);
  const offered = (...words: readonly string[]): readonly string[] => {
    const script = `source platen.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _platen; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const shell = spawnSync("bash", ["--norc", "-c", script, "bash", "platen", ...words], { encoding: "utf8", cwd: dir });
    expect(shell.stderr).toBe("");
    return shell.stdout.trim().split("\n");
  };
  test("commands, at any depth", () => {
    expect(offered("re")).toEqual(["render"]);
    expect(offered("")).toEqual(expect.arrayContaining(["render", "check", "new", "serve", "tokens", "completion"]));
    expect(offered("tokens", "")).toEqual(["create", "list", "suspend", "resume", "revoke"]);
    expect(offered("--asset-dir", "tokens", "templates", "p")).toEqual(["preview", "publish"]);
  });
  test("options, those of the whole program too, and their values", () => {
    expect(offered("render", "--p")).toEqual(["--profile", "--pretty"]);
    expect(offered("render", "letter.json", "--")).toEqual(
      expect.arrayContaining(["--output", "--watch", "--quiet", "--json", "--font-dir"]),
    );
    expect(offered("einvoice", "validate", "--standard", "z")).toEqual(["zugferd"]);
    expect(offered("tokens", "create", "--owner", "x", "--po")).toEqual(["--policy"]);
  });
  test("kinds and shells", () => {
    expect(offered("new", "")).toEqual(["certificate", "form", "invoice", "label", "letter", "report"]);
    expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });
  test("files, with blanks in their names", () => {
    expect(offered("render", "let")).toEqual(["letter one.json"]);
    expect(offered("render", "x.json", "-o", "plat")).toEqual(["platen.bash"]);
  });
});

test("every command and option of the help is in each script", () => {
  const words = ["render", "check", "new", "einvoice", "tokens", "suspend", "templates", "publish"];
  const options = ["watch", "from-ir", "policy", "artifacts"];
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, stdout } = run("completion", shell);
    expect(status).toBe(0);
    for (const word of [...words, ...options]) expect([shell, word, stdout.includes(word)]).toEqual([shell, word, true]);
  }
  expect(run("completion", "csh")).toMatchObject({ status: 2, stdout: "" });
});

for (const shell of ["zsh", "fish"].filter(has)) {
  test(`${shell} reads its script`, () => {
    writeFileSync(at(`platen.${shell}`), run("completion", shell).stdout);
    const checked = spawnSync(shell, ["-n", at(`platen.${shell}`)], { encoding: "utf8" });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
  });
}

describe("platen new", () => {
  const kinds = readdirSync(path.join(root, "starters")).map((f) => f.replace(/\.json$/, ""));
  test.each(kinds)("%s renders as it is, in one page, and is checked without a word", (kind) => {
    expect(run("new", kind)).toMatchObject({
      status: 0,
      stdout: "",
      stderr: expect.stringMatching(
        new RegExp(`^${kind}\\.json: without "\\$schema", .*\n${kind}\\.json: a starter request; platen render ${kind}\\.json --watch\n$`),
      ) as string,
    });
    const text = readFileSync(at(`${kind}.json`), "utf8");
    expect(text.length).toBeLessThanOrEqual(5000);
    for (const line of text.split("\n")) if (!/^\s*"\w+": "/.test(line)) expect(line.length).toBeLessThanOrEqual(120);
    expect(run("check", `${kind}.json`)).toMatchObject({ status: 0, stdout: `${kind}.json: ok\n`, stderr: "" });
    expect(run("render", `${kind}.json`).stderr).toMatch(new RegExp(`^${kind}\\.pdf: 1 page, `));
  });
  test("names the schema of the project's package by a relative path, and none elsewhere (FH-46)", () => {
    const project = at("project");
    const schemas = path.join(project, "node_modules/platen/schemas");
    mkdirSync(schemas, { recursive: true });
    mkdirSync(path.join(project, "letters"));
    cpSync(path.join(root, "schemas/document-request.schema.json"), path.join(schemas, "document-request.schema.json"));
    const made = (cwd: string, output: string): { readonly stdout: string; readonly stderr: string } =>
      spawnSync(process.execPath, [cli, "new", "letter", "-o", output], { encoding: "utf8", cwd });
    expect(made(project, "letters/a.json").stderr).not.toContain("$schema");
    expect(JSON.parse(readFileSync(path.join(project, "letters/a.json"), "utf8"))).toMatchObject({
      $schema: "../node_modules/platen/schemas/document-request.schema.json",
    });
    expect(JSON.parse(made(root, "-").stdout)).toMatchObject({ $schema: "./schemas/document-request.schema.json" });
    const alone = made(at("."), "-");
    expect(JSON.parse(alone.stdout)).not.toHaveProperty("$schema");
    expect(alone.stderr).toContain("platen schema document-request");
  });
  test("writes over nothing, unless it is told to", () => {
    writeFileSync(at("mine.json"), "mine");
    expect(run("new", "letter", "-o", "mine.json")).toMatchObject({
      status: 2,
      stderr: "platen: mine.json already exists; --force overwrites it\n",
    });
    expect(readFileSync(at("mine.json"), "utf8")).toBe("mine");
    expect(run("new", "letter", "-o", "mine.json", "--force").status).toBe(0);
    expect(JSON.parse(readFileSync(at("mine.json"), "utf8"))).toHaveProperty("pages");
    expect(run("new", "letter", "-o", "none/x.json")).toMatchObject({
      status: 2,
      stderr: "platen: the folder none for the output none/x.json does not exist\n",
    });
  });
  test("refuses other kinds by naming those there are", () => {
    const { status, stderr } = run("new", "poem", "-o", "poem.json");
    expect(status).toBe(2);
    for (const kind of kinds) expect(stderr).toContain(kind);
    expect(existsSync(at("poem.json"))).toBe(false);
  });
});
