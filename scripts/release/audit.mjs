// Advisories for what ships, bundled packages included; fails on a severe one.
/* `npm audit` fails also if a registry lacks audits: its report decides; without one, a warning on stderr, which .ci/run repeats. */
import { spawnSync } from "node:child_process";
import { shipped } from "./shipped.mjs";

const SEVERE = ["high", "critical"];
const { stdout, stderr, error } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8", maxBuffer: 1 << 26 });

/** @returns {{ vulnerabilities?: Record<string, { severity: string, range: string, nodes?: string[] }>, message?: string }} */
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
  const ships = shipped();
  const found = Object.entries(vulnerabilities).filter(([, { nodes = [] }]) => nodes.some((place) => ships.has(place)));
  for (const [name, { severity, range }] of found) console.log(`${severity}: ${name} ${range}`);
  const severe = found.filter(([, v]) => SEVERE.includes(v.severity)).length;
  console.log(`dependencies were audited: ${found.length} advisories, ${severe} of them severe`);
  if (severe > 0) process.exitCode = 1;
}
