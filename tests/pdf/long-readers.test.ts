import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { corpusFile } from "../support/corpus.js";
import { haveMutool, havePdfium, havePoppler, mutool, pdfium, pdfjs, poppler } from "../support/readers.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const EXAMPLES = ["book-chapter", "legal-opinion", "thesis", "manual"] as const;
type Name = (typeof EXAMPLES)[number];

const read = (name: Name): DocumentRequest =>
  JSON.parse(readFileSync(path.join(root, "examples", `${name}.json`), "utf8")) as DocumentRequest;

const CONTENTS: Readonly<Partial<Record<Name, readonly string[]>>> = {
  thesis: [
    "Abstract ii",
    "1 The estuary 1",
    "1.1 The river before it was measured 1",
    "1.2 Pilots, millers and the first tables of high water that could be trusted 2",
    "2 Methods 3",
    "2.1 Gauges 3",
    "2.2 Levelling 4",
    "3 Results 5",
    "3.1 What the pilots knew 6",
    "A Readings of the gauges 7",
    "A.1 Gaps 7",
    "Figure 1: Highest tide of each quarter, in metres 2",
    "Figure 2: Difference between head and mouth, in metres 5",
    "Table 1: Mean high water of the three gauges 4",
  ],
  manual: [
    "1 Before you begin 2",
    "1.1 Parts 2",
    "2 Daily work 2",
    "2.1 The daily record 3",
    "3 Changing the roll 3",
    "4 Faults 4",
    "4.1 The line is flat 4",
    "4.2 The line is torn 4",
  ],
};

const letters = (text: string): string => text.replace(/[\s.\u00ad\u2010-]+/g, "");

function notesOf(request: DocumentRequest): readonly string[] {
  const out: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, source, blocks } = value as { readonly type?: string; readonly source?: string; readonly blocks?: unknown };
    if (type === "markdown") for (const [, note] of source!.matchAll(/^\[\^\w+\]: (.+)$/gm)) out.push(note!);
    if (type === "footnote") out.push([...JSON.stringify(blocks).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join(""));
    else Object.values(value).forEach(walk);
  };
  walk(request);
  return out;
}

const files = new Map(await Promise.all(EXAMPLES.map(async (name) => [name, await corpusFile(read(name), "pdfa-ua1")] as const)));
const fileOf = (name: Name): string => files.get(name)!;

function missing(parts: readonly string[], text: string): readonly string[] {
  const out: string[] = [];
  const all = letters(text);
  let from = 0;
  for (const part of parts) {
    const found = all.indexOf(letters(part), from);
    if (found < 0) out.push(part);
    else from = found + letters(part).length;
  }
  return out;
}

const READERS: readonly (readonly [name: string, have: boolean, text: (file: string) => string | Promise<string>])[] = [
  // file order: its layout takes page numbers for a column
  ["poppler", havePoppler, (file) => poppler(file, "-raw")],
  ["mutool", haveMutool, (file) => mutool(file)],
  ["pdfium", havePdfium, (file) => pdfium([...files.values()]).get(file)!],
  ["pdf.js", true, async (file) => (await pdfjs(file)).plain],
];

describe.each(READERS)("%s", (_name, have, textOf) => {
  test.runIf(have).each(EXAMPLES)("reads notes and contents of %s in order", async (name) => {
    const text = await textOf(fileOf(name));
    const notes = notesOf(read(name)).map((note, i) => `${i + 1} ${note}`);
    expect(missing(notes, text)).toEqual([]);
    expect(missing(CONTENTS[name] ?? [], text)).toEqual([]);
  });
});

test("every example has notes or contents", () => {
  for (const name of EXAMPLES) expect(notesOf(read(name)).length + (CONTENTS[name] ?? []).length).toBeGreaterThan(1);
});

test.runIf(haveVera)("veraPDF finds no fault by PDF/UA-1 and PDF/A-2a", () => {
  expect(faults([...files.values()].flatMap((file) => [{ flavour: "ua1", file } as const, { flavour: "2a", file } as const]))).toEqual([]);
});
