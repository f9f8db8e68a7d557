import { readFileSync } from "node:fs";

const ANONYMOUS = /^RssAnon:\s+(\d+) kB$/m;

/**
 * Private memory: heap, byte arrays, wasm and touched native memory, without mapped files. Null if unavailable (not Linux) or the process
 * has ended.
 */
export function ownBytes(pid: number | "self"): number | null {
  try {
    const status = ANONYMOUS.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return status ? Number(status[1]) * 1024 : null;
  } catch {
    return null;
  }
}
