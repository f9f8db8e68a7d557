import { describe, expect, test } from "vitest";
import { mergePdfs } from "../../runtime/pdf/merge.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { all, outlineOf, taggedFile } from "../support/newer-tags.js";
import { engine, fileOf, pdfOf } from "../support/pdf.js";
import { has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera, type Judged } from "../support/verapdf.js";

/* Imports in PDF/UA-2 keep their elements and namespaces, and hold its rules (AX-17). */

const haveQpdf = needs("qpdf", has("qpdf"));
const NEWER = "/NS 90 0 R";
/** An element `num` with kids: numbers of elements, or `m` for the marked content. */
const element = (num: number, type: string, kids: readonly (number | "m")[], more = ""): readonly [number, string] => [
  num,
  `<</Type/StructElem/S/${type}/P 50 0 R/Pg 10 0 R${more}/K[${kids.map((kid) => (kid === "m" ? "0" : `${kid} 0 R`)).join(" ")}]>>`,
];

/** A page with one rectangle, below these elements; the first is the root. */
const tagged = (...elements: readonly (readonly [number, string])[]): Uint8Array =>
  pagesOf(
    [{ entries: "/MediaBox[0 0 300 400]/StructParents 0", content: "/P<</MCID 0>>BDC 0 0 9 9 re f EMC" }],
    {
      50: `<</Type/StructTreeRoot/K ${elements[0]![0]} 0 R/ParentTree<</Nums[0[${elements.at(-1)![0]} 0 R]]>>/Namespaces[90 0 R]>>`,
      90: "<</Type/Namespace/NS(http://iso.org/pdf2/ssn)>>",
      ...Object.fromEntries(elements),
    },
    "/StructTreeRoot 50 0 R/MarkInfo<</Marked true>>/Lang(en)",
  );

const importing = (pdf: Uint8Array, profile = "pdfa-ua2"): object => ({
  settings: { profile, metadata: { title: "T", language: "en" } },
  pages: [{ import: { source: { kind: "base64", payload: Buffer.from(pdf).toString("base64") } } }],
});

const flow = (content: readonly object[], profile = "pdfa-ua2"): object => ({
  settings: { profile, metadata: { title: "T", language: "en" } },
  flow_document: { page_masters: { m: { size: "a5" } }, segments: [{ page_master: "m", content }] },
});

const RIGHT: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  "a paragraph": [element(60, "Document", [61]), element(61, "P", ["m"])],
  "a note of PDF 1.7": [element(60, "Document", [61]), element(61, "Note", [62]), element(62, "P", ["m"])],
  "types of PDF 2.0": [element(60, "Document", [61], NEWER), element(61, "Aside", [62], NEWER), element(62, "P", ["m"], NEWER)],
  "a title": [element(60, "Document", [61], NEWER), element(61, "Title", ["m"], NEWER)],
  "a heading of level 7": [element(60, "Document", [61], NEWER), element(61, "H7", ["m"], NEWER)],
  "strong text": [element(60, "Document", [61], NEWER), element(61, "P", [62], NEWER), element(62, "Strong", ["m"], NEWER)],
  "a caption in its figure": [
    element(60, "Document", [61]),
    element(61, "Figure", [62], "/Alt(A figure)"),
    element(62, "Caption", [63]),
    element(63, "P", ["m"]),
  ],
  "a list without labels": [element(60, "Document", [61]), element(61, "L", [62]), element(62, "LI", [63]), element(63, "LBody", ["m"])],
};

