import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SettingError, settingsFrom, unknownVariables, VARIABLES } from "../../runtime/core/settings.js";
import {
  cli,
  errorOf,
  figure,
  heavy,
  held,
  isBusy,
  isPdf,
  pause,
  post,
  processesOf,
  SMALLEST,
  start,
  TOKEN,
  until,
  type Running,
} from "../support/service.js";

const ended = async (service: Running): Promise<number | null> => {
  if (service.child.exitCode === null && service.child.signalCode === null)
    await new Promise((resolve) => service.child.once("exit", resolve));
  return service.child.exitCode;
};

describe("a setting that cannot work is one line with exit code 2, before anything listens", () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), "platen-settings-"));
    writeFileSync(path.join(dir, "file"), "");
    mkdirSync(path.join(dir, "broken"));
    writeFileSync(path.join(dir, "broken", "Broken.ttf"), "this is no font");
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const refusal = (env: Record<string, string>): string => {
    const r = spawnSync(process.execPath, [cli, "serve"], {
      env: { ...process.env, PLATEN_PORT: "0", PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR: path.join(dir, "data"), ...env },
      encoding: "utf8",
      timeout: 200_000,
    });
    expect(r.status).toBe(2);
    expect(r.stdout).not.toContain("listens");
    expect(r.stderr.split("\n").filter((l) => l !== "")).toHaveLength(1);
    return r.stderr.trim();
  };

  test.each([
    ["PLATEN_WORKERS", "none", "1 to 512"],
    ["PLATEN_WORKERS", "0", "1 to 512"],
    ["PLATEN_WORKERS", "513", "1 to 512"],
    ["PLATEN_PORT", "65536", "0 to 65535"],
    ["PLATEN_PORT", "1e3", "0 to 65535"],
    ["PLATEN_QUEUE", "-1", "0 to 100000"],
    ["PLATEN_RENDER_TIMEOUT_MS", "9", "10 to 86400000"],
    ["PLATEN_RENDER_TIMEOUT_MS", "99999999999", "10 to 86400000"],
    ["PLATEN_WAIT_MS", "0", "1 to 86400000"],
    ["PLATEN_REQUEST_TIMEOUT_MS", "99", "100 to 86400000"],
    ["PLATEN_STOP_MS", "soon", "0 to 86400000"],
    ["PLATEN_WORKER_MEMORY_MB", "16", "256 to 1048576"],
    ["PLATEN_TRAFFIC_MB", "63", "64 to 1048576"],
    ["PLATEN_MAX_CONNECTIONS", "0", "1 to 1000000"],
    ["PLATEN_WARM_UP", "10001", "0 to 10000"],
    ["PLATEN_MAX_PAGES", "0", "1 to 999999999"],
    ["PLATEN_OWNER_ARTIFACTS_MB", "0", "1 to 1000000000"],
    ["PLATEN_RETENTION_HOUR_MS", "3600001", "10 to 3600000"],
    ["PLATEN_SWEEP_MS", "19", "20 to 3600000"],
    ["PLATEN_JOB_LEASE_MS", "99", "100 to 3600000"],
  ])("%s=%s", (name, value, range) => {
    const message = `${name}: must be a whole number from ${range}; found "${value}"`;
    expect(() => settingsFrom({ [name]: value })).toThrow(new SettingError(message));
    const [least, most] = range.split(" to ") as [string, string];
    for (const good of [least, most]) expect(() => settingsFrom({ [name]: good })).not.toThrow();
  });

  test.each([
    ["PLATEN_WORKER_MEMORY_MB", "16", 'must be a whole number from 256 to 1048576; found "16"'],
    ["PLATEN_LOG_LEVEL", "loud", 'must be one of fatal, error, warn, info, debug, trace, silent; found "loud"'],
    ["PLATEN_DATA_RESIDENCY", "EU", 'did you mean eu? must be eu or global; found "EU"'],
    ["PLATEN_OBJECT_STORE", "s3://b", 'must be s3://bucket or s3://bucket/prefix; found "s3://b"; a bucket\'s name has 3 to 63 characters'],
    ["PLATEN_HOST", "192.0.2.1", 'found "192.0.2.1", which is not an address of this machine'],
    ["PLATEN_HOST", "no such host", 'found "no such host", which is not known'],
    ["PLATEN_FONT_DIR", "/no/such/folder", 'must be a folder that can be read; found "/no/such/folder": it does not exist'],
    ["PLATEN_ASSET_DIR", "/no/such/folder", 'must be a folder that can be read; found "/no/such/folder": it does not exist'],
    ["SOURCE_DATE_EPOCH", "today", 'must be a whole number from 0 to 253402300799; found "today"'],
    [
      "PLATEN_BOOTSTRAP_TOKEN",
      "two words",
      "must be visible ASCII characters without spaces, as a header has them; found others (it is not shown)",
    ],
  ])("%s=%s, as the service says it", (name, value, message) => {
    expect(refusal({ [name]: value })).toBe(`platen: ${name}: ${message}`);
  });

  test("a data directory below what takes no folders", () => {
    for (const under of ["/proc/x/y", "/dev/null/x"]) {
      const env = { PLATEN_DATA_DIR: under };
      expect(refusal(env)).toMatch(
        new RegExp(`^platen: PLATEN_DATA_DIR: found "${under}", where the database cannot be opened: E[A-Z]+: `),
      );
    }
  });

  test.each([
    ["PLATEN_WORKER", "PLATEN_WORKERS"],
    ["PLATEN_RENDER_TIMEOUT", "PLATEN_RENDER_TIMEOUT_MS"],
    ["PLATEN_MEMORY_MB", "PLATEN_WORKER_MEMORY_MB"],
    ["PLATEN_DATABASE", "PLATEN_DATABASE_URL"],
    ["PLATEN_MAX_PAGE", "PLATEN_MAX_PAGES"],
    ["PLATEN_LOGLEVEL", "PLATEN_LOG_LEVEL"],
    ["platen_port", "PLATEN_PORT"],
    ["PLATEN_COLOUR", null],
    ["PLATEN_SOURCE_DATE_EPOCH", "SOURCE_DATE_EPOCH"],
  ])("%s is not a setting", (name, meant) => {
    const said = unknownVariables({ ...Object.fromEntries(Object.values(VARIABLES).map((known) => [known, "x"])), [name]: "1" });
    expect(said).toEqual([{ setting: name, meant }]);
  });

  test("variables of Kubernetes, of the command line and of others are not misspelt", () => {
    const env = { PLATEN_SERVICE_HOST: "x", PLATEN_PORT_8080_TCP_ADDR: "x", PLATEN_SERVICE_PORT_HTTP: "x", PLATEN_DEBUG: "1", PATH: "x" };
    expect(unknownVariables(env)).toEqual([]);
  });

  test("a folder that is a file, and one with a broken font", () => {
    const file = path.join(dir, "file");
    expect(refusal({ PLATEN_FONT_DIR: file })).toBe(
      `platen: PLATEN_FONT_DIR: must be a folder that can be read; found "${file}": it is not a folder`,
    );
    expect(refusal({ PLATEN_ASSET_DIR: file })).toBe(
      `platen: PLATEN_ASSET_DIR: must be a folder that can be read; found "${file}": it is not a folder`,
    );
    expect(refusal({ PLATEN_FONT_DIR: path.join(dir, "broken") })).toMatch(/^platen: PLATEN_FONT_DIR: Broken\.ttf: /);
  });

  test("a port in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    try {
      expect(refusal({ PLATEN_PORT: String(port) })).toBe(`platen: PLATEN_PORT: found "${port}", which is in use`);
    } finally {
      other.close();
    }
  });
});

