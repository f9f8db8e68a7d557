import { beforeAll, describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { renderText } from "../../backends/text/text.js";
import { displayList, rendering } from "../../golden/cases.js";
import { askedText, type Asked } from "../../golden/request-text.js";
import { corpusFile, hasOwnPages } from "../support/corpus.js";
import { haveMutool, havePdfium, havePoppler, mutool, mutoolAhead, pdfium, pdfjs, poppler, popplerStructure } from "../support/readers.js";
import { examples } from "../support/tools.js";

/* The request's texts, whatever the display list: goldens and examples, plain and tagged. */
interface Written {
  readonly name: string;
  readonly request: DocumentRequest;
  readonly asked: readonly Asked[];
  readonly plain: string;
  readonly tagged: string;
}

const written: Written[] = [];

async function write(name: string, request: DocumentRequest): Promise<Written> {
  const [plain, tagged] = [await corpusFile(request, ""), await corpusFile(request, "pdfa-ua1")];
  return { name, request, asked: askedText(request), plain, tagged };
}

const text = (content: string, language = "en", style: object = {}): DocumentRequest =>
  ({
    settings: { metadata: { language, title: "Text" } },
    pages: [{ width: 210, height: 60, elements: [{ type: "text", layout: { left: 10, top: 10 }, content, style }] }],
  }) as unknown as DocumentRequest;

beforeAll(async () => {
  for (const { name, body } of [...rendering().filter(hasOwnPages), ...examples()])
    written.push(await write(name, JSON.parse(new TextDecoder().decode(body)) as DocumentRequest));
});

/** Spaces, invisible characters, composition and hyphens of line ends are not compared. */
const folded = (s: string): string => s.normalize("NFKC").replace(/[\s\p{Cf}\ufe0e\ufe0f\u2010-]+/gu, "");
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function missing({ text: said, forced }: Asked, read: string): readonly string[] {
  if (read.includes(folded(said))) return [];
  // readers differ about characters other than letters and digits in bidirectional lines
  const words = RTL.test(said) || forced ? said.split(/[^\p{L}\p{N}\p{M}]+/u) : said.split(/\s+/);
  return words.map(folded).filter((w) => w !== "" && !read.includes(w));
}

function compare(read: (w: Written) => string, which: (a: Asked, w: Written) => boolean): readonly string[] {
  const out: string[] = [];
  for (const w of written) {
    const found = folded(read(w));
    for (const asked of w.asked.filter((a) => which(a, w)))
      for (const word of missing(asked, found)) out.push(`${w.name}: ${word} of ${asked.text}`);
  }
  return out;
}

/** few letters placed from right to left: pdfium takes them for vertical text */
const TAKEN_FOR_VERTICAL: ReadonlySet<string> = new Set(["table/rtl"]);

describe("each word of a request is found in its PDF", () => {
  const files = (): readonly string[] => written.flatMap((w) => [w.plain, w.tagged]);
  const level = (a: Asked): boolean => !a.cut && !a.turned;
  test.runIf(havePoppler)("poppler", () => {
    expect(compare((w) => poppler(w.plain), level)).toEqual([]);
    expect(compare((w) => poppler(w.tagged), level)).toEqual([]);
  });
  test.runIf(haveMutool)("mutool", () => {
    mutoolAhead(files());
    // it does not reorder lines: content in visual order has text in visual order
    expect(
      compare(
        (w) => mutool(w.plain),
        (a) => !a.cut && !RTL.test(a.text),
      ),
    ).toEqual([]);
    expect(
      compare(
        (w) => mutool(w.tagged),
        (a) => !a.cut && !(a.turned && RTL.test(a.text)),
      ),
    ).toEqual([]);
  });
  test("pdf.js", async () => {
    const plain = new Map<string, string>();
    for (const w of written) for (const file of [w.plain, w.tagged]) plain.set(file, (await pdfjs(file)).plain);
    for (const of of ["plain", "tagged"] as const)
      expect(
        compare(
          (w) => plain.get(w[of])!,
          (a) => !a.cut && !(a.turned && RTL.test(a.text)),
        ),
      ).toEqual([]);
  });
  test.runIf(havePdfium)("pdfium", () => {
    const plain = pdfium(files());
    expect(compare((w) => plain.get(w.plain)!, level)).toEqual([]);
    expect(
      compare(
        (w) => plain.get(w.tagged)!,
        (a, w) => level(a) && !TAKEN_FOR_VERTICAL.has(w.name),
      ),
    ).toEqual([]);
    for (const w of written.filter((x) => TAKEN_FOR_VERTICAL.has(x.name)))
      expect(w.asked.flatMap((a) => missing(a, folded(plain.get(w.tagged)!)))).not.toEqual([]);
  });
});

function disorder({ name, asked }: Written, read: string): string | null {
  const found = folded(read);
  let from = 0;
  let to = 0;
  let chart: Asked["chart"] = null;
  for (const { text: said, chart: its } of asked.filter((a) => a.body && !a.cut)) {
    if (its === null || its !== chart) from = to;
    chart = its;
    const next = found.indexOf(folded(said), from);
    if (next < 0) return `${name}: ${said}`;
    to = Math.max(to, next + folded(said).length);
  }
  return null;
}

/** Poppler reads a page again for each element. Nothing in longer documents is not in shorter ones; the other readers of structure read them. */
const MOST_TEXTS = 40;
const SHORT = 400;

describe("by the structure tree, each line of a request is read whole, from its beginning to its end, in the order of the request", () => {
  test.runIf(havePoppler)("poppler", () => {
    const short = written.filter((w) => w.asked.filter((a) => a.body).length <= MOST_TEXTS);
    expect(short.length).toBeGreaterThan(SHORT);
    expect(short.map((w) => disorder(w, popplerStructure(w.tagged))).filter((w) => w !== null)).toEqual([]);
  });
  test("pdf.js", async () => {
    const out = [];
    // page by page: text beside a table after its end, notes before the continued paragraph
    const apart = ["table/placed-continues", "examples/legal-opinion"];
    for (const w of written.filter((x) => !apart.includes(x.name))) out.push(disorder(w, (await pdfjs(w.tagged)).structure));
    expect(out.filter((w) => w !== null)).toEqual([]);
  });
  test("platen text", async () => {
    const out = [];
    for (const w of written) out.push(disorder(w, renderText(await displayList(new TextEncoder().encode(JSON.stringify(w.request))))));
    expect(out.filter((w) => w !== null)).toEqual([]);
  });
});

/** Readers may omit format characters, never a letter. */
const letters = (s: string): string => s.normalize("NFC").replace(/[\s\p{Cf}]+/gu, "");

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "a hy\u00adphen x",
    "zero\u200bwidth",
    "no\u200cjoin",
    "word\u2060joiner",
    "x\ufeffy",
    "a\u200eb\u200f c",
    "\u200bstart",
    "end\u00ad",
    "e\u034f\u0301x",
    "क्\u200dष क्\u200cष",
    "กำ ไทย",
    "Hello مرحبا بكم world",
    "ᄀᆞᆼ한글 ᄒᆞᆫ글 ᄂᆞᆼ각",
    "漢字\u200bかな",
  ],
  ar: ["مرحبا بكم", "السّلامُ عليكم", "مُحَمَّدٌ رَسُولُ اللَّهِ", "وَٱلضُّحَىٰ", "لا إله", "سطر 2026 ثم abc def"],
  fa: ["می\u200cخواهم", "نمی\u200cدانم"],
  he: ["שלום עולם 123 abc", "בְּרֵאשִׁית בָּרָא"],
};

