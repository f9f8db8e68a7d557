import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { Abandoned, RenderPool, StartFailure, type Log, type PoolOptions } from "./pool.js";

/* Fake processes, controlled by requests: answer, become worn or exhausted, end, or never answer. PDFs contain request and process id. */
const PROGRAM = `
import { appendFileSync, readFileSync } from "node:fs";
process.on("disconnect", () => process.exit(0));
const starts = process.env.STARTS;
if (starts) {
  appendFileSync(starts, "x");
  if (readFileSync(starts).length <= Number(process.env.FAILING)) throw new Error("there is no room for fonts");
}
let warmUps = 0;
process.once("message", () => process.on("message", (request) => {
  if ("warmUp" in request) {
    if (++warmUps === Number(process.env.WARM_UP_ENDS)) process.exit(4);
    return process.send({ warmedUp: true });
  }
  const task = JSON.parse(Buffer.from(request.body).toString());
  if (task.does === "ends") process.exit(3);
  if (task.does === "hangs") return;
  const failed = { id: request.id, ok: false, code: "API-501", message: "memory", stack: null };
  const answer =
    task.does === "exhausted" ? { ...failed, exhausted: true, worn: true }
    : task.does === "refused" ? { ...failed, code: "API-002", message: "refused", exhausted: false, worn: false }
    : { id: request.id, ok: true, pdf: Buffer.from([task.name, process.pid, warmUps, String(request.edit)].join(" ")), pages: 1, output: { mode: "binary", fileName: "x.pdf" }, worn: task.does === "worn" || task.does === "spent", exhausted: task.does === "spent" };
  setTimeout(() => process.send(answer), task.ms);
}));
process.send({ ready: true });
`;

let dir: string;
let program: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "platen-pool-"));
  program = path.join(dir, "program.mjs");
  writeFileSync(program, PROGRAM);
});
afterAll(() => rmSync(dir, { recursive: true }));

type Does = "answers" | "worn" | "spent" | "exhausted" | "refused" | "ends" | "hangs";
const ANYONE = { owner: "anyone" };
const asks = (name: string, does: Does = "answers", ms = 0): Uint8Array => Buffer.from(JSON.stringify({ name, does, ms }));
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const logged: string[] = [];
const log: Log = {
  warn: (facts, message) => logged.push(`${message} ${JSON.stringify(facts)}`),
  error: (_, message) => logged.push(message),
};

async function pool(options: Partial<PoolOptions> = {}): Promise<RenderPool> {
  const made = new RenderPool(
    {
      workers: 1,
      queue: 100,
      timeoutMs: 60_000,
      waitMs: 60_000,
      warmUp: 0,
      memoryMb: 256,
      maxPages: 10,
      limits: CONTRACT_LIMITS,
      fonts: [],
      assetDir: null,
      lacking: [],
      dataResidency: null,
      ...options,
    },
    log,
    program,
  );
  onTestFinished(() => made.end());
  await made.start();
  return made;
}
const said = async (render: ReturnType<RenderPool["render"]>): Promise<{ name: string; pid: string; warmUps: number; edit: string }> => {
  const [name, pid, warmUps, edit] = Buffer.from((await render).pdf)
    .toString()
    .split(" ");
  return { name: name!, pid: pid!, warmUps: Number(warmUps), edit: edit! };
};

describe("processes that end before they are ready", () => {
  const failing = (count: number): void => {
    const starts = path.join(dir, `starts-${count}-${Math.random()}`);
    writeFileSync(starts, "");
    process.env["STARTS"] = starts;
    process.env["FAILING"] = String(count);
    onTestFinished(() => {
      delete process.env["STARTS"];
      delete process.env["FAILING"];
    });
  };

  test("are given up at the start, with what they said in one line", async () => {
    failing(99);
    await expect(pool()).rejects.toThrow(new StartFailure("render processes end before they are ready: Error: there is no room for fonts"));
  });

  test("are replaced, logged, and the one that becomes ready does the work", async () => {
    failing(2);
    const p = await pool();
    expect(p.ready).toBe(true);
    expect(
      logged.filter((l) => l.includes("there is no room for fonts") && l.includes('"verdict":"crashed"')).length,
    ).toBeGreaterThanOrEqual(2);
    expect((await said(p.render(asks("a"), ANYONE))).name).toBe("a");
  });
});

