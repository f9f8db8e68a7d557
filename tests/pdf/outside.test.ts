import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { displayList, engine, rendering } from "../../golden/cases.js";
import { handMade } from "../../golden/pretty.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { IrDocument, Op } from "../../ir/ir.js";
import { corpusFile, hasOwnPages } from "../support/corpus.js";
import { examples, has, needs } from "../support/tools.js";
import { mutoolAhead, poppler } from "../support/readers.js";
import { ranOn } from "../support/verdicts.js";
import { faults, FLAVOURS, haveVera, REQUESTED } from "../support/verapdf.js";

/* Every rendering golden and example, plain and in every profile: veraPDF, qpdf, poppler, mutool. */
interface Written {
  readonly name: string;
  readonly plain: string;
  readonly tagged: string;
  readonly all: readonly { readonly flavour: string; readonly file: string }[];
  readonly doc: IrDocument;
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-outside-"));
const bodies: readonly { readonly name: string; readonly body: Uint8Array }[] = [...rendering().filter(hasOwnPages), ...examples()];
const written: Written[] = [];

/**
 * differ in identification only: every fourth document has one in turn. veraPDF's rules of each are among PDF/A-2a's, except for embedded
 * files, absent here
 */
const ALIKE = ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"] as const;
type Profile = keyof typeof FLAVOURS;
const isAlike = (p: Profile): boolean => (ALIKE as readonly Profile[]).includes(p);
const profilesOf = (index: number): Profile[] => {
  const alike = index % 4 === 0 ? ALIKE[(index / 4) % ALIKE.length] : null;
  return REQUESTED.filter((p) => p === alike || !isAlike(p));
};

beforeAll(async () => {
  for (const [index, { name, body }] of bodies.entries()) {
    const request = JSON.parse(new TextDecoder().decode(body)) as DocumentRequest;
    // encryption: security.test.ts
    const plain = await corpusFile(request, "");
    const all = [];
    for (const profile of profilesOf(index)) {
      const flavours = FLAVOURS[profile];
      try {
        const to = await corpusFile(request, profile);
        for (const flavour of flavours) all.push({ flavour, file: to });
      } catch (e) {
        if (!(e instanceof RenderError && e.code === "API-502" && profile === "pdfa-1b" && /transparency|a lock/.test(e.message))) throw e;
      }
    }
    written.push({ name, plain, tagged: await corpusFile(request, "pdfa-ua1"), all, doc: await displayList(body) });
  }
  for (const { name, doc, blobs } of handMade.filter((h) => !h.name.startsWith("refused-"))) {
    const file = path.join(dir, `ir_${name}.pdf`);
    writeFileSync(file, engine.write(doc, blobs).pdf);
    const all = doc.profile === null ? [] : FLAVOURS[doc.profile].map((flavour) => ({ flavour, file }));
    written.push({ name: `ir/${name}`, plain: file, tagged: file, all, doc });
  }
});

const haveQpdf = needs("qpdf", has("qpdf"));
const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext"));
const haveMutool = needs("mutool (mupdf-tools)", has("mutool"));

describe("veraPDF", () => {
  test.runIf(haveVera)("every document is valid in every profile it can have", () => {
    const files = written.flatMap((w) => w.all);
    expect(files.filter((f) => f.flavour === "1b").length).toBeGreaterThan(written.length / 2);
    expect(faults(files)).toEqual([]);
  });

  test("alike profiles differ in their identification only", async () => {
    const unnamed = (pdf: Buffer): string =>
      pdf
        .toString("latin1")
        .replace(/<pdfaid:part>\d<\/pdfaid:part>|<pdfaid:conformance>\w<\/pdfaid:conformance>|\/ID\[.*?\]/gs, "")
        .replace(/<xmpMM:\w+>.*?<\/xmpMM:\w+>/gs, "");
    for (const { name, body } of bodies.filter((_, i) => i % 24 === 0)) {
      const request = JSON.parse(new TextDecoder().decode(body)) as DocumentRequest;
      const files = await Promise.all(ALIKE.map((profile) => corpusFile(request, profile)));
      const [first, ...others] = files.map((file) => unnamed(readFileSync(file)));
      expect(first!.length, name).toBeGreaterThan(1000);
      for (const other of others) expect(other === first, name).toBe(true);
    }
  });
});

const apartOf = (w: Written): readonly string[] => [w.plain, ...w.all.filter((f) => /^(1b|4|2a,ua1)$/.test(f.flavour)).map((f) => f.file)];
const apart = (): readonly string[] => written.flatMap(apartOf);

describe("qpdf --check", () => {
  test.runIf(haveQpdf)("every file is clean", () => {
    for (const file of apart()) {
      const { status, stdout, stderr } = ranOn(file, "qpdf", "--check", file);
      expect(`${file} ${status} ${stderr}`).toBe(`${file} 0 `);
      expect(stdout).toContain("No syntax or stream encoding errors found");
    }
  });
});

/** To the character; requests: readers.test.ts. Top to bottom, runs in reading order. */
function saidLines(doc: IrDocument): string[][] {
  return doc.pages.map((page) => {
    const lines: { readonly y: number; text: string }[] = [];
    const go = (ops: readonly Op[]): void => {
      for (const op of ops) {
        if (op.op === "glyphs") lines.push({ y: op.y, text: op.text });
        else if (op.op === "group" || op.op === "mark") go(op.children);
      }
    };
    go(page.ops);
    return lines.map((l) => l.text);
  });
}

const folded = (text: string): string => text.normalize("NFC").replace(/[\s\p{Cf}]+/gu, "");
const counted = (text: string): string => [...folded(text)].sort().join("");
const clips = (ops: readonly Op[]): boolean =>
  ops.some((op) => (op.op === "group" && op.clip !== null) || ("children" in op && clips(op.children)));
const slants = (ops: readonly Op[]): boolean =>
  ops.some(
    (op) =>
      ("children" in op && slants(op.children)) || (op.op === "group" && op.transform !== null && op.transform[0] * op.transform[1] !== 0),
  );
/** Right-to-left letters: a reader without reordering reverses their runs. */
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Tiles of a watermark are cut by the page, and readers omit text off the page. */
const cutByThePage = (name: string): boolean => /^watermark\/.*tile$/.test(name);

function compare(doc: IrDocument, extracted: string, name: string, reorders: boolean): void {
  // readers differ about texts of fields' looks: tests/forms asks for values
  if (cutByThePage(name) || doc.form !== undefined) return;
  const pages = extracted.split("\f").slice(0, doc.pages.length);
  saidLines(doc).forEach((runs, i) => {
    const where = `${name}, page ${i + 1}`;
    const found = pages[i] ?? "";
    expect(`${where}: ${counted(found)}`).toBe(`${where}: ${counted(runs.join(""))}`);
    for (const run of runs) {
      // among right-to-left runs, one of punctuation only or with brackets at its ends, which take the direction of the line
      const bracketed = /^[^\p{L}\p{N}]*$|^\(.*\)$/u.test(run);
      const mixed = RTL.test(run) || (RTL.test(runs.join("")) && bracketed);
      if (!reorders && mixed) continue;
      // readers differ about punctuation in bidirectional lines: only words are compared
      const wanted = mixed ? run.split(/[^\p{L}\p{N}\p{M}\u200c\u200d]+/u) : [run];
      for (const want of wanted.map(folded)) if (!folded(found).includes(want)) expect(`${where}: ${folded(found)}`).toContain(want);
    }
  });
}

/** Poppler's reading order drops hyphens at line ends, its layout mode does not; slanted lines are whole in content order only. */
const order = (w: Written): readonly string[] => (w.doc.pages.some((p) => slants(p.ops)) ? ["-raw"] : ["-layout"]);

describe("read without a warning", () => {
  const complaints = (file: string, tool: string, ...args: readonly string[]): string[] =>
    ranOn(file, tool, ...args)
      .stderr.split("\n")
      // printed for every file by a mutool built without colour management
      .filter((line) => line !== "" && line !== "warning: ICC support is not available");
  test.runIf(havePoppler)("poppler", () => {
    // the answer for a tagged file has its text too
    const asked = written.flatMap((w) => apartOf(w).map((file) => ({ file, options: file === w.tagged ? order(w) : [] })));
    const found = asked.flatMap(({ file, options }) =>
      complaints(file, "pdftotext", ...options, file, "-").map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });
  test.runIf(haveMutool)("mutool", () => {
    mutoolAhead(apart());
    expect(
      apart().flatMap((file) => complaints(file, "mutool", "draw", "-q", "-F", "txt", file).map((line) => `${file}: ${line}`)),
    ).toEqual([]);
  });
});

describe("extracted text equals the input", () => {
  test.runIf(havePoppler)("poppler", () => {
    for (const w of written) compare(w.doc, poppler(w.tagged, ...order(w)), w.name, true);
  });
  test.runIf(haveMutool)("mutool", () => {
    // mutool reads visible text only: clipped text is compared with poppler
    const whole = written.filter((x) => !x.doc.pages.some((p) => clips(p.ops)));
    mutoolAhead(whole.map((w) => w.tagged));
    for (const w of whole) compare(w.doc, ranOn(w.tagged, "mutool", "draw", "-q", "-F", "txt", w.tagged).stdout, w.name, false);
  });
});
