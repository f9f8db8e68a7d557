// A file and the folders it draws from to a render whenever they have changed.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { Engine } from "../engine/engine.js";
import { say } from "./cli-files.js";
import type { CommandContext } from "./context.js";
import { report } from "./report.js";

/** Between two looks, in ms; more where looking takes long, so that it takes at most a twentieth of the time. */
const INTERVAL = 100;
const SHARE = 20;

/**
 * Looks at the names, sizes and times of files, rather than being told by the system: that is the same for files that are written, replaced,
 * deleted and made again, on disks of any kind and in containers. What has changed is rendered when it is the same in two looks: a file that is
 * being written is not a request yet. A render that fails is said, and the next change waited for.
 */
export function watch(cx: CommandContext, input: string, first: Engine, once: (engine: Engine, prefix: string) => Promise<void>): void {
  cx.goesOn = true;
  const { fontDir, assetDir } = cx.options;
  const folders = (): string => [fontDir, assetDir].map((dir) => (dir === undefined ? "" : stateOfFolder(dir))).join("\n");
  let engine: Engine | null = first;
  let rendered = { file: stateOf(input), folders: folders() };
  let seen = rendered;
  let missing = 0;

  const look = async (): Promise<void> => {
    const now = { file: stateOf(input), folders: folders() };
    const settled = same(now, seen);
    seen = now;
    missing = now.file === "" ? missing + 1 : 0;
    // editors that save by renaming leave no file for a moment
    if (missing === GONE) say(`${clock()} there is no file ${input}: it is rendered as soon as it exists`);
    if (!settled || now.file === "" || same(now, rendered)) return;
    if (now.folders !== rendered.folders) engine = null;
    rendered = now;
    try {
      engine ??= await cx.engine();
      await once(engine, `${clock()} `);
    } catch (e) {
      report(e, cx.json);
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

/** What changes when a file is written or replaced; empty where there is none. */
function stateOf(file: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino, dev } = statSync(file);
    return [mtimeMs, ctimeMs, size, ino, dev].join();
  } catch {
    return "";
  }
}

/** The same of all that a folder has. */
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
