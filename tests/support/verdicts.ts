/*
 * Files to what outside tools say of them. What a tool said is remembered by the file's bytes, the tool, its version and its options, so that
 * a run of the tests asks only about files that no run before it had: most changes leave most PDFs as they are. Never kept: the answer of a
 * tool that failed, and a verdict that finds fault with a PDF. The folder may be removed at any time.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./tools.js";

const folder = path.join(root, ".cache/verdicts");
const MOST_FILES = 40_000;
const MOST_BYTES = 128 << 20;

export interface Question {
  /** The tool, with everything that its answers depend on beside the file: its version, its options. */
  readonly tool: readonly string[];
  /** A file's name, or its bytes. */
  readonly of: string | Uint8Array;
}

export const digest = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

function placeOf({ tool, of }: Question): string {
  const key = digest(JSON.stringify([...tool, digest(typeof of === "string" ? readFileSync(of) : of)]));
  return path.join(folder, key.slice(0, 2), key.slice(2));
}

/** What was answered before; null if nothing was. */
export function recall(question: Question): string | null {
  const place = placeOf(question);
  try {
    const answer = readFileSync(place, "utf8");
    const now = new Date();
    utimesSync(place, now, now);
    return answer;
  } catch {
    return null;
  }
}

export function keep(question: Question, answer: string): void {
  const place = placeOf(question);
  mkdirSync(path.dirname(place), { recursive: true });
  // another process never reads half an answer
  const part = `${place}.${process.pid}`;
  writeFileSync(part, answer);
  renameSync(part, place);
}

/** An answer to each question, in their order; `ask` is given those that nothing answered before, and `sound` says which answers are kept. */
export function answers<Q extends Question>(
  questions: readonly Q[],
  ask: (open: readonly Q[]) => readonly string[],
  sound: (answer: string) => boolean,
): readonly string[] {
  const known = questions.map(recall);
  const open = questions.filter((_, i) => known[i] === null);
  const made = open.length === 0 ? [] : ask(open);
  if (made.length !== open.length) throw new Error(`${questions[0]!.tool[0]} answered ${made.length} of ${open.length} questions`);
  open.forEach((q, i) => {
    if (sound(made[i]!)) keep(q, made[i]!);
  });
  let next = 0;
  return known.map((answer) => answer ?? made[next++]!);
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const versions = new Map<string, string>();
/** What a tool says of its version. */
export function versionOf(tool: string): string {
  let version = versions.get(tool);
  if (version === undefined) {
    const { stdout, stderr } = spawnSync(tool, [tool === "qpdf" ? "--version" : "-v"], { encoding: "utf8" });
    versions.set(tool, (version = stdout + stderr));
  }
  return version;
}

/** Stands for the name of the file in what is remembered: another run has it elsewhere. */
const FILE = "\u0000file\u0000";

const asked = (file: string, tool: string, args: readonly string[]): Question => ({
  tool: [tool, versionOf(tool), ...args.map((a) => (a === file ? FILE : a))],
  of: file,
});

function keepRan(file: string, question: Question, { status, stdout, stderr }: Ran): void {
  const hidden = (text: string): string => text.replaceAll(file, FILE);
  if (status === 0) keep(question, JSON.stringify({ status, stdout: hidden(stdout), stderr: hidden(stderr) }));
}

/** Runs a tool on a file; remembered where it ends with status 0. `args`: its options, and the file's name among them. */
export function ranOn(file: string, tool: string, ...args: readonly string[]): Ran {
  const question = asked(file, tool, args);
  const known = recall(question);
  if (known !== null) return JSON.parse(known.replaceAll(JSON.stringify(FILE).slice(1, -1), JSON.stringify(file).slice(1, -1))) as Ran;
  const { status, stdout, stderr, error } = spawnSync(tool, [...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  keepRan(file, question, { status, stdout, stderr });
  return { status, stdout, stderr };
}

/**
 * Runs a tool on many files from one small process, so that `ranOn` has their answers: starting a process takes time by the memory of the one
 * that starts it. `options`: of a file, its name among them
 */
export function runAhead(files: readonly string[], tool: string, options: (file: string) => readonly string[]): void {
  const open = [...new Set(files)].filter((file) => recall(asked(file, tool, options(file))) === null);
  if (open.length === 0) return;
  const dir = mkdtempSync(path.join(tmpdir(), "platen-ahead-"));
  const quoted = (s: string): string => `'${s.replaceAll("'", "'\\''")}'`;
  const said = (i: number, kind: "out" | "err"): string => path.join(dir, `${i}.${kind}`);
  const lines = open.map(
    (file, i) => `${[tool, ...options(file)].map(quoted).join(" ")} >${quoted(said(i, "out"))} 2>${quoted(said(i, "err"))}; echo $?`,
  );
  writeFileSync(path.join(dir, "all.sh"), lines.join("\n"));
  const { stdout, error } = spawnSync("sh", [path.join(dir, "all.sh")], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (error) throw error;
  const statuses = stdout.trim().split("\n").map(Number);
  if (statuses.length !== open.length) throw new Error(`${tool} ended ${statuses.length} of ${open.length} times`);
  for (const [i, file] of open.entries()) {
    const ran = { status: statuses[i]!, stdout: readFileSync(said(i, "out"), "utf8"), stderr: readFileSync(said(i, "err"), "utf8") };
    keepRan(file, asked(file, tool, options(file)), ran);
  }
  rmSync(dir, { recursive: true });
}

/** The files that a tool consists of, as its version: libraries by their names, which have their versions, and what is made here by its bytes. */
export const madeOf = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && !e.name.endsWith(".pyc"))
    .map((e) => (e.name.endsWith(".class") ? `${e.name} ${digest(readFileSync(path.join(e.parentPath, e.name)))}` : e.name))
    .sort()
    .join("\n");

/** Removes what was not asked for the longest, until what is left is at most three quarters of what may be kept. */
export function forget(): void {
  const all = listed();
  let bytes = all.reduce((sum, f) => sum + f.size, 0);
  if (all.length <= MOST_FILES && bytes <= MOST_BYTES) return;
  let left = all.length;
  for (const { file, size } of all.sort((a, b) => a.used - b.used)) {
    if (left <= MOST_FILES * 0.75 && bytes <= MOST_BYTES * 0.75) return;
    rmSync(file, { force: true });
    left--;
    bytes -= size;
  }
}

function listed(): { readonly file: string; readonly size: number; readonly used: number }[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((e) => e.isFile())
      .map((e) => {
        const file = path.join(e.parentPath, e.name);
        const { size, mtimeMs } = statSync(file);
        return { file, size, used: mtimeMs };
      });
  } catch {
    // nothing was kept yet, or another run removes it
    return [];
  }
}
