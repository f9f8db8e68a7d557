/*
 * Short form of scripts/siege/siege.mjs: known attacks, with a small document during and after each. Only times allow for other tests on
 * the machine.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

test("a service under siege keeps what it promises", async () => {
  const siege = spawn(process.execPath, [path.join(root, "scripts/siege/siege.mjs"), "--short", "--patience=30"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [siege.stdout, siege.stderr]) stream.on("data", (d: Buffer) => (said += d.toString()));
  const code = await new Promise((resolve) => siege.once("exit", resolve));
  expect(said).toContain("everything promised was kept");
  expect(code).toBe(0);
});
