import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { engine, rendering } from "../../golden/cases.js";
import { PdfFault } from "../../pdf-reader/types.js";
import type { Rect, Word } from "../../compare/facts/facts.js";
import { foreignFiles, profileFiles } from "../pdf-reader/open.js";
import { havePoppler, poppler } from "../support/readers.js";
import { examples, root } from "../support/tools.js";
import { pagesOf } from "./pages-of.js";

/* Words and their places against poppler (DF-8). */

const dir = mkdtempSync(path.join(tmpdir(), "platen-words-"));
const MM = 25.4 / 72;

async function pdfOf(name: string): Promise<string> {
  const all = [...examples(), ...rendering()];
  const { pdf } = await engine.renderLater(all.find((one) => one.name === name)!.body);
  const file = path.join(dir, `${name.replaceAll("/", "-")}.pdf`);
  writeFileSync(file, pdf);
  return file;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&", "#39": "'" };
const plain = (text: string): string => text.replace(/&(#39|[a-z]+);/g, (_, name: string) => ENTITIES[name]!).normalize("NFC");

interface PopplerWord {
  readonly text: string;
  readonly rect: Rect;
}

const BBOX = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/gs;
const wordsWithPlaces = (file: string): readonly (readonly PopplerWord[])[] =>
  poppler(file, "-bbox", "-cropbox")
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(BBOX)].map((m) => ({ text: plain(m[5]!), rect: m.slice(1, 5).map((v) => Number(v) * MM) as unknown as Rect })),
    );

/** Words without their partner of the same text at the same place. */
function unmatched(ours: readonly Word[], theirs: readonly PopplerWord[]): readonly string[] {
  const rest = new Map<string, PopplerWord[]>();
  for (const word of theirs) rest.set(word.text, [...(rest.get(word.text) ?? []), word]);
  const out: string[] = [];
  for (const { text, rect } of ours) {
    const same = rest.get(text) ?? [];
    const at = same.findIndex(
      (word) =>
        Math.abs(word.rect[0] - rect[0]) < 0.5 &&
        Math.abs(word.rect[2] - rect[2]) < 0.5 &&
        (word.rect[1] + word.rect[3]) / 2 > rect[1] &&
        (word.rect[1] + word.rect[3]) / 2 < rect[3],
    );
    if (at < 0) out.push(`ours: ${text}`);
    else same.splice(at, 1);
  }
  return [...out, ...[...rest].flatMap(([text, words]) => words.map(() => `theirs: ${text}`))];
}

const PLACED = [
  "examples/invoice",
  "examples/invoice-india",
  "examples/catalogue",
  "examples/catalogue-grid",
  "examples/notice-japanese",
  "examples/price-list",
  "examples/report-accessible",
  "examples/shipping-label",
  "examples/statement",
  "examples/timetable",
  "text/combining-marks",
  "text/columns",
  "table/equal-columns",
];

/** Letters of a page without blanks, hyphens at line ends and signs of direction. */
const letters = (text: string): string =>
  text.normalize("NFC").replace(/[\s\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]|[^\P{C}]/gu, "");
const sorted = (text: string): string => [...letters(text)].sort().join("");

/** Values of fields without an appearance, words that reach over an edge of the page, and fonts that poppler does not find. */
const OTHERWISE = [
  "pdfium/bug_431824298.pdf",
  "pdfium/bug_455199.pdf",
  "pdfium/bug_861842.pdf",
  "pdfium/bug_889099.pdf",
  "pdfium/combobox_form.pdf",
  "pdfium/cropped_text.pdf",
  "pdfium/freetext_annotation_without_da.pdf",
  "pdfium/pixel__freetext_annotation_without_da.pdf",
  "pdfium/text_form_color.pdf",
  "pdfium/text_form_multiple.pdf",
  "pdfium/text_form_negative_fontsize.pdf",
  "pdf.js/ContentStreamCycleType3insideType3.pdf",
  "pdf.js/bug2055455.pdf",
  "pdf.js/issue10542_reduced.pdf",
  "qpdf/compare-for-test__qtest__compare__diff-data-enc.pdf",
  "qpdf/compare-for-test__qtest__compare__diff-num-objects.pdf",
  "qpdf/compare-for-test__qtest__compare__diff-stream-dict.pdf",
  "qpdf/compare-for-test__qtest__compare__enc1.pdf",
  "qpdf/compare-for-test__qtest__compare__enc2.pdf",
  "qpdf/compare-for-test__qtest__compare__ostream1.pdf",
  "qpdf/compare-for-test__qtest__compare__ostream2.pdf",
  "qpdf/direct-pages.pdf",
  "qpdf/stream-line-enders.pdf",
];

describe.runIf(havePoppler)("words", () => {
  const names = new Set([...examples(), ...rendering()].map(({ name }) => name));

  test.each(PLACED.filter((name) => names.has(name)))("of %s are where poppler has them", async (name) => {
    const file = await pdfOf(name);
    const theirs = wordsWithPlaces(file);
    const pages = await pagesOf(readFileSync(file));
    expect(pages.length).toBe(theirs.length);
    pages.forEach((page, i) => {
      expect(unmatched(page.words, theirs[i]!), `page ${i + 1}`).toEqual([]);
    });
  });

  test("the list of documents is of this repository", () => {
    expect(PLACED.filter((name) => names.has(name)).length).toBeGreaterThan(10);
  });

  test.each(["examples/letter", "examples/columns-newspaper-turkish", "examples/annual-report"])(
    "of %s are joined over hyphens at line ends",
    async (name) => {
      const file = await pdfOf(name);
      const pages = await pagesOf(readFileSync(file));
      const words = new Set(pages.flatMap((page) => page.words.map(({ text }) => text)));
      const broken = [...poppler(file, "-raw").matchAll(/(\p{L}+)\u00ad\n(\p{L}+)/gu)];
      expect(broken.length).toBeGreaterThan(0);
      const missing = broken.filter(([, a, b]) => ![...words].some((word) => word.includes(`${a}${b}`.normalize("NFC"))));
      expect(missing.map(([text]) => text)).toEqual([]);
    },
  );

  test.each(["examples/report-arabic", "examples/columns-arabic", "examples/notice-arabic-english", "flowdoc/direction-notes"])(
    "of %s are in logical order",
    async (name) => {
      if (!names.has(name)) return expect(name).toBe("flowdoc/direction-notes");
      const file = await pdfOf(name);
      const theirs = poppler(file)
        .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
        .normalize("NFC")
        .split(/\s+/);
      const known = new Set(theirs.filter((word) => /^\p{Script=Arabic}{2,}$|^\p{Script=Hebrew}{2,}$/u.test(word)));
      const ours = new Set((await pagesOf(readFileSync(file))).flatMap(({ words }) => words.map(({ text }) => text)));
      expect(known.size).toBeGreaterThan(3);
      // a word that ends in a mark of punctuation is another one for poppler
      expect([...known].filter((word) => ![...ours].some((own) => own.includes(word)))).toEqual([]);
    },
  );

  test("letters of files of others are poppler's", async () => {
    const files = [
      ...[...foreignFiles(), ...profileFiles()].map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, "base64") })),
      { name: "chromium-print", bytes: readFileSync(path.join(root, "tests/pdf-pages/files/chromium-print.pdf")) },
      { name: "libreoffice-letterhead", bytes: readFileSync(path.join(root, "tests/pdf-pages/files/libreoffice-letterhead.pdf")) },
    ];
    const differing: string[] = [];
    let compared = 0;
    for (const { name, bytes } of files) {
      const file = path.join(dir, "foreign.pdf");
      writeFileSync(file, bytes);
      let ours: string;
      try {
        ours = (await pagesOf(bytes)).map(({ words }) => words.map(({ text }) => text).join("")).join("");
      } catch (e) {
        if (e instanceof PdfFault) continue;
        throw e;
      }
      let theirs: string;
      try {
        theirs = poppler(file, "-raw", "-cropbox");
      } catch {
        continue;
      }
      // fonts without Unicode are guesses on both sides
      if (ours.includes("\ufffd") || theirs.includes("\ufffd")) continue;
      compared++;
      if (sorted(ours) !== sorted(theirs)) differing.push(name);
    }
    expect(compared).toBeGreaterThan(600);
    expect(differing).toEqual(OTHERWISE);
  });
});
