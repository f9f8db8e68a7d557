import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { packageRoot } from "../core/package.js";
import { heapFlags } from "../pool/render-process.js";

/** Runs a program with the built module, in a process with a render process's options; its output is JSON. */
function run(program: string): unknown {
  const url = pathToFileURL(path.join(packageRoot, "dist/runtime/engine/between-renders.js")).href;
  const code = `
    import { getHeapStatistics } from "node:v8";
    import { collectBetweenRenders } from ${JSON.stringify(url)};
    const used = () => getHeapStatistics().used_heap_size / 2 ** 20;
    const garbage = () => Array.from({ length: 200_000 }, (_, i) => ({ i, text: "x" + i }));
    ${program}`;
  const young = ["--min-semi-space-size=32", "--max-semi-space-size=32"];
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", ...young, "--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("what a long render made is collected behind it, what a short one made is left until there is more", () => {
  const [afterShort, afterLong] = run(`
    let young = garbage().slice(0, 150_000);
    young = null;
    const before = used();
    collectBetweenRenders(1);
    const short = used();
    collectBetweenRenders(100);
    console.log(JSON.stringify([before - short, before - used()]));`) as [number, number];
  expect(afterShort).toBeLessThan(1);
  expect(afterLong).toBeGreaterThan(4);
});

test("bytes of arrays are collected before V8 marks the whole heap for them, a few are left", () => {
  const [few, many] = run(`
    const arrays = (megabytes) => void Array.from({ length: 16 * megabytes }, () => new Uint8Array(1 << 16));
    const held = () => process.memoryUsage().arrayBuffers / 2 ** 20;
    const released = async (megabytes, ms) => {
      collectBetweenRenders(1);
      arrays(megabytes);
      const before = held(), end = Date.now() + ms;
      collectBetweenRenders(1);
      while (Date.now() < end && before - held() < megabytes / 2) await new Promise((resolve) => setTimeout(resolve, 10));
      return before - held();
    };
    console.log(JSON.stringify([await released(2, 200), await released(8, 60_000)]));`) as [number, number];
  expect(few).toBeLessThan(1);
  expect(many).toBeGreaterThan(4);
});

test("a process at rest gives its young generation back, one at work does not", async () => {
  const url = pathToFileURL(path.join(packageRoot, "dist/runtime/engine/between-renders.js")).href;
  const start = async (program: string, options = heapFlags(1024)): Promise<unknown> => {
    const code = `
      import { getHeapSpaceStatistics } from "node:v8";
      const young = () => getHeapSpaceStatistics().find((s) => s.space_name === "new_space").physical_space_size / 2 ** 20;
      const print = (value) => console.log(JSON.stringify(value));
      const module = ${JSON.stringify(url)};
      ${program}`;
    const child = spawn(process.execPath, [...options, "--input-type=module", "-e", code]);
    const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
    return JSON.parse(out);
  };
  const atRest = (collector: string): string => `
      const { exposedCollector, Rest } = await import(module);
      const collect = ${collector};
      let kept = [];
      for (let k = 0; k < 20; k++) kept = Array.from({ length: 200_000 }, (_, i) => ({ i, of: kept[i]?.i }));
      collect({ type: "minor" });
      // half of it filled after the last collection: it counts as new at the first one at rest
      kept = Array.from({ length: 200_000 }, (_, i) => ({ i }));
      const before = young(), end = Date.now() + 60_000;
      new Rest(() => false, () => undefined, collect).begin();
      const look = () => (Date.now() < end && young() > before / 4 ? setTimeout(look, 500) : print([before, young()]));
      look();`;
  const [sizes, ofService, collections] = await Promise.all([
    start(atRest("gc")),
    // as the service: an operator starts it without options
    start(atRest("exposedCollector()"), []),
    start(`
      let collections = 0;
      globalThis.gc = () => collections++;
      const { Rest } = await import(module);
      new Rest(() => true, () => collections++).begin();
      setTimeout(() => print(collections), 7000);`),
  ]);
  for (const [before, after] of [sizes, ofService] as [number, number][]) {
    expect(before).toBeGreaterThan(12);
    expect(after).toBeLessThan(before / 4);
  }
  expect(collections).toBe(0);
});

test("a process at rest frees what was released to the heap's old generation, and no bytes of its own stay", async () => {
  const url = pathToFileURL(path.join(packageRoot, "dist/runtime/engine/between-renders.js")).href;
  const code = `
    const { Rest } = await import(${JSON.stringify(url)});
    const mb = () => process.memoryUsage().arrayBuffers / 2 ** 20;
    const before = mb(), end = Date.now() + 90_000;
    let fonts = new Uint8Array(40 << 20);
    for (let k = 0; k < 3; k++) gc({ type: "minor" });
    new Rest(() => false, () => (fonts = null)).begin();
    const look = () => (Date.now() < end && (fonts || mb() > before + 10) ? setTimeout(look, 500) : console.log(JSON.stringify([!fonts, mb() - before])));
    look();`;
  const child = spawn(process.execPath, [...heapFlags(1024), "--input-type=module", "-e", code]);
  const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
  const [released, more] = JSON.parse(out) as [boolean, number];
  expect(released).toBe(true);
  expect(more).toBeLessThan(10);
});

test("render processes are started with options that Node itself has: others end a Node whose V8 has not got them", () => {
  const names = heapFlags(1024).map((flag) => flag.replace(/=.*/, ""));
  expect(names.filter((name) => !process.allowedNodeEnvironmentFlags.has(name))).toEqual([]);
});

test("all objects of a render process begin young", () => {
  const decisions = (first: string): number => {
    const url = pathToFileURL(path.join(packageRoot, "dist/runtime/engine/between-renders.js")).href;
    const code = `
      import { objectsBeginYoung } from ${JSON.stringify(url)};
      ${first}
      const kept = [];
      const make = (i) => ({ i, more: [i, i + 1] });
      for (let k = 0; k < 60; k++) kept[0] = Array.from({ length: 60_000 }, (_, i) => make(i));`;
    const args = [...heapFlags(1024), "--trace-pretenuring-statistics", "--input-type=module", "-e", code];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.match(/pretenuring/g)?.length ?? 0;
  };
  expect(decisions("")).toBeGreaterThan(0);
  expect(decisions("objectsBeginYoung();")).toBe(0);
});
