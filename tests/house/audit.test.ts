import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-audit-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function program(name: string, script: string): void {
  writeFileSync(path.join(dir, name), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(dir, name), 0o755);
}

interface Audited {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function audited(output: string, status: number): Audited {
  program("npm", `cat <<'END'\n${output}\nEND\nexit ${status}`);
  const env = { ...process.env, PATH: `${dir}:${process.env["PATH"]}` };
  const r = spawnSync(process.execPath, [path.join(root, "scripts/release/audit.mjs")], { env, encoding: "utf8" });
  return { status: r.status, out: r.stdout, err: r.stderr };
}
const reportOf = (found: readonly (readonly [name: string, severity: string])[]): string =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      found.map(([name, severity]) => [name, { severity, range: "<2.0.0", nodes: [`node_modules/${name}`] }]),
    ),
  });
const SHIPPED = ["pako", "saxes"];
const report = (...severities: readonly string[]): string => reportOf(severities.map((severity, i) => [SHIPPED[i]!, severity]));

const REFUSED = JSON.stringify({ message: "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk" });
const WARNING = "warning: dependencies were NOT audited: the registry returned no advisories (405 Method Not Allowed)\n";

test("severe advisories fail, others are reported; none is reported, too", () => {
  expect(audited(report(), 0)).toEqual({ status: 0, out: "dependencies were audited: 0 advisories, 0 of them severe\n", err: "" });
  expect(audited(report("moderate"), 1)).toEqual({
    status: 0,
    out: "moderate: pako <2.0.0\ndependencies were audited: 1 advisories, 0 of them severe\n",
    err: "",
  });
  for (const severity of ["high", "critical"]) expect(audited(report("low", severity), 1).status).toBe(1);
});

test("bundled development dependencies are audited, tools of tests are not", () => {
  for (const name of ["bwip-js", "harfbuzzjs", "@modelcontextprotocol/sdk", "fastify"])
    expect(audited(reportOf([[name, "critical"]]), 1), name).toMatchObject({ status: 1 });
  expect(audited(reportOf([["vitest", "critical"]]), 1)).toEqual({
    status: 0,
    out: "dependencies were audited: 0 advisories, 0 of them severe\n",
    err: "",
  });
});

test("a registry without advisories is a warning on the error output, and no failure", () => {
  expect(audited(REFUSED, 1)).toEqual({ status: 0, out: "", err: WARNING });
  expect(audited("", 1)).toMatchObject({ status: 0, out: "", err: expect.stringContaining("NOT audited") as string });
});

function ci(audit: string, tests: number): Audited {
  const clone = mkdtempSync(path.join(dir, "clone-"));
  for (const folder of [".ci", "scripts/release", "scripts/tests", "examples/bulk"])
    mkdirSync(path.join(clone, folder), { recursive: true });
  copyFileSync(path.join(root, ".ci/run"), path.join(clone, ".ci/run"));
  for (const file of [
    "scripts/release/audit.mjs",
    "scripts/release/shipped.mjs",
    "package-lock.json",
    "Dockerfile",
    "examples/bulk/package.json",
  ])
    copyFileSync(path.join(root, file), path.join(clone, file));
  writeFileSync(path.join(clone, "scripts/tests/node.mjs"), "");
  for (const name of ["apt-get", "javac", "mvn", "pip3", "python3", "pdftotext", "qpdf", "mutool"]) program(name, "exit 0");
  rmSync(path.join(dir, "node"), { force: true });
  symlinkSync(process.execPath, path.join(dir, "node"));
  program("npm", `case "$1" in audit) cat <<'END'\n${audit}\nEND\nexit 1;; test) echo "the tests" >&2; exit ${tests};; *) exit 0;; esac`);
  const r = spawnSync("bash", [path.join(clone, ".ci/run")], { env: { PATH: `${dir}:/usr/bin:/bin` }, encoding: "utf8" });
  return { status: r.status, out: r.stdout, err: r.stderr };
}

test("CI prints the warning where it occurs and as its last line, for tests that pass and tests that fail", () => {
  for (const status of [0, 3]) expect(ci(REFUSED, status)).toEqual({ status, out: "", err: `${WARNING}the tests\n${WARNING}` });
  expect(ci(report("low"), 0)).toMatchObject({ status: 0, err: "the tests\n" });
  expect(ci(report("critical"), 0)).toMatchObject({ status: 1, err: "" });
});
