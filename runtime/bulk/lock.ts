// One run at a time has an index (BK-23).
import { ownJson } from "../../base/json.js";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../core/file-faults.js";
import { RunEnd } from "./end.js";
import { environment } from "./environment.js";

const RENEW_MS = 5000;
const STALE_MS = 30_000;

/** A process, told apart from later ones of its number. */
export interface Owner {
  readonly host: string;
  readonly pid: number;
  /** start of the process, as the system has it; null if unknown: another process may have the number later */
  readonly start: string | null;
}

/** Clock ticks after the start of the system. */
function startOf(pid: number): string | null {
  try {
    // the name in parentheses may have blanks
    return (
      readFileSync(`/proc/${pid}/stat`, "latin1")
        .replace(/^.*\) /s, "")
        .split(" ")[19] ?? null
    );
  } catch {
    return null;
  }
}

function isRunning({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (e) {
    if (systemCode(e) !== "EPERM") return false;
  }
  return start === null || startOf(pid) === start;
}

export const thisProcess = (): Owner => ({ host: hostname(), pid: process.pid, start: startOf(process.pid) });

/** Removes the lock. */
type Unlock = () => void;

/**
 * Takes the lock of a file that is written for a long time, and renews it.
 * @param lost is called when another has taken it
 * @throws RunEnd 75 if another has it
 */
export function lock(file: string, lost: () => void): Unlock {
  const mine = JSON.stringify(thisProcess());
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      break;
    } catch (e) {
      if (systemCode(e) !== "EEXIST") throw environment(e, file);
      const found = textOf(file);
      if (found === null) continue;
      if (tries > 3 || !isFree(file, ownerIn(found))) throw new RunEnd(75, `another run works on this index: ${file} has ${found}`);
      takeAway(file, found);
    }
  }
  const timer = setInterval(() => {
    if (textOf(file) !== mine) return lost();
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // taken away since it was read
      lost();
    }
  }, RENEW_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (textOf(file) === mine) rmSync(file, { force: true });
  };
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Null: it is being written. */
function ownerIn(text: string): Owner | null {
  try {
    return ownJson(text);
  } catch {
    return null;
  }
}

/** The owner of a file is gone, or has not written it for long. */
export function isFree(file: string, owner: Owner | null): boolean {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age > STALE_MS) return true;
  return owner !== null && owner.host === hostname() && !isRunning(owner);
}

/** Another run may have taken it meanwhile: its lock is put back. */
function takeAway(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (textOf(aside) !== text) return renameSync(aside, file);
    rmSync(aside);
  } catch {
    // taken away by another
  }
}