const WRONG: Readonly<Record<string, readonly [clause: string, elements: readonly (readonly [number, string])[]]>> = {
  "a heading without level": ["ISO 14289-2, 8.2.5.12", [element(60, "Document", [61]), element(61, "H", ["m"])]],
  "a span in the document": ["ISO/TS 32005, table 5", [element(60, "Document", [61]), element(61, "Span", ["m"])]],
  "a span in a division of the document": [
    "ISO/TS 32005, table 5",
    [element(60, "Document", [61]), element(61, "Div", [62]), element(62, "Span", ["m"])],
  ],
  "a paragraph in a paragraph": ["ISO/TS 32005, table 5", [element(60, "Document", [61]), element(61, "P", [62]), element(62, "P", ["m"])]],
  "content of a section": ["ISO/TS 32005, table 5", [element(60, "Document", [61]), element(61, "Sect", ["m"])]],
  "a figure without alt": ["ISO 14289-2, 8.2.5.28.2", [element(60, "Document", [61]), element(61, "Figure", ["m"])]],
  "private-use characters": ["ISO 14289-2, 8.4.3", [element(60, "Document", [61]), element(61, "Figure", ["m"], "/Alt<FEFFE000>")]],
  "an entry of contents without Ref": [
    "ISO 14289-2, 8.2.5.8",
    [element(60, "Document", [61]), element(61, "TOC", [62]), element(62, "TOCI", [63]), element(63, "P", ["m"])],
  ],
  "labels without ListNumbering": [
    "ISO 14289-2, 8.2.5.25",
    [element(60, "Document", [61]), element(61, "L", [62]), element(62, "LI", [63]), element(63, "Lbl", ["m"])],
  ],
  "a type that is not mapped": ["ISO 14289-2, 8.2.4", [element(60, "Document", [61]), element(61, "Own", ["m"])]],
};

describe("taken", () => {
  test.runIf(haveVera)("what is right is valid", async () => {
    const judged: Judged[] = [];
    for (const elements of Object.values(RIGHT)) {
      const file = fileOf(await pdfOf(importing(tagged(...elements))));
      for (const flavour of FLAVOURS["pdfa-4+ua2"]) judged.push({ flavour, file });
    }
    expect(faults(judged)).toEqual([]);
  });

  test.runIf(haveQpdf)("elements keep their namespaces, and a Note is an FENote", async () => {
    const spaces = async (name: string): Promise<readonly (string | null)[][]> => {
      const { root } = taggedFile(fileOf(await pdfOf(importing(tagged(...RIGHT[name]!)))));
      const out: (string | null)[][] = [];
      const go = (of: typeof root): void => {
        out.push([of.type, of.space!.replace("http://iso.org/", "")]);
        of.kids.forEach(go);
      };
      root.kids.forEach(go);
      return out;
    };
    expect(await spaces("types of PDF 2.0")).toEqual([
      ["Part", "pdf2/ssn"],
      ["Document", "pdf2/ssn"],
      ["Aside", "pdf2/ssn"],
      ["P", "pdf2/ssn"],
    ]);
    expect(await spaces("a note of PDF 1.7")).toEqual([
      ["Part", "pdf2/ssn"],
      ["Document", "pdf/ssn"],
      ["FENote", "pdf2/ssn"],
      ["P", "pdf/ssn"],
    ]);
  });

  test.runIf(haveQpdf)("in another profile types of PDF 2.0 are those of PDF 1.7, as before (AX-9)", async () => {
    const { root } = taggedFile(fileOf(await pdfOf(importing(tagged(...RIGHT["types of PDF 2.0"]!), "pdfa-ua1"))));
    expect(outlineOf(root)).toBe("Document\n Part\n  Document\n   Sect\n    P");
  });

  test.runIf(haveQpdf && haveVera)("two reports with contents and notes are merged, with their references", async () => {
    const report = await pdfOf(flow([{ type: "contents" }, { type: "markdown", source: "# Head\n\nText[^1].\n\n[^1]: Note." }]));
    const file = fileOf((await mergePdfs(engine, [report, report], { profile: "pdfa-ua2" })).pdf);
    expect(faults(FLAVOURS["pdfa-4+ua2"].map((flavour) => ({ flavour, file })))).toEqual([]);
    const { root, catalog, actions } = taggedFile(file);
    expect(all(root, "TOCI").map(({ refs }) => refs)).toEqual(all(root, "H1").map(({ object }) => [object]));
    const marks = all(root, "P").flatMap((text) => all(text, "Reference"));
    expect(all(root, "FENote").map(({ refs }) => refs)).toEqual(marks.map(({ object }) => [object]));
    expect(catalog["/Names"]).toBeUndefined();
    expect(actions.some((dict) => "/Dest" in dict)).toBe(false);
  });
});

