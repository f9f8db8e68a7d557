import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { patched, valueAt } from "../../compiler/core/patch.js";
import type { Finding } from "../../runtime/errors/findings.js";
import { checked as findingsOf } from "./mistakes.js";

/* Suggestions as patches (R20, R21). */

const bodies = readFileSync(path.join(import.meta.dirname, "mistakes.txt"), "utf8")
  .trimEnd()
  .split("\n\n")
  .flatMap((paragraph) => {
    const lines = paragraph.split("\n");
    if (!lines.some((l) => l.startsWith(">") && l.includes(": did you mean "))) return [];
    const shown = lines.filter((l) => !l.startsWith(">")).join("\n");
    return [shown.startsWith("request") ? shown.replace(/^request\s/, "") : `{"pages": [{"size": "a6", "elements": [\n${shown}\n]}]}`];
  });

const isSuggestion = (f: Finding): boolean => f.message.slice(f.message.indexOf(": ")).startsWith(": did you mean ");

test("the patch of each suggestion mends it", async () => {
  const faults: string[] = [];
  let mended = 0;
  for (const body of bodies) {
    for (const finding of (await findingsOf(body)).filter(isSuggestion)) {
      if (!finding.patch) {
        const [holder = "", field = ""] = [finding.path.slice(0, finding.path.lastIndexOf("/")), finding.suggestion];
        const steps = [...holder.split("/").slice(1), ...field.split(".")];
        if (valueAt(JSON.parse(body), steps) !== undefined) continue;
        faults.push(`no patch: ${finding.message}`);
        continue;
      }
      const after = await findingsOf(JSON.stringify(patched(JSON.parse(body), finding.patch)));
      mended++;
      const same = after.filter((f) => f.path === finding.path && f.message !== "");
      if (same.length > 0) faults.push(`${JSON.stringify(finding.patch)} of ${finding.message}: ${same[0]!.message}`);
    }
  }
  expect(faults).toEqual([]);
  expect(mended).toBeGreaterThan(90);
});

const page = (element: object): object => ({ pages: [{ size: "a6", elements: [element] }] });
const text = (fields: object): object => page({ type: "text", layout: { left: 10, top: 10 }, content: "Hi", ...fields });
const element = "/pages/0/elements/0";

/** Requests as meant, written by hand. */
test.each<readonly [string, object, object]>([
  ["a switch", text({ style: { italic: true } }), text({ style: { font_style: "italic" } })],
  ["a switch that is off", text({ style: { underline: false } }), text({ style: {} })],
  ["a line under text", text({ style: { underline: true } }), text({ style: { decoration: { lines: ["underline"] } } })],
  [
    "a colour where a fill is meant",
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, background: "#FF000080" }),
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, fill: { color: "#FF0000", opacity: 0.502 } }),
  ],
  [
    "an opacity from 0 to 1 of what is there",
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, fill: { color: "rgba(0, 0, 255, 50%)", opacity: 0.5 } }),
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, fill: { color: "#0000FF", opacity: 0.25 } }),
  ],
  [
    "a transparency",
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, fill: { color: "#FF0000", transparency: 0.3 } }),
    page({ type: "rect", layout: { left: 1, top: 1 }, width: 9, height: 9, fill: { color: "#FF0000", opacity: 0.7 } }),
  ],
  [
    "spans, some of them strings",
    text({ content: ["a word that is longer than forty characters of a message", { text: "b" }] }),
    text({ content: { spans: [{ text: "a word that is longer than forty characters of a message" }, { text: "b" }] } }),
  ],
  [
    "rows in the order of the columns",
    page({ ...table(), rows: [["Tea", 2], ["Rice"]] }),
    page({ ...table(), rows: [{ a: "Tea", b: 2 }, ["Rice"]] }),
  ],
  ["a key that a pointer escapes", page({ ...table(), rows: [{ "a/b~": 1 }] }), page({ ...table(), rows: [{ "a/b~": 1 }] })],
])("%s is mended as meant", async (_, sent, meant) => {
  const [first] = (await findingsOf(JSON.stringify(sent))).filter(isSuggestion);
  expect(first?.patch === undefined ? sent : patched(sent, first.patch)).toEqual(meant);
});

function table(): object {
  const columns = ["a", "b"].map((key) => ({ key, width: { mode: "fixed", value: 20 } }));
  return { type: "table", layout: { left: 1, top: 1 }, columns, pagination: { row_min_height: 5 } };
}

test("there is no patch where the field that is meant is there", async () => {
  const found = await findingsOf(JSON.stringify(text({ text: "Ho" })));
  expect(found.map((f) => [f.path, f.suggestion, f.patch])).toEqual([[`${element}/text`, "content", undefined]]);
});
