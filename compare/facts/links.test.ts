import { expect, test } from "vitest";
import { open, pageFile, stream } from "../../tests/pdf-reader/open.js";
import { Destinations } from "./destinations.js";
import type { LinkFact } from "./facts.js";
import { linksOf } from "./links.js";
import { seenOf } from "./seen.js";

/** Millimetres of points. */
const mm = (...points: readonly number[]): number[] => points.map((p) => (p * 25.4) / 72);

/** Links of a page of 200 by 100 points, whose annotations begin at object 5. */
function linksIn(annotations: readonly string[], { page = "", catalog = "", more = [] as readonly string[] } = {}): readonly LinkFact[] {
  const refs = annotations.map((_, i) => `${5 + i} 0 R`).join(" ");
  const file = open(pageFile(`/Annots[${refs}]${page}`, "", [...annotations, ...more], catalog));
  return linksOf(file, file.page(1), seenOf(file.page(1)), new Destinations(file));
}
const link = (more: string, rect = "10 20 110 40"): string => `<</Subtype/Link/Rect[${rect}]/Border[0 0 0]${more}>>`;
const action = (entries: string): string => link(`/A<<${entries}>>`);
const targets = (annotations: readonly string[], options = {}): readonly string[] =>
  linksIn(annotations, options).map(({ target }) => target);
const close = (rect: readonly number[] | undefined, points: readonly number[]): void => {
  expect(rect).toHaveLength(4);
  mm(...points).forEach((value, i) => expect(rect![i]).toBeCloseTo(value, 6));
};

test("actions are targets", () => {
  expect(
    targets(
      [
        action("/S/URI/URI(https://example.com/\\303\\244)"),
        action("/S/URI/URI<FEFF0061003A0062>"),
        action("/S/GoTo/D[3 0 R/XYZ 20 90 null]"),
        action("/S/GoTo/D[3 0 R/XYZ null null 2]"),
        action("/S/GoTo/D[0/Fit]"),
        link("/Dest[3 0 R/FitH 90]"),
        link("/Dest[3 0 R/FitR 20 30 40 90]"),
        link("/Dest/old"),
        link("/Dest(new)"),
        link("/Dest(nowhere)"),
        action("/S/GoToR/F(other.pdf)/D[4/Fit]"),
        action("/S/GoToR/F<</F(a)/UF(b.pdf)>>/D(there)"),
        action("/S/Launch/F(run.exe)"),
        action("/S/Named/N/NextPage"),
        action("/S/JavaScript/JS(app.beep\\(\\))"),
        action("/S/URI/URI(a:)/Next<</S/Named/N/Print>>"),
      ],
      {
        catalog: "/Dests<</old[3 0 R/XYZ 0 100 0]>>/Names<</Dests<</Kids[<</Names[(new)<</D[3 0 R/FitB]>>]>>]>>>>",
      },
    ),
  ).toEqual([
    "https://example.com/ä",
    "a:b",
    "page 1 at 7.1,3.5",
    "page 1, zoom 200 %",
    "page 1, Fit",
    "page 1 at -,3.5, FitH",
    "page 1 at 7.1,3.5, FitR",
    "page 1 at 0.0,0.0",
    "page 1, FitB",
    "missing destination nowhere",
    "GoToR other.pdf page 5",
    "GoToR b.pdf there",
    "Launch run.exe",
    "Named NextPage",
    "JavaScript app.beep()",
    "a:, then Named Print",
  ]);
});

test("a destination has its page and its exact place", () => {
  const [first, second] = linksIn([link("/Dest[3 0 R/XYZ 20 90 null]"), action("/S/URI/URI(a:)")]);
  expect(first).toMatchObject({ page: 0 });
  expect(first!.at![0]).toBeCloseTo(mm(20)[0]!, 9);
  expect(first!.at![1]).toBeCloseTo(mm(10)[0]!, 9);
  expect(second).toMatchObject({ page: null, at: null });
});

test("a page that is turned turns places, also those of one coordinate", () => {
  const at = (rotate: number, dest: string): LinkFact["at"] => linksIn([link(`/Dest[3 0 R${dest}]`)], { page: `/Rotate ${rotate}` })[0]!.at;
  const rounded = (place: LinkFact["at"]): unknown => place?.map((v) => v && Math.round((v * 72) / 25.4));
  // 200 by 100 points; the point is 20 from the left, 10 from the top
  expect([0, 90, 180, 270].map((r) => rounded(at(r, "/XYZ 20 90 0")))).toEqual([
    [20, 10],
    [90, 20],
    [180, 90],
    [10, 180],
  ]);
  expect([0, 90].map((r) => rounded(at(r, "/FitH 90")))).toEqual([
    [null, 10],
    [90, null],
  ]);
});