describe("destinations on a page of an import lead to the first element at or below them (AX-13)", () => {
  /** A picture of a page of 300 × 400 points: a paragraph at its top, one in a form in its middle, one at its foot, in this order. */
  const page = (rotate = 0): Uint8Array =>
    pagesOf(
      [
        {
          entries: `/MediaBox[0 0 300 400]/Rotate ${rotate}/StructParents 0/Resources<</XObject<</X 70 0 R>>>>`,
          content:
            "/P<</MCID 0>>BDC q 1 0 0 1 0 350 cm 0 0 9 9 re f Q EMC q 2 0 0 2 0 100 cm /X Do Q /P<</MCID 1>>BDC 0 20 m 9 20 l 9 30 l f EMC",
        },
      ],
      {
        50: "<</Type/StructTreeRoot/K 60 0 R/ParentTree<</Nums[0[61 0 R 63 0 R]1[62 0 R]]>>>>",
        60: "<</Type/StructElem/S/Document/P 50 0 R/K[61 0 R 62 0 R 63 0 R]>>",
        61: "<</Type/StructElem/S/H1/P 60 0 R/Pg 10 0 R/K 0>>",
        62: "<</Type/StructElem/S/H2/P 60 0 R/Pg 10 0 R/K<</Type/MCR/Stm 70 0 R/MCID 0>>>>",
        63: "<</Type/StructElem/S/H3/P 60 0 R/Pg 10 0 R/K 1>>",
        70: stream("/P<</MCID 0>>BDC 0 50 9 9 re f EMC", "/Type/XObject/Subtype/Form/BBox[0 0 300 300]/StructParents 1/Resources<<>>"),
      },
      "/StructTreeRoot 50 0 R/MarkInfo<</Marked true>>/Lang(en)",
    );
  const reached = async (pdf: Uint8Array, top: number): Promise<string> => {
    const link = { type: "text", layout: { left: 10, top: 10 }, content: "go", link: { target: { type: "page", page: 2, top } } };
    const { pages, settings } = importing(pdf) as { pages: object[]; settings: object };
    const file = fileOf(await pdfOf({ settings, pages: [{ size: "a5", elements: [link] }, ...pages] }));
    const { root, actions, resolved } = taggedFile(file);
    const [target] = (resolved(actions[0]!["/A"]) as { readonly "/SD": readonly string[] })["/SD"];
    return ["H1", "H2", "H3", "Document"].find((type) => all(root, type).some(({ object }) => object === target))!;
  };
  // 400 points are 141 mm; heights of their lower edges are 350, 200 and 20 points over the foot
  test.runIf(haveQpdf).each([
    [0, "H1"],
    [17.5, "H1"],
    [18, "H2"],
    [70.5, "H2"],
    [71, "H3"],
    [134, "H3"],
    [135, "H1"],
  ])("at %d mm", async (top, type) => {
    expect(await reached(page(), top)).toBe(type);
  });
  test.runIf(haveQpdf)("of a turned page as it is shown", async () => {
    // all are at the left of the file's page, 9 to 18 points wide: at the top of one that is turned to the right
    expect(await reached(page(90), 0)).toBe("H1");
    expect(await reached(page(90), 4)).toBe("H2");
    expect(await reached(page(180), 20)).toBe("H1");
  });

  test.runIf(haveQpdf)("as do bookmarks of a merged file", async () => {
    const report = await pdfOf(flow([{ type: "markdown", source: "# One\n\nText.\n\n# Two\n\nText.\n\n# Three" }]));
    const { root, actions, resolved } = taggedFile(fileOf((await mergePdfs(engine, [report, report], { profile: "pdfa-ua2" })).pdf));
    const targets = actions.map((item) => (resolved(item["/A"]) as { readonly "/SD": readonly string[] })["/SD"][0]);
    expect(targets.filter((t) => all(root, "H1").some(({ object }) => object === t)).sort()).toEqual(
      all(root, "H1")
        .map(({ object }) => object)
        .sort(),
    );
  });
});

describe("refused", () => {
  test.each(Object.entries(WRONG))("%s", async (_, [clause, elements]) => {
    await expect(pdfOf(importing(tagged(...elements)))).rejects.toMatchObject({
      code: "API-502",
      message: expect.stringMatching(
        new RegExp(`^pages\\[0\\]\\.import: .*page 1 .*${clause}|^pages\\[0\\]\\.import: .*structure.*${clause}`),
      ) as string,
    });
  });

  test("pages without tags", async () => {
    const plain = pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "0 0 9 9 re f" }]);
    await expect(pdfOf(importing(plain))).rejects.toThrow(/^pages\[0\]\.import: .*without tags.*ISO 14289-2, 8\.2\.1/);
  });
});
