import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Engine } from "../../runtime/render/engine.js";
import { renderNow } from "../support/at-once.js";
import { haveMutool, havePoppler, mutool } from "../support/readers.js";

/* Characters that Unicode says are never drawn: poppler draws nothing for them, and the text that they stand in is whole. */

const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-unseen-"));
function rendered(content: string, language = "en"): string {
  const file = path.join(dir, `${Buffer.from(content).toString("hex").slice(0, 60)}.pdf`);
  const element = { type: "text", layout: { left: 8, top: 8 }, style: { font_size: 14 }, content };
  writeFileSync(
    file,
    renderNow(engine, { settings: { metadata: { language } }, pages: [{ width: 100, height: 40, elements: [element] }] }).pdf,
  );
  return file;
}
/** Whether poppler draws anything on the page. */
function isBlank(file: string): boolean {
  const { stdout } = spawnSync("pdftoppm", ["-r", "72", "-gray", file], { maxBuffer: 1 << 26 });
  const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString("latin1"))!;
  const pixels = stdout.subarray(header[0].length);
  expect(pixels.length).toBe(Number(header[1]) * Number(header[2]));
  return pixels.every((value) => value === 255);
}

const UNSEEN = [
  "\u3164",
  "\u115f",
  "\u1160",
  "\u115f\u1160",
  "\uffa0",
  "\u034f",
  "\u17b4\u17b5",
  "\u180b",
  "\u2065",
  "\u200b",
  "\u2060",
  "\ufe0f",
  "\ufff0",
  "\u{1bca0}",
  "\u{1d173}",
  "\u{e0041}",
];

test.runIf(havePoppler).each(UNSEEN.map((s) => [[...s].map((c) => `U+${c.codePointAt(0)!.toString(16).toUpperCase()}`).join(" "), s]))(
  "%s",
  (_, unseen) => {
    expect(isBlank(rendered("x"))).toBe(false);
    for (const text of [unseen, `${unseen}${unseen}`, ` ${unseen} `]) expect(isBlank(rendered(text)), text).toBe(true);
  },
);

test.runIf(haveMutool)("stay in the text", () => {
  for (const unseen of UNSEEN)
    for (const text of [`user${unseen}name`, `a ${unseen} b`, `a ${unseen}| b`])
      expect(mutool(rendered(text)).trim().normalize("NFC"), JSON.stringify(text)).toBe(text.normalize("NFC"));
});
