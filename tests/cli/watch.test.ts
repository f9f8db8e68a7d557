import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { heavy, SMALLEST } from "../support/service.js";
import { root } from "../support/tools.js";

const cli = path.join(root, "dist/runtime/cli/cli.js");

test("a file that changes while --watch renders it for the first time is rendered again", async () => {
  const dir = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-watch-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [input, pdf] = [path.join(dir, "long.json"), path.join(dir, "long.pdf")];
  writeFileSync(input, heavy(2000));
  const lines: string[] = [];
  const child = spawn(process.execPath, [cli, "render", input, "--watch"], { cwd: dir });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stderr.on("data", (d: Buffer) => lines.push(...d.toString().trimEnd().split("\n")));
  await pause(900);
  writeFileSync(input, SMALLEST);
  await vi.waitFor(() => expect(lines.join("\n")).toMatch(/long\.pdf: 1 page, /), { timeout: 200_000, interval: 50 });
  expect(existsSync(pdf) && readFileSync(pdf).length).toBeLessThan(30_000);
});

test("a failure under --watch is told with the file's line and column, as without", async () => {
  const dir = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-watch-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const input = path.join(dir, "a.json");
  writeFileSync(input, SMALLEST);
  let told = "";
  const child = spawn(process.execPath, [cli, "render", "a.json", "--watch"], { cwd: dir });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stderr.on("data", (d: Buffer) => void (told += d.toString()));
  await vi.waitFor(() => expect(told).toContain("a.pdf: 1 page"), { timeout: 100_000, interval: 50 });
  writeFileSync(input, '{"pages":\n  [{"size": "a7", "elements": []}]}');
  await vi.waitFor(() => expect(told).toMatch(/^\d\d:\d\d:\d\d API-001 pages\[0\].size \(a\.json:2:13\): /m), {
    timeout: 100_000,
    interval: 50,
  });
  writeFileSync(input, '{"pages":\n [');
  await vi.waitFor(() => expect(told).toMatch(/^\d\d:\d\d:\d\d API-001 .*a\.json:2:\d+/m), { timeout: 100_000, interval: 50 });
});
