import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileOf, open, stream } from "../../tests/pdf-reader/open.js";
import { runs } from "../../tests/support/runs.js";
import type { Rect, TagFact } from "./facts.js";
import { ownedActualTexts, tagsOf, type Marked } from "./tags.js";

/** Content is named by its place. */
const byPlace: Marked = (page, key) => ({ text: ` ${page}/${key} `, rect: [page, Number(key.split(":").at(-1)), 9, 9] });

/** Two pages, objects 3 and 4, of 720 by 360 points; 5 is the root, whose entries are given; objects from 6 follow. */
const tagged = (root: string, objects: readonly string[]): Uint8Array =>
  fileOf([
    "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R>>",
    "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 360]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 360]/Rotate 90>>",
    `<<${root}>>`,
    ...objects,
  ]);
const tagsIn = (root: string, objects: readonly string[], marked = byPlace): TagFact => tagsOf(open(tagged(root, objects)), marked)!;
/** The only element, from its entries. */
const tagOf = (entries: string, objects: readonly string[] = [], root = ""): TagFact =>
  tagsIn(`/K 6 0 R${root}`, [`<</S/P/Pg 3 0 R${entries}>>`, ...objects]).kids[0]!;

/** Roles and texts as lists within lists. */
const shape = ({ role, text, kids }: TagFact): unknown =>
  kids.length === 0 ? `${role} ${text}`.trim() : [`${role} ${text}`.trim(), ...kids.map(shape)];

describe("content", () => {
  test("is that of identifiers, references and forms, with its page", () => {
    const form = "<</Type/MCR/Pg 4 0 R/Stm 7 0 R/MCID 3>>";
    const tag = tagOf(`/K[0 <</Type/MCR/MCID 1>> <</Type/MCR/Pg 4 0 R/MCID 2>> ${form} -1 1.5 null (x)]`, [stream("", "")]);
    expect(tag.text).toBe("0/0 0/1 1/2 1/7:3");
    expect(tag.page).toBe(0);
    // of the words on that page
    expect(tag.rect).toEqual([0, 0, 9, 9]);
  });

  test("of a page that no one names has no text, also without its type", () => {
    expect(tagsIn("/K[<</S/P/K 0>>]", []).kids).toMatchObject([{ role: "P", text: "", page: null, rect: null }]);
    expect(tagOf("/K[<</MCID 5>> <</Obj 7 0 R>>]", ["<</Subtype/Link>>"]).text).toBe("0/5");
  });

  test("without words has its page; an element has the first page of what is in it", () => {
    const root = tagsIn("/K 6 0 R", ["<</S/Document/K[7 0 R 8 0 R]>>", "<</S/P/Pg 4 0 R/K 1>>", "<</S/P/Pg 3 0 R/K 2>>"], (page, key) =>
      page === 1 ? undefined : { text: key, rect: [1, 2, 3, 4] },
    );
    expect(root.kids[0]).toMatchObject({ page: 1, rect: null });
    expect(root.kids[0]!.kids).toMatchObject([
      { text: "", page: 1, rect: null },
      { text: "2", page: 0, rect: [1, 2, 3, 4] },
    ]);
  });

  test("the extent is that of all words on the page, of kids too", () => {
    const rects: readonly Rect[] = [
      [5, 5, 6, 6],
      [1, 7, 2, 8],
    ];
    const root = tagsIn("/K 6 0 R", ["<</S/P/Pg 3 0 R/K[0 7 0 R]>>", "<</S/Span/Pg 3 0 R/K 1>>"], (_, key) => ({
      text: "x",
      rect: rects[Number(key)]!,
    }));
    expect(root.kids[0]!.rect).toEqual([1, 5, 6, 8]);
  });

  test("an element without words is where its box or its annotation is, on the page as seen", () => {
    const box = "/A<</O/Layout/BBox[72 288 144 360]>>";
    expect(tagOf(box).rect!.map(Math.round)).toEqual([25, 0, 51, 25]);
    expect(tagOf(box).properties.size).toBe(0);
    expect(tagOf(`/Pg 4 0 R${box}`)).toMatchObject({ page: 1 });
    expect(tagOf("/K<</Type/OBJR/Obj 7 0 R>>", ["<</Subtype/Link/Rect[72 288 144 360]>>"]).rect!.map(Math.round)).toEqual([25, 0, 51, 25]);
  });
});

