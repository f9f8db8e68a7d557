import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { factsOf } from "../../compare/facts/document.js";
import { accessibleFiles, open } from "../pdf-reader/open.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { havePoppler } from "../support/readers.js";
import { ran } from "../support/started.js";
import { examples } from "../support/tools.js";
import { elementsOf } from "./facts-of.js";

/* Roles and texts of elements are those that `pdfinfo -struct-text` shows. */

const tools = { sha256: (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex") };
const NAMES = ["book-chapter", "contract-clauses", "manual", "report-accessible", "report-arabic", "thesis"];

/** Without blanks, which poppler sets by distances. */
const plain = (text: string): string => text.replace(/\s+/g, "");

async function byUs(pdf: Uint8Array): Promise<readonly string[]> {
  const whole = await factsOf(open(pdf), tools).whole();
  return elementsOf(whole).map(({ tag }) => `${tag.role} ${plain(tag.text)}`);
}

/** Elements, then their texts in quotes, indented; attributes begin with a solidus. */
function byPoppler(pdf: Uint8Array): readonly string[] {
  const { stdout } = ran("pdfinfo", "-struct-text", fileOf(pdf));
  const all: { readonly role: string; text: string }[] = [];
  const open: (typeof all)[number][] = [];
  for (const [, indent = "", line = ""] of stdout.matchAll(/^( *)(.+)$/gm)) {
    const level = indent.length / 2;
    const text = /^"(.*)"$/.exec(line);
    if (text) open[level - 1]!.text += plain(text[1]!);
    else if (!/^(?:\/|Object )/.test(line)) all.push((open[level] = { role: /^\w+/.exec(line)![0], text: "" }));
  }
  return all.map(({ role, text }) => `${role} ${text}`);
}

describe.runIf(havePoppler)("elements", () => {
  test.each(examples().filter(({ name }) => NAMES.some((n) => name === `examples/${n}`)))("of $name", async ({ body }) => {
    const pdf = await pdfOf(JSON.parse(new TextDecoder().decode(body)) as object);
    const found = await byUs(pdf);
    expect(found.length).toBeGreaterThan(30);
    expect(found).toEqual(byPoppler(pdf));
  });

  test("of files of others", async () => {
    let compared = 0;
    for (const { name, bytes } of accessibleFiles()) {
      const found = await byUs(bytes);
      if (found.length === 0) continue;
      expect(found, name).toEqual(byPoppler(bytes));
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});
