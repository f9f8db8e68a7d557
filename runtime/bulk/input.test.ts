import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTemplate } from "../../compiler/template/template.js";
import { runs, seed } from "../../tests/support/runs.js";
import type { RunEnd } from "./end.js";
import type { Format } from "./format.js";
import { Records, type InputRecord, type ReadOptions } from "./input.js";
import type { Shard } from "./shard.js";
import type { Source } from "./source.js";

const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function shapeOf(fields: readonly object[]): ReadOptions["shape"] {
  const read = parseTemplate({ schema: { fields }, pages: [{ size: "a4", elements: [] }] });
  if ("problems" in read) throw new Error(read.problems[0]!.reason);
  return read.template.plan.shape;
}
const ANY = shapeOf([]);

/** In chunks of a size. */
const sourceOf = (bytes: Uint8Array, chunk: number, name = "a"): Source => ({
  name,
  size: bytes.length,
  async *read(from: number) {
    for (let at = from; at < bytes.length; at += chunk) yield await Promise.resolve(bytes.subarray(at, at + chunk));
  },
});
const OPTIONS: ReadOptions = { shape: ANY, delimiter: null, decimal: ".", group: null, shard: null, most: 1 << 20 };

async function read(
  files: readonly (readonly [Uint8Array, Format, boolean?])[],
  options: Partial<ReadOptions> = {},
  chunk = 7,
): Promise<InputRecord[]> {
  const inputs = files.map(([bytes, format, isGzip = false]) => ({ source: sourceOf(bytes, chunk), format, isGzip }));
  const records = new Records(inputs, { ...OPTIONS, ...options });
  await records.check();
  const out: InputRecord[] = [];
  for await (const record of records.read()) out.push(record);
  return out;
}
const value = ({ sent }: InputRecord): unknown =>
  sent === null ? null : "value" in sent ? sent.value : (JSON.parse(new TextDecoder().decode(sent)) as unknown);
const refusal = async (work: Promise<unknown>): Promise<RunEnd> =>
  work.then(
    () => expect.fail("it is refused"),
    (e: unknown) => e as RunEnd,
  );

/** Text with all that separates. */
const text = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r\n", "é", "😀", " ", "{", "]", "\\", "\t"), maxLength: 8 });
const jsonRecord = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 2 })), {
  maxKeys: 3,
});
const blank = fc.constantFrom("", "\n", " \r\n", "\t\n");

const jsonl = fc.array(fc.tuple(jsonRecord, fc.constantFrom("\n", "\r\n"), blank), { maxLength: 12 }).map((all) => ({
  format: "jsonl" as const,
  values: all.map(([v]) => v),
  bytes: encode(all.map(([v, end, gap]) => `${JSON.stringify(v)}${end}${gap}`).join("")),
}));
const jsonArray = fc.array(fc.tuple(jsonRecord, fc.constantFrom("", " ", "\n", "\r\n  ")), { maxLength: 12 }).map((all) => ({
  format: "json" as const,
  values: all.map(([v]) => v),
  bytes: encode(`[${all.map(([v, gap]) => `${gap}${JSON.stringify(v)}${gap}`).join(",")}]\n`),
}));
const COLUMNS = ["x", "y", "z"];
const cell = (v: string): string => (/["\n\r,]/.test(v) || v === "" ? `"${v.replaceAll('"', '""')}"` : v);
const csv = fc.array(fc.tuple(text, text, text), { maxLength: 12 }).map((all) => ({
  format: "csv" as const,
  values: all.map((row) => Object.fromEntries(row.flatMap((v, i) => (v === "" ? [] : [[COLUMNS[i]!, v]])))),
  bytes: encode([COLUMNS, ...all].map((row) => `${row.map(cell).join(",")}\r\n`).join("")),
}));
const XYZ = shapeOf(COLUMNS.map((name) => ({ name, type: "string" })));

describe("records of random files", () => {
  test("are those that were written, in any chunks, with a byte order mark and compressed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.oneof(jsonl, jsonArray, csv), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (files, chunk) => {
          const given = files.map(([{ bytes, format }, hasBom, isGzip]) => {
            const whole = hasBom ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) : bytes;
            return { whole, format, isGzip };
          });
          const found = await read(
            given.map(({ whole, format, isGzip }) => [isGzip ? gzipSync(whole) : whole, format, isGzip]),
            { shape: XYZ },
            chunk,
          );
          expect(found.map(value)).toEqual(files.flatMap(([{ values }]) => values));
          for (const { source, offset, sha256, sent } of found) {
            if (sent && !("value" in sent)) expect(sha(given[source]!.whole.subarray(offset, offset + sent.length))).toBe(sha256);
          }
        },
      ),
      { numRuns: runs(150), seed },
    );
  });

  test("are each in exactly one shard, in order, of any number", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.oneof(jsonl, jsonArray, csv), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        async (files, count, chunk) => {
          const given = files.map(([{ bytes, format }, hasBom, isGzip]) => {
            const whole = hasBom ? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]) : bytes;
            return [isGzip ? gzipSync(whole) : whole, format, isGzip] as const;
          });
          const place = ({ source, offset, sha256 }: InputRecord): unknown => [source, offset, sha256];
          const all = await read(given, { shape: XYZ }, chunk);
          const parts: InputRecord[] = [];
          for (let index = 0; index < count; index++) parts.push(...(await read(given, { shape: XYZ, shard: { index, count } }, chunk)));
          expect(parts.map(place)).toEqual(all.map(place));
        },
      ),
      { numRuns: runs(100), seed },
    );
  });

  test("of a group are one record in one shard", async () => {
    const shape = shapeOf([
      { name: "order", type: "string" },
      { name: "lines", type: "array", items: [{ name: "article", type: "string" }] },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        async (sizes, count) => {
          const rows = sizes.flatMap((size, order) => Array.from({ length: size }, (_, i) => `o${order},a${i}\n`));
          const bytes = encode(`order,lines.article\n${rows.join("")}`);
          const parts: unknown[] = [];
          for (let index = 0; index < count; index++)
            parts.push(...(await read([[bytes, "csv"]], { shape, group: "order", shard: { index, count } })).map(value));
          expect(parts).toEqual(
            sizes.map((size, order) => ({ order: `o${order}`, lines: Array.from({ length: size }, (_, i) => ({ article: `a${i}` })) })),
          );
        },
      ),
      { numRuns: runs(40), seed },
    );
  });
});