test("rectangles are those on the page as seen", () => {
  close(linksIn([link("/Dest[0/Fit]")])[0]?.rect, [10, 60, 110, 80]);
  close(linksIn([link("/Dest[0/Fit]", "110 40 10 20")])[0]?.rect, [10, 60, 110, 80]);
  close(linksIn([link("/Dest[0/Fit]")], { page: "/CropBox[5 10 150 90]" })[0]?.rect, [5, 50, 105, 70]);
  close(linksIn([link("/Dest[0/Fit]")], { page: "/Rotate 90" })[0]?.rect, [20, 10, 40, 110]);
  close(linksIn([link("/Dest[0/Fit]")], { page: "/UserUnit 2" })[0]?.rect, [20, 120, 220, 160]);
});

test("each quadrilateral is a link, if all are in the rectangle", () => {
  const quads = "/QuadPoints[10 40 50 40 10 30 50 30 60 30 110 30 60 20 110 20]";
  const inside = linksIn([link(`/Dest[0/Fit]${quads}`)]);
  expect(inside).toHaveLength(2);
  close(inside[0]!.rect, [10, 60, 50, 70]);
  close(inside[1]!.rect, [60, 70, 110, 80]);
  expect(linksIn([link(`/Dest[0/Fit]${quads}`, "10 20 100 40")])).toHaveLength(1);
  expect(linksIn([link("/Dest[0/Fit]/QuadPoints[1 2 3]")])).toHaveLength(1);
});

test("links that are hidden, outside of the page, or without a target are none", () => {
  const groups = "/OCProperties<</D<</OFF[6 0 R]>>/OCGs[6 0 R]>>";
  const hidden = [link("/Dest[0/Fit]/OC 6 0 R")];
  expect(linksIn(hidden, { catalog: groups, more: ["<</Type/OCG/Name(a)>>"] })).toEqual([]);
  expect(linksIn(hidden, { more: ["<</Type/OCG/Name(a)>>"] })).toHaveLength(1);
  expect(linksIn([link("/Dest[0/Fit]/F 2"), link("/Dest[0/Fit]/F 32"), link(""), link("/Dest[0/Fit]", "200 0 300 90")])).toEqual([]);
  expect(linksIn(["<</Subtype/Text/Rect[0 0 9 9]/A<</S/URI/URI(a:)>>>>", link("/Dest[0/Fit]/F 4")])).toHaveLength(1);
});

test("borders have width and colour, dashes and style", () => {
  const border = (entries: string): string => linksIn([`<</Subtype/Link/Rect[0 0 9 9]/Dest[0/Fit]${entries}>>`])[0]!.border;
  expect(border("")).toBe("0.353 #000000");
  expect(border("/Border[0 0 2]/C[1 0 0.5]")).toBe("0.706 #FF0080");
  expect(border("/Border[0 0 0]")).toBe("");
  expect(border("/BS<</W 0>>")).toBe("");
  expect(border("/C[]")).toBe("");
  expect(border("/Border[0 0 1[3 2]]/C[0.5]")).toBe("0.353 #808080 D dash 3,2");
  expect(border("/BS<</W 1/S/U>>/C[0 1 1 0]")).toBe("0.353 #FF0000 U");
});

test("the description is Contents", () => {
  expect(linksIn([link("/Dest[0/Fit]/Contents<FEFF00E4>")])[0]!.alt).toBe("ä");
});

test("actions that follow themselves end", () => {
  const [found] = linksIn([link("/A 6 0 R")], { more: ["<</S/Named/N/Print/Next 6 0 R>>"] });
  expect(found!.target.split(", then ")).toHaveLength(16);
});

test("an address relative to the base of the file is absolute", () => {
  expect(targets([action("/S/URI/URI(a.html)"), action("/S/URI/URI(mailto:a)")], { catalog: "/URI<</Base(https://b.example/)>>" })).toEqual(
    ["https://b.example/a.html", "mailto:a"],
  );
});

test("a script may be a stream", () => {
  expect(targets([action("/S/JavaScript/JS 6 0 R")], { more: [stream("", "beep")] })).toEqual(["JavaScript beep"]);
});
