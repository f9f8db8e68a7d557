import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderTags } from "../../backends/text/tags.js";
import { renderText } from "../../backends/text/text.js";
import { displayList } from "../../golden/cases.js";
import type { GlyphsOp, IrDocument, Op } from "../../ir/ir.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { corpusFile } from "../support/corpus.js";
import { havePoppler, popplerStructure } from "../support/readers.js";
import { runs, seed } from "../support/runs.js";
import { has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera } from "../support/verapdf.js";
import { ranOn } from "../support/verdicts.js";

/* Random pages whose elements say what they are (AX-18 to AX-24): expectations are those of the request alone. */

interface Node {
  readonly kind: "text" | "box" | "picture";
  readonly role?: string | undefined;
  readonly order?: number | undefined;
  readonly language?: string | undefined;
  readonly kids?: readonly Node[];
}

type Where = "free" | "list" | "item" | "quote" | "figure" | "artifact";

const order = fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined, freq: 2 });
const language = fc.option(fc.constantFrom("de", "fr", "en", "pl"), { nil: undefined, freq: 3 });

const TEXTS: Readonly<Record<Where, readonly (string | undefined)[]>> = {
  free: [undefined, "paragraph", "h1", "caption", "note", "quote", "code", "artifact"],
  list: [undefined, "list_item", "artifact"],
  item: [undefined, "paragraph", "note", "code"],
  quote: [undefined, "paragraph", "caption"],
  figure: [undefined],
  artifact: [undefined],
};
const BOXES: Readonly<Record<Where, readonly (readonly [string | undefined, Where])[]>> = {
  free: [
    [undefined, "free"],
    ["section", "free"],
    ["article", "free"],
    ["list", "list"],
    ["quote", "quote"],
    ["figure", "figure"],
    ["artifact", "artifact"],
  ],
  list: [
    [undefined, "item"],
    ["list_item", "item"],
  ],
  item: [
    ["list", "list"],
    ["figure", "figure"],
  ],
  quote: [
    [undefined, "quote"],
    ["section", "quote"],
  ],
  figure: [[undefined, "figure"]],
  artifact: [[undefined, "artifact"]],
};

const node = (where: Where, depth: number): fc.Arbitrary<Node> => {
  const text = fc.record({ kind: fc.constant("text" as const), role: fc.constantFrom(...TEXTS[where]), order, language });
  const picture = fc.record({ kind: fc.constant("picture" as const), order, language });
  if (depth === 0) return where === "list" ? text : fc.oneof(text, picture);
  const box = fc.constantFrom(...BOXES[where]).chain(([role, inside]) =>
    fc.record({
      kind: fc.constant("box" as const),
      role: fc.constant(role),
      order,
      language,
      kids: fc.array(node(inside, depth - 1), { minLength: 1, maxLength: 4 }),
    }),
  );
  return fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: picture }, { weight: 3, arbitrary: box });
};
const pages = fc.array(fc.array(node("free", 3), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 });

const given = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A request, and the words that are read, in order. */
function documentOf(
  all: readonly (readonly Node[])[],
  plain = false,
): { readonly request: DocumentRequest; readonly read: readonly string[] } {
  let count = 0;
  const made = new Map<Node, string>();
  const element = (n: Node, at: number | null): object => {
    const place = at === null ? {} : { left: 5, top: 5 + at * 3 };
    const own = plain ? {} : given({ role: n.role, reading_order: n.order, language: n.language });
    const word = `w${count++}x`;
    made.set(n, word);
    if (n.kind === "text") return { type: "text", layout: place, content: word, style: { font_size: 4 }, ...own };
    if (n.kind === "picture")
      return { type: "barcode", layout: place, format: "qrcode", content: "1", width: 2, height: 2, alt: "A code", ...own };
    const elements = n.kids!.map((kid) => element(kid, null));
    const alt = n.role === "figure" && !plain ? { alt: "A figure" } : {};
    return { type: "container", layout: { ...place, children: { mode: "linear" } }, width: 80, elements, ...alt, ...own };
  };
  const list = all.map((nodes) => ({ size: "a4", elements: nodes.map((n, i) => element(n, i)) }));
  const read: string[] = [];
  const go = (nodes: readonly Node[]): void => {
    for (const n of [...nodes].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))) {
      if (n.role === "artifact") continue;
      if (n.kind === "text") read.push(made.get(n)!);
      if (n.kids) go(n.kids);
    }
  };
  for (const nodes of all) go(nodes);
  return { request: { settings: { metadata: { title: "Roles", language: "en" } }, pages: list } as unknown as DocumentRequest, read };
}

const words = (text: string): readonly string[] => text.match(/w\d+x/g) ?? [];
const listOf = (request: DocumentRequest): Promise<IrDocument> => displayList(new TextEncoder().encode(JSON.stringify(request)));

function* glyphs(ops: readonly Op[]): Generator<GlyphsOp> {
  for (const op of ops) {
    if (op.op === "glyphs") yield op;
    else if ("children" in op) yield* glyphs(op.children);
  }
}

const how = { seed, numRuns: runs(60) };
const sample = (n: number): readonly (readonly (readonly Node[])[])[] => fc.sample(pages, { seed, numRuns: n });

describe("random roles", () => {
  test("the text and the tags are what reading_order sorts to, each text once", async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (all) => {
        const { request, read } = documentOf(all);
        const doc = await listOf(request);
        expect(doc.tagged).toBe(declares(all));
        expect(words(renderText(doc))).toEqual(read);
        expect(words(renderTags(doc))).toEqual(read);
      }),
      how,
    );
  });

  test("nothing is painted elsewhere than without these fields", async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (all) => {
        const [own, plain] = await Promise.all([listOf(documentOf(all).request), listOf(documentOf(all, true).request)]);
        const shown = (doc: IrDocument): unknown => doc.pages.map(({ ops }) => [...glyphs(ops)].map(({ x, y, text }) => [x, y, text]));
        expect(shown(own)).toEqual(shown(plain));
        expect(plain.tagged).toBe(false);
      }),
      how,
    );
  });
});

const declares = (all: readonly (readonly Node[])[]): boolean => {
  const own = ({ role, order: at, language: lang, kids }: Node): boolean =>
    role !== undefined || at !== undefined || lang !== undefined || (kids ?? []).some(own);
  return all.some((nodes) => nodes.some(own));
};

const files = await Promise.all(
  sample(runs(20)).map(async (all) => {
    const { request, read } = documentOf(all);
    return { read, file: await corpusFile(request, "pdfa-ua1"), newer: await corpusFile(request, "pdfa-ua2") };
  }),
);

test.runIf(haveVera)("veraPDF: PDF/UA-1 and PDF/UA-2", () => {
  const older = FLAVOURS["pdfa-ua1"].flatMap((flavour) => files.map(({ file }) => ({ flavour, file })));
  const newer = FLAVOURS["pdfa-4+ua2"].flatMap((flavour) => files.map(({ newer: file }) => ({ flavour, file })));
  expect(faults([...older, ...newer])).toEqual([]);
});

test.runIf(havePoppler)("poppler reads the texts in order by the structure", () => {
  for (const { file, read } of files) expect(words(popplerStructure(file))).toEqual(read);
});

test.runIf(needs("qpdf", has("qpdf")))("qpdf finds nothing wrong", () => {
  for (const { file } of files) expect(ranOn(file, "qpdf", "--check", file).stderr).toBe("");
});