const rendering = (service: Running): Promise<boolean> => until(() => processesOf(service).some(isBusy));
const draining = (service: Running): Promise<boolean> => until(async () => (await fetch(`${service.url}/readyz`)).status === 503);

test("a sandbox that hides the machine's interfaces: the service listens on 0.0.0.0, and is told of at 127.0.0.1", async () => {
  const hidden = path.join(mkdtempSync(path.join(tmpdir(), "platen-interfaces-")), "hidden.cjs");
  writeFileSync(
    hidden,
    `require("node:os").networkInterfaces = () => { throw new Error("uv_interface_addresses returned Unknown system error 97"); };
     require("node:module").syncBuiltinESMExports();`,
  );
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_HOST: "0.0.0.0", NODE_OPTIONS: `--require ${hidden}` });
  expect(new URL(service.url).hostname).toBe("127.0.0.1");
  expect((await post(service.url, SMALLEST)).status).toBe(200);
  service.child.kill("SIGTERM");
  expect(await ended(service)).toBe(0);
});

test("a person is told where it listens, where its documentation and its playground are", async () => {
  const told = async (env: Record<string, string>): Promise<readonly string[]> => {
    const data = path.join(mkdtempSync(path.join(tmpdir(), "platen-told-")), "data");
    const child = spawn(process.execPath, [cli, "serve"], {
      env: { ...process.env, PLATEN_PORT: "0", PLATEN_WORKERS: "1", PLATEN_DATA_DIR: data, PLATEN_BOOTSTRAP_TOKEN: TOKEN, ...env },
    });
    let [log, lines] = ["", ""];
    child.stdout.on("data", (d: Buffer) => (log += d.toString()));
    child.stderr.on("data", (d: Buffer) => (lines += d.toString()));
    await until(() => log.includes('"msg":"started"'));
    // the lines follow the log's
    await until(async () => (await fetch(`${addressIn(log)}/livez`)).status === 200);
    child.kill("SIGTERM");
    await new Promise((resolve) => child.on("close", resolve));
    expect(log.split("\n").filter((l) => l !== "" && !l.startsWith("{"))).toEqual([]);
    return lines.replaceAll(addressIn(log), "ADDRESS").split("\n");
  };
  const addressIn = (log: string): string => /"address":"([^"]+)"/.exec(log)![1]!;
  expect(await told({})).toEqual(["Platen listens on ADDRESS", "Documentation: ADDRESS/docs", "Playground: ADDRESS/playground", ""]);
  expect((await told({ PLATEN_BASE_URL: "https://pdf.example.com" })).slice(1, 3)).toEqual([
    "Documentation: https://pdf.example.com/docs",
    "Playground: https://pdf.example.com/playground",
  ]);
  expect(await told({ PLATEN_QUIET: "1" })).toEqual([""]);
});

