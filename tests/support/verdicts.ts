/*
 * Verdicts of outside tools by the file's bytes, tool, version and options. Failures and faults are never kept. The folder may be
 * removed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ran, type Ran } from "./started.js";
import { root } from "./tools.js";

const folder = path.join(root, ".cache/verdicts");
const MOST_FILES = 40_000;
const MOST_BYTES = 128 << 20;

export interface Question {
  /** The tool and everything else that determines its answers: version, options. */
  readonly tool: readonly string[];
  readonly of: string | Uint8Array;
}

export const digest = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

function placeOf({ tool, of }: Question): string {
  const key = digest(JSON.stringify([...tool, digest(typeof of === "string" ? readFileSync(of) : of)]));
  return path.join(folder, key.slice(0, 2), key.slice(2));
}

/** Null if absent. */
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

/** `ask` gets the unanswered questions, `sound` selects the answers to keep. */
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

const versions = new Map<string, string>();
export function versionOf(tool: string): string {
  let version = versions.get(tool);
  if (version === undefined) {
    const { stdout, stderr } = spawnSync(tool, [tool === "qpdf" ? "--version" : "-v"], { encoding: "utf8" });
    versions.set(tool, (version = stdout + stderr));
  }
  return version;
}

/** Placeholder for the file's name in remembered answers, as runs have different folders. */
const FILE = "\u0000file\u0000";

const asked = (file: string, tool: string, args: readonly string[]): Question => ({
  tool: [tool, versionOf(tool), ...args.map((a) => (a === file ? FILE : a))],
  of: file,
});

function keepRan(file: string, question: Question, { status, stdout, stderr }: Ran): void {
  const hidden = (text: string): string => text.replaceAll(file, FILE);
  if (status === 0) keep(question, JSON.stringify({ status, stdout: hidden(stdout), stderr: hidden(stderr) }));
}

/** Remembered if the status is 0. `args`: options, with the file's name among them. */
export function ranOn(file: string, tool: string, ...args: readonly string[]): Ran {
  const question = asked(file, tool, args);
  const known = recall(question);
  if (known !== null) return JSON.parse(known.replaceAll(JSON.stringify(FILE).slice(1, -1), JSON.stringify(file).slice(1, -1))) as Ran;
  const made = ran(tool, ...args);
  keepRan(file, question, made);
  return made;
}

const AT_ONCE = 400;

/**
 * For a tool that takes any number of files: its start takes longer than reading a small one. `options`: before the files. Output is
 * divided at that of a file read between the others. Nothing is remembered of a process that fails or warns: `ranOn` asks again for each.
 * @param between PDF whose text is in no other file
 */
export function runTogether(files: readonly string[], between: Uint8Array, tool: string, ...options: readonly string[]): void {
  const open = [...new Set(files)].filter((file) => recall(asked(file, tool, [...options, file])) === null);
  if (open.length === 0) return;
  const dir = mkdtempSync(path.join(tmpdir(), "platen-together-"));
  const divider = path.join(dir, "between.pdf");
  writeFileSync(divider, between);
  const read = (all: readonly string[]): Ran => ran(tool, ...options, ...all);
  const alone = read([divider]);
  if (alone.status !== 0 || alone.stdout.trim() === "") throw new Error(`${tool} does not read the file between others: ${alone.stderr}`);
  for (let i = 0; i < open.length; i += AT_ONCE) {
    const some = open.slice(i, i + AT_ONCE);
    const { status, stdout, stderr } = read(some.flatMap((file) => [file, divider]));
    const parts = stdout.split(alone.stdout);
    if (status !== 0 || stderr !== alone.stderr || parts.length !== some.length + 1 || parts.at(-1) !== "") continue;
    some.forEach((file, k) => keepRan(file, asked(file, tool, [...options, file]), { status, stdout: parts[k]!, stderr }));
  }
  rmSync(dir, { recursive: true });
}

/** A tool's version: libraries by their versioned names, local builds by their bytes. */
export const madeOf = (dir: string): string =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && !e.name.endsWith(".pyc"))
    .map((e) => (e.name.endsWith(".class") ? `${e.name} ${digest(readFileSync(path.join(e.parentPath, e.name)))}` : e.name))
    .sort()
    .join("\n");

/** Removes the least recently used answers, down to three quarters of the limit. */
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
    return [];
  }
}
