import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./tools.js";
import { forget } from "./verdicts.js";

export const downloads = path.join(root, ".cache/install");
const MOST_DOWNLOADED = 500 << 20;

/** Downloads above the limit: every run adds its packages. */
function forgetDownloads(): void {
  try {
    let bytes = 0;
    for (const e of readdirSync(downloads, { recursive: true, withFileTypes: true }))
      if (e.isFile()) bytes += statSync(path.join(e.parentPath, e.name)).size;
    if (bytes > MOST_DOWNLOADED) rmSync(downloads, { recursive: true, force: true });
  } catch {}
}

/** Before the first test; workers and their child processes inherit the variable. */
export function setup(): () => void {
  const outer = process.env["TMPDIR"];
  const folder = mkdtempSync(path.join(tmpdir(), "platen-run-"));
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => {
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
    forget();
    forgetDownloads();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
