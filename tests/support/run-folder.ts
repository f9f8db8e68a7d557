import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beginRun } from "./java.js";
import { root } from "./tools.js";
import { forget } from "./verdicts.js";

export const downloads = path.join(root, ".cache/install");
/** Bounds of folders to which every run adds: packages, modules for vitest. */
const BOUNDED: readonly (readonly [folder: string, most: number])[] = [
  [downloads, 500 << 20],
  [path.join(root, ".cache/vitest"), 200 << 20],
];

function forgetFolder(folder: string, most: number): void {
  try {
    let bytes = 0;
    for (const e of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (e.isFile()) bytes += statSync(path.join(e.parentPath, e.name)).size;
    if (bytes > most) rmSync(folder, { recursive: true, force: true });
  } catch {}
}

/** Before the first test; workers and their child processes inherit the variable. */
export function setup(): () => void {
  const outer = process.env["TMPDIR"];
  const folder = mkdtempSync(path.join(tmpdir(), "platen-run-"));
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  beginRun(folder);
  return () => {
    if (outer === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = outer;
    forget();
    for (const [folder, most] of BOUNDED) forgetFolder(folder, most);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
