import { describe, expect, test } from "vitest";
import { PageContents } from "../../pdf-reader/page/page.js";
import { Judge } from "../../pdf-reader/judge/judge.js";
import { PdfFault, PdfRef, PdfStream, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { runs } from "../support/runs.js";
import { foreignFiles, open, profileFiles } from "./open.js";

/* PDFium, pdf.js, qpdf, veraPDF (data/README.md): opened, or refused by name, with any bytes. */
function readAll(file: PdfFile): void {
  const contents = new PageContents(file);
  const judge = new Judge(file, { part: 2, unicode: true });
  for (let n = 1; n <= Math.min(3, file.pageCount); n++) {
    const page = file.page(n);
    contents.content(page, "drop");
    const seen = new Set<number>();
    const rest: PdfObject[] = [page.resources, ...contents.appearances(page).map(({ form }) => form)];
    for (let next; (next = rest.pop()) !== undefined && seen.size < 300;) {
      if (next instanceof PdfRef) {
        if (!seen.has(next.num)) rest.push(file.get(next));
        seen.add(next.num);
      } else if (next instanceof PdfStream) {
        contents.form(next, page.resources, "keep");
        for (const value of next.dict.values()) rest.push(value);
      } else if (next instanceof Map || Array.isArray(next)) for (const value of next.values() as Iterable<PdfObject>) rest.push(value);
    }
    judge.page(page);
  }
}

/** Null if read. */
function refusal(bytes: Uint8Array): string | null {
  try {
    readAll(open(bytes));
    return null;
  } catch (e) {
    if (e instanceof PdfFault) return e.message;
    throw e;
  }
}

const files = foreignFiles().map((f) => ({ ...f, bytes: Buffer.from(f.base64, "base64") }));

/** `/Count` is wrong in these: both tools believe it, the tree has other pages. */
const COUNTS: ReadonlySet<string> = new Set(
  "pdfium/bug_216.pdf pdfium/document_aactions.pdf pdfium/named_dests_old_style.pdf pdfium/unsupported_feature.pdf pdf.js/Pages-tree-refs.pdf".split(
    " ",
  ),
);

describe("files of other projects", () => {
  test("have the pages that qpdf and poppler find", () => {
    const differing = files
      .filter(({ name, pages }) => pages !== null && pages > 0 && !COUNTS.has(name))
      .flatMap(({ name, pages, bytes }) => {
        try {
          const { pageCount } = open(bytes);
          return pageCount === pages ? [] : [`${name}: ${pageCount}, not ${pages}`];
        } catch (e) {
          return [`${name}: ${String(e)}`];
        }
      });
    expect(differing).toEqual([
      "pdfium/bug_544880.pdf: Error: the PDF file has no page that can be read",
      "pdfium/pixel__direct_content_stream.pdf: Error: the PDF file has no page that can be read",
      // no header
      "pdf.js/bug1606566.pdf: Error: the PDF file has no %PDF- in its first 1024 bytes",
      "pdf.js/issue15893_reduced.pdf: Error: the PDF file needs a password: only files that open without one can be read",
      "pdf.js/poppler-937-0-fuzzed.pdf: Error: the PDF file has no page that can be read",
    ]);
  });
  test("are read, or refused by name", () => {
    const reasons = new Map<string, number>();
    for (const { bytes } of files) {
      const reason = (refusal(bytes) ?? "read").replace(/\d+/g, "N");
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect([...reasons.keys()].sort()).toEqual([
      "read",
      "the PDF file has no %PDF- in its first N bytes",
      "the PDF file has no page that can be read",
      "the PDF file needs a password: only files that open without one can be read",
    ]);
    expect(reasons.get("read")).toBeGreaterThan(600);
  });
});

const WORDS = [
  "obj",
  "endobj",
  "stream",
  "endstream",
  "<<",
  ">>",
  "[",
  "]",
  "/Length 999999",
  "/Kids",
  "/Prev 0",
  "0 R",
  "-1",
  "xref",
  "trailer",
];

test("changed bytes are read, or refused by name", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  const all = [...files.map((f) => f.bytes), ...profileFiles().map((f) => Buffer.from(f.base64, "base64"))];
  for (let i = 0; i < runs(500); i++) {
    let bytes = Buffer.from(all[random(all.length)]!);
    for (let changes = 1 + random(20); changes > 0 && bytes.length > 20; changes--) {
      const at = 8 + random(bytes.length - 8);
      const kind = random(10);
      if (kind < 4) bytes[at] = random(256);
      else if (kind < 6) bytes.write(WORDS[random(WORDS.length)]!, at, "latin1");
      else if (kind < 7) bytes = bytes.subarray(0, Math.max(20, bytes.length - random(bytes.length / 10)));
      else if (kind < 8) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(50))]);
      else {
        const digit = bytes.subarray(at).findIndex((c) => c >= 48 && c <= 57);
        if (digit >= 0) bytes[at + digit] = 48 + random(10);
      }
    }
    refusal(bytes);
  }
});
