import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { steps } from "../../base/steps.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { displayList, testEngine } from "../../golden/cases.js";
import type { IrDocument, StructNode } from "../../ir/ir.js";
import { corpusFile } from "../support/corpus.js";
import { haveMutool } from "../support/readers.js";
import { runs, seed } from "../support/runs.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Contents, references and page labels, against the pages on which their targets are (L4 to L19). */

const example = (name: string): DocumentRequest =>
  JSON.parse(readFileSync(path.join(root, "golden/cases/flowdoc", name, "request.json"), "utf8")) as DocumentRequest;

const render = (request: object): Promise<IrDocument> => displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);

const ROMAN = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
const roman = (n: number): string => ["", "x", "xx", "xxx", "xl", "l"][Math.floor(n / 10)]! + ROMAN[n % 10]!;

/** Label of a page by the document's table of labels, as viewers compute it (ISO 32000-1, 12.4.2). */
function labelOf({ pageLabels }: IrDocument, page: number): string {
  const range = pageLabels.findLast(({ from }) => from <= page) ?? { from: 0, style: "decimal", start: 1, prefix: "" };
  const n = range.start + page - range.from;
  return range.prefix + (range.style === "roman" ? roman(n) : String(n));
}

function textsOf(doc: IrDocument): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (const { ops } of doc.pages)
    for (const op of ops)
      if (op.op === "mark" && typeof op.mark === "number")
        texts.set(op.mark, (texts.get(op.mark) ?? "") + op.children.map((c) => (c.op === "glyphs" ? c.text : "")).join(""));
  return texts;
}

function nodesOf(node: StructNode, role: string): readonly StructNode[] {
  return [...(node.role === role ? [node] : []), ...node.kids.flatMap((kid) => (typeof kid === "number" ? [] : nodesOf(kid, role)))];
}

const text = (content: string): object => ({ type: "text", content });
const block = (content: string, more: object = {}): object => ({ type: "block", element: text(content), ...more });

interface Planned {
  readonly kind: "heading" | "caption" | "paragraph" | "reference" | "break";
  readonly level: number;
  readonly lines: number;
  readonly to: number;
}
const planned = fc.record<Planned>({
  kind: fc.constantFrom("heading", "heading", "caption", "paragraph", "paragraph", "reference", "reference", "break"),
  level: fc.integer({ min: 1, max: 3 }),
  lines: fc.integer({ min: 1, max: 12 }),
  to: fc.nat(),
});

function documentOf(front: readonly Planned[], body: readonly Planned[], height: number): object {
  const named = [...front, ...body].map(({ kind }, i) => (kind === "heading" || kind === "caption" ? i : -1)).filter((i) => i >= 0);
  const node = ({ kind, level, lines, to }: Planned, i: number): object => {
    const name = `d${i}`;
    if (kind === "heading") return block(`Heading ${i}`, { semantics: { role: "heading", heading_level: level }, destination: name });
    if (kind === "caption") return block(`Caption ${i}`, { semantics: { role: "caption" }, counter: "Figure", destination: name });
    if (kind === "break") return { type: "break", kind: "page" };
    if (kind === "paragraph" || named.length === 0) return block(Array.from({ length: lines }, () => "word word word").join("\n"));
    const target = named[to % named.length]!;
    return block(`<d${target}|{page:d${target}}|{number:d${target}}|{text:d${target}}>${" and so on".repeat(lines)}`);
  };
  const nodes = [...front, ...body].map(node);
  const contents = [
    { type: "contents", levels: [1, 3] },
    { type: "contents", of: "captions", counter: "Figure" },
  ];
  return {
    settings: { defaults: { text: { font_size: 9 } } },
    flow_document: {
      numbering: { levels: ["1", "1.1", "1.1.1"] },
      page_masters: { m: { width: 60, height, layout: { page_margin: { top: 4, bottom: 4, left: 4, right: 4 } } } },
      segments: [
        {
          page_master: "m",
          page_numbering: { mode: "reset", start: 1, style: "lower_roman" },
          content: [...contents, ...nodes.slice(0, front.length)],
        },
        { page_master: "m", page_numbering: { mode: "reset", start: 8 }, content: nodes.slice(front.length) },
      ],
    },
  };
}

