// Figures of the service's process and its render processes, with Prometheus's standard names (running, G2).
import { readdirSync, readFileSync } from "node:fs";

const MS = 1000;

/** Null where a system does not have it. */
interface ProcessFigures {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly openFds: number | null;
  readonly maxFds: number | null;
}

/** Unix seconds. */
export const startSeconds = (Date.now() - process.uptime() * MS) / MS;

export function processFigures(): ProcessFigures {
  const { user, system } = process.cpuUsage();
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    openFds: absentIfFails(() => readdirSync("/proc/self/fd").length),
    maxFds: absentIfFails(() => Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))![1])),
  };
}

/** Resident memory; 0 if the process has ended or the memory is unknown. */
export const residentBytes = (pid: number): number =>
  absentIfFails(() => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) * 1024) ?? 0;

function absentIfFails(read: () => number): number | null {
  try {
    return read();
  } catch {
    return null;
  }
}