describe("roles", () => {
  const role = (type: string, root = "", more = ""): string => tagsIn(`/K<</S/${type}${more}>>${root}`, []).kids[0]!.role;
  test("are those of the map, a standard one is itself", () => {
    expect(role("A", "/RoleMap<</A/B/B/H1>>")).toBe("H1");
    expect(role("P", "/RoleMap<</P/H1>>")).toBe("P");
    expect(role("A")).toBe("A");
    expect(role("A", "/RoleMap<</A/B/B/A>>")).toBe("A");
    expect(role("constructor", "/RoleMap<</A/B>>")).toBe("constructor");
  });
  test("types that are newer than PDF 1.7 are mapped unless they are in its name space", () => {
    expect(role("Title", "/RoleMap<</Title/P>>")).toBe("P");
    expect(role("Title", "/RoleMap<</Title/P>>", "/NS<</NS(http://iso.org/pdf2/ssn)>>")).toBe("Title");
    expect(role("H7", "", "/NS<</NS(http://iso.org/pdf2/ssn)>>")).toBe("H7");
  });
  test("name spaces have maps of their own", () => {
    const space = "/NS<</NS(urn:a)/RoleMapNS<</a[/Em <</NS(http://iso.org/pdf2/ssn)>>]/b/c/d[/d <</NS(urn:b)>>]>>>>";
    expect(role("a", "", space)).toBe("Em");
    expect(role("b", "/RoleMap<</c/H2>>", space)).toBe("H2");
    expect(role("d", "", space)).toBe("d");
    expect(role("e", "", space)).toBe("e");
  });
});

describe("properties", () => {
  const properties = (entries: string, objects: readonly string[] = [], root = ""): object =>
    Object.fromEntries(tagOf(entries, objects, root).properties);
  test("are texts of the element; its identifier is none", () => {
    expect(properties("/Lang(de)/Alt<FEFF00E4>/ActualText()/T(t)/E(e)/ID(i)/R 2")).toEqual({
      Lang: "de",
      Alt: "ä",
      ActualText: "",
      T: "t",
      E: "e",
    });
  });
  test("and attributes by owner, those of the element before those of classes, later ones before earlier ones", () => {
    const classes = "/ClassMap<</c<</O/Table/Scope/Row/RowSpan 2>>/d[<</O/List/ListNumbering/Disc>>]>>";
    expect(properties("/C[/c 0 /d /e]/A[<</O/Table/Scope/Both>> 0 <</O/Table/Scope/Column>>]", [], classes)).toEqual({
      Scope: "Column",
      RowSpan: "2",
      ListNumbering: "Disc",
    });
  });
  test("defaults are as if absent", () => {
    expect(properties("/A[<</O/Table/RowSpan 1/ColSpan 1>> <</O/List/ListNumbering/None>>]")).toEqual({});
  });
  test("other owners are part of the name; values of any kind are text, dictionaries without order", () => {
    expect(properties("/A[<</O/CSS-2.00/color(red)/x[1 2.50004 true/n null]/y<</b 1/a 2>>>> <</O/NSO/NS<</NS(urn:a)>>/k/v>>]")).toEqual({
      "CSS-2.00.color": "red",
      "CSS-2.00.x": "1 2.5 true n ",
      "CSS-2.00.y": "a 2, b 1",
      "urn:a.k": "v",
    });
  });
});

describe("headers of cells", () => {
  /** Rows of cells as entries; every element is direct. */
  const table = (rows: readonly (readonly string[])[]): TagFact =>
    tagsIn(`/K<</S/Table/K[${rows.map((cells) => `<</S/TR/K[${cells.map((c) => `<<${c}>>`).join("")}]>>`).join("")}]>>`, []).kids[0]!;
  const headersIn = ({ kids }: TagFact): unknown => kids.map((row) => row.kids.map((cell) => cell.properties.get("Headers") ?? null));
  const th = (id: string, attributes = ""): string => `/S/TH/ID(${id})/A<</O/Table${attributes}>>`;
  const td = (...headers: readonly string[]): string => `/S/TD/A<</O/Table/Headers[${headers.map((h) => `(${h})`).join("")}]>>`;

  test("are places in the table, whatever the identifiers", () => {
    const rows = (a: string, b: string, c: string): TagFact =>
      table([
        ["/S/TD", th(a), th(b)],
        [th(c), td(a, c), td(b, c, "gone")],
      ]);
    const found = headersIn(rows("a", "b", "c"));
    expect(found).toEqual([
      [null, null, null],
      [null, "row 1, same column; same row, column 1", "row 1, same column; same row, column 1; not in the table"],
    ]);
    expect(headersIn(rows("x", "y", "\\000z"))).toEqual(found);
    expect(
      headersIn(
        table([
          ["/S/TD", th("a"), th("b")],
          [th("c"), td("b", "c"), td("b", "c", "gone")],
        ]),
      ),
    ).not.toEqual(found);
  });

  test("do not change with a row above", () => {
    const head = ["/S/TD", th("a")];
    const body = [th("c"), td("a", "c")];
    const plain = [th("d"), td("a", "d")];
    expect((headersIn(table([head, body])) as unknown[]).at(-1)).toEqual((headersIn(table([head, plain, body])) as unknown[]).at(-1));
  });

  test("count spans of rows and columns", () => {
    const found = headersIn(
      table([
        [th("r", "/RowSpan 2"), th("a", "/ColSpan 2")],
        [td("r", "a"), td("a"), td("a")],
      ]),
    );
    // the last cell is in column 4
    expect((found as unknown[])[1]).toEqual(["same row, column 1; row 1, same column", "row 1, same column", "row 1, column 2"]);
  });

  test("in a table in a cell are those of that table", () => {
    const inner = `/S/TD/K<</S/Table/K<</S/TR/K[<<${th("i")}>><<${td("o", "i")}>>]>>>>`;
    const found = table([[th("o"), inner]]);
    expect(headersIn(found.kids[0]!.kids[1]!.kids[0]!)).toEqual([[null, "not in the table; same row, column 1"]]);
  });

  test("spans of any size end", () => {
    const found = table([[th("a", "/ColSpan 2147483647/RowSpan 2147483647")], [td("a")]]);
    // the header's rows reach the cell, which is right of it
    expect(headersIn(found)).toEqual([[null], ["same row, column 1"]]);
  });
});

