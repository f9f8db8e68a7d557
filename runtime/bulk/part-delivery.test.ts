import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { engineOf } from "../library/engines.js";
import { displayRecord } from "../library/display-record.js";
import { sentTemplate } from "../library/records.js";
import { PartDelivery } from "./part-delivery.js";
import type { Item, RunTotals } from "./run.js";
import { FolderSink } from "./sink.js";
import { ToldLog } from "./standard-output.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-parts-"));
afterAll(() => rmSync(dir, { recursive: true }));

test("a file with more objects than readers take ends the run, and names what helps", async () => {
  const template = await sentTemplate({ schema: { fields: [{ name: "name", type: "string" }] }, pages: [{ size: "a6", elements: [] }] });
  const options = { sourceDateEpoch: 0 };
  const record = { source: 0, offset: 0, sha256: "", sent: null, problem: null, find: () => undefined, isObject: () => true };
  const totals: RunTotals = { records: 0, documents: 0, refused: 0, pages: 0, bytes: 0, resumed: 0 };
  const sink = new FolderSink(dir, "test");
  const joining = { pattern: null, file: "all.pdf", bounds: { records: Infinity, pages: Infinity, bytes: Infinity }, title: null };
  const plan = { ...joining, hasEntries: true, engine: await engineOf(options), sink, log: new ToldLog(() => undefined), totals };
  const delivery = new PartDelivery({ ...plan, replace: false, differs: false, earlier: [] }, 1200);
  const made = await displayRecord(template.source, template.isText, { value: { name: "Ada" } }, options);
  const all = async (): Promise<void> => {
    for (let n = 1; n <= 200; n++) {
      const item: Item = { n, record, key: undefined, name: null, nameProblem: null, line: null };
      await delivery.take(item, made);
    }
  };
  await expect(all()).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/^record \d+: the file would have more than 1,200 objects, .*; --parts makes several files$/) as string,
  });
  expect(totals.documents).toBeGreaterThan(10);
  delivery.close();
  sink.clear();
  expect(existsSync(path.join(dir, "all.pdf"))).toBe(false);
});
