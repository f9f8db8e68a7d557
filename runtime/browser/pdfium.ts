import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { PdfiumProgram } from "../pictures/pdfium.js";
import type { Files } from "./files.js";

/** @param folder `dist` of the package @throws RenderError API-503 */
export async function pdfiumProgram(files: Files, folder: string): Promise<PdfiumProgram> {
  const script = new URL("index.browser.js", folder).href;
  const [module, wasm] = await Promise.all([
    import(script).catch(() => fail("API-503", "file-fetch", ROOT, `the file index.browser.js cannot be fetched (${script})`)),
    files.bytes(new URL("pdfium.wasm", folder).href, "file"),
  ]);
  return { init: module.init, wasm };
}
