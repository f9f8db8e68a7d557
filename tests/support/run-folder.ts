// A temporary folder for all files of a test run, removed at its end.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { forget } from "./verdicts.js";

/** Before the first test; workers and their child processes inherit the variable. */
export function setup(): () => void {
  const outer = process.env["TMPDIR"];
  const folder = mkdtempSync(path.join(tmpdir(), "platen-run-"));
  // another user's database has its folder here
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
    forget();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
