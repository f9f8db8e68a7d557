import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { packageRoot } from "../package.js";

/** Runs a program with the functions of the built file, in a process that is started as render processes are; what it prints, as JSON. */
function run(program: string): unknown {
  const url = pathToFileURL(path.join(packageRoot, "dist/runtime/render/between-renders.js")).href;
  const code = `
    import { getHeapStatistics } from "node:v8";
    import { collectBetweenRenders } from ${JSON.stringify(url)};
    const used = () => getHeapStatistics().used_heap_size / 2 ** 20;
    const garbage = () => Array.from({ length: 200_000 }, (_, i) => ({ i, text: "x" + i }));
    ${program}`;
  // as large from the start as it is in a process that has rendered something
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
