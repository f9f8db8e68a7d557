// Reports the registry's advisories for the production dependencies, one a line; a severe one is a failure.
/*
 * `npm audit` fails both if it finds advisories and if the registry answers no audits (mirrors often do not), so its report is read. Without a report
 * nothing was audited and nothing failed: a warning on the error output, which .ci/run repeats as the last line of its log.
 */
import { spawnSync } from "node:child_process";

const SEVERE = ["high", "critical"];
const { stdout, stderr, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });

/** @returns {{ vulnerabilities?: Record<string, { severity: string, range: string }>, message?: string }} */
function report() {
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: (error?.message ?? stderr.trim().split("\n").at(-1)) || "npm has no output" };
  }
}

const { vulnerabilities, message } = report();
if (!vulnerabilities) {
  console.error(`warning: dependencies were NOT audited: the registry returned no advisories (${String(message).replace(/ - .*/, "")})`);
} else {
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range }] of found) console.log(`${severity}: ${name} ${range}`);
  const severe = found.filter(([, v]) => SEVERE.includes(v.severity)).length;
  console.log(`dependencies were audited: ${found.length} advisories, ${severe} of them severe`);
  if (severe > 0) process.exitCode = 1;
}
