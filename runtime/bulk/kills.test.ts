import type * as Fs from "node:fs";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { displayRecord } from "../library/display-record.js";
import { onEach } from "../library/record-groups.js";
import type { RecordPool } from "../library/pool.js";
import { parsedTemplate, renderRecord, sentTemplate } from "../library/records.js";
import { batch, type BatchOptions } from "./batch.js";
import type * as S3Module from "./s3.js";
import type { BulkS3, S3Body } from "./s3.js";

/*
 * A kill at each moment of a run (BK-23). Between two changes that a process makes, a kill leaves what a copy at that moment has; within a write, a part
 * of its bytes. So one run has as many moments as changes, and each copy is gone on from.
 */

/** Called before each change, and in the midst of each write. */
const moments = vi.hoisted(() => ({ at: (_change: string): void => undefined }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof Fs>();
  const before =
    <A extends readonly unknown[], R>(name: string, work: (...args: A) => R) =>
    (...args: A): R => {
      moments.at(name);
      return work(...args);
    };
  return {
    ...fs,
    openSync: before("open", fs.openSync),
    renameSync: before("rename", fs.renameSync),
    rmSync: before("remove", fs.rmSync),
    truncateSync: before("truncate", fs.truncateSync),
    mkdirSync: before("folder", fs.mkdirSync),
    writeFileSync: before("write", fs.writeFileSync),
    appendFileSync: before("append", fs.appendFileSync),
    writeSync(fd: number, bytes: Uint8Array, from: number): number {
      moments.at("write");
      const half = (bytes.length - from) >> 1;
      if (half > 0) {
        fs.writeSync(fd, bytes, from, half);
        moments.at("half");
      }
      return half + fs.writeSync(fd, bytes, from + half);
    },
  };
});

/** Renders each record once, in this process. */
const made = vi.hoisted(() => new Map<string, unknown>());
const once =
  <A extends readonly [unknown, unknown, unknown, ...unknown[]], R>(work: (...args: A) => R) =>
  (...args: A): R => {
    const key = `${work.name} ${Buffer.from(args[2] as Uint8Array).toString()}`;
    if (!made.has(key)) made.set(key, work(...args));
    return made.get(key) as R;
  };
vi.mock("../library/pool.js", () => ({
  createRecordPool: (): RecordPool => ({
    ready: Promise.resolve(),
    cpuSeconds: 0,
    close: () => Promise.resolve(),
    renderRecords: onEach(once(renderRecord)),
    displayRecords: onEach(once(displayRecord)),
  }),
}));

/** Objects in memory; a put or removal is done or not. */
const objects = vi.hoisted(() => new Map<string, Buffer>());
vi.mock("./s3.js", async (original) => {
  const store: Pick<BulkS3, "bucket" | "size" | "list" | "remove" | "read" | "put"> = {
    bucket: "bucket",
    size: (key) => Promise.resolve(objects.get(key)?.length ?? null),
    list: (prefix) =>
      Promise.resolve([...objects].filter(([key]) => key.startsWith(prefix)).map(([key, { length }]) => ({ key, bytes: length }))),
    remove: (key) => {
      moments.at("remove");
      return Promise.resolve(void objects.delete(key));
    },
    async *read(key, from = 0) {
      yield objects.get(key)!.subarray(from);
    },
    async put(key: string, given: Uint8Array | S3Body) {
      const bytes = Buffer.from(given instanceof Uint8Array ? given : await given.read(0, given.length));
      moments.at("put");
      const there = objects.get(key);
      if (there && key.endsWith(".pdf")) return there.equals(bytes) ? "there" : "other";
      objects.set(key, bytes);
      return "there";
    },
  };
  return { ...(await original<typeof S3Module>()), s3Of: () => store };
});