describe("a worn process", () => {
  async function untilAnother(p: RenderPool, pid: string): Promise<{ pid: string; warmUps: number }> {
    for (;;) {
      const next = await said(p.render(asks("b", "answers", 5), ANYONE));
      if (next.pid !== pid) return next;
    }
  }

  test("answers until another one is warm, then leaves", async () => {
    const p = await pool({ warmUp: 1000 });
    const { pid } = await said(p.render(asks("a", "worn"), ANYONE));
    const next = await untilAnother(p, pid);
    expect(next.warmUps).toBeGreaterThanOrEqual(30);
    for (let i = 0; i < 20; i++) expect((await said(p.render(asks("c"), ANYONE))).pid).toBe(next.pid);
  });

  test("is replaced all the same where the first that should take its place ends", async () => {
    const p = await pool({ warmUp: 10 });
    const { pid } = await said(p.render(asks("a"), ANYONE));
    process.env["WARM_UP_ENDS"] = "3";
    onTestFinished(() => void delete process.env["WARM_UP_ENDS"]);
    const ends = (): number => logged.filter((l) => l.includes("exit code 4")).length;
    const before = ends();
    await said(p.render(asks("b", "worn"), ANYONE));
    while (ends() === before) expect((await said(p.render(asks("c", "answers", 5), ANYONE))).pid).toBe(pid);
    delete process.env["WARM_UP_ENDS"];
    await said(p.render(asks("d", "worn"), ANYONE));
    expect((await untilAnother(p, pid)).warmUps).toBeGreaterThanOrEqual(10);
  });
});

test("an exhausted process renders nothing more", async () => {
  const p = await pool();
  const { pid } = await said(p.render(asks("a"), ANYONE));
  await expect(p.render(asks("b", "exhausted"), ANYONE)).rejects.toMatchObject({ code: "API-501", message: "memory" });
  expect((await said(p.render(asks("c"), ANYONE))).pid).not.toBe(pid);
});

test("a process whose render succeeded but left no memory takes no further request", async () => {
  const p = await pool();
  const { pid } = await said(p.render(asks("a", "spent"), ANYONE));
  const next = Array.from({ length: 3 }, (_, i) => said(p.render(asks(`b${i}`), ANYONE)));
  for (const { pid: other } of await Promise.all(next)) expect(other).not.toBe(pid);
});

test("a worn process takes a request only where no other is idle", async () => {
  const p = await pool({ workers: 2 });
  for (let pids = new Set(); pids.size < 2;)
    pids = new Set((await Promise.all(["x", "y"].map((name) => said(p.render(asks(name, "answers", 20), ANYONE))))).map((r) => r.pid));
  const { pid } = await said(p.render(asks("a", "worn"), ANYONE));
  for (let i = 0; i < 5; i++) expect((await said(p.render(asks("b"), ANYONE))).pid).not.toBe(pid);
});

test("time counts from when a render begins, and costs its process", async () => {
  const p = await pool({ timeoutMs: 400 });
  const waiting = Array.from({ length: 5 }, (_, i) => said(p.render(asks(`w${i}`, "answers", 150), ANYONE)));
  const [first] = await Promise.all(waiting);
  await expect(p.render(asks("h", "hangs"), ANYONE)).rejects.toMatchObject({
    code: "API-501",
    message: "the render took longer than 400 ms",
  });
  expect((await said(p.render(asks("c"), ANYONE))).pid).not.toBe(first!.pid);
});

test("what waits too long, or finds no room, is refused with 503; a process that warms up has room", async () => {
  const p = await pool({ queue: 1, waitMs: 200 });
  const hangs = p.render(asks("h", "hangs"), ANYONE).catch((e: unknown) => e);
  expect(p.full).toBe(false);
  const waits = p.render(asks("w"), ANYONE);
  expect(p.full).toBe(true);
  await expect(p.render(asks("x"), ANYONE)).rejects.toMatchObject({ code: "API-900", status: 503 });
  await expect(waits).rejects.toMatchObject({ code: "API-900", status: 503 });
  p.end();
  expect(p.full).toBe(false);
  expect(await hangs).toMatchObject({ code: "API-900" });
  const none = await pool({ queue: 0, warmUp: 10_000 });
  for (let i = 0; i < 30; i++) {
    expect((await said(none.render(asks(`n${i}`), ANYONE))).name).toBe(`n${i}`);
    await pause(i);
  }
});

