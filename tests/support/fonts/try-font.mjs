/* Loads fonts of the parent and sets its document. A process, as crashes cannot be caught. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const { Engine } = await import("../../../dist/runtime/engine/engine.js");
const { FontError, fontStore } = await import("../../../dist/runtime/fonts/font-files.js");
const { RenderError } = await import("../../../dist/compiler/core/fail.js");
const dir = mkdtempSync(path.join(tmpdir(), "platen-font-"));
process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
process.on("disconnect", () => process.exit());

/** [outcome, message] */
async function outcome({ bytes, requests }) {
  writeFileSync(path.join(dir, "face.ttf"), bytes);
  let engine;
  try {
    engine = new Engine(fontStore(dir));
  } catch (e) {
    return [e instanceof FontError ? "refused" : "broken", e instanceof FontError ? e.message : String(e?.stack)];
  }
  const said = [];
  for (const request of requests) {
    try {
      const { pdf } = await engine.renderLater(request);
      said.push(pdf.length > 500 ? "rendered" : "empty");
    } catch (e) {
      if (!(e instanceof RenderError)) return ["broken", String(e?.stack)];
      said.push(`${e.code} ${e.message}`);
    }
  }
  return [said.every((s) => s === "rendered") ? "rendered" : "failed", said.join("; ")];
}

process.on("message", (asked) => void outcome(asked).then((said) => process.send(said)));
process.send("ready");
