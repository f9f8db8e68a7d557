import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../support/tools.js";
import { run, type Ran } from "./installed.js";

/* FH-2: a clone after `npm ci`, whose packages are those of this one. */
const clone = mkdtempSync(path.join(os.tmpdir(), "platen-clone-"));
const start = (program: string, ...args: string[]): Ran => {
  const { status, stdout, stderr } = run(clone, program, args, { npm_config_offline: "true" });
  return { status, stdout, stderr };
};
const build = (word: string): Ran => start(process.execPath, "scripts/release/build.mjs", word);

beforeAll(() => {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of listed.stdout.split("\0"))
    if (file !== "" && !/^(?:golden|tests|docs|bench)\//.test(file) && statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile())
      cpSync(path.join(root, file), path.join(clone, file));
  mkdirSync(path.join(clone, "node_modules"));
  for (const name of readdirSync(path.join(root, "node_modules")))
    if (!name.startsWith(".")) symlinkSync(path.join(root, "node_modules", name), path.join(clone, "node_modules", name));
});
afterAll(() => rmSync(clone, { recursive: true }));

test("npm ci builds the command line alone, once", () => {
  expect(build("install")).toEqual({
    status: 0,
    stdout: "",
    stderr: expect.stringMatching(/^platen: built the command line in \d+ s; npm run build makes the rest\n$/),
  });
  expect(build("install")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(start("npm", "run", "--silent", "platen", "--", "render", "examples/invoice.json", "-o", "invoice.pdf")).toMatchObject({
    status: 0,
  });
  expect(readdirSync(path.join(clone, "dist"))).not.toContain("playground");
});

test("npx runs the command line that is there", () => {
  expect(start("npx", "platen", "--version")).toEqual({ status: 0, stdout: "0.1.0\n", stderr: "" });
});

test.each([["serve"], ["playground", "pages"]])("%s needs the rest, and says so in a line", (...args) => {
  expect(start(process.execPath, "dist/runtime/cli/cli.js", ...args)).toEqual({
    status: 2,
    stdout: "",
    stderr: `platen: ${args[0]} needs the rest of the build: npm run build\n`,
  });
});

test("npm start builds what is missing, and what is older than a source", () => {
  expect(build("missing")).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^platen: npm run build: the service, .* are missing/),
  });
  expect(build("missing")).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(start(process.execPath, "dist/runtime/cli/cli.js", "playground", "pages")).toMatchObject({ status: 0 });
  expect(readdirSync(path.join(clone, "pages"))).toContain("index.html");
  const later = new Date(Date.now() + 10_000);
  utimesSync(path.join(clone, "runtime/index.ts"), later, later);
  expect(build("install").stderr).toContain("built the command line");
});