const dir = mkdtempSync(path.join(tmpdir(), "platen-kills-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);

const COUNT = 18;
const records = Array.from({ length: COUNT }, (_, i) => (i % 7 === 3 ? { name: "" } : { name: `Person ${i}` }));
const text = { type: "text", layout: { left: 10, top: 10 }, content: "Dear {{name}}" };
const template = { schema: { fields: [{ name: "name", type: "string", required: true }] }, pages: [{ size: "a6", elements: [text] }] };

let options: BatchOptions;
beforeAll(async () => {
  writeFileSync(at("records.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const sent = await sentTemplate(template);
  options = {
    ...{ template: { ...sent, parsed: await parsedTemplate(sent), differs: false }, data: [at("records.jsonl")] },
    ...{ output: { kind: "out", folder: "" }, name: "{name}/{n}", key: "name", date: "2026-01-31T00:00:00Z", index: null, errors: null },
    ...{ format: null, delimiter: null, decimal: ".", group: null, shard: { index: 0, count: 1 } },
    ...{ workers: 1, replace: false, mostRefused: Infinity, stopMs: 1000, say: null },
    desk: null,
    tell: () => undefined,
    settings: {
      ...{ fontDir: undefined, assetDir: undefined, maxPages: 100, limits: CONTRACT_LIMITS, timeoutMs: 60_000, memoryMb: 512 },
      mostBytes: 1 << 20,
    },
  };
});
beforeEach(() => {
  moments.at = () => undefined;
  objects.clear();
});

const run = (out: string, output: BatchOptions["output"] = { kind: "out", folder: out }) => batch({ ...options, output });
/** Bytes of all files of a folder, by name. */
const filesOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(at(folder), { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(at(folder, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(at(folder, name), "latin1")]),
  );
/** A folder as a kill at this moment leaves it: the owner of its lock is gone. */
function killed(from: string, to: string): void {
  moments.at = () => undefined;
  rmSync(at(to), { recursive: true, force: true });
  if (!existsSync(at(from))) return;
  cpSync(at(from), at(to), { recursive: true });
  for (const name of readdirSync(at(to)).filter((name) => name.endsWith(".lock")))
    writeFileSync(at(to, name), readFileSync(at(to, name), "utf8").replace(/"start":"\d+"/, '"start":"1"'));
}

describe("a folder", () => {
  let whole: ReadonlyMap<string, string>;
  beforeAll(async () => {
    expect(await run(at("whole"))).toMatchObject({ records: COUNT, refused: 3, complete: true });
    whole = filesOf("whole");
    expect(whole.size).toBe(COUNT - 3 + 2);
  });

  test("a run that is killed at any of its changes goes on, with the files of an undisturbed run", async () => {
    const changes: string[] = [];
    const look = (change: string): void => {
      const number = changes.push(change);
      killed("one", `killed-${number}`);
      moments.at = look;
    };
    moments.at = look;
    await run(at("one"));
    moments.at = () => undefined;
    expect(filesOf("one")).toEqual(whole);
    expect(changes.length).toBeGreaterThan(100);
    expect(changes.filter((change) => change === "half").length).toBeGreaterThan(2 * (COUNT - 3));
    for (const [i, change] of changes.entries()) {
      const { complete, resumed } = await run(at(`killed-${i + 1}`));
      expect(complete).toBe(true);
      expect(filesOf(`killed-${i + 1}`), `killed at change ${i + 1}, ${change}`).toEqual(whole);
      if (i > changes.length / 2) expect(resumed).toBeGreaterThan(COUNT / 3);
      rmSync(at(`killed-${i + 1}`), { recursive: true });
    }
  });

  const bounds = { records: 4, pages: Infinity, bytes: Infinity };
  test.each<[string, (folder: string) => BatchOptions["output"]]>([
    ["of one PDF", (folder) => ({ kind: "one", file: path.join(folder, "all.pdf"), title: null, hasEntries: true })],
    ["of parts", (folder) => ({ kind: "parts", folder, bounds, title: null, hasEntries: true })],
  ])("a run %s that is killed at any of its changes goes on", async (_, outputIn) => {
    const to = (folder: string) => batch({ ...options, name: outputIn("").kind === "one" ? null : "{part}", output: outputIn(at(folder)) });
    await to("undisturbed");
    const expected = filesOf("undisturbed");
    rmSync(at("undisturbed"), { recursive: true });
    let changes = 0;
    const look = (): void => {
      killed("joined", `joined-${++changes}`);
      moments.at = look;
    };
    moments.at = look;
    await to("joined");
    moments.at = () => undefined;
    expect(changes).toBeGreaterThan(30);
    for (let i = 1; i <= changes; i++) {
      expect((await to(`joined-${i}`)).complete).toBe(true);
      expect(filesOf(`joined-${i}`), `killed at change ${i}`).toEqual(expected);
      rmSync(at(`joined-${i}`), { recursive: true });
    }
    rmSync(at("joined"), { recursive: true });
  });

  test("one that is killed again and again goes on each time", async () => {
    let kills = 0;
    let isComplete = false;
    while (!isComplete) {
      // the further it is, the more changes it makes again before new ones
      let left = 8 + ((kills * 7) % 31);
      let isKilled = false;
      moments.at = () => {
        if (--left > 0 || isKilled) return;
        isKilled = true;
        killed("again", "next");
      };
      isComplete = (await run(at("again"))).complete && !isKilled;
      if (isComplete) break;
      kills++;
      moments.at = () => undefined;
      rmSync(at("again"), { recursive: true });
      cpSync(at("next"), at("again"), { recursive: true });
      expect(kills).toBeLessThan(1000);
    }
    expect(kills).toBeGreaterThan(10);
    expect(filesOf("again")).toEqual(whole);
  });

  test("a disk that is full at any of its changes ends it with 75, and it goes on", async () => {
    let total = 0;
    for (let full = 1; ; full++) {
      total = 0;
      moments.at = (change) => {
        if (++total !== full || change === "remove") return;
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      };
      const ended = await run(at(`full-${full}`)).then(
        ({ end }) => end,
        (e: { exitCode: number; message: string }) => ({ exitCode: e.exitCode, message: e.message }),
      );
      moments.at = () => undefined;
      if (total < full) break;
      if (ended)
        expect([ended.exitCode, ended.message], `full at change ${full}`).toEqual([75, expect.stringContaining("no space is left")]);
      expect((await run(at(`full-${full}`))).complete).toBe(true);
      expect(filesOf(`full-${full}`), `full at change ${full}`).toEqual(whole);
      rmSync(at(`full-${full}`), { recursive: true });
    }
    expect(total).toBeGreaterThan(100);
  });

  test("of two at once on one index, one ends with 75, and the other has all files", async () => {
    const ends = await Promise.allSettled([run(at("both")), run(at("both"))]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [refused] = ends.filter((end) => end.status === "rejected");
    expect(refused!.reason).toMatchObject({ exitCode: 75, message: expect.stringContaining("another run works on this index") as string });
    expect(filesOf("both")).toEqual(whole);
  });
});

test("an object store: a run that is killed before or after any upload goes on", async () => {
  const OUT = "s3://bucket/out";
  await run(OUT);
  const content = (): readonly (readonly [string, string])[] =>
    [...objects].map(([key, bytes]) => [key, bytes.toString("latin1")] as const).sort();
  const whole = content();
  expect(whole.length).toBe(COUNT - 3 + 2);
  objects.clear();
  const states: ReadonlyMap<string, Buffer>[] = [];
  moments.at = () => void states.push(new Map(objects));
  await run(OUT);
  moments.at = () => undefined;
  expect(states.length).toBeGreaterThan(COUNT);
  for (const [i, state] of states.entries()) {
    objects.clear();
    for (const [key, bytes] of state) objects.set(key, bytes);
    await run(OUT);
    expect(content(), `killed at request ${i + 1}`).toEqual(whole);
  }
});
