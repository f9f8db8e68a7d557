// A process id to the memory that the process holds, as the kernel reports it.
import { readFileSync } from "node:fs";

const ANONYMOUS = /^RssAnon:\s+(\d+) kB$/m;

/**
 * Bytes of a process that are its own: heap, byte arrays, wasm and native memory that was touched, without the files it maps. Null where the
 * kernel does not report it (no Linux), or there is no such process any more.
 */
export function ownBytes(pid: number | "self"): number | null {
  try {
    const status = ANONYMOUS.exec(readFileSync(`/proc/${pid}/status`, "latin1"));
    return status ? Number(status[1]) * 1024 : null;
  } catch {
    return null;
  }
}
