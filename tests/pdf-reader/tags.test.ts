import { describe, expect, test } from "vitest";
import { ImportedElements } from "../../backends/pdf/imported/structure.js";
import { structureBreach } from "../../backends/pdf/profile/imported-rules.js";
import { tagBreach } from "../../pdf-reader/judge/tags.js";
import type { Breach } from "../../pdf-reader/judge/judge.js";
import { PageContents } from "../../pdf-reader/page/page.js";
import { importedPages } from "../../compiler/pdf/import.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { accessibleFiles, open } from "./open.js";

/* Tags of imported pages judged by PDF/UA-1: veraPDF's files, and rules one by one (PDF-30). */
function judge(bytes: Uint8Array): Breach | null {
  const file = open(bytes);
  const numbers = Array.from({ length: file.pageCount }, (_, i) => i + 1);
  const { structure, sheets } = importedPages(file, numbers, { resource: { blob: "sha256-0" }, whole: false, newer: false, warn: null });
  if (!structure) return { clause: "ISO 14289-1, 7.1", reason: "untagged" };
  const found = structureBreach(structure, { level: 0, numbered: false, plain: false }, null);
  if (found) return found;
  const contents = new PageContents(file);
  const elements = new ImportedElements(structure, "");
  for (const [i, { number, links }] of sheets.entries()) {
    const breach = tagBreach(
      contents,
      file.page(number),
      elements.content(i),
      links.map((l) => l.annotation),
    );
    if (breach) return breach;
  }
  return null;
}

describe("veraPDF's test files", () => {
  const judged = accessibleFiles().map(({ name, kind, bytes }) => ({ name, kind, breach: judge(bytes) }));

  test("that conform are accepted", () => {
    const pass = judged.filter(({ kind }) => kind === "pass");
    expect(pass.length).toBeGreaterThan(15);
    expect(pass.filter(({ breach }) => breach)).toEqual([]);
  });

  test("that fail are refused by the same clause", () => {
    const fail = judged.filter(({ kind }) => kind === "fail");
    expect(fail.length).toBeGreaterThan(30);
    const others = fail
      .filter(({ name, breach }) => breach?.clause !== `ISO 14289-1, ${/^[\d.]+/.exec(name)![0]}`)
      .map(({ name, breach }) => `${name}: ${breach?.clause}`);
    expect(others).toEqual(OTHERS);
  });
});

/** A form that refers to another file is a rule of PDF/A too, which is judged with the page. */
const OTHERS = ["7.20-t01-fail-a.pdf: undefined"];

const PAGE = "/MediaBox[0 0 300 400]/StructParents 0";
const tagged = (kids: string, content: string, more: Readonly<Record<number, string>> = {}, page = PAGE, root = ""): Uint8Array =>
  pagesOf(
    [{ entries: page, content }],
    { 40: `<</Type/StructTreeRoot/K 41 0 R${root}>>`, 41: `<</S/Document/P 40 0 R/K[${kids}]>>`, ...more },
    "/MarkInfo<</Marked true>>/StructTreeRoot 40 0 R",
  );
const P = "<</S/P/P 41 0 R/Pg 10 0 R/K 0>>";
const TEXT = "BT /F 12 Tf 20 300 Td (x) Tj ET";

describe("content", () => {
  test.each<[string, string, string | null]>([
    ["tagged", `/P <</MCID 0>> BDC ${TEXT} EMC`, null],
    ["tagged, with an artifact after it", `/P <</MCID 0>> BDC ${TEXT} EMC /Artifact BMC 0 0 9 9 re f EMC`, null],
    ["tagged, in a span without identifier", `/P <</MCID 0>> BDC /Span BMC ${TEXT} EMC EMC`, null],
    ["clipping paths are no content", `0 0 9 9 re W n /P <</MCID 0>> BDC ${TEXT} EMC`, null],
    ["empty strings are no content", `BT /F 12 Tf () Tj ET /P <</MCID 0>> BDC ${TEXT} EMC`, null],
    ["untagged text", `/P <</MCID 0>> BDC ${TEXT} EMC ${TEXT}`, "neither tagged nor an artifact"],
    ["an untagged path", `/P <</MCID 0>> BDC ${TEXT} EMC 0 0 9 9 re S`, "neither tagged nor an artifact"],
    ["an identifier of no element", `/P <</MCID 1>> BDC ${TEXT} EMC`, "neither tagged nor an artifact"],
    ["tagged in an artifact", `/Artifact BMC /P <</MCID 0>> BDC ${TEXT} EMC EMC`, "tagged content is in an artifact"],
    ["an artifact in tagged content", `/P <</MCID 0>> BDC /Artifact BMC ${TEXT} EMC EMC`, "an artifact is in tagged content"],
    ["a language that is none", `/P <</MCID 0/Lang(?)>> BDC ${TEXT} EMC`, "not a language"],
  ])("%s", (_, content, reason) => {
    const breach = judge(tagged(P, content));
    if (reason === null) expect(breach).toBeNull();
    else expect(breach?.reason).toContain(reason);
  });

  test("of forms, by their own identifiers", () => {
    const form = stream(`/P <</MCID 0>> BDC ${TEXT} EMC`, "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/StructParents 1");
    const page = `${PAGE}/Resources<</Font<</F 3 0 R>>/XObject<</Fm 50 0 R>>>>`;
    const kid = "<</S/P/P 41 0 R/K<</Type/MCR/Pg 10 0 R/Stm 50 0 R/MCID 0>>>>";
    expect(judge(tagged(kid, "/Fm Do", { 50: form }, page))).toBeNull();
    expect(judge(tagged(kid, "/Fm Do /Fm Do", { 50: form }, page))?.clause).toBe("ISO 14289-1, 7.20");
    expect(judge(tagged(P, "/Fm Do", { 50: form }, page))?.reason).toContain("neither tagged");
  });

  test("that repeats its elements or itself ends", () => {
    const loop = "41 0 R 42 0 R";
    const file = tagged(loop, `/P <</MCID 0>> BDC ${TEXT} EMC`, { 42: "<</S/P/P 41 0 R/Pg 10 0 R/K[0 0 42 0 R]>>" });
    expect(judge(file)).toBeNull();
  });
});

describe("roles", () => {
  const content = `/P <</MCID 0>> BDC ${TEXT} EMC`;
  const of = (type: string, root: string): Breach | null => judge(tagged(`<</S/${type}/P 41 0 R/Pg 10 0 R/K 0>>`, content, {}, PAGE, root));
  test.each<[string, string, string, string | null]>([
    ["a standard type", "P", "", null],
    ["mapped", "Body", "/RoleMap<</Body/P>>", null],
    ["mapped in two steps", "Body", "/RoleMap<</Body/Text/Text/P>>", null],
    ["of PDF 2.0", "Em", "", null],
    ["not mapped", "Body", "", "not mapped"],
    ["mapped to nothing known", "Body", "/RoleMap<</Body/Text>>", "not mapped"],
    ["circular", "Body", "/RoleMap<</Body/Text/Text/Body>>", "circular"],
    ["a standard type that is mapped", "P", "/RoleMap<</P/H1>>", "is mapped to H1"],
  ])("%s", (_, type, root, reason) => {
    const breach = of(type, root);
    if (reason === null) expect(breach).toBeNull();
    else expect(breach?.reason).toContain(reason);
  });
});