describe("records that cannot be read", () => {
  test("a line over the bound is hashed and refused, the next one is read", async () => {
    const long = JSON.stringify({ a: "x".repeat(500) });
    const found = await read([[encode(`{"a":1}\n${long}\n{"a":2}`), "jsonl"]], { most: 100 });
    expect(found.map((r) => r.problem?.code ?? null)).toEqual([null, "API-008", null]);
    expect(found[1]!.sha256).toBe(sha(encode(long)));
    expect(value(found[2]!)).toEqual({ a: 2 });
  });

  test("rows that are not as their first row says name their line; a group with one is refused as a whole", async () => {
    const shape = shapeOf([{ name: "a", type: "string" }]);
    const found = await read([[encode('a,b\n"x\ny",1\n"q"z,2\n3\n4,5,6\n7,8'), "csv"]], { shape });
    expect(found.map((r) => r.problem?.message ?? value(r))).toEqual([
      { a: "x\ny" },
      "line 4: text follows the closing quote of cell 1",
      "line 5: the row has 1 cells; the first row has 2 names",
      "line 6: the row has 3 cells; the first row has 2 names",
      { a: "7" },
    ]);
    const grouped = await read([[encode("a,b\n1,x\n1\n1,y\n2,z"), "csv"]], { shape, group: "a" });
    expect(grouped.map((r) => r.problem?.code ?? value(r))).toEqual(["API-001", { a: "2" }]);
  });

  test("bytes that are not UTF-8", async () => {
    const shape = shapeOf([{ name: "a", type: "string" }]);
    const found = await read([[Buffer.from("a\n\xe9\nb", "latin1"), "csv"]], { shape });
    expect(found.map((r) => r.problem?.message ?? value(r))).toEqual(["line 2: the row is not UTF-8", { a: "b" }]);
  });

  test("an input that cannot be read on ends after what came before", async () => {
    const ended = async (bytes: Uint8Array, format: Format, isGzip = false): Promise<readonly [number, string]> => {
      const records = new Records([{ source: sourceOf(bytes, 5), format, isGzip }], OPTIONS);
      await records.check();
      let n = 0;
      try {
        for await (const _ of records.read()) n++;
      } catch (e) {
        return [n, (e as Error).message];
      }
      return [n, ""];
    };
    expect(await ended(encode('[{"a":1},{"a":2},{"a":'), "json")).toEqual([2, "the JSON is broken: the array does not end"]);
    expect((await ended(encode('[{"a":1},{a:2},{"a":3}]'), "json"))[0]).toBe(1);
    expect(await ended(encode("[{}] x"), "json")).toEqual([1, "the JSON is broken: text after the end of the array"]);
    expect(await ended(encode("[{},]"), "json")).toEqual([1, "the JSON is broken: an element is missing"]);
    expect(await ended(encode('x\n1\n"2'), "csv")).toEqual([1, "line 3: a quote is still open at the end"]);
    const gz = gzipSync(encode('{"a":1}\n'.repeat(3)));
    expect((await ended(gz.subarray(0, gz.length - 9), "jsonl", true))[1]).toBe("the compressed data is broken, or ends early");
  });

  test("inputs that are wrong from the start", async () => {
    const shape = shapeOf([
      { name: "customer.number", type: "string", required: true },
      { name: "lines", type: "array", items: [{ name: "article", type: "string", required: true }] },
    ]);
    for (const [bytes, format, message] of [
      ['{"a":1}', "json", "--format jsonl"],
      ["", "json", "--format jsonl"],
      ["a,,b\n", "csv", "column 2 has an empty name"],
      ["a,a\n", "csv", '"a" occurs twice'],
      ["a\n1", "csv", "customer.number"],
      ["customer.number,lines.x\n", "csv", null],
      ["", "csv", "names of the columns"],
      ["customer.number,lines,lines.article\n", "csv", "both give lines"],
    ] as const) {
      if (message === null) expect(await read([[encode(bytes), format]], { shape })).toEqual([]);
      else {
        const e = await refusal(read([[encode(bytes), format]], { shape }));
        expect([e.exitCode, e.message.includes(message)], e.message).toEqual([2, true]);
      }
    }
  });
});

