import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { root } from "./tools.js";

/* The built service, over HTTP. By default it has one render process, which takes a second of CPU to start, and is not warmed up. */
export const cli = path.join(root, "dist/runtime/cli/cli.js");
export const TOKEN = "plt_test";
export const SMALLEST = JSON.stringify({
  pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello" }] }],
});

const PATIENCE_MS = 200_000;

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** `under`: a program that runs it, such as a tracer */
export async function start(env: Record<string, string>, under: readonly string[] = []): Promise<Running> {
  const [program, ...args] = [...under, process.execPath, cli, "serve"];
  const child = spawn(program!, args, {
    env: {
      ...process.env,
      PLATEN_PORT: "0",
      PLATEN_LOG_LEVEL: "silent",
      PLATEN_WORKERS: "1",
      PLATEN_WARM_UP: "0",
      PLATEN_DATA_DIR: path.join(mkdtempSync(path.join(tmpdir(), "platen-data-")), "data"),
      ...env,
    },
  });
  let output = "";
  child.stdout.on("data", (d: Buffer) => (output += d.toString()));
  child.stderr.on("data", (d: Buffer) => (output += d.toString()));
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const url = /Platen listens on (\S+)/.exec(output)?.[1];
    if (url && (await fetch(`${url}/readyz`)).status === 200) return { url, child, output: () => output };
    if (child.exitCode !== null) throw new Error(`the service ended: ${output}`);
    await new Promise((r) => setTimeout(r, 25));
  }
  throw new Error(`the service did not start: ${output}`);
}

export const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/api/v1/pdf/render`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
  });

export async function errorOf(r: Response): Promise<{ status: number; code: string; message: string }> {
  expect(r.headers.get("content-type")).toContain("application/json");
  const body = (await r.json()) as { error: boolean; code: string; message: string; req_id: string };
  expect(body.error).toBe(true);
  expect(body.req_id).toBe(r.headers.get("x-request-id"));
  expect(Object.keys(body)).toEqual(expect.arrayContaining(["code", "error", "message", "req_id"]));
  const more = Object.keys(body).filter((key) => !["code", "error", "message", "req_id"].includes(key));
  const mayHave = r.status >= 401 && r.status <= 404 ? [] : ["path", "line", "column", "found", "allowed", "suggestion", "patch"];
  expect(mayHave).toEqual(expect.arrayContaining(more));
  return { status: r.status, code: body.code, message: body.message };
}

export const isPdf = async (r: Response): Promise<boolean> =>
  r.status === 200 && new TextDecoder("latin1").decode((await r.arrayBuffer()).slice(0, 5)) === "%PDF-";

/** Unique widths defeat memoization. `more`: fields of the request */
export const heavy = (paragraphs: number, more: object = {}): string => {
  const words = "Lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod tempor ".repeat(40);
  const elements = Array.from({ length: paragraphs }, (_, i) => ({
    type: "text",
    layout: { left: 10 },
    style: { width: 100 + (i % 50), text_overflow: "paginate" },
    content: `${i} ${words}`,
  }));
  return JSON.stringify({ settings: { layout: { flow: true } }, pages: [{ size: "a4", elements }], ...more });
};

/** Pages that show their number are laid out before the first is painted. */
export const greedy = (): string =>
  heavy(4200, { footer: { layout: { height: 10 }, elements: [{ type: "text", layout: { left: 10, top: 0 }, content: "{total_pages}" }] } });

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls for minutes: a machine that runs other tests is slow. */
export async function until<T>(what: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const found = await what();
    if (found !== undefined && found !== false) return found;
    await pause(25);
  }
  throw new Error("it did not come");
}

/** Until it is a line of /metrics, such as `platen_renders_waiting 1`. */
export const figure = (running: Running, line: string): Promise<boolean> =>
  until(async () => (await (await fetch(`${running.url}/metrics`)).text()).split("\n").includes(line));

/** Holds the only render process in its render, until the returned function is called. */
export async function held(running: Running): Promise<() => void> {
  await figure(running, "platen_renders_running 1");
  const [pid] = processesOf(running);
  process.kill(pid!, "SIGSTOP");
  return () => void process.kill(pid!, "SIGCONT");
}

export const processesOf = (running: Running): readonly number[] =>
  execFileSync("ps", ["-o", "pid=", "--ppid", String(running.child.pid)], { encoding: "utf8" })
    .split("\n")
    .filter((l) => l.trim() !== "")
    .map(Number);

const ticks = (pid: number): number => Number(readFileSync(`/proc/${pid}/stat`, "latin1").split(" ")[13]);
/** After 300 ms of CPU since the first call. */
const first = new Map<number, number>();
export function isBusy(pid: number): boolean {
  if (!first.has(pid)) first.set(pid, ticks(pid));
  return ticks(pid) - first.get(pid)! > 30;
}
