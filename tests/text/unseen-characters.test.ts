import { expect, test } from "vitest";
import { drawn } from "../support/drawn.js";
import { page, text } from "../support/page.js";
import { rendered } from "../support/pdf.js";
import { haveMutool, havePoppler, mutool } from "../support/readers.js";

/* Never drawn, by Unicode: text is whole. */

const said = (content: string): string => rendered(page(text(content, { style: { font_size: 14 } }), { width: 100, height: 40 }));
function isBlank(file: string): boolean {
  const pages = drawn(file, "-r", "72", "-gray");
  expect(pages.length).toBe(1);
  return pages[0]!.data.every((value) => value === 255);
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
    expect(isBlank(said("x"))).toBe(false);
    for (const content of [unseen, `${unseen}${unseen}`, ` ${unseen} `]) expect(isBlank(said(content)), content).toBe(true);
  },
);

test.runIf(haveMutool)("stay in the text", () => {
  for (const unseen of UNSEEN)
    for (const content of [`user${unseen}name`, `a ${unseen} b`, `a ${unseen}| b`])
      expect(mutool(said(content)).trim().normalize("NFC"), JSON.stringify(content)).toBe(content.normalize("NFC"));
});