describe("trees", () => {
  test("are in order, each element once", () => {
    const root = tagsIn("/K[6 0 R 7 0 R]", ["<</S/Sect/K[7 0 R 6 0 R 5 0 R 8 0 R]>>", "<</S/P>>", "<</S/H1/K[6 0 R 8 0 R]>>"]);
    expect(root.kids.map(shape)).toEqual([["Sect", "P", "H1"]]);
  });

  test("without an element are null", () => {
    const without = (root: string): unknown => tagsOf(open(tagged(root, [])), byPlace);
    expect([without(""), without("/K[]"), without("/K null"), without("/K 0"), without("/K 99 0 R")]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test("of any depth are read, without recursion: deep elements are kids of the last level", () => {
    const depth = 30_000;
    const root = tagsIn(
      "/K 6 0 R",
      Array.from({ length: depth }, (_, i) => `<</S/P/Pg 3 0 R/K[${i} ${7 + i} 0 R]>>`),
    );
    let [count, levels] = [0, 0];
    const rest: (readonly [TagFact, number])[] = [[root, 0]];
    for (let next; (next = rest.pop());) {
      const [tag, level] = next;
      count++;
      levels = Math.max(levels, level);
      for (const kid of tag.kids) rest.push([kid, level + 1]);
    }
    expect(count).toBe(depth + 1);
    expect(levels).toBe(500);
    expect(root.rect).toEqual([0, 0, 9, 9]);
  });

  test("of any references end", () => {
    const ref = fc.integer({ min: 5, max: 11 }).map((n) => `${n} 0 R`);
    const kid = fc.oneof(ref, fc.constantFrom("0", "1", "<</Type/OBJR/Obj 6 0 R>>", "<</Type/MCR/MCID 2/Pg 3 0 R>>"));
    const element = fc
      .tuple(fc.constantFrom("Table", "TR", "TD", "P"), fc.array(kid, { maxLength: 4 }), ref)
      .map(([s, kids, k]) => (kids.length === 0 ? `<</S/${s}/K ${k}>>` : `<</S/${s}/Pg 3 0 R/ActualText(x)/K[${kids.join(" ")}]>>`));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            element,
            fc.array(ref, { maxLength: 3 }).map((refs) => `[${refs.join(" ")}]`),
          ),
          { minLength: 6, maxLength: 6 },
        ),
        (objects) => {
          const file = open(tagged("/K 6 0 R", objects));
          ownedActualTexts(file);
          let count = 0;
          const rest: TagFact[] = [tagsOf(file, byPlace)].flatMap((tag) => tag ?? []);
          for (let next; (next = rest.pop()); count++) rest.push(...next.kids);
          expect(count).toBeLessThanOrEqual(20);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe("replacement texts", () => {
  test("are those of the first content below the outermost element with one; the rest is empty", () => {
    const file = open(
      tagged("/K[6 0 R 9 0 R]", [
        "<</S/Span/Pg 3 0 R/ActualText(all)/K[7 0 R 8 0 R 3]>>",
        "<</S/Span/Pg 3 0 R/ActualText(inner)/K[1 2]>>",
        "<</S/Span/Pg 4 0 R/K[<</Type/MCR/Stm 3 0 R/MCID 1>>]>>",
        "<</S/P/Pg 3 0 R/K[4 10 0 R 5]>>",
        "<</S/Span/Pg 3 0 R/ActualText()/K 6>>",
      ]),
    );
    const text = ownedActualTexts(file);
    expect([1, 2, 3, 4, 5, 6].map((mcid) => text(0, String(mcid)))).toEqual(["all", "", "", null, null, null]);
    expect(text(1, "3:1")).toBe("");
    expect(text(1, "1")).toBeNull();
  });

  test("are none in a file without tags", () => {
    expect(ownedActualTexts(open(tagged("", [])))(0, "0")).toBeNull();
  });
});
