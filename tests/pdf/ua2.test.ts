import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { engine, rendering } from "../../golden/cases.js";
import { described, randomRequests } from "../../golden/random-request.js";
import { corpusFile, hasOwnPages } from "../support/corpus.js";
import { all, outlineOf, taggedFile, type Dict, type TaggedFile } from "../support/newer-tags.js";
import { fileOf } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { examples, has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera, type Judged } from "../support/verapdf.js";

/* PDF/UA-2 with Well-Tagged PDF and PDF/A-4 (AX-8 to AX-17): veraPDF on goldens, examples and random documents; the tree as written. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-ua2-"));
const CSV = { kind: "base64", payload: "YSxiCg==" };
const FILE = { name: "a.csv", media_type: "text/csv", source: CSV };
const META = { title: "Report", language: "en" };

const flow = (content: readonly object[], settings: object = {}): object => ({
  settings: { profile: "pdfa-ua2", metadata: META, ...settings },
  flow_document: {
    page_masters: { m: { size: "a5", layout: { page_margin: { left: 20, right: 20, top: 20, bottom: 20 } } } },
    segments: [{ page_master: "m", content }],
  },
});
const text = (content: unknown, more: object = {}): object => ({ type: "block", element: { type: "text", content }, ...more });
const role = (name: string, more: object = {}): object => ({ semantics: { role: name }, ...more });
const markdown = (source: string): object => ({ type: "markdown", source });
const figure = (more: object = {}): object => ({
  type: "block",
  element: { type: "barcode", format: "qr_code", content: "HELLO", alt: "A code", width: 20, height: 20 },
  ...more,
});
const read = async (request: object): Promise<TaggedFile> => taggedFile(fileOf((await engine.renderLater(request)).pdf));
const types = async (request: object): Promise<string> => outlineOf((await read(request)).root).replace(/^Document\n/, "");
const lines = (...of: readonly string[]): string => of.join("\n");
const haveQpdf = needs("qpdf", has("qpdf"));

describe.runIf(haveVera)("veraPDF", () => {
  const judged: Judged[] = [];

  beforeAll(async () => {
    const bodies = [...rendering().filter(hasOwnPages), ...examples()];
    const requests = bodies.map(({ body }) => JSON.parse(new TextDecoder().decode(body)) as DocumentRequest);
    for (const [i, request] of requests.entries()) {
      // documents in a flow, and every third other one
      if (!request.flow_document && i % 3 !== 0) continue;
      const profile = i % 12 === 0 ? "pdfa-4f+ua2" : "pdfa-4+ua2";
      const file = await corpusFile(request, profile);
      for (const flavour of FLAVOURS[profile]) judged.push({ flavour, file });
    }
  });

  test("goldens and examples are valid", () => {
    expect(judged.length).toBeGreaterThan(400);
    expect(faults(judged)).toEqual([]);
  });

  test("random documents are valid", async () => {
    const goldens = rendering()
      .filter(hasOwnPages)
      .map(({ body }) => JSON.parse(new TextDecoder().decode(body)) as object);
    const files: Judged[] = [];
    for (let n = 0; n < runs(60); n++) {
      for (const { request } of randomRequests(goldens, seed, n)) {
        const asked = request as DocumentRequest;
        const { accessibility: _own, attachments: _files, ...settings } = asked.settings ?? {};
        try {
          const { pdf } = await engine.renderLater(
            described({ ...asked, settings: { ...settings, profile: "pdfa-ua2" } } as never) as object,
          );
          const file = path.join(dir, `random-${n}.pdf`);
          writeFileSync(file, pdf);
          for (const flavour of FLAVOURS["pdfa-4+ua2"]) files.push({ flavour, file });
          break;
        } catch (e) {
          if (!(e instanceof RenderError)) throw e;
        }
      }
    }
    expect(files.length).toBeGreaterThan(runs(60));
    expect(faults(files)).toEqual([]);
  });
});

describe.runIf(haveQpdf)("the tree as written", () => {
  test("namespaces: that of PDF 2.0 for all but the types that it lacks, and no role is mapped (AX-12)", async () => {
    const { root, tree, catalog, resolved } = await read(
      flow([
        { type: "contents" },
        text("One", role("heading", { semantics: { role: "heading", heading_level: 1 } })),
        text("Code", role("code")),
      ]),
    );
    const old = new Set(["TOC", "TOCI", "Reference", "Code"]);
    const seen: string[] = [];
    const go = (of: typeof root): void => {
      seen.push(of.type);
      expect([of.type, of.space]).toEqual([of.type, old.has(of.type) ? "http://iso.org/pdf/ssn" : "http://iso.org/pdf2/ssn"]);
      of.kids.forEach(go);
    };
    go(root);
    expect(new Set(seen)).toEqual(new Set(["Document", "TOC", "TOCI", "Reference", "Link", "H1", "Code"]));
    expect((resolved(tree["/Namespaces"]) as unknown[]).length).toBe(2);
    expect([tree["/RoleMap"], catalog["/MarkInfo"]]).toEqual([undefined, { "/Marked": true }]);
  });

  test("without a type of PDF 1.7 only the namespace of PDF 2.0 is listed", async () => {
    const { tree, resolved } = await read(flow([text("Text")]));
    expect((resolved(tree["/Namespaces"]) as unknown[]).length).toBe(1);
  });

  test("the same document in PDF/A-4 without PDF/UA-2 has no namespaces (AX-9)", async () => {
    const { root, tree } = await read(flow([text("Text")], { profile: "pdfa-4" }));
    expect([root.space, tree["/Namespaces"]]).toEqual([null, undefined]);
  });

  test("headings go to level 9, in PDF/UA-1 to 6", async () => {
    const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12];
    const content = levels.map((heading_level) => text("A heading", { semantics: { role: "heading", heading_level } }));
    expect(await types(flow(content))).toBe(lines(...["1", "2", "3", "4", "5", "6", "7", "8", "9", "9"].map((n) => ` H${n}`)));
    expect(await types(flow(content, { profile: "pdfa-ua1" }))).toBe(
      lines(...["1", "2", "3", "4", "5", "6", "6", "6", "6", "6"].map((n) => ` H${n}`)),
    );
  });

  test("a level of headings may be left out, which PDF/UA-1 refuses (AX-10)", async () => {
    const content = [
      text("One", { semantics: { role: "heading", heading_level: 1 } }),
      text("Three", { semantics: { role: "heading", heading_level: 3 } }),
    ];
    expect(await types(flow(content))).toBe(lines(" H1", " H3"));
    await expect(engine.renderLater(flow(content, { profile: "pdfa-ua1" }))).rejects.toThrow("a heading of level 3 after one of level 1");
  });

  test("footnotes and their marks refer to one another (AX-14)", async () => {
    const { root, resolved } = await read(flow([markdown("Text[^1] and[^2] more.\n\n[^1]: One.\n[^2]: Two.")]));
    const notes = all(root, "FENote");
    const marks = all(root, "Reference");
    expect([notes.length, marks.length]).toEqual([2, 2]);
    expect(marks.map((mark) => mark.refs)).toEqual(notes.map((note) => [note.object]));
    expect(notes.map((note) => note.refs)).toEqual(marks.map((mark) => [mark.object]));
    for (const note of notes) expect(resolved(note.dict["/A"])).toEqual({ "/O": "/FENote", "/NoteType": "/Footnote" });
    expect(notes.map((note) => outlineOf(note))).toEqual(Array(2).fill(lines("FENote", " Lbl", "  Link")));
  });

  test("another note has the type None", async () => {
    const { root, resolved } = await read(flow([text("A note", role("note"))]));
    expect(resolved(all(root, "FENote")[0]!.dict["/A"])).toEqual({ "/O": "/FENote", "/NoteType": "/None" });
  });

  test("entries of contents refer to headings and captions", async () => {
    const { root } = await read(
      flow([
        { type: "contents" },
        text("One", { semantics: { role: "heading", heading_level: 1 } }),
        text("Two", { semantics: { role: "heading", heading_level: 1 } }),
      ]),
    );
    const headings = all(root, "H1").map(({ object }) => object);
    expect(all(root, "TOCI").map(({ refs }) => refs)).toEqual(headings.map((object) => [object]));
  });

  test.each<[string, readonly object[], string]>([
    ["after its object", [figure(), text("C", role("caption"))], lines(" Figure", "  Caption")],
    ["before its object if none is before it", [text("C", role("caption")), figure()], lines(" Figure", "  Caption")],
    [
      "between two, it belongs to the one before",
      [figure(), text("C", role("caption")), figure()],
      lines(" Figure", "  Caption", " Figure"),
    ],
    [
      "between two, with the next, to the one after",
      [figure(), text("C", role("caption", { pagination: { keep_with_next: true } })), figure()],
      lines(" Figure", " Figure", "  Caption"),
    ],
    [
      "two captions of two objects",
      [figure(), text("C", role("caption")), text("D", role("caption")), figure()],
      lines(" Figure", "  Caption", " Figure", "  Caption"),
    ],
    ["beside none it is a paragraph", [text("T"), text("C", role("caption")), text("U")], lines(" P", " P", " P")],
    [
      "one too many is a paragraph",
      [figure(), text("C", role("caption")), text("D", role("caption"))],
      lines(" Figure", "  Caption", " P"),
    ],
    ["of code", [text("x = 1", role("code")), text("C", role("caption"))], lines(" Code", "  Caption")],
    ["of a list", [text("one", role("list_item")), text("C", role("caption"))], lines(" L", "  LI", "   LBody", "    P", "  Caption")],
  ])("a caption %s (AX-15)", async (_, content, expected) => {
    expect(await types(flow(content))).toBe(expected);
  });

  test("a caption stays beside its object in PDF/UA-1", async () => {
    expect(await types(flow([figure(), text("C", role("caption"))], { profile: "pdfa-ua1" }))).toBe(lines(" Figure", " Caption"));
  });

  test("emphasis of Markdown has tags, bold of a style has none (AX-14)", async () => {
    const bold = {
      type: "paragraph",
      inlines: [
        { type: "text", text: "a " },
        { type: "text", text: "b", style: { font_weight: "bold" } },
      ],
    };
    expect(await types(flow([markdown("# A **b**\n\na *b **c***, [a](https://example.com)")]))).toBe(
      lines(" H1", "  Strong", " P", "  Em", "  Em", "   Strong", "  Link"),
    );
    expect(await types(flow([text({ blocks: [bold] })]))).toBe(" P");
    expect(await types(flow([markdown("a **b**")], { profile: "pdfa-ua1" }))).toBe(" P");
  });

  test("a link keeps its annotation with emphasis in it", async () => {
    const { root, resolved } = await read(flow([markdown("[**b**](https://example.com)")]));
    const [link] = all(root, "Link");
    expect(outlineOf(link!)).toBe(lines("Link", " Strong"));
    expect(JSON.stringify(resolved(link!.dict["/K"]))).toContain("/OBJR");
  });

  test("links and bookmarks lead to elements, and to places for other readers (AX-13)", async () => {
    const to = (name: string): object => ({
      blocks: [{ type: "paragraph", inlines: [{ type: "text", text: name, link: { target: { type: "destination", name } } }] }],
    });
    const table = { type: "table", columns: [{ key: "a", header: "A", width: { mode: "fixed", value: 20 } }], rows: [{ a: "x" }] };
    const { root, actions, catalog, resolved } = await read(
      flow([
        text(to("table")),
        text(to("head")),
        text("Head", { destination: "head", semantics: { role: "heading", heading_level: 1 } }),
        { type: "block", element: table, destination: "table" },
      ]),
    );
    const [heading] = all(root, "H1");
    const [ofTable] = all(root, "Table");
    const goTo = actions.map((dict) => resolved(dict["/A"]) as Dict).filter((action) => action["/S"] === "/GoTo");
    const targets = goTo.map((action) => (action["/SD"] as readonly string[])[0]);
    expect(new Set(targets)).toEqual(new Set([heading!.object, ofTable!.object]));
    expect(targets.length).toBe(3);
    for (const action of goTo) {
      const [, ...view] = action["/SD"] as readonly unknown[];
      const [page, ...onPage] = action["/D"] as readonly string[];
      expect(onPage).toEqual(view);
      expect((resolved(page) as Dict)["/Type"]).toBe("/Page");
    }
    expect(actions.some((dict) => "/Dest" in dict)).toBe(false);
    expect(catalog["/Names"]).toBeUndefined();
  });

  test.each([
    ["at the place", 60, 2],
    ["between two, the one below", 70, 3],
    ["below all content, the first of the page", 190, 1],
  ])("a link to a page leads to the element %s", async (_, top, paragraph) => {
    const at = (y: number, content: string): object => ({ type: "text", layout: { left: 10, top: y }, content });
    const { root, actions, resolved } = await read({
      settings: { profile: "pdfa-ua2", metadata: META },
      pages: [
        { size: "a5", elements: [{ ...at(10, "go"), link: { target: { type: "page", page: 2, top } } }] },
        { size: "a5", elements: [at(40, "one"), at(60, "two"), at(100, "three")] },
      ],
    });
    const [target] = (resolved(actions[0]!["/A"]) as Dict)["/SD"] as readonly string[];
    expect(target).toBe(all(root, "P")[paragraph]!.object);
  });

  test("a link to a page without content leads to the document", async () => {
    const { root, actions, resolved } = await read({
      settings: { profile: "pdfa-ua2", metadata: META },
      pages: [
        {
          size: "a5",
          elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "go", link: { target: { type: "page", page: 2 } } }],
        },
        { size: "a5", elements: [] },
      ],
    });
    expect(((resolved(actions[0]!["/A"]) as Dict)["/SD"] as readonly string[])[0]).toBe(root.object);
  });

  test("header cells have scopes and identifiers", async () => {
    const table = { type: "table", columns: [{ key: "a", header: "A", width: { mode: "fixed", value: 20 } }], rows: [{ a: "x" }] };
    const { root, resolved } = await read(flow([{ type: "block", element: table }]));
    const [cell] = all(root, "TH");
    expect([typeof cell!.dict["/ID"], resolved(cell!.dict["/A"])]).toEqual(["string", { "/O": "/Table", "/Scope": "/Column" }]);
  });

  test("nothing is where it may not be: paragraphs of a heading are spans", async () => {
    const inside = { type: "text", content: "a" };
    const element = {
      type: "container",
      width: 60,
      layout: { children: { mode: "linear", axis: "vertical" } },
      elements: [inside, { ...inside, content: "b" }],
    };
    const block = { type: "block", element, semantics: { role: "heading", heading_level: 1 } };
    expect(await types(flow([block]))).toBe(lines(" H1", "  Span", "  Span"));
  });
});

describe("refused", () => {
  const refusal = async (settings: object): Promise<string | null> => {
    try {
      await engine.renderLater({ settings, pages: [{ size: "a5", elements: [] }] });
      return null;
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      return `${e.code} ${e.message.slice(0, e.message.indexOf(":"))}`;
    }
  };

  test.each<[object, string | null]>([
    [{ profile: "pdfa-ua2" }, null],
    [{ profile: "pdfa-4", accessibility: "ua2" }, null],
    [{ profile: "pdfa-4f", accessibility: "ua2", attachments: [FILE] }, null],
    [{ profile: "pdfa-4f", attachments: [FILE] }, null],
    [{ accessibility: "ua2" }, "API-002 settings.accessibility"],
    ...["pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u", "pdfa-ua1", "pdfa-ua2"].map((profile): [object, string] => [
      { profile, accessibility: "ua2" },
      "API-002 settings.accessibility",
    ]),
    ...["pdfa-4", "pdfa-4f", "pdfa-ua1", "pdfa-ua2"].map((profile): [object, string] => [
      { profile, accessibility: "ua1", ...(profile === "pdfa-4f" && { attachments: [FILE] }) },
      "API-002 settings.accessibility",
    ]),
    [{ profile: "pdfa-4", accessibility: "ua3" }, "API-001 settings.accessibility"],
    [{ profile: "pdfa-4f" }, "API-002 settings.attachments"],
    [{ profile: "pdfa-ua2", security: { open_password: "x" } }, "API-002 settings.security"],
  ])("%j", async (settings, expected) => {
    expect(await refusal(settings)).toBe(expected);
  });

  test("pdfa-ua2 is pdfa-4 with ua2, in the same bytes (AX-8)", async () => {
    const [a, b] = await Promise.all(
      [flow([markdown("# A\n\n**b**")]), flow([markdown("# A\n\n**b**")], { profile: "pdfa-4", accessibility: "ua2" })].map((r) =>
        engine.renderLater(r),
      ),
    );
    expect(Buffer.from(a!.pdf).equals(Buffer.from(b!.pdf))).toBe(true);
  });

  test.each<[string, object]>([
    ["pages[0].elements[0]", { type: "barcode", layout: { left: 10, top: 10 }, format: "qr_code", content: "A", width: 20, height: 20 }],
    [
      "pages[0].elements[0]",
      {
        type: "text",
        layout: { left: 10, top: 10 },
        content: "go",
        link: { alt: "\ue000", target: { type: "url", url: "https://example.com" } },
      },
    ],
  ])("API-502 at %s: no alt, or private-use characters", async (place, element) => {
    const request = { settings: { profile: "pdfa-ua2", metadata: META }, pages: [{ size: "a5", elements: [element] }] };
    await expect(engine.renderLater(request)).rejects.toMatchObject({ code: "API-502", message: expect.stringContaining(place) as string });
  });

  test("private-use characters of a title", async () => {
    const request = flow([text("A")], { metadata: { title: "\ue123", language: "en" } });
    await expect(engine.renderLater(request)).rejects.toMatchObject({
      code: "API-502",
      message: expect.stringContaining("settings.metadata.title") as string,
    });
  });
});
