import { beforeAll, describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../runtime/index.js";
import { render } from "../../runtime/index.js";
import { factsIn, type Facts } from "./facts-of.js";

/* One property of a request at a time: facts of its kind change, others do not (DF-12 to DF-14, DF-22). */

const text = (content: unknown, more: object = {}): object => ({ type: "block", element: { type: "text", content }, ...more });
const url = (address: string): object => ({ target: { type: "url", url: address } });
const item = (words: string): object => ({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: words }] }] });
const PATH = { type: "path", width: 10, height: 10, stroke: {}, d: "M 0 0 L 10 10", view_box: { x: 0, y: 0, width: 10, height: 10 } };

const fixed = (value: number): object => ({ mode: "fixed", value });
const request = {
  settings: {
    metadata: { title: "Tides", author: "Ada Moor", subject: "A report", creator: "Editor", producer: "Maker", language: "en" },
    security: { owner_password: "owner", permissions: { print: true, copy: true } },
  },
  flow_document: {
    page_masters: { main: { width: 120, height: 200 } },
    segments: [
      {
        page_master: "main",
        page_numbering: { mode: "reset", start: 3, style: "lower_roman" },
        content: [
          text("Water", { semantics: { role: "heading", heading_level: 1 }, destination: "water" }),
          text("High water", { semantics: { role: "heading", heading_level: 2 } }),
          text("Plain words"),
          text("Quoted words", { semantics: { role: "quote" } }),
          text({ spans: [{ text: "see " }, { text: "the site", link: { ...url("https://a.example/"), alt: "Our site" } }] }),
          text("to water", { element: { type: "text", content: "to water", link: { target: { type: "destination", name: "water" } } } }),
          text({ blocks: [{ type: "list", list: { kind: "bullet" }, items: [item("one"), item("two")] }] }),
          {
            type: "block",
            element: {
              type: "table",
              width: 100,
              columns: [
                { key: "a", header: "A", role: "row_header", width: fixed(40) },
                { key: "b", header: "B", width: fixed(30) },
                { key: "c", header: "C", width: fixed(30) },
              ],
              header: {
                rows: [
                  { cells: [{ content: "Top" }, { content: "Both", col_span: 2 }] },
                  { cells: [{ content: "x" }, { content: "y" }, { content: "z" }] },
                ],
              },
              rows: [{ a: "1", b: "2", c: "3" }],
            },
          },
          { type: "block", element: { ...PATH, alt: "A line" } },
          text("Of the line", { semantics: { role: "caption" } }),
        ],
      },
    ],
  },
};
type Request = typeof request;

const content = (r: Request): Record<string, object>[] => r.flow_document.segments[0]!.content as Record<string, object>[];
const element = (r: Request, index: number): Record<string, unknown> => content(r)[index]!["element"]! as Record<string, unknown>;
const semantics = (r: Request, index: number): object => content(r)[index]!["semantics"]!;

/** A change, and the facts that it changes: names of metadata, or of other facts. */
const CHANGES: readonly (readonly [name: string, change: (r: Request) => void, facts: readonly string[]])[] = [
  ["title", (r) => (r.settings.metadata.title = "Ebb"), ["title"]],
  ["author", (r) => (r.settings.metadata.author = "Bo"), ["author"]],
  ["subject", (r) => (r.settings.metadata.subject = "Other"), ["subject"]],
  ["creator", (r) => (r.settings.metadata.creator = "Other"), ["creator"]],
  ["producer", (r) => (r.settings.metadata.producer = "Other"), ["producer"]],
  ["language", (r) => (r.settings.metadata.language = "de"), ["language", "tags"]],
  ["a permission", (r) => (r.settings.security.permissions.print = false), ["protection"]],
  ["another permission", (r) => (r.settings.security.permissions.copy = false), ["protection"]],
  ["algorithm", (r) => Object.assign(r.settings.security, { algorithm: "aes_128" }), ["protection", "version"]],
  ["no encryption", (r) => delete (r.settings as { security?: unknown }).security, ["protection", "version"]],
  ["style of labels", (r) => (r.flow_document.segments[0]!.page_numbering.style = "upper_roman"), ["labels"]],
  ["first label", (r) => (r.flow_document.segments[0]!.page_numbering.start = 9), ["labels"]],
  ["text of a heading", (r) => (element(r, 0)["content"] = "Wadis"), ["outline"]],
  ["level of a heading", (r) => Object.assign(semantics(r, 1), { heading_level: 1 }), ["outline", "tags"]],
  ["heading that is not listed", (r) => Object.assign(semantics(r, 1), { outlined: false }), ["outline"]],
  ["role", (r) => Object.assign(semantics(r, 3), { role: "note" }), ["tags"]],
  ["role of a caption", (r) => Object.assign(semantics(r, 9), { role: "paragraph" }), ["tags"]],
  ["decoration", (r) => Object.assign(content(r)[2]!, { semantics: { decorative: true } }), ["tags"]],
  ["address of a link", (r) => (spans(r)[1]!.link.target.url = "https://b.example/"), ["links"]],
  ["description of a link", (r) => (spans(r)[1]!.link.alt = "Their site"), ["links"]],
  ["border of a link", (r) => Object.assign(element(r, 5)["link"] as object, { border: { width: 0.5 } }), ["links"]],
  ["colour of a border", (r) => Object.assign(element(r, 5)["link"] as object, { border: { width: 0.5, color: "#FF0000" } }), ["links"]],
  ["target of a link", (r) => Object.assign(element(r, 5)["link"] as object, url("https://a.example/")), ["links"]],
  ["kind of a list", (r) => (lists(r)[0]!.list.kind = "ordered"), ["tags"]],
  ["row header", (r) => delete column(r, 0)["role"], ["tags"]],
  ["span of a header", (r) => (headers(r)[0]!.cells = [{ content: "Top", col_span: 2 }, { content: "Both" }] as never), ["tags"]],
  ["description of a drawing", (r) => (element(r, 8)["alt"] = "Another line"), ["tags"]],
  ["drawing that is decoration", (r) => (element(r, 8)["alt"] = ""), ["tags"]],
];