describe("letters and their order, in every reader, plain and tagged", () => {
  const all = Object.entries(TEXTS).flatMap(([language, texts]) => texts.map((said) => ({ language, said })));
  const files = new Map<string, Written>();
  let inPdfium: ReadonlyMap<string, string> = new Map();

  // each tool once: its start takes longer than a line
  beforeAll(async () => {
    for (const { language, said } of all) files.set(said, await write(said, text(said, language)));
    const both = [...files.values()].flatMap((w) => [w.plain, w.tagged]);
    if (havePdfium) inPdfium = pdfium(both);
    if (haveMutool) mutoolAhead(both);
  });

  test.each(all)("$said", async ({ said }) => {
    const w = files.get(said)!;
    const found = new Map<string, string>();
    const both = /[a-z0-9]/.test(said) && RTL.test(said);
    for (const kind of ["plain", "tagged"] as const) {
      const file = w[kind];
      const { plain, structure } = await pdfjs(file);
      // pdf.js returns the runs of a bidirectional line in visual order
      if (!both) found.set(`pdf.js, ${kind}`, plain);
      if (kind === "tagged") found.set("pdf.js, structure", structure);
      if (havePoppler && !both) found.set(`poppler, ${kind}`, poppler(file));
      if (havePoppler && kind === "tagged") found.set("poppler, structure", popplerStructure(file));
      if (haveMutool && !(kind === "plain" && RTL.test(said)) && !both) found.set(`mutool, ${kind}`, mutool(file));
      if (havePdfium && !both) found.set(`pdfium, ${kind}`, inPdfium.get(file)!);
    }
    const wrong = [...found].map(([reader, got]) => `${reader}: ${letters(got)}`);
    expect(wrong).toEqual([...found.keys()].map((reader) => `${reader}: ${letters(said)}`));
  });

  test.runIf(havePdfium)("pdfium reads lines from the left as they stand in a document of a language from the right", async () => {
    const { plain } = await write("left in right", text("one two three\nfour five", "ar"));
    expect(pdfium([plain]).get(plain)).toBe("one two three\r\nfour five");
  });

  test("pdf.js finds a word whatever soft hyphens it has, and keeps joiners that words are spelled with", async () => {
    const read = async (said: string): Promise<string> =>
      (await pdfjs((await write(`spelled ${said.length}`, text(said))).plain)).plain.trim();
    expect(await read("a hy\u00adphen\u200bated x")).toBe("a hyphenated x");
    expect(await read("क्\u200dष")).toBe("क्\u200dष");
  });
});
