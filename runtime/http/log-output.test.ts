import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { LogOutput } from "./log-output.js";

test("lines that nobody reads are dropped beyond a bound, and the log says how many", () => {
  const read: string[] = [];
  const waiting: (() => void)[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (line: string, _, done) => void waiting.push(() => (read.push(line), done())),
  });
  const output = new LogOutput(stream, 300);
  const said = Array.from({ length: 9 }, (_, i) => `${`line ${i}`.padEnd(99)}\n`);
  for (const line of said) output.write(line);
  while (waiting.length > 0) waiting.shift()!();
  output.write("after\n");
  output.write("and after\n");
  while (waiting.length > 0) waiting.shift()!();
  expect(read.slice(0, 4)).toEqual(said.slice(0, 4));
  expect(read).toHaveLength(7);
  expect(JSON.parse(read[4]!)).toMatchObject({ level: 40, lines: 5, msg: "lines of the log were dropped, as they were not read" });
  expect(read.slice(5)).toEqual(["after\n", "and after\n"]);
});

test("a stream that fails takes nothing with it", async () => {
  const output = new LogOutput(new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) }));
  for (let i = 0; i < 3; i++) output.write("a line\n");
  await output.flush(10);
  await new Promise((r) => setTimeout(r, 10));
  output.write("a line\n");
});