test("who goes away leaves the queue at once, and a render that goes on for nobody is ended", async () => {
  const p = await pool();
  const gone = new AbortController();
  const all = [p.render(asks("h", "hangs"), ANYONE, gone.signal), p.render(asks("w", "hangs"), ANYONE, gone.signal)];
  const after = said(p.render(asks("after"), ANYONE));
  gone.abort();
  for (const r of await Promise.allSettled(all)) expect((r as PromiseRejectedResult).reason).toBeInstanceOf(Abandoned);
  expect((await after).name).toBe("after");
  await expect(p.render(asks("late"), ANYONE, gone.signal)).rejects.toBeInstanceOf(Abandoned);
});

test("a close finishes what it has, refuses what is new, and cuts off what takes too long", async () => {
  const p = await pool();
  const waiting = Array.from({ length: 4 }, (_, i) => said(p.render(asks(`w${i}`, "answers", 30), ANYONE)));
  const closing = p.close(20_000);
  expect(p.ready).toBe(false);
  await expect(p.render(asks("new"), ANYONE)).rejects.toMatchObject({ status: 503 });
  expect((await Promise.all(waiting)).map((w) => w.name)).toEqual(["w0", "w1", "w2", "w3"]);
  expect(await closing).toBe(0);
  const q = await pool();
  const cut = [q.render(asks("h", "hangs"), ANYONE), q.render(asks("w"), ANYONE)].map((r) => r.catch((e: unknown) => e));
  expect(await q.close(50)).toBe(2);
  for (const e of await Promise.all(cut)) expect(e).toMatchObject({ code: "API-900", status: 503 });
});

