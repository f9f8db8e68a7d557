import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s3Of, type BulkS3 } from "../../runtime/bulk/s3.js";
import { jsonl, sha } from "../support/bulk.js";
import { freePort, haveS3, startS3, type S3 } from "../support/s3.js";
import { root } from "../support/tools.js";

/* Many records from and to an object store (BK-27): objects are the files of a run on this machine. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-batch-s3-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);
const cli = path.join(root, "dist/runtime/cli/cli.js");
const DATE = "2026-01-31T00:00:00Z";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.runIf(haveS3)("an object store", () => {
  let server: S3;
  let store: BulkS3;
  let env: Record<string, string>;
  /** Asynchronous: the server's door is in this process. `endAfter`: requests that write, until the signal. */
  const run = (
    args: readonly string[],
    { input = "", more = {}, signal }: { input?: string; more?: object; signal?: readonly [NodeJS.Signals, number] } = {},
  ) =>
    new Promise<Ended>((resolve) => {
      const child = spawn(process.execPath, [cli, ...args], { cwd: dir, env: { ...process.env, ...env, ...more } });
      const out = { stdout: "", stderr: "" };
      child.stdout.on("data", (d: Buffer) => (out.stdout += d.toString()));
      child.stderr.on("data", (d: Buffer) => (out.stderr += d.toString()));
      child.stdin.end(input);
      let writes = 0;
      server.watch((when, method) => {
        if (signal && when === "before" && method === "PUT" && ++writes === signal[1]) child.kill(signal[0]);
      });
      child.once("close", (status) => resolve({ status, ...out }));
    });
  const batch = (data: string, out: string, ...more: readonly string[]): readonly string[] => [
    "batch",
    "letter.json",
    "--data",
    data,
    "--out",
    out,
    "--date",
    DATE,
    "--name",
    "{name}",
    "--workers",
    "2",
    "--quiet",
    ...more,
  ];
  const bytes = async (key: string): Promise<Buffer> => {
    const all: Uint8Array[] = [];
    for await (const chunk of store.read(key)) all.push(chunk);
    return Buffer.concat(all);
  };
  const objects = async (prefix: string): Promise<Readonly<Record<string, string>>> => {
    const keys = await server.keys(prefix);
    return Object.fromEntries(
      await Promise.all([...keys].sort().map(async (key) => [key.slice(prefix.length), sha(await bytes(key))] as const)),
    );
  };
  const files = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(at(folder))
        .sort()
        .map((name) => [name, sha(readFileSync(at(folder, name)))]),
    );

  const records = Array.from({ length: 30 }, (_, i) => (i === 12 ? { name: 5 } : { name: `Person ${i}` }));
  const sent = jsonl(records);

  beforeAll(async () => {
    server = await startS3();
    env = server.env("bulk");
    store = s3Of("artifacts", env);
    const text = { type: "text", layout: { left: 10, top: 10 }, content: "Dear {{name}}" };
    const template = { schema: { fields: [{ name: "name", type: "string", required: true }] }, pages: [{ size: "a6", elements: [text] }] };
    writeFileSync(at("letter.json"), JSON.stringify(template));
    writeFileSync(at("records.jsonl"), sent);
    const put = { replace: true, type: "application/octet-stream" };
    await store.put("in/letter.json", Buffer.from(JSON.stringify(template)), put);
    await store.put("in/records.jsonl", Buffer.from(sent), put);
    const lines = sent.split("\n");
    await store.put("parts/b.jsonl", Buffer.from(`${lines.slice(10, 30).join("\n")}\n`), put);
    await store.put("parts/a.jsonl", Buffer.from(`${lines.slice(0, 10).join("\n")}\n`), put);
    await store.put("parts/note.txt", Buffer.from("no records"), put);
    expect(await run(batch("records.jsonl", "local"))).toMatchObject({ status: 1, stderr: "" });
  });
  afterAll(() => server.stop());

  test("has the documents, the index and the errors of a run on this machine", async () => {
    const ended = await run([
      "batch",
      "s3://artifacts/in/letter.json",
      ...batch("s3://artifacts/in/records.jsonl", "s3://artifacts/out").slice(2),
    ]);
    expect(ended).toMatchObject({ status: 1, stderr: "" });
    expect(await objects("out/")).toEqual(files("local"));
    const again = await run(batch("s3://artifacts/in/records.jsonl", "s3://artifacts/out"));
    expect(again).toMatchObject({ status: 1, stderr: "" });
  });

  test("objects under a prefix are one input, by their names, in shards too", async () => {
    for (const shard of ["0/2", "1/2"])
      expect((await run(batch("s3://artifacts/parts/", "shards", "--shard", shard))).status).toBeLessThanOrEqual(1);
    const documents = (all: Readonly<Record<string, string>>): object =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name.endsWith(".pdf")));
    expect(documents(files("shards"))).toEqual(documents(files("local")));
  });

  test.each([
    ["SIGKILL", 4],
    ["SIGKILL", 20],
    ["SIGTERM", 9],
  ] as const)("a run that %s ends at its write %i goes on, and leaves nothing else", async (signal, write) => {
    const out = `s3://artifacts/${signal}-${write}`;
    const ended = await run(batch("records.jsonl", out), { signal: [signal, write] });
    expect(ended.status).toBe(signal === "SIGTERM" ? 143 : null);
    const kept = await server.keys(`${signal}-${write}/index.jsonl.part/`);
    expect(kept.length).toBe(signal === "SIGTERM" ? 2 : 1);
    expect(await run(batch("records.jsonl", out))).toMatchObject({ status: 1, stderr: "" });
    expect(await objects(`${signal}-${write}/`)).toEqual(files("local"));
  });

  test("one PDF, and parts, are those of a run on this machine, also after kills", async () => {
    const joined = (...more: readonly string[]): readonly string[] => [
      ...["batch", "letter.json", "--data", "records.jsonl", "--date", DATE, "--workers", "2", "--quiet"],
      ...more,
    ];
    expect(await run(joined("--one", "joined/all.pdf"))).toMatchObject({ status: 1, stderr: "" });
    expect(await run(joined("--one", "s3://artifacts/joined/all.pdf"))).toMatchObject({ status: 1, stderr: "" });
    expect(await objects("joined/")).toEqual(files("joined"));
    const parts = (folder: string): readonly string[] => joined("--parts", folder, "--part-records", "4");
    expect(await run(parts("inparts"))).toMatchObject({ status: 1, stderr: "" });
    for (const [signal, write] of [
      ["SIGKILL", 3],
      ["SIGTERM", 4],
      ["SIGKILL", 6],
    ] as const)
      await run(parts("s3://artifacts/inparts"), { signal: [signal, write] });
    expect(await run(parts("s3://artifacts/inparts"))).toMatchObject({ status: 1, stderr: "" });
    expect(await objects("inparts/")).toEqual(files("inparts"));
  });

  test("another's object is not touched, and its record is refused", async () => {
    await store.put("taken/Person 3.pdf", Buffer.from("of others"), { replace: true, type: "application/pdf" });
    expect((await run(batch("records.jsonl", "s3://artifacts/taken"))).status).toBe(1);
    expect((await bytes("taken/errors.jsonl")).toString()).toContain(
      "name: Person 3.pdf: another object has this name; --replace overwrites",
    );
    expect((await bytes("taken/Person 3.pdf")).toString()).toBe("of others");
    expect((await run(batch("records.jsonl", "s3://artifacts/taken", "--replace"))).status).toBe(1);
    // the run's hash, in the index, has --replace
    const { "index.jsonl": _index, ...others } = await objects("taken/");
    const { "index.jsonl": _own, ...wanted } = files("local");
    expect(others).toEqual(wanted);
  });

  test("platen pipe puts its documents there", async () => {
    const ended = await run(["pipe", "letter.json", "--out", "s3://artifacts/pipe", "--date", DATE], { input: '{"name":"Ada"}\n{}\n' });
    expect(ended.status).toBe(0);
    const [first, second] = ended.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(sha(await bytes(`pipe/${String(first!["file"])}`))).toBe(first!["sha256"]);
    expect(second).toMatchObject({ n: 2, ok: false, code: "API-002" });
  });

  test("what is missing is wrong from the start, and a store that is away the environment", async () => {
    const ends = async (args: readonly string[], more: object = {}): Promise<readonly [number | null, string]> => {
      const { status, stderr } = await run(args, { more });
      return [status, stderr.trim()];
    };
    const out = "s3://artifacts/never";
    expect(await ends(batch("records.jsonl", out), { AWS_SECRET_ACCESS_KEY: "" })).toEqual([
      2,
      "platen: s3://artifacts needs AWS_SECRET_ACCESS_KEY",
    ]);
    expect(await ends(batch("records.jsonl", "s3://no-such-bucket/x"))).toEqual([2, expect.stringContaining("NoSuchBucket")]);
    expect(await ends(batch("s3://artifacts/in/none.jsonl", out))).toEqual([
      2,
      "platen: --data: s3://artifacts/in/none.jsonl does not exist",
    ]);
    expect(await ends(batch("s3://artifacts/none/", out))).toEqual([2, expect.stringContaining("has no object that ends with .jsonl")]);
    const apart = ["--index", "here.jsonl", "--errors", "s3://artifacts/errors.jsonl"];
    expect(await ends(batch("records.jsonl", out, ...apart))).toEqual([2, expect.stringContaining("must both be files")]);
    const away = { PLATEN_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    expect(await ends(batch("records.jsonl", out), away)).toEqual([75, expect.stringContaining("ECONNREFUSED, 5 times")]);
    expect(await server.keys("never")).toEqual([]);
  });
});