interface Linked {
  text: string;
  link: { target: { url: string }; alt: string };
}
const spans = (r: Request): Linked[] => (element(r, 4)["content"] as { spans: Linked[] }).spans;
const lists = (r: Request): { list: { kind: string } }[] => (element(r, 6)["content"] as { blocks: { list: { kind: string } }[] }).blocks;
const column = (r: Request, i: number): Record<string, unknown> => (element(r, 7)["columns"] as Record<string, unknown>[])[i]!;
const headers = (r: Request): { cells: object[] }[] => (element(r, 7)["header"] as { rows: { cells: object[] }[] }).rows;

const made = async (given: Request): Promise<Facts> =>
  factsIn((await render(given as unknown as DocumentRequest, { sourceDateEpoch: 1767225600 })).pdf);

const parts = ({ whole, links }: Facts): ReadonlyMap<string, unknown> => {
  const { metadata, ...others } = whole;
  return new Map(Object.entries({ ...metadata, ...others, links }));
};

describe("a change of", () => {
  let before: ReadonlyMap<string, unknown>;
  beforeAll(async () => {
    before = parts(await made(request));
  });
  test.each(CHANGES)("%s changes its facts alone", async (_, change, facts) => {
    const other = structuredClone(request);
    change(other);
    const after = parts(await made(other));
    const differing = [...before.keys()].filter((key) => JSON.stringify(before.get(key), maps) !== JSON.stringify(after.get(key), maps));
    expect(differing.sort()).toEqual([...facts].sort());
  });
});

describe("facts are what the request says:", () => {
  const placed = (type: string, more: object): object => ({ type, layout: { left: 30, top: 10 }, width: 10, height: 5, ...more });
  const factsOf = async (settings: object, elements: readonly object[]): Promise<Facts> => {
    const sheet = {
      pages: [
        { width: 60, height: 40, elements },
        { width: 60, height: 40 },
      ],
      settings,
    };
    return factsIn((await render(sheet as unknown as DocumentRequest)).pdf);
  };
  const label = { type: "text", layout: { left: 5, top: 5 }, content: "Words" };

  test("places, borders and targets of links, in millimetres", async () => {
    const { links } = await factsOf({}, [
      placed("rect", {
        fill: {},
        link: { target: { type: "page", page: 2, left: 3, top: 4 }, padding: 1, border: { width: 0.5, color: "#0000ff" }, alt: "Next" },
      }),
      placed("link", { layout: { left: 5, top: 20 }, ...url("tel:+4912345"), padding: 0 }),
    ]);
    expect(links[1]).toEqual([]);
    const [inside, outside] = links[0]!;
    expect(inside).toMatchObject({ target: "page 2 at 3.0,4.0", page: 1, alt: "Next", border: "0.5 #0000FF" });
    [3, 4].forEach((value, i) => expect(inside!.at![i]).toBeCloseTo(value, 2));
    [29, 9, 41, 16].forEach((value, i) => expect(inside!.rect[i]).toBeCloseTo(value, 2));
    expect(outside).toMatchObject({ target: "tel:+4912345", page: null, at: null, border: "" });
    [5, 20, 15, 25].forEach((value, i) => expect(outside!.rect[i]).toBeCloseTo(value, 2));
  });

  test.each([
    ["", "", "1.7"],
    ["pdfa-1b", "PDF/A-1b", "1.4"],
    ["pdfa-2b", "PDF/A-2b", "1.7"],
    ["pdfa-2u", "PDF/A-2u", "1.7"],
    ["pdfa-3b", "PDF/A-3b", "1.7"],
    ["pdfa-3u", "PDF/A-3u", "1.7"],
    ["pdfa-4", "PDF/A-4", "2.0"],
    ["pdfa-ua1", "PDF/A-2a, PDF/UA-1", "1.7"],
  ])("profile %s", async (profile, name, version) => {
    const { whole } = await factsOf({ profile, metadata: { title: "A title" } }, [label]);
    expect(whole.metadata).toMatchObject({ profile: name, version });
    expect(whole.tags !== null).toBe(profile === "pdfa-ua1");
  });

  test("accessibility in addition to a profile", async () => {
    const { whole } = await factsOf({ profile: "pdfa-3b", accessibility: "ua1", metadata: { title: "A title" } }, [label]);
    expect(whole.metadata.profile).toBe("PDF/A-3b, PDF/UA-1");
  });

  test("each permission", async () => {
    const names = ["print", "print_high_quality", "modify", "copy", "annotate", "fill_forms", "extract_accessibility", "assemble"];
    for (const denied of names) {
      const { whole } = await factsOf({ security: { owner_password: "owner", permissions: { [denied]: false } } }, [label]);
      expect(whole.protection).toEqual({ method: "AES-256", permissions: names.filter((name) => name !== denied) });
    }
  });
});

const maps = (_: string, value: unknown): unknown => (value instanceof Map ? [...(value as ReadonlyMap<string, string>)] : value);
