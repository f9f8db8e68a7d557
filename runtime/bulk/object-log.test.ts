import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import type { Header, Line } from "./index-file.js";
import { ObjectLog } from "./object-log.js";
import type { BulkS3, S3Body } from "./s3.js";

/** Objects in memory. */
class Store {
  readonly bucket = "b";
  readonly objects = new Map<string, Buffer>();
  largest = 0;

  size = (key: string): Promise<number | null> => Promise.resolve(this.objects.get(key)?.length ?? null);
  list = (prefix: string): Promise<readonly { key: string; bytes: number }[]> =>
    Promise.resolve([...this.objects].filter(([key]) => key.startsWith(prefix)).map(([key, { length: bytes }]) => ({ key, bytes })));
  remove = (key: string): Promise<void> => Promise.resolve(void this.objects.delete(key));

  async *read(key: string, from = 0): AsyncGenerator<Uint8Array> {
    const bytes = this.objects.get(key)!.subarray(from);
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
  }

  async put(key: string, given: Uint8Array | S3Body): Promise<"there"> {
    const parts: Uint8Array[] = [];
    if (given instanceof Uint8Array) parts.push(given);
    else for (let at = 0; at < given.length; at += 50_000) parts.push(await given.read(at, Math.min(at + 50_000, given.length)));
    if (key.includes(".part/")) this.largest = Math.max(this.largest, Buffer.concat(parts).toString().split("\n").length - 1);
    this.objects.set(key, Buffer.concat(parts));
    return "there";
  }
}

const header = { platen: "1", format: 1, run: "r", template_sha256: "t", sources: [], shard: null, date: "d" } as unknown as Header;
const lineOf = (n: number): Line => {
  const place = { n, source: 0, offset: n, record_sha256: `hash ${n}` };
  if (n % 7 === 0) return { ...place, code: "API-002", path: "", message: `refused ${n}` };
  return { ...place, file: `${n}.pdf`, first_page: 1, pages: 1, bytes: 10, sha256: `file ${n}` };
};
const logOf = (store: Store): ObjectLog => new ObjectLog({ store: store as unknown as BulkS3, key: "out/index.jsonl" }, "out/errors.jsonl");
const linesOf = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");

test("a run that ends at any moments, with or without a farewell, has the index and errors of an undisturbed run", async () => {
  let resumed = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(2600), fc.array(fc.tuple(fc.nat(1500), fc.boolean()), { maxLength: 4 }), async (count, ends) => {
      const store = new Store();
      const done = { done: true, records: count, documents: 0, refused: 0, pages: 0, bytes: 0 } as const;
      for (const [after, farewell] of [...ends, [Infinity, true] as const]) {
        const log = logOf(store);
        const found = await log.find();
        if (found) expect(found).toEqual({ header, end: 0, done: null });
        else await log.begin(header);
        const before = found ? await log.resume(found, false) : 0;
        if (before > 0) resumed++;
        let n = 0;
        for await (const line of log.lines()) expect(line).toEqual(lineOf(++n));
        expect(n).toBe(before);
        for (let added = 0; n < count && added < after; added++) await log.add(lineOf(++n));
        if (after === Infinity) await log.done(done);
        else if (farewell) await log.close();
      }
      const all = Array.from({ length: count }, (_, i) => lineOf(i + 1));
      expect([...store.objects.keys()].sort()).toEqual(["out/errors.jsonl", "out/index.jsonl"]);
      expect(store.objects.get("out/index.jsonl")!.toString()).toBe(linesOf([header, ...all.filter((line) => "file" in line), done]));
      expect(store.objects.get("out/errors.jsonl")!.toString()).toBe(linesOf(all.filter((line) => !("file" in line))));
      expect(store.largest).toBeLessThanOrEqual(1000);
      expect(await logOf(store).find()).toEqual({ header, end: 0, done });
    }),
    { numRuns: runs(40) },
  );
  expect(resumed).toBeGreaterThan(10);
});

test("ended by its data, a run is told whole, and goes on from its pieces", async () => {
  const store = new Store();
  const log = logOf(store);
  await log.begin(header);
  for (const n of [1, 2]) await log.add(lineOf(n));
  const reason = { n: 3, source: 0, offset: 9, code: "API-001", path: "", message: "cannot be read on" } as const;
  await log.add(reason);
  await log.done(null);
  await log.close();
  expect(store.objects.get("out/index.jsonl")!.toString()).toBe(linesOf([header, lineOf(1), lineOf(2)]));
  expect(store.objects.get("out/errors.jsonl")!.toString()).toBe(linesOf([reason]));
  const again = logOf(store);
  const found = (await again.find())!;
  expect(found.done).toBeNull();
  expect(await again.resume(found, false)).toBe(2);
  await again.add(reason);
  await again.done(null);
  expect(store.objects.get("out/errors.jsonl")!.toString()).toBe(linesOf([reason]));
});

test("pieces that another run has changed end the run as the environment's", async () => {
  const store = new Store();
  const log = logOf(store);
  await log.begin(header);
  for (let n = 1; n <= 1200; n++) await log.add(lineOf(n));
  store.objects.set("out/index.jsonl.part/000002.jsonl", Buffer.from(linesOf([lineOf(1)])));
  const done = { done: true, records: 1200, documents: 0, refused: 0, pages: 0, bytes: 0 } as const;
  await expect(log.done(done)).rejects.toMatchObject({
    exitCode: 75,
    message: expect.stringContaining("another run has changed its pieces") as string,
  });
});
