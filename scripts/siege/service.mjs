// A service under siege: started as by a user, requested over HTTP, observed from outside (memory of all processes, latency of /livez).
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";

const here = path.join(import.meta.dirname, "../..");
export const TOKEN = "plt_siege";
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param build folder of a built release */
export async function startService(env, build = here) {
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(build, "dist/runtime/cli/cli.js"), "serve"], {
    env: {
      ...process.env,
      PLATEN_PORT: "0",
      PLATEN_LOG_LEVEL: "silent",
      PLATEN_BOOTSTRAP_TOKEN: TOKEN,
      PLATEN_DATA_DIR: mkdtempSync(path.join(tmpdir(), "platen-siege-")),
      ...env,
    },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let output = "";
  const url = await new Promise((resolve, reject) => {
    child.stderr.on("data", (d) => {
      output += d;
      const at = /listens on (\S+)/.exec(output)?.[1];
      if (at) resolve(at);
    });
    child.once("exit", () => reject(new Error(`the service has ended: ${output}`)));
  });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  // nor does it outlive a script that fails
  process.once("exit", () => child.kill("SIGKILL"));
  return { child, url, exit, startMs: performance.now() - began };
}

/**
 * `abandonMs`: the client disconnects after this time.
 * @returns {Promise<{status: number, ms: number, bytes: number, code: string | null, message: string, pdf: boolean}>} status 0 if the
 * connection broke
 */
export function post(service, body, { abandonMs = null } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status, data) => {
      const text = status === 200 || status === 0 ? "" : data.toString();
      let parsed = {};
      try {
        parsed = text === "" ? {} : JSON.parse(text);
      } catch {
        parsed = { code: "no JSON", message: text };
      }
      const pdf = data.subarray(0, 5).toString() === "%PDF-" && data.subarray(-1024).includes("%%EOF");
      resolve({ status, ms: performance.now() - began, bytes: data.length, code: parsed.code ?? null, message: parsed.message ?? "", pdf });
    };
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const req = request(`${service.url}/api/v1/pdf/render`, { method: "POST", agent, headers }, (res) => {
      const chunks = [];
      res.on("data", (c) => chunks.push(c));
      res.on("end", () => done(res.statusCode, Buffer.concat(chunks)));
      res.on("error", () => done(0, Buffer.alloc(0)));
    });
    req.on("error", () => done(0, Buffer.alloc(0)));
    req.end(body);
    if (abandonMs !== null) setTimeout(() => req.destroy(), abandonMs);
  });
}

/** Any other request. @returns {Promise<{status: number, body: any}>} status 0 if the connection broke */
export async function ask(service, method, at, { body = null, headers = {} } = {}) {
  try {
    const type = body === null ? {} : { "content-type": "application/json" };
    const r = await fetch(`${service.url}/api/v1${at}`, {
      method,
      body,
      headers: { authorization: `Bearer ${TOKEN}`, ...type, ...headers },
    });
    const text = await r.text();
    return { status: r.status, body: (r.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: null };
  }
}

const statusOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return "";
  }
};
export const childrenOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Private memory (heap, wasm, native) of a process, without shared file mappings. */
export const anonMb = (pid) => Number(/^RssAnon:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024;

export function memoryMb(service) {
  const pids = [service.child.pid, ...childrenOf(service.child.pid)];
  return pids.reduce((sum, pid) => sum + anonMb(pid), 0);
}

export function watch(service) {
  let most = 0;
  const memory = setInterval(() => (most = Math.max(most, memoryMb(service))), 50);
  const probe = new Worker(path.join(import.meta.dirname, "probe.mjs"), { workerData: service.url });
  return {
    async stop() {
      clearInterval(memory);
      const livez = await new Promise((resolve) => {
        probe.once("message", resolve);
        probe.postMessage("stop");
      });
      return { memoryMb: most, livezMs: livez.longestMs, livez: livez.count };
    },
  };
}
