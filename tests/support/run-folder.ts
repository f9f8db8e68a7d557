// A folder of its own for everything that a run of the tests writes: removed at the run's end, whatever a test leaves in it.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { forget } from "./verdicts.js";

/** Before the first test; the workers, and the processes that they start, inherit the variable. */
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
