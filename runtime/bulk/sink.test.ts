import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderSink } from "./sink.js";

test("a run that finds another at work leaves its incomplete document; one that has the index removes it", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-sink-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, ".run.part"), "of another");
  const sink = new FolderSink(folder, "run");
  sink.prepare();
  expect(readdirSync(folder)).toEqual([".run.part"]);
  sink.clear();
  expect(await sink.put("a/b.pdf", new Uint8Array(3), { replace: false })).toBe("there");
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["a", "a/b.pdf"]);
});
