// Typst 0.15 (PyPI `typst`). Symbols, drawings and texts are made before.
import fs from "node:fs";
import path from "node:path";
import { bookOf } from "../book.mjs";
import { inPython } from "./in-python.mjs";
import { FILES, READY, TAGGED } from "./typst.mjs";

const plain = (doc, data) => Buffer.from(JSON.stringify(doc === "book" ? bookOf(data) : data));

export const { prepare, render, elapsed, cpu, peak, close } = inPython(
  "typst15.py",
  (doc) => ({ fonts: [...new Set(FILES.filter((f) => fs.existsSync(f)).map((f) => path.dirname(f)))], tagged: TAGGED.includes(doc) }),
  (doc, data) => READY[doc]?.(plain(doc, data)) ?? plain(doc, data),
);
