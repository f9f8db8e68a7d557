// Typst 0.15 (PyPI `typst`; PYTHON names the interpreter) in a Python process, which times its renders. Symbols, drawings and texts are
// made before.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { bookOf } from "../book.mjs";
import { FILES, READY, TAGGED } from "./typst.mjs";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-typst15-"));
process.on("exit", () => fs.rmSync(dir, { recursive: true, force: true }));
const given = path.join(dir, "given.json");
const made = path.join(dir, "made.pdf");

let child;
let answers;
function start(doc) {
  const root = path.join(import.meta.dirname, "..");
  const fonts = [...new Set(FILES.filter((f) => fs.existsSync(f)).map((f) => path.dirname(f)))];
  const about = { doc, dir, root, fonts, tagged: TAGGED.includes(doc), given, made };
  child = spawn(process.env.PYTHON ?? "python3", [path.join(import.meta.dirname, "typst15.py"), JSON.stringify(about)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  answers = createInterface(child.stdout)[Symbol.asyncIterator]();
}

const plain = (doc, data) => Buffer.from(JSON.stringify(doc === "book" ? bookOf(data) : data));
export const prepare = (doc, data) => READY[doc]?.(plain(doc, data)) ?? plain(doc, data);

let ms = 0;
/** ms and bytes of memory of the latest render. */
export const elapsed = () => ms;
let peakMB = 0;
export const peak = () => peakMB;

export async function render(doc, body) {
  if (!child) start(doc);
  fs.writeFileSync(given, body);
  child.stdin.write("render\n");
  const { value, done } = await answers.next();
  if (done) throw new Error(`typst 0.15 could not compile ${doc}`);
  ({ ms, peakMB } = JSON.parse(value));
  return fs.readFileSync(made);
}
export const close = () => child?.stdin.end();
