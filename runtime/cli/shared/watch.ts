import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { Engine } from "../../engine/engine.js";
import { say } from "./cli-files.js";
import type { CommandContext } from "./context.js";
import { report } from "./report.js";

/** Interval, ms; longer if polling would take more than 1/20 of the time. */
const INTERVAL = 100;
const SHARE = 20;

type Once = (engine: Engine, prefix: string) => Promise<void>;

/**
 * Watches from now on: files that change during the first render are rendered again. The result is called after it. Polling works for writing,
 * replacing, deletion and recreation, on any file system and in containers. Two polls must agree, since a file being written is incomplete.
 * Failures are printed, and watching continues.
 */
export function watch(cx: CommandContext, input: string): (first: Engine, once: Once) => void {
  const { fontDir, assetDir } = cx.options;
  const folders = (): string => [fontDir, assetDir].map((dir) => (dir === undefined ? "" : stateOfFolder(dir))).join("\n");
  const state = (): State => ({ file: stateOf(input), folders: folders() });
  const before = state();
  return (first, once) => {
    cx.continues();
    poll(cx, input, { state, before, first, once });
  };
}

interface Polling {
  readonly state: () => State;
  /** rendered state */
  readonly before: State;
  readonly first: Engine;
  readonly once: Once;
}

function poll(cx: CommandContext, input: string, { state, before, first, once }: Polling): void {
  let engine: Engine | null = first;
  let rendered = before;
  let seen = rendered;
  let missing = 0;

  const look = async (): Promise<void> => {
    const now = state();
    const isStable = same(now, seen);
    seen = now;
    missing = now.file === "" ? missing + 1 : 0;
    if (missing === GONE) say(`${clock()} the file ${input} does not exist: it is rendered once it exists`);
    if (!isStable || now.file === "" || same(now, rendered)) return;
    if (now.folders !== rendered.folders) engine = null;
    rendered = now;
    try {
      engine ??= await cx.engine(true);
      await once(engine, `${clock()} `);
    } catch (e) {
      report(e, cx.json, cx.source, `${clock()} `);
    }
  };
  const next = async (): Promise<void> => {
    const begun = performance.now();
    await look();
    setTimeout(() => void next(), Math.max(INTERVAL, (performance.now() - begun) * SHARE));
  };
  setTimeout(() => void next(), INTERVAL);
}
const GONE = 5;

interface State {
  readonly file: string;
  readonly folders: string;
}
const same = (a: State, b: State): boolean => a.file === b.file && a.folders === b.folders;

const clock = (): string => new Date().toTimeString().slice(0, 8);

/** "" if absent. */
function stateOf(file: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino, dev } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino, dev].join();
  } catch {
    return "";
  }
}

function stateOfFolder(dir: string): string {
  try {
    return readdirSync(dir)
      .sort()
      .map((name) => `${name}:${stateOf(path.join(dir, name))}`)
      .join("/");
  } catch {
    return "";
  }
}
