import { describe, expect, test } from "vitest";
import type { TagFact } from "../facts/facts.js";
import { diff, entry, line, lines, made, metadata, page, tag } from "../../tests/support/diff/documents.js";

const pages = [page({ words: line("first page", 20, 20) }), page({ words: line("second page", 20, 20) })];

describe("outline (DF-12)", () => {
  const of = (...outline: readonly ReturnType<typeof entry>[]): ReturnType<typeof made> => made(pages, { outline });
  test("titles, levels, targets and looks in order", async () => {
    const a = of(entry("One", 0), entry("Two", 0), entry("Three", 1));
    expect(await lines(a, of(entry("One", 0), entry("Zwei", 0), entry("Three", 1)))).toEqual(['outline changed: title "Two" → "Zwei"']);
    expect(await lines(a, of(entry("One", 0), entry("Two", 0, { level: 2 }), entry("Three", 1)))).toEqual([
      'outline changed: level "1" → "2"',
    ]);
    expect(await lines(a, of(entry("One", 0), entry("Two", 1), entry("Three", 1)))).toEqual([
      'outline changed: target "page 1" → "page 2"',
    ]);
    expect(await lines(a, of(entry("One", 0), entry("Two", 0, { look: "bold" }), entry("Three", 1)))).toEqual([
      'outline changed: look "" → "bold"',
    ]);
    expect(await lines(a, of(entry("One", 0), entry("Three", 1)))).toEqual(['outline removed: "Two"']);
    expect(await lines(a, of(entry("One", 0), entry("Two", 0), entry("New", 0), entry("Three", 1)))).toEqual(['outline added: "New"']);
    expect(await lines(a, of(entry("Three", 1), entry("One", 0), entry("Two", 0)))).toEqual(['outline moved: "Three"']);
  });
  test("a page put in before moves no target", async () => {
    const a = of(entry("One", 0), entry("Two", 1));
    const b = made([page({ words: line("put in", 60, 60) }), ...pages], { outline: [entry("One", 1), entry("Two", 2)] });
    expect(await lines(a, b)).toEqual(["page -/1: page added"]);
  });
});

describe("page labels (DF-12)", () => {
  const of = (...labels: readonly string[]): ReturnType<typeof made> =>
    made(
      labels.map((_, k) => page({ words: line(`words of page ${k}`, 20, 20) })),
      { labels },
    );
  test("pages without labels have their numbers", async () => {
    expect((await diff(made(of("1", "2").pages), of("1", "2"))).equal).toBe(true);
    expect(await lines(made(of("1", "2").pages), of("i", "2"))).toEqual(['label changed: "1" → "i"']);
  });
  test("neighbouring pages with other labels are one difference", async () => {
    expect(await lines(of("1", "2", "3", "4"), of("i", "ii", "3", "A-4"))).toEqual([
      'label changed: "1, 2" → "i, ii"',
      'label changed: "4" → "A-4"',
    ]);
  });
  test("a page put in is one difference, whatever the labels after it", async () => {
    const a = of("i", "ii", "1", "2");
    const put = page({ words: line("put in here", 70, 70) });
    const b = made([...a.pages.slice(0, 3), put, a.pages[3]!], { labels: ["i", "ii", "1", "2", "3"] });
    expect(await lines(a, b)).toEqual(["page -/4: page added"]);
    expect(await lines(b, a)).toEqual(["page 4: page removed"]);
  });
});

describe("metadata, attachments, protection (DF-13, DF-14, DF-7)", () => {
  test.each(["title", "author", "subject", "keywords", "creator", "language", "profile", "version"] as const)("%s", async (property) => {
    const of = (value: string): ReturnType<typeof made> => made(pages, { metadata: { ...metadata, [property]: value } });
    expect((await diff(of("x"), of("y"))).differences).toMatchObject([
      {
        kind: "metadata",
        change: "changed",
        property,
        a: "x",
        b: "y",
        page: null,
        rect_mm: null,
        message: `metadata changed: ${property} "x" → "y"`,
      },
    ]);
  });
  test.each(["created", "modified", "producer"] as const)("%s on request alone", async (property) => {
    const of = (value: string): ReturnType<typeof made> => made(pages, { metadata: { ...metadata, [property]: value } });
    expect((await diff(of("x"), of("y"))).equal).toBe(true);
    expect(await lines(of("x"), of("y"), { metadata: true })).toEqual([`metadata changed: ${property} "x" → "y"`]);
  });
  test("attachments by name, whatever their order", async () => {
    const file = { name: "a.xml", sha256: "00", bytes: 3, relationship: "Data", type: "text/xml", description: "A" };
    const other = { ...file, name: "b.xml" };
    const of = (...attachments: readonly (typeof file)[]): ReturnType<typeof made> => made(pages, { attachments });
    expect(await lines(of(file, other), of(other, file))).toEqual([]);
    expect(await lines(of(file), of(file, other))).toEqual(['attachment added: "b.xml"']);
    expect(await lines(of(file), of({ ...file, relationship: "Source" }))).toEqual([
      'attachment changed: relationship "a.xml: Data" → "a.xml: Source"',
    ]);
    expect((await diff(of(file), of({ ...file, sha256: "11" }))).differences).toMatchObject([{ kind: "attachment", property: "bytes" }]);
    expect(await lines(of(file), of({ ...file, type: "text/csv", description: "B" }))).toHaveLength(2);
  });
  test("protection", async () => {
    const of = (method: string, permissions: readonly string[]): ReturnType<typeof made> =>
      made(pages, { protection: { method, permissions } });
    expect(await lines(made(pages), of("AES-256", ["print"]))).toEqual(['protection added: "AES-256"']);
    expect(await lines(of("AES-128", ["print"]), of("AES-256", ["print"]))).toEqual(['protection changed: method "AES-128" → "AES-256"']);
    expect(await lines(of("AES-256", ["print"]), of("AES-256", ["print", "copy"]))).toEqual([
      'protection changed: permissions "print" → "print, copy"',
    ]);
  });
});

