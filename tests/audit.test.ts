import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "./tools.js";

/* The audit of dependencies, with an npm that answers what registries do. */
const dir = mkdtempSync(path.join(tmpdir(), "platen-audit-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function audited(output: string, status: number): { readonly status: number | null; readonly out: string } {
  const npm = path.join(dir, "npm");
  writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${status}\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: `${dir}:${process.env["PATH"]}` };
  const r = spawnSync(process.execPath, [path.join(root, "scripts/audit.mjs")], { env, encoding: "utf8" });
  return { status: r.status, out: r.stdout };
}
const report = (...severities: readonly string[]): string =>
  JSON.stringify({ vulnerabilities: Object.fromEntries(severities.map((severity, i) => [`p${i}`, { severity, range: "<2.0.0" }])) });

test("severe advisories fail, others are told, none is none", () => {
  expect(audited(report(), 0)).toEqual({ status: 0, out: "dependencies were audited: 0 advisories, 0 of them severe\n" });
  expect(audited(report("moderate"), 1)).toEqual({
    status: 0,
    out: "moderate: p0 <2.0.0\ndependencies were audited: 1 advisories, 0 of them severe\n",
  });
  for (const severity of ["high", "critical"]) expect(audited(report("low", severity), 1).status).toBe(1);
});

test("a registry without advisories is said, and is no failure", () => {
  const refused = JSON.stringify({ message: "405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk" });
  expect(audited(refused, 1)).toEqual({
    status: 0,
    out: "dependencies were NOT audited: the registry has given no advisories (405 Method Not Allowed)\n",
  });
  expect(audited("", 1)).toMatchObject({ status: 0, out: expect.stringContaining("NOT audited") as string });
});
