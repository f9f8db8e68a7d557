import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type * as Library from "../../runtime/index.js";
import { root } from "../support/tools.js";

const EPOCH = 1_700_000_000;
let platen: typeof Library;
beforeAll(async () => {
  platen = (await import(path.join(root, "dist/runtime/index.js"))) as typeof Library;
});

const label = JSON.parse(readFileSync(path.join(root, "templates/data/shipping_label.full.json"), "utf8")) as Record<string, object>;
const TEMPLATE = {
  schema: {
    fields: [
      { name: "name", type: "string", required: true },
      { name: "width", type: "number", default_value: 50 },
    ],
  },
  pages: [
    { size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, style: { width: "{{width}}" }, content: "Dear {{name}}" }] },
  ],
};
const records = [{ name: "Ada" }, { name: "" }, '{"name": "Bob"}', "[1]", new TextEncoder().encode('{"name":'), { name: "Eve", width: -5 }];

async function all(results: AsyncIterable<Library.ManyResult>): Promise<Library.ManyResult[]> {
  const out: Library.ManyResult[] = [];
  for await (const result of results) out.push(result);
  return out;
}
const shown = (result: Library.ManyResult): unknown =>
  result.ok ? [result.n, result.pages] : [result.n, result.error.code, result.error.path, result.error.message];

describe("renderMany", () => {
  test("has each record's PDF or error, in order, with bytes of renderTemplate; processes give the same", async () => {
    const options = { sourceDateEpoch: EPOCH };
    const here = await all(platen.renderMany(TEMPLATE, records, options));
    expect(here.map((r) => r.n)).toEqual([1, 2, 3, 4, 5, 6]);
    const alone = await platen.renderTemplate(TEMPLATE, { name: "Ada" }, options);
    expect(here[0]).toEqual({ n: 1, ok: true, pdf: alone.pdf, pages: 1 });
    expect(here[2]!.ok).toBe(true);
    for (const [i, record] of [
      [1, records[1]],
      [5, records[5]],
    ] as const) {
      const e = await platen.renderTemplate(TEMPLATE, record as object, options).catch((x: unknown) => x as Library.RenderError);
      const result = here[i]!;
      if (result.ok || !(e instanceof platen.RenderError)) return expect.fail("it is refused");
      expect(result.error).toBeInstanceOf(platen.RenderError);
      expect(result.error.code).toBe(e.code);
      expect(result.error.message).toBe(e.message.replace(/^data\[0\](?:\.|: )/, ""));
    }
    expect(shown(here[1]!)).toEqual([2, "API-002", "/name", "name: the required field is blank"]);
    expect(shown(here[3]!)).toEqual([4, "API-002", "", "must be an object; found an array"]);
    expect((shown(here[4]!) as string[]).slice(1, 3)).toEqual(["API-001", ""]);
    expect((shown(here[5]!) as string[])[2]).toBe("/pages/0/elements/0/style/width");
    const there = await all(platen.renderMany(TEMPLATE, records, { ...options, workers: 2 }));
    expect(there.map(shown)).toEqual(here.map(shown));
    expect(there.map((r) => (r.ok ? Buffer.from(r.pdf).toString("latin1") : ""))).toEqual(
      here.map((r) => (r.ok ? Buffer.from(r.pdf).toString("latin1") : "")),
    );
  });

  test("lines of a record are its own", async () => {
    const [result] = await all(platen.renderMany(TEMPLATE, ['{\n  "name": 7\n}']));
    if (result!.ok) return expect.fail("it is refused");
    expect([result!.error.line, result!.error.path]).toEqual([2, "/name"]);
  });

  test("a record is as it was when it was read", async () => {
    const bytes = new TextEncoder().encode('{"name": "Ada"}');
    function* input(): Generator<Uint8Array> {
      yield bytes;
      bytes.fill(0);
      yield new TextEncoder().encode('{"name": "Bob"}');
    }
    expect((await all(platen.renderMany(TEMPLATE, input(), { ahead: 5 }))).map((r) => r.ok)).toEqual([true, true]);
  });

  test("built-in templates, another profile, warnings", async () => {
    const [result] = await all(platen.renderMany("shipping_label", [label], { profile: "pdfa-3b", warnings: true }));
    if (!result!.ok) throw result!.error;
    expect(Buffer.from(result!.pdf).toString("latin1")).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(result!.warnings).toEqual([]);
  });

  test("a wrong template rejects the first result, a wrong option too, and nothing is read", async () => {
    let read = 0;
    function* input(): Generator<object> {
      read++;
      yield {};
    }
    const broken = new TextEncoder().encode('{"schema": {"fields": [{"name": 1, "type": "string"}]},\n"pages": []}');
    await expect(platen.renderMany(broken, input()).next()).rejects.toMatchObject({
      code: "API-002",
      path: "/schema/fields/0/name",
      line: 1,
    });
    await expect(platen.renderMany("nothing", input()).next()).rejects.toMatchObject({ code: "API-002" });
    for (const wrong of [{ workers: -1 }, { ahead: 1.5 }, { profile: "pdf" }, { worker: 1 }])
      await expect(platen.renderMany(TEMPLATE, input(), wrong as object).next()).rejects.toThrow(TypeError);
    expect(read).toBe(0);
  });

  test("an error of the input comes after its records; leaving closes it; a signal ends it", async () => {
    let closed = 0;
    function* input(): Generator<object> {
      try {
        yield { name: "Ada" };
        yield { name: "Bob" };
        throw new Error("the input ends here");
      } finally {
        closed++;
      }
    }
    const out: number[] = [];
    const reading = (async () => {
      for await (const { n } of platen.renderMany(TEMPLATE, input())) out.push(n);
    })();
    await expect(reading).rejects.toThrow("the input ends here");
    expect(out).toEqual([1, 2]);
    for await (const result of platen.renderMany(TEMPLATE, input())) {
      expect(result.n).toBe(1);
      break;
    }
    expect(closed).toBe(2);
    const control = new AbortController();
    const results = platen.renderMany(TEMPLATE, input(), { signal: control.signal });
    await results.next();
    control.abort(new Error("enough"));
    await expect(results.next()).rejects.toThrow("enough");
    expect(closed).toBe(3);
  });
});