test("a misspelt variable is one line at the start and one of the log, without its value, and the service starts", async () => {
  const unknown = { PLATEN_WORKER: "s3cret", PLATEN_LIMIT_OWNER_ASSET: "s3cret" };
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", PLATEN_LOG_LEVEL: "info", ...unknown });
  const lines = service
    .output()
    .split("\n")
    .filter((l) => l.includes("PLATEN_"));
  expect(lines.filter((l) => !l.startsWith("{"))).toEqual([
    "platen: warning: PLATEN_LIMIT_OWNER_ASSET: did you mean PLATEN_LIMIT_OWNER_ASSETS? it is not a setting, and has no effect",
    "platen: warning: PLATEN_WORKER: did you mean PLATEN_WORKERS? it is not a setting, and has no effect",
  ]);
  expect(lines.filter((l) => l.startsWith("{")).map((l) => JSON.parse(l) as object)).toMatchObject([
    { level: 40, setting: "PLATEN_LIMIT_OWNER_ASSET", meant: "PLATEN_LIMIT_OWNER_ASSETS" },
    { level: 40, setting: "PLATEN_WORKER", meant: "PLATEN_WORKERS" },
  ]);
  expect(service.output()).not.toContain("s3cret");
  service.child.kill("SIGTERM");
  expect(await ended(service)).toBe(0);
});

describe("a stop", () => {
  test("finishes what runs and what waits, refuses what is new", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_STOP_MS: "200000", PLATEN_WAIT_MS: "200000" });
    const running = post(service.url, heavy(1000));
    const release = await held(service);
    const waiting = post(service.url, SMALLEST);
    await figure(service, "platen_renders_waiting 1");
    service.child.kill("SIGTERM");
    await draining(service);
    expect(await errorOf(await post(service.url, SMALLEST))).toMatchObject({ status: 503, code: "API-900" });
    const readiness = await fetch(`${service.url}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([503, { status: "draining" }]);
    release();
    expect(await isPdf(await running)).toBe(true);
    expect(await isPdf(await waiting)).toBe(true);
    expect(await ended(service)).toBe(0);
  });

  test("ends a render that takes longer than a stop may", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", PLATEN_STOP_MS: "500" });
    const running = post(service.url, heavy(4000));
    await rendering(service);
    const waiting = post(service.url, SMALLEST);
    await figure(service, "platen_renders_waiting 1");
    service.child.kill("SIGTERM");
    expect(await errorOf(await running)).toMatchObject({ status: 503, code: "API-900" });
    expect(await errorOf(await waiting)).toMatchObject({ status: 503, code: "API-900" });
    expect(await ended(service)).toBe(0);
  });

  test("does not wait for clients that neither send nor read", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_STOP_MS: "500" });
    const { hostname, port } = new URL(service.url);
    const head = `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
    const sockets = ["", head, `${head}Content-Length: 1000\r\n\r\n{`].map((sent) => {
      const socket = connect(Number(port), hostname).on("error", () => undefined);
      socket.write(sent);
      return socket;
    });
    await pause(200);
    service.child.kill("SIGTERM");
    expect(await ended(service)).toBe(0);
    for (const socket of sockets) socket.destroy();
  });

  const closed = ({ child }: Running): void => void child.stdout!.destroy();
  const unread = ({ child }: Running): void => void child.stdout!.removeAllListeners("data").pause();
  const bothClosed = (service: Running): void => (closed(service), void service.child.stderr!.destroy());
  test.each([
    ["its reader has gone", 0, closed],
    ["its reader has gone before the last lines", 1, closed],
    // more than a pipe holds
    ["nobody reads it", 100, unread],
    ["its reader and that of standard error have gone", 1, bothClosed],
  ])("ends with standard output as it is: %s", async (_, rounds, leave) => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", PLATEN_LOG_LEVEL: rounds === 0 ? "info" : "trace" });
    leave(service);
    for (let i = 0; i < rounds; i++)
      await Promise.all(Array.from({ length: 30 }, () => fetch(`${service.url}/livez`).then((r) => r.arrayBuffer())));
    if (rounds > 0) expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
    service.child.kill("SIGTERM");
    expect(await ended(service)).toBe(0);
  });

  test("a second signal ends it at once", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", PLATEN_STOP_MS: "60000" });
    const running = post(service.url, heavy(4000)).catch(() => "cut off");
    await rendering(service);
    service.child.kill("SIGTERM");
    await draining(service);
    service.child.kill("SIGTERM");
    expect(await ended(service)).toBe(1);
    expect(await running).toBe("cut off");
  });
});
