// Programs of tests, started by a small process: a start takes longer the larger its parent is, and processes of tests are large.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Starter {
  /** the end of a pipe, which closes with this process: then the other ends too */
  readonly to: number;
  readonly ended: string;
  readonly stdout: string;
  readonly stderr: string;
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

let starter: Starter | null = null;

function startedStarter(): Starter {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-started-"));
  const [asked, ended, stdout, stderr] = ["asked", "ended", "stdout", "stderr"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  execFileSync("mkfifo", [asked, ended]);
  const loop = 'while read -r line; do eval "$line"; echo $? >"$1"; done <"$0"';
  spawn("sh", ["-c", loop, asked, ended], { detached: true, stdio: "ignore" }).unref();
  return { to: openSync(asked, "w"), ended, stdout, stderr };
}

/** Waits for its end. No argument has a line break. @throws Error if there is no such program */
export function ran(program: string, ...args: readonly string[]): Ran {
  starter ??= startedStarter();
  const line = [program, ...args].map(quoted).join(" ");
  if (line.includes("\n")) throw new Error(`an argument has a line break: ${line}`);
  writeSync(starter.to, `${line} </dev/null >${quoted(starter.stdout)} 2>${quoted(starter.stderr)}\n`);
  const status = Number(readFileSync(starter.ended, "utf8"));
  if (status === 127) throw new Error(`${program}: ENOENT`);
  return { status, stdout: readFileSync(starter.stdout, "utf8"), stderr: readFileSync(starter.stderr, "utf8") };
}

/** @throws Error with what it says, if it fails */
export function succeeds(program: string, ...args: readonly string[]): void {
  const { status, stderr } = ran(program, ...args);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}