test("processes have as many records ahead as they may read, and no more", async () => {
  for (const [workers, ahead, most] of [
    [0, undefined, 1],
    [1, undefined, 2],
    [1, 0, 0],
    [2, 7, 7],
  ] as const) {
    let [read, taken] = [0, 0];
    function* input(): Generator<object> {
      for (let n = 1; n <= 12; n++) {
        read++;
        expect(read).toBeLessThanOrEqual(taken + 1 + most);
        yield { name: `record ${n}` };
      }
    }
    const results = platen.renderMany(TEMPLATE, input(), { workers, ...(ahead !== undefined && { ahead }) });
    for await (const { n, ok } of results) {
      expect([n, ok]).toEqual([++taken, true]);
      if (n === 4) expect(read).toBe(taken + most);
    }
    expect([read, taken]).toEqual([12, 12]);
  }
});

test("a pool renders many, among other calls, and a full queue is no obstacle", async () => {
  const pool = platen.createPool({ workers: 2, queue: 0, sourceDateEpoch: EPOCH });
  try {
    const many = Array.from({ length: 9 }, (_, i) => ({ name: `record ${i + 1}` }));
    const results = await all(pool.renderMany(TEMPLATE, many));
    expect(results.map((r) => [r.n, r.ok])).toEqual(many.map((_, i) => [i + 1, true]));
    const alone = await platen.renderTemplate(TEMPLATE, many[8]!, { sourceDateEpoch: EPOCH });
    const last = results[8]!;
    expect(last.ok && Buffer.compare(last.pdf, alone.pdf)).toBe(0);
    await expect(pool.renderMany(TEMPLATE, many, { workers: 1 } as object).next()).rejects.toThrow(TypeError);
  } finally {
    await pool.close({ graceMs: 0 });
  }
  const [first] = await all(pool.renderMany(TEMPLATE, [{ name: "late" }])).catch((e: unknown) => [e as Library.RenderError]);
  expect(first).toMatchObject({ code: "API-900" });
});

test("a program that leaves early ends: processes of renderMany are gone", () => {
  const program = `import { renderMany } from ${JSON.stringify(path.join(root, "dist/runtime/index.js"))};
    function* forever() { for (;;) yield { name: "again" }; }
    for await (const { n } of renderMany(${JSON.stringify(TEMPLATE)}, forever(), { workers: 1 })) if (n === 3) break;
    console.log("left");`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "left\n", stderr: "" });
});