test("cells become values of the schema", async () => {
  const shape = shapeOf([
    { name: "s", type: "string" },
    { name: "n", type: "number" },
    { name: "b", type: "boolean" },
    { name: "list", type: "array" },
    { name: "deep.er", type: "string" },
  ]);
  const rows = [
    "s;n;b;list;deep.er;other",
    ' 007 ; 1234,5 ;TRUE;"[1,""x""]";q;free',
    ";;;;;",
    "x;1.5;;;;",
    "x;1.234,5;;;;",
    ";;2;;;",
    ";;;7;;",
  ];
  const found = await read([[encode(rows.join("\n")), "csv"]], { shape, delimiter: ";", decimal: "," });
  expect(found.map((r) => r.problem?.path ?? value(r))).toEqual([
    { s: " 007 ", n: 1234.5, b: true, list: [1, "x"], deep: { er: "q" } },
    {},
    "/n",
    "/n",
    "/b",
    "/list",
  ]);
  expect(found[0]!.find("other")).toBe("free");
  expect([found[0]!.find("n"), found[0]!.find("n", true)]).toEqual([1234.5, " 1234,5 "]);
  expect(found[2]!.find("s")).toBe("x");
  expect(found[2]!.problem!.message).toBe('n: must be a number such as 1234,5; found "1.5"');
});

test("options of tables without a table are refused", async () => {
  const line = encode('{"order":"1"}');
  for (const [given, option] of [
    [{ group: "order" }, "--group"],
    [{ delimiter: ";" }, "--delimiter"],
    [{ decimal: "," }, "--decimal"],
  ] as const) {
    await expect(read([[line, "jsonl"]], given)).rejects.toThrow(`${option} is for csv and tsv; no source is one`);
    expect(
      await read(
        [
          [line, "jsonl"],
          [encode("order\n2"), "csv"],
        ],
        given,
      ),
    ).toHaveLength(2);
  }
});

test("rows of a group that contradict each other are refused at the column", async () => {
  const shape = shapeOf([
    { name: "id", type: "string" },
    { name: "city", type: "string" },
    { name: "lines", type: "array", items: [{ name: "n", type: "number" }] },
  ]);
  const bytes = encode("id,city,lines.n\n1,Bern,1\n1,,\n1,Bern,2\n2,Ulm,3\n2,Bonn,\n,Köln,5\n,Köln,6\n3,x,1\n3,x,y");
  const found = await read([[bytes, "csv"]], { shape, group: "id" });
  expect(found.map((r) => r.problem?.path ?? value(r))).toEqual([
    { id: "1", city: "Bern", lines: [{ n: 1 }, { n: 2 }] },
    "/city",
    { city: "Köln", lines: [{ n: 5 }] },
    { city: "Köln", lines: [{ n: 6 }] },
    "/lines/1/n",
  ]);
});

test("of standard input a shard takes each N-th record", async () => {
  const bytes = encode(Array.from({ length: 7 }, (_, i) => `{"i":${i}}\n`).join(""));
  const of = async (shard: Shard): Promise<unknown[]> => {
    const source: Source = { ...sourceOf(bytes, 4), size: null };
    const out: unknown[] = [];
    for await (const r of new Records([{ source, format: "jsonl", isGzip: false }], { ...OPTIONS, shard }).read())
      out.push((value(r) as { i: number }).i);
    return out;
  };
  expect(await of({ index: 0, count: 3 })).toEqual([0, 3, 6]);
  expect(await of({ index: 2, count: 3 })).toEqual([2, 5]);
});
