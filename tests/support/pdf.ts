import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Engine } from "../../runtime/engine/engine.js";
import { renderNow } from "./at-once.js";

export const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-pdf-"));
let made = 0;

export function fileOf(pdf: Uint8Array): string {
  const file = path.join(dir, `${made++}.pdf`);
  writeFileSync(file, pdf);
  return file;
}

/** Without pictures. */
const pdfNow = (request: object): Uint8Array => renderNow(engine, request).pdf;

export const rendered = (request: object): string => fileOf(pdfNow(request));

export const pdfOf = async (request: object): Promise<Uint8Array> => (await engine.renderLater(request)).pdf;