/** Every render is settled once with its own answer, whatever happens to processes, which exist afterwards. */
test("no render is lost or mixed up", async () => {
  const does = fc.constantFrom<Does>("answers", "answers", "answers", "worn", "spent", "exhausted", "refused", "ends");
  const step = fc.record({
    does,
    ms: fc.integer({ min: 0, max: 20 }),
    after: fc.integer({ min: 0, max: 10 }),
    goes: fc.option(fc.nat(30), { freq: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { minLength: 1, maxLength: 25 }), async (workers, steps) => {
      const p = await pool({ workers, queue: 1000, warmUp: 5 });
      try {
        const results = steps.map(async (s, i) => {
          await pause(steps.slice(0, i).reduce((sum, x) => sum + x.after, 0));
          const gone = new AbortController();
          if (s.goes !== null) setTimeout(() => gone.abort(), s.goes);
          return said(p.render(asks(`r${i}`, s.does, s.ms), ANYONE, gone.signal)).then(
            (r) => r.name,
            (e: unknown) => e,
          );
        });
        const all = await Promise.all(results);
        for (const [i, s] of steps.entries()) {
          const got = all[i];
          if (s.goes !== null && got instanceof Abandoned) continue;
          if (s.does === "answers" || s.does === "worn" || s.does === "spent") expect(got).toBe(`r${i}`);
          else if (s.does === "refused") expect(got).toMatchObject({ code: "API-002" });
          else expect(got).toMatchObject({ code: "API-501" });
        }
        expect((await said(p.render(asks("last"), ANYONE))).name).toBe("last");
        expect(p.load).toEqual({ waiting: 0, rendering: 0 });
      } finally {
        p.end();
      }
    }),
    { seed, numRuns: runs(10) },
  );
});

describe("a large body", () => {
  /** Of 100 KB; `edits` words are added in the middle, and nothing else differs in length. */
  const document = (name: string, edits: number, ms = 0): Uint8Array => {
    const words = Array.from({ length: 9000 }, (_, i) => `${name}${(i * 7919) % 10_007}`);
    return Buffer.from(
      JSON.stringify({
        name,
        does: "answers",
        ms: String(ms).padStart(4, "0"),
        text: [...words.slice(0, 4000), ...Array(edits).fill("more"), ...words.slice(4000)],
      }),
    );
  };
  const of = (owner: string, more: object = {}): Parameters<RenderPool["render"]>[1] => ({ owner, ...more });

  test("goes to the process that had the one before, if that is idle", async () => {
    const p = await pool({ workers: 3 });
    const ready = async (): Promise<number> =>
      new Set((await Promise.all(["x", "y", "z"].map((name) => said(p.render(asks(name, "answers", 30), ANYONE))))).map(({ pid }) => pid))
        .size;
    while ((await ready()) < 3);
    const all = await Promise.all(["a", "b", "c"].map((name) => said(p.render(document(name, 0, 30), ANYONE))));
    expect(new Set(all.map(({ pid }) => pid)).size).toBe(3);
    expect(all.map(({ edit }) => edit)).toEqual(["false", "false", "false"]);
    for (const edits of [1, 2, 3])
      for (const { name, pid } of [...all].reverse())
        expect(await said(p.render(document(name, edits), ANYONE))).toMatchObject({ pid, edit: "true" });
    // nothing waits for a busy one
    const [slow, other] = await Promise.all([said(p.render(document("b", 4, 500), ANYONE)), said(p.render(document("b", 5), ANYONE))]);
    expect(slow).toMatchObject({ pid: all[1]!.pid, edit: "true" });
    expect(other).toMatchObject({ edit: "false" });
    expect(other.pid).not.toBe(slow.pid);
  });

  test("is an edit only of one of its owner, kind and bounds, whatever small ones were between", async () => {
    const p = await pool();
    const edit = async (edits: number, whose: Parameters<RenderPool["render"]>[1], name = "a"): Promise<string> =>
      (await said(p.render(document(name, edits), whose))).edit;
    expect(await edit(0, of("one"))).toBe("false");
    expect(await edit(0, of("one"))).toBe("true");
    expect((await said(p.render(asks("small"), of("two")))).edit).toBe("null");
    expect(await edit(1, of("one"))).toBe("true");
    expect(await edit(1, of("two"))).toBe("false");
    expect(await edit(1, of("one"))).toBe("false");
    expect(await edit(1, of("one", { maxPages: 3 }))).toBe("false");
    expect(await edit(1, of("one", { policy: { profiles: ["pdfa-2b"] } }))).toBe("false");
    expect(await edit(1, of("one", { kind: "brief" }))).toBe("false");
    expect(await edit(1, of("one"))).toBe("false");
    expect(await edit(1, of("one"), "b")).toBe("false");
  });

  test("is no edit in a process that replaces another", async () => {
    const p = await pool();
    await p.render(document("a", 0), ANYONE);
    await expect(p.render(asks("x", "ends"), ANYONE)).rejects.toThrow();
    expect(await said(p.render(document("a", 1), ANYONE))).toMatchObject({ edit: "false" });
    expect(await said(p.render(document("a", 2), ANYONE))).toMatchObject({ edit: "true" });
  });
});

describe("jobs", () => {
  const job = { owner: "anyone", isJob: true };

  test("wait behind requests, and keep their own order", async () => {
    const p = await pool();
    const ended: string[] = [];
    const all = [
      p.render(asks("first", "answers", 50), job),
      ...["job 1", "job 2"].map((name) => p.render(asks(name), job)),
      ...["request 1", "request 2"].map((name) => p.render(asks(name), ANYONE)),
    ];
    await Promise.all(all.map(async (render) => ended.push((await said(render)).name.replace(" ", "-"))));
    expect(p.load.waiting).toBe(0);
    expect(ended).toEqual(["first", "request", "request", "job", "job"]);
  });

  test("take no place of a request in the queue, but requests take theirs", async () => {
    const p = await pool({ queue: 1 });
    const first = p.render(asks("first", "answers", 50), job);
    const waiting = p.render(asks("job"), job);
    await expect(p.render(asks("another"), job)).rejects.toMatchObject({ code: "API-900" });
    expect(p.full).toBe(false);
    const request = p.render(asks("request"), ANYONE);
    expect(p.full).toBe(true);
    await expect(p.render(asks("another"), ANYONE)).rejects.toMatchObject({ code: "API-900" });
    await Promise.all([first, waiting, request]);
  });
});