function numbersOf(plan: readonly Planned[]): ReadonlyMap<string, string> {
  const counts = [0, 0, 0];
  let figures = 0;
  const out = new Map<string, string>();
  plan.forEach(({ kind, level }, i) => {
    if (kind === "caption") out.set(`d${i}`, String(++figures));
    if (kind !== "heading") return;
    counts[level - 1]!++;
    for (let k = level; k < 3; k++) counts[k] = 0;
    out.set(`d${i}`, counts.slice(0, level).join("."));
  });
  return out;
}

describe("what a document prints of itself", () => {
  test("is true: pages, numbers and texts of references and contents, in any document", async () => {
    let references = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { maxLength: 6 }),
        fc.array(planned, { minLength: 1, maxLength: 24 }),
        fc.integer({ min: 24, max: 70 }),
        async (front, body, height) => {
          const doc = await render(documentOf(front, body, height));
          const numbers = numbersOf([...front, ...body]);
          const labels = new Map(doc.destinations.map(({ name, page }) => [name, labelOf(doc, page)]));
          const texts = textsOf(doc);
          for (const shown of texts.values())
            for (const [, name, page, number, title] of shown.matchAll(/<(d\d+)\|([^|]*)\|([^|]*)\|([^>]*)>/g)) {
              references++;
              expect([page, number]).toEqual([labels.get(name!), numbers.get(name!)]);
              expect(title).toMatch(new RegExp(`^(Heading|Caption) ${name!.slice(1)}$`));
            }
          const entries = nodesOf(doc.structure, "TOCI").length;
          expect(entries).toBe(numbers.size);
          for (const { links } of doc.pages)
            for (const { target, alt } of links) {
              const { name } = doc.destinations[(target as { destination: number }).destination]!;
              expect(alt.endsWith(` ${labels.get(name)}`), alt).toBe(true);
              expect(alt).toContain(numbers.get(name!));
            }
        },
      ),
      { seed, numRuns: runs(40) },
    );
    expect(references).toBeGreaterThan(runs(20));
  });

  test("settles where the contents push their own targets to other pages", async () => {
    // the lists take two pages, so that every label of the first round is wrong
    const headings = Array.from({ length: 60 }, (_, i) => block(`Heading ${i}`, { semantics: { role: "heading", heading_level: 1 } }));
    const doc = await render({
      flow_document: {
        page_masters: { m: { size: "a6", layout: { page_margin: { top: 5, bottom: 5, left: 5, right: 5 } } } },
        segments: [{ page_master: "m", content: [{ type: "contents" }, ...headings] }],
      },
    });
    const alts = doc.pages.flatMap(({ links }) =>
      links.map(({ alt, target }) => [alt, (target as { destination: number }).destination] as const),
    );
    expect(alts).toHaveLength(60);
    for (const [alt, destination] of alts) expect(alt.split(" ").at(-1)).toBe(String(doc.destinations[destination]!.page + 1));
  });

  test("leads to the headings, not to the marks of their footnotes", async () => {
    const note = { type: "footnote", blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "A note" }] }] };
    const inlines = [{ type: "text", text: "Heading" }, { type: "line_break" }, { type: "text", text: "in two lines" }, note];
    const heading = {
      type: "block",
      element: { type: "text", content: { blocks: [{ type: "paragraph", inlines }] } },
      semantics: { role: "heading", heading_level: 1 },
    };
    const doc = await render({
      flow_document: {
        page_masters: { m: { size: "a6" } },
        segments: [{ page_master: "m", content: [{ type: "contents" }, heading, heading, heading] }],
      },
    });
    const entries = doc.pages.flatMap(({ links }) => links.filter(({ alt }) => alt.startsWith("Heading")));
    const places = entries.map(({ target }) => doc.destinations[(target as { destination: number }).destination]);
    expect(places).toHaveLength(3);
    expect(places).toEqual(doc.outline.map(({ destination }) => doc.destinations[destination]));
  });
});

const fillsOf = async (content: readonly object[]): Promise<number> => {
  const before = steps.fills;
  await render({
    flow_document: {
      page_masters: { a: { size: "a5", layout: { page_margin: { top: 20, bottom: 20, left: 20, right: 20 } } } },
      segments: [{ page_master: "a", content }],
    },
  });
  return steps.fills - before;
};
const WORDS = "Some words of a section that take a few lines of the page together. ";

