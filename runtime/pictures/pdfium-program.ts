import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PDFIUM_PACKAGE, type PdfiumProgram } from "./pdfium.js";

const require = createRequire(import.meta.url);

export function pdfiumProgram(): PdfiumProgram | null {
  let wasm: string;
  try {
    wasm = require.resolve(`${PDFIUM_PACKAGE}/pdfium.wasm`);
  } catch {
    return null;
  }
  const { init } = require(PDFIUM_PACKAGE) as Pick<PdfiumProgram, "init">;
  return { init, wasm: readFileSync(wasm) };
}
