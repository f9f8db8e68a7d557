import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { needs, root } from "./tools.js";

const classes = path.join(root, ".cache/jvm/classes");

export const haveJvm = needs("Programs.class (.ci/run puts it in .cache/jvm)", existsSync(path.join(classes, "Programs.class")));

/** Set by `run-folder.ts`: the run's folder and process. */
const RUN = { folder: "RUN_OF_TESTS_FOLDER", process: "RUN_OF_TESTS_PROCESS" } as const;

export const beginRun = (folder: string): void => {
  process.env[RUN.folder] = folder;
  process.env[RUN.process] = String(process.pid);
};

export interface JavaProgram {
  /** with one class loader: entries of a class path */
  readonly classPath: readonly string[];
  readonly name: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly input?: string;
  /** files to judge */
  readonly questions: number;
}

/** Full compilation pays off only from thousands of questions. */
const MANY = 3000;

/**
 * Standard output of a program's `main`, in the JVM of the run (Programs.java), which the first call starts: loading and warming up take
 * longer than most answers. In a JVM of its own if it has many questions, without a run, or without Programs.class. No argument has a line break.
 */
export function java(program: JavaProgram): string {
  const { [RUN.folder]: folder, [RUN.process]: parent } = process.env;
  return folder !== undefined && parent !== undefined && program.questions < MANY && haveJvm
    ? askedOf(path.join(folder, "jvm"), parent, program)
    : alone(program);
}

const GC = "-XX:+UseSerialGC";
const BRIEF = [GC, "-XX:TieredStopAtLevel=1"];
const options = ({ properties = {} }: JavaProgram): readonly string[] => Object.entries(properties).map(([k, v]) => `-D${k}=${v}`);

/** In a JVM of its own. */
export function alone(program: JavaProgram): string {
  const { classPath, name, args = [], input = "", questions } = program;
  return execFileSync(
    "java",
    [...(questions < MANY ? BRIEF : [GC]), ...options(program), "-cp", classPath.join(path.delimiter), name, ...args],
    {
      encoding: "utf8",
      maxBuffer: 1 << 28,
      input,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
}

let count = 0;
const waiting = new Int32Array(new SharedArrayBuffer(4));
const POLL_MS = 5;

function askedOf(folder: string, parent: string, program: JavaProgram): string {
  const { classPath, name, properties = {}, args = [], input = "" } = program;
  start(folder, parent);
  const file = path.join(folder, `${process.pid}-${count++}`);
  const set = Object.entries(properties).map(([k, v]) => `${k}=${v}`);
  const lines = [classPath.join(path.delimiter), name, String(set.length), ...set, String(args.length), ...args, input];
  writeFileSync(`${file}.new`, lines.join("\n"));
  // the JVM never reads half a question
  renameSync(`${file}.new`, `${file}.ask`);
  while (!existsSync(`${file}.out`)) {
    if (existsSync(path.join(folder, "ended"))) throw new Error(`the JVM ended: ${readFileSync(path.join(folder, "log"), "utf8")}`);
    // callers expect their answers synchronously
    Atomics.wait(waiting, 0, 0, POLL_MS);
  }
  const answer = readFileSync(`${file}.out`, "utf8");
  rmSync(`${file}.out`);
  if (!answer.startsWith("ended\n")) throw new Error(`${name} ${answer}`);
  return answer.slice("ended\n".length);
}

/** By one of the run's workers. */
function start(folder: string, parent: string): void {
  try {
    mkdirSync(folder);
  } catch (e) {
    if ((e as { readonly code?: unknown }).code === "EEXIST") return;
    throw e;
  }
  const log = openSync(path.join(folder, "log"), "a");
  // the shell waits for it: a worker that waits for an answer does not
  const line = 'java "$@"; echo $? 2>/dev/null >"$0/ended"';
  spawn("sh", ["-c", line, folder, ...BRIEF, "-cp", classes, "Programs", folder, parent], {
    stdio: ["ignore", log, log],
    detached: true,
  }).unref();
  closeSync(log);
}