test("numbers of pages are set again without their pages", async () => {
  const sections = Array.from({ length: 60 }, (_, i) => i);
  const words = WORDS.repeat(6);
  const filled = (see: (section: number) => string): Promise<number> =>
    fillsOf(sections.map((i) => block(`${words}See page ${see((i * 7 + 30) % 60)}. ${words}`, { destination: `s${i}` })));
  const plain = await filled((to) => String(to));
  expect(await filled((to) => `{page:s${to}}`)).toBeLessThanOrEqual(1.1 * plain);
});

test("a list of contents is laid out with numbers of the length that they will have", async () => {
  const sections = Array.from({ length: 200 }, (_, i) => i);
  const headed = (pagination: object): readonly object[] =>
    sections.flatMap((i) => [
      block(`Section ${i}`, { semantics: { role: "heading", heading_level: 1 }, ...pagination }),
      block(WORDS.repeat(i % 7 === 0 ? 20 : 5)),
    ]);
  const list = { type: "contents" };
  for (const pagination of [{}, { pagination: { break_before: "page" } }]) {
    const content = headed(pagination);
    const [plain, whole] = [await fillsOf(content), await fillsOf([list, ...content])];
    // of an entry: its item, itself, its text and its label
    expect(whole - plain).toBeLessThanOrEqual(1.25 * 4 * sections.length);
  }
});

describe("a template", () => {
  test("binds the name of a reference, and no value becomes one (L17)", async () => {
    const template = {
      schema: {
        fields: [
          { name: "name", type: "string" },
          { name: "said", type: "string" },
        ],
      },
      flow_document: {
        page_masters: { m: { size: "a6" } },
        segments: [
          {
            page_master: "m",
            content: [block("{page:{{name}}} and {{said}}"), { type: "break", kind: "page" }, block("There", { destination: "there" })],
          },
        ],
      },
    };
    const parsed = parseTemplate(template);
    if ("problems" in parsed) throw new Error(parsed.problems[0]!.reason);
    const bound = bindTemplate(parsed.template, { name: "there", said: "{page:there} {text:none}" }, 0, localeFiles);
    if ("problems" in bound) throw new Error(bound.problems[0]!.reason);
    expect([...textsOf(await render(bound.request)).values()][0]).toBe("2 and {page:there} {text:none}");
  });
});

describe("readers", () => {
  const NAMES = ["contents", "contents-of-captions", "contents-over-pages", "numbering-right-to-left", "references", "running-titles"];

  test.runIf(haveVera)("of documents with contents: veraPDF finds no fault by PDF/UA-1 and PDF/A-2a", async () => {
    const files = await Promise.all(NAMES.map((name) => corpusFile(example(name), "pdfa-ua1")));
    expect(
      faults(
        files.flatMap((file) => [
          { flavour: "ua1", file },
          { flavour: "2a", file },
        ]),
      ),
    ).toEqual([]);
  });

  test("of page labels: pdf.js shows the labels that are printed (L8)", async () => {
    const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
    const data = new Uint8Array(readFileSync(await corpusFile(example("page-labels"), "")));
    const doc = await getDocument({ data, verbosity: 0 }).promise;
    const labels = await doc.getPageLabels();
    const printed: string[] = [];
    for (let i = 1; i <= doc.numPages; i++) {
      const { items } = await (await doc.getPage(i)).getTextContent();
      printed.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
    }
    await doc.destroy();
    expect(printed).toHaveLength(16);
    expect(labels).toEqual(printed);
  });

  test.runIf(haveMutool)("of the outline: mutool has the numbers and separators of headings (L7, SW-16)", async () => {
    const file = await corpusFile(example("numbering"), "");
    const { stdout } = spawnSync("mutool", ["show", file, "outline"], { encoding: "utf8" });
    const titles = [...stdout.matchAll(/"([^"]*)"/g)].map(([, title]) => title);
    expect(titles.slice(0, 6)).toEqual(["Preface", "Chapter 1.  Alpha", "1.1  One", "1.2  Two", "a)  Bold and plain", "b)  From blocks"]);
  });
});
