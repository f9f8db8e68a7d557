import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./tools.js";

/* Renders requests in a separate process, as they may exhaust memory, hang or crash. */

export interface Outcome {
  /** of the error; null if a PDF was made */
  readonly code: string | null;
  readonly message: string;
  /** bytes of the PDF */
  readonly length: number;
  /** peak memory of the process up to then, in MiB */
  readonly peak: number;
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-peak-"));
const engine = pathToFileURL(path.join(root, "dist/runtime/engine/engine.js")).href;
/**
 * Errors outside the contract have no code. On Linux `maxRSS` is at least the memory that the parent process had at the start; VmHWM is the
 * process's own.
 */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { Engine } from ${JSON.stringify(engine)};
const engine = new Engine();
const peak = () => {
  try {
    return Number(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
};
for (const file of process.argv.slice(2)) {
  let said;
  try {
    const { pdf } = await engine.renderLater(readFileSync(file));
    said = { code: null, message: "", length: pdf.length };
  } catch (e) {
    said = { code: e.code ?? "none", message: e.message, length: 0 };
  }
  console.log("outcome " + JSON.stringify({ ...said, peak: peak() }));
}
process.exit(0);
`;
const program = path.join(dir, "program.mjs");
writeFileSync(program, PROGRAM);
let made = 0;

/** Ended after `seconds`: later outcomes are missing. */
export async function outcomes(requests: readonly object[], seconds = 120): Promise<readonly Outcome[]> {
  const files = requests.map((r) => {
    const file = path.join(dir, `${made++}.json`);
    writeFileSync(file, JSON.stringify(r));
    return file;
  });
  const child = spawn(process.execPath, [program, ...files], { stdio: ["ignore", "pipe", "ignore"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (s: string) => (text += s));
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return [...text.matchAll(/^outcome (.*)$/gm)].map((m) => JSON.parse(m[1]!) as Outcome);
}

export async function outcome(request: object, seconds?: number): Promise<Outcome> {
  const [only] = await outcomes([request], seconds);
  if (!only) throw new Error("the process that renders died, or took too long");
  return only;
}
