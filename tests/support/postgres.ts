import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { needs } from "./tools.js";

const versions = "/usr/lib/postgresql";
const bin = existsSync(versions)
  ? readdirSync(versions)
      .map((v) => path.join(versions, v, "bin"))
      .filter((dir) => existsSync(path.join(dir, "initdb")))
      .at(-1)
  : undefined;

export const havePostgres = needs("PostgreSQL (postgresql)", bin !== undefined);

export interface Postgres {
  fresh(): string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses root: its package's user runs it. */
const isRoot = process.getuid?.() === 0;
const command = (program: string, args: readonly string[]): readonly [string, readonly string[]] =>
  isRoot ? ["runuser", ["-u", "postgres", "--", path.join(bin!, program), ...args]] : [path.join(bin!, program), args];

export function describePostgres(tests: (fresh: () => string) => void): void {
  describe.runIf(havePostgres)("with PostgreSQL", () => {
    let server: Postgres;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server.stop());
    tests(() => server.fresh());
  });
}

export async function startPostgres(): Promise<Postgres> {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-pg-"));
  if (isRoot) {
    chmodSync(dir, 0o755);
    execFileSync("chown", ["postgres", dir]);
  }
  const data = path.join(dir, "data");
  const run = (program: string, args: readonly string[]): string => {
    const [file, all] = command(program, args);
    return execFileSync(file, [...all], { encoding: "utf8", cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  };
  run("initdb", ["-D", data, "-U", "platen", "--auth=trust", "--no-sync", "-E", "UTF8"]);
  // a socket: ports may be in use
  const [file, all] = command("postgres", ["-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off"]);
  const server: ChildProcess = spawn(file, [...all], { cwd: dir, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  for (let i = 0; ; i++) {
    try {
      run("pg_isready", ["-h", dir, "-U", "platen"]);
      break;
    } catch (e) {
      if (i > 200) throw e;
      await new Promise((r) => setTimeout(r, 50));
    }
  }
  let databases = 0;
  return {
    fresh() {
      const name = `d${++databases}`;
      run("createdb", ["-h", dir, "-U", "platen", name]);
      return `postgres://platen@/${name}?host=${encodeURIComponent(dir)}`;
    },
    async stop() {
      run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
