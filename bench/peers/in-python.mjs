// A peer in a Python process (PYTHON names the interpreter), which times its renders: a line of standard input each, whose answer is a line of JSON.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

/** @param script file beside this one; @param aboutOf what it has to know of a document; @param prepare body of a render, from its data */
export function inPython(script, aboutOf, prepare) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-peer-"));
  process.on("exit", () => fs.rmSync(dir, { recursive: true, force: true }));
  const given = path.join(dir, "given.json");
  const made = path.join(dir, "made.pdf");
  let child;
  let answers;
  let latest = { ms: 0, cpu: 0, peakMB: 0 };
  const start = (doc) => {
    const about = { ...aboutOf(doc), doc, dir, given, made, root: path.join(import.meta.dirname, "..") };
    child = spawn(process.env.PYTHON ?? "python3", [path.join(import.meta.dirname, script), JSON.stringify(about)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  };
  return {
    prepare,
    /** ms, and bytes of memory, of the latest render. */
    elapsed: () => latest.ms,
    cpu: () => latest.cpu,
    peak: () => latest.peakMB,
    async render(doc, body) {
      if (!child) start(doc);
      fs.writeFileSync(given, body);
      child.stdin.write("render\n");
      const { value, done } = await answers.next();
      if (done) throw new Error(`${script} could not render ${doc}`);
      latest = JSON.parse(value);
      return fs.readFileSync(made);
    },
    close: () => child?.stdin.end(),
  };
}