describe("tags (DF-12)", () => {
  const at = (role: string, text: string, page_: number, properties: Readonly<Record<string, string>> = {}): TagFact => ({
    ...tag(role, text, properties),
    page: page_,
  });
  const of = (tags: TagFact | null): ReturnType<typeof made> => made(pages, { tags });
  const tree = tag("Document", [tag("H1", "first"), tag("Sect", [tag("P", "page"), tag("Figure", "", { Alt: "a boat", Lang: "en" })])]);
  const edited = (edit: (kids: TagFact[]) => TagFact[]): TagFact => tag("Document", edit([...tree.kids]));
  const sect = (...kids: readonly TagFact[]): TagFact => tag("Sect", kids);

  test("where only one side has tags, one difference", async () => {
    expect(await lines(of(tree), of(null))).toEqual(["tag removed"]);
    expect(await lines(of(null), of(tree))).toEqual(["tag added"]);
  });
  test.each(["Lang", "Alt", "ActualText", "Scope", "RowSpan", "ColSpan", "Headers"])("property %s", async (name) => {
    const with_ = (value: string | null): ReturnType<typeof made> =>
      of(edited(([h]) => [h!, sect(tag("TH", "page", value === null ? {} : { [name]: value }))]));
    expect(await lines(with_("1"), with_("2"))).toEqual([`page 1: tag changed: ${name} "1" → "2"`]);
    expect((await diff(with_(null), with_("2"))).differences).toMatchObject([{ kind: "tag", change: "changed", property: name, b: "2" }]);
    expect((await diff(with_(null), with_("2"))).differences[0]).not.toHaveProperty("a");
  });
  test("a role", async () => {
    expect(await lines(of(tree), of(edited(([, s]) => [tag("H2", "first"), s!])))).toEqual(['page 1: tag changed: role "H1" → "H2"']);
  });
  test("a tag put around others, and a tag taken out with all below it", async () => {
    expect(await lines(of(tree), of(tag("Document", [tag("Div", [...tree.kids])])))).toEqual(['page 1: tag added: "Div"']);
    expect(await lines(of(tree), of(edited(([h]) => [h!])))).toEqual(['page 1: tag removed: "Sect"']);
  });
  test("another order, another parent", async () => {
    expect(await lines(of(tree), of(edited(([h, s]) => [s!, h!])))).toHaveLength(1);
    const a = tag("Document", [sect(tag("H1", "first")), tag("P", "page")]);
    const b = tag("Document", [sect(tag("H1", "first"), tag("P", "page"))]);
    expect(await lines(of(a), of(b))).toEqual(['page 1: tag moved: parent "Document"']);
  });
  test("a word that changed is one difference, of the words", async () => {
    const a = made([page({ words: line("Total 119.00", 20, 20) })], { tags: tag("Document", [tag("P", "Total 119.00")]) });
    const b = made([page({ words: line("Total 120.00", 20, 20) })], { tags: tag("Document", [tag("P", "Total 120.00")]) });
    expect((await diff(a, b)).counts).toEqual({ word: 1 });
    expect((await diff(a, b, { ignore: "word" })).equal).toBe(true);
    expect((await diff(a, b, { only: "tag" })).equal).toBe(true);
  });
  test("a text that other tags have, while the words are the same, is a difference", async () => {
    const words = line("one two three", 20, 20);
    const a = made([page({ words })], { tags: tag("Document", [tag("P", "one two"), tag("P", "three")]) });
    const b = made([page({ words })], { tags: tag("Document", [tag("P", "one"), tag("P", "two three")]) });
    expect((await diff(a, b)).differences.map(({ kind, property }) => [kind, property])).toEqual([
      ["tag", "text"],
      ["tag", "text"],
    ]);
  });
  test("tags of a page put in belong to the difference of the page", async () => {
    const a = made(pages, { tags: tag("Document", [at("P", "first page", 0), at("P", "second page", 1)]) });
    const b = made([pages[0]!, page({ words: line("put in", 70, 70) }), pages[1]!], {
      tags: tag("Document", [at("P", "first page", 0), at("P", "put in", 1), at("P", "second page", 2)]),
    });
    expect(await lines(a, b)).toEqual(["page -/2: page added"]);
    expect(await lines(b, a)).toEqual(["page 2: page removed"]);
  });
  test("tags in an ignored area are not compared", async () => {
    const dated = (date: string): ReturnType<typeof made> =>
      made([page({ words: line(date, 20, 20) })], {
        tags: tag("Document", [{ ...tag("P", date, { Alt: date }), rect: [20, 20, 60, 25] }]),
      });
    expect((await diff(dated("2026"), dated("2027"))).counts).toEqual({ word: 1, tag: 1 });
    expect((await diff(dated("2026"), dated("2027"), { ignoreAreas: ["10,10,100,20"] })).equal).toBe(true);
  });
  test("a tree deeper than any stack", async () => {
    let deep = tag("P", "first");
    for (let k = 0; k < 50_000; k++) deep = tag("Div", [deep]);
    expect(await lines(of(deep), of(tag("Div", [deep])))).toEqual(['page 1: tag added: "Div"']);
  });
});
