// The registry's advisories about what the package is installed with to a line each; severe ones are a failure.
/*
 * `npm audit` ends alike where it finds something and where the registry answers no audits (mirrors often do not), so its report is read. Where there
 * is none, that is said: nothing was audited then, and nothing failed.
 */
import { spawnSync } from "node:child_process";

const SEVERE = ["high", "critical"];
const { stdout, stderr, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });

/** @returns {{ vulnerabilities?: Record<string, { severity: string, range: string }>, message?: string }} */
function report() {
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: (error?.message ?? stderr.trim().split("\n").at(-1)) || "npm has said nothing" };
  }
}

const { vulnerabilities, message } = report();
if (!vulnerabilities) {
  console.log(`dependencies were NOT audited: the registry has given no advisories (${String(message).replace(/ - .*/, "")})`);
} else {
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range }] of found) console.log(`${severity}: ${name} ${range}`);
  const severe = found.filter(([, v]) => SEVERE.includes(v.severity)).length;
  console.log(`dependencies were audited: ${found.length} advisories, ${severe} of them severe`);
  if (severe > 0) process.exitCode = 1;
}
