import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { steps } from "../../base/steps.js";
import { testEngine } from "../../golden/cases.js";
import { collect } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import { pt } from "../../compiler/core/units.js";
import type { IrDocument, Op, StructNode } from "../../ir/ir.js";
import { compileNow } from "../support/at-once.js";
import { enough, runs } from "../support/runs.js";

/* Footnotes and floats (L20 to L30) in documents of all kinds of content, from request to display list. */

const world = testEngine.world();

const run = (text: string): object => ({ type: "text", text });
const paragraph = (...inlines: readonly object[]): object => ({ type: "paragraph", inlines });
const note = (text: string): object => ({ type: "footnote", blocks: [paragraph(run(text))] });
const block = (inlines: readonly object[], more: object = {}): object => ({
  type: "block",
  element: { type: "text", content: { blocks: [paragraph(...inlines)] } },
  ...more,
});

const MARGIN = 4;
const master = (width: number, height: number, columns: number): object => ({
  width,
  height,
  layout: {
    page_margin: { left: MARGIN, right: MARGIN, top: MARGIN, bottom: MARGIN },
    columns: { count: columns, gap: 4 },
  },
});
const document = (content: readonly object[], page: object = master(60, 60, 1)): object => ({
  settings: { defaults: { text: { font_size: 8 } } },
  flow_document: { page_masters: { main: page }, segments: [{ page_master: "main", content }] },
});

/** Each note `nNx` begins after the mark of `mNx`. */
class Words {
  #word = 0;
  notes = 0;
  heads = 0;

  text = (count: number): string => Array.from({ length: count }, () => `w${this.#word++}x`).join(" ");

  inlines(count: number, notes: readonly number[]): readonly object[] {
    return [
      run(this.text(count)),
      ...notes.flatMap((length) => {
        const n = this.notes++;
        return [run(` m${n}x`), note(`n${n}x ${this.text(length)}`.trim()), run(` ${this.text(2)}`)];
      }),
    ];
  }
}

type Draft = (words: Words) => object;

const lengths = fc.array(fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(60) }), { maxLength: 3 });
const text: fc.Arbitrary<Draft> = fc.tuple(fc.nat(40), lengths, fc.boolean(), fc.boolean()).map(
  ([count, notes, together, next]) =>
    (words) =>
      block(words.inlines(count + 1, notes), { pagination: { keep_together: together && count < 10, keep_with_next: next && count < 6 } }),
);
const list: fc.Arbitrary<Draft> = fc.array(lengths, { minLength: 1, maxLength: 3 }).map((items) => (words) => ({
  type: "block",
  element: {
    type: "text",
    content: {
      blocks: [
        { type: "list", list: { kind: "ordered" }, items: items.map((notes) => ({ blocks: [paragraph(...words.inlines(3, notes))] })) },
      ],
    },
  },
}));
const table: fc.Arbitrary<Draft> = fc
  .tuple(fc.array(fc.array(fc.nat(8), { maxLength: 1 }), { minLength: 1, maxLength: 8 }), fc.boolean())
  .map(([rows, heads]) => (words) => {
    const cell = (notes: readonly number[]): object => ({ content: { blocks: [paragraph(...words.inlines(1, notes))] } });
    const header = {
      rows: [{ cells: [{ content: { blocks: [paragraph(run("head"), ...(heads ? [note(`h${words.heads++}x`)] : []))] } }] }],
    };
    return {
      type: "block",
      element: { type: "table", columns: [{ key: "a", width: { mode: "auto" } }], header, rows: rows.map((notes) => ({ a: cell(notes) })) },
    };
  });
const columns: fc.Arbitrary<Draft> = fc
  .tuple(fc.array(fc.oneof(text, list), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([drafts, balanced]) => (words) => ({
    type: "columns",
    layout: { count: 2, gap: 3, mode: balanced ? "balanced" : "sequential" },
    content: drafts.map((draft) => draft(words)),
  }));
const grid: fc.Arbitrary<Draft> = fc
  .array(fc.array(fc.nat(6), { maxLength: 1 }), { minLength: 1, maxLength: 5 })
  .map((cells) => (words) => ({
    type: "grid",
    layout: {
      columns: [
        { mode: "fraction", value: 1 },
        { mode: "fraction", value: 1 },
      ],
    },
    content: cells.map((notes) => block(words.inlines(2, notes))),
  }));
const float: fc.Arbitrary<Draft> = fc
  .tuple(
    fc.constantFrom("top", "bottom", "next_page"),
    fc.constantFrom("column", "body"),
    fc.integer({ min: 3, max: 14 }),
    fc.array(fc.nat(5), { maxLength: 1 }),
  )
  .map(([position, span, height, notes]) => (words) => ({
    type: "placed",
    layout: { reference: "float", position, span },
    content: [{ type: "block", element: { type: "rect", width: 20, height, fill: { color: "#808080" } } }, block(words.inlines(1, notes))],
  }));
const breakNode: fc.Arbitrary<Draft> = fc.constant(() => ({ type: "break", kind: "page" }));

const documents = fc.tuple(
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: text },
      { weight: 2, arbitrary: list },
      { weight: 2, arbitrary: table },
      { weight: 1, arbitrary: columns },
      { weight: 1, arbitrary: grid },
      { weight: 3, arbitrary: float },
      { weight: 1, arbitrary: breakNode },
    ),
    { minLength: 1, maxLength: 9 },
  ),
  fc.integer({ min: 45, max: 90 }),
  fc.integer({ min: 1, max: 2 }),
);

interface Piece {
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
}

/** Glyph runs and rectangles of paths, points. */
function pieces(doc: IrDocument): readonly Piece[] {
  const out: Piece[] = [];
  doc.pages.forEach(({ ops }, page) => {
    const walk = (list: readonly Op[]): void => {
      for (const op of list) {
        if (op.op === "mark" || op.op === "group") walk(op.children);
        else if (op.op === "glyphs") {
          const { size, x, y, text, run: glyphs } = op;
          const width = (glyphs.advances.slice(0, text.trimEnd().length).reduce((n, a) => n + a, 0) * size) / 1000;
          out.push({ page, left: x, right: x + width, top: y - 0.6 * size, bottom: y + 0.1 * size, text });
        } else if (op.op === "path") {
          const { coords } = op.path;
          const xs = coords.filter((_, i) => i % 2 === 0);
          const ys = coords.filter((_, i) => i % 2 === 1);
          out.push({ page, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys), text: "" });
        }
      }
    };
    walk(ops);
  });
  return out;
}

function wordsOf(all: readonly Piece[]): ReadonlyMap<string, { readonly page: number; readonly count: number }> {
  const out = new Map<string, { page: number; count: number }>();
  for (const { text, page } of all)
    for (const word of text.match(/[wmnh]\d+x/g) ?? []) {
      const known = out.get(word);
      out.set(word, { page: known?.page ?? page, count: (known?.count ?? 0) + 1 });
    }
  return out;
}

const overlap = (a: Piece, b: Piece): boolean =>
  a.page === b.page && a.left < b.right - 0.1 && b.left < a.right - 0.1 && a.top < b.bottom - 0.1 && b.top < a.bottom - 0.1;

/** null if some content exceeds every region, which happens on small pages */
function laidOut(request: object): IrDocument | null {
  try {
    return collect(compileNow(request, world));
  } catch (e) {
    if (e instanceof RenderError && ["too-wide-for-room", "taller-than-page", "float-notes"].includes(e.problem.rule)) return null;
    throw e;
  }
}

describe("random documents with footnotes and floats", () => {
  test("have every word and note once, notes on the page of their mark, nothing over anything, all on the page", () => {
    let done = 0;
    let elsewhere = 0;
    let notes = 0;
    fc.assert(
      fc.property(documents, ([drafts, height, count]) => {
        const words = new Words();
        const request = document(
          drafts.map((draft) => draft(words)),
          master(130, height, count),
        );
        const doc = laidOut(request);
        if (!doc) return;
        done++;
        const all = pieces(doc);
        const found = wordsOf(all);
        for (const word of new Set(JSON.stringify(request).match(/\b[wmnh]\d+x\b/g) ?? []))
          expect([word, found.get(word)?.count]).toEqual([word, 1]);
        for (let n = 0; n < words.notes; n++) {
          notes++;
          const [mark, at] = [found.get(`m${n}x`)!.page, found.get(`n${n}x`)!.page];
          expect(at).toBeGreaterThanOrEqual(mark);
          if (at !== mark) elsewhere++;
        }
        all.forEach((a, i) => {
          expect(a.bottom).toBeLessThanOrEqual(pt(height - MARGIN) + 2);
          for (const b of all.slice(i + 1)) if (overlap(a, b)) expect([a, b]).toBe("apart");
        });
      }),
      { numRuns: runs(150) },
    );
    expect(done).toBeGreaterThan(enough(75));
    expect(elsewhere).toBeLessThanOrEqual(notes * 0.01);
  });
});

function elementsOf(node: StructNode, role: StructNode["role"]): readonly StructNode[] {
  const inside = node.kids.flatMap((kid) => (typeof kid === "object" ? elementsOf(kid, role) : []));
  return node.role === role ? [node, ...inside] : inside;
}

const compiled = (request: object): IrDocument => collect(compileNow(request, world));
const textOn = (doc: IrDocument, page: number): string =>
  pieces(doc)
    .filter((p) => p.page === page)
    .map((p) => p.text)
    .join(" ");

describe("variables in notes", () => {
  const variable = (name: string): object => ({ type: "variable", scope: "system", name });
  const noteOf = (n: number, before: number, after: number): object => ({
    type: "footnote",
    blocks: [
      paragraph(
        run(`n${n}x ${"word ".repeat(before)}v${n}x `),
        variable("page"),
        run("/"),
        variable("total_pages"),
        run("/"),
        variable("page:end"),
        run(` ${"word ".repeat(after)}`),
      ),
    ],
  });
  const lengths = fc.tuple(fc.oneof(fc.nat(10), fc.nat(80)), fc.nat(20));
  const places = fc.constantFrom("text", "cell", "header", "list");
  const widths = fc.constantFrom({ mode: "auto" }, { mode: "fixed", value: 30 }, { mode: "fit_content" });

  test("print the page on which the note begins, the document's pages and pages of places (SW-32)", () => {
    let elsewhere = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(places, widths, lengths, fc.nat(4)), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 40, max: 70 }),
        fc.boolean(),
        (drafts, height, furnished) => {
          const content = drafts.map(([place, width, [before, after], rows], n) => {
            const inlines = [run("a"), noteOf(n, before, after)];
            if (place === "text") return block(inlines);
            if (place === "list")
              return {
                type: "block",
                element: {
                  type: "text",
                  content: { blocks: [{ type: "list", list: { kind: "bullet" }, items: [{ blocks: [paragraph(...inlines)] }] }] },
                },
              };
            const noted = { content: { blocks: [paragraph(...inlines)] } };
            const table = {
              type: "table",
              columns: [{ key: "a", width }],
              ...(place === "header" && { header: { rows: [{ cells: [noted] }] } }),
              rows: [...Array.from({ length: rows }, () => ({ a: "row" })), { a: place === "cell" ? noted : "row" }],
            };
            return { type: "block", element: table };
          });
          const footer = { layout: { height: 6 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: "p{page}p" }] };
          const doc = laidOut(
            document([...content, block([run("e0x")], { destination: "end" })], {
              ...master(100, height, 1),
              ...(furnished && { footer }),
            }),
          );
          if (!doc) return;
          const all = pieces(doc);
          const pageOf = (word: string): number => all.find(({ text }) => text.includes(word))!.page + 1;
          // a mark in the text may stand between the parts of a note
          const whole = all.map(({ text }) => text).join("|");
          drafts.forEach((_, n) => {
            const [begins, shows] = [pageOf(`n${n}x`), pageOf(`v${n}x`)];
            const shown = /\d+\|?\/\|?\d+\|?\/\|?\d+/.exec(whole.slice(whole.indexOf(`v${n}x`)))?.[0].replaceAll("|", "");
            expect(shown).toBe(`${begins}/${doc.pages.length}/${pageOf("e0x")}`);
            if (shows > begins) elsewhere++;
          });
        },
      ),
      { numRuns: runs(100) },
    );
    expect(elsewhere).toBeGreaterThan(enough(3));
  });
});

describe("footnotes", () => {
  test("are numbered in source order, per document or per segment (L22)", () => {
    const segments = [
      { page_master: "main", content: [block([run("a"), note("n0x")]), block([run("b"), note("n1x")])] },
      { page_master: "main", content: [block([run("c"), note("n2x")])] },
    ];
    const marks = (footnotes: object | undefined): readonly string[] => {
      const doc = compiled({ flow_document: { page_masters: { main: master(60, 60, 1) }, segments, ...(footnotes && { footnotes }) } });
      return pieces(doc).flatMap((p) => (/^\d$/.test(p.text) ? [p.text] : []));
    };
    expect(marks(undefined)).toEqual(["1", "2", "1", "2", "3", "3"]);
    expect(marks({ restart: "document" })).toEqual(["1", "2", "1", "2", "3", "3"]);
    expect(marks({ restart: "segment" })).toEqual(["1", "2", "1", "2", "1", "1"]);
  });

  test("have a rule of a third of the column, and of all of it over what continues (L23)", () => {
    const long = Array.from({ length: 160 }, (_, i) => `w${i}x`).join(" ");
    const doc = compiled(document([block([run("a"), note(long), run(" b")]), block([run("c d e")])]));
    const rules = pieces(doc).filter((p) => p.text === "");
    const column = pt(60 - 2 * MARGIN);
    expect(rules.map((r) => Math.round(((r.right - r.left) / column) * 100) / 100)).toEqual([0.33, ...rules.slice(1).map(() => 1)]);
    expect(rules.length).toBeGreaterThan(1);
    expect(rules[0]!.bottom - rules[0]!.top).toBeCloseTo(pt(0.2), 2);
    expect(textOn(doc, 1)).toMatch(/^[cde b]+ /);
  });

  test("have the indent of rules for them (L1, L23)", () => {
    const long = `n0x ${"word ".repeat(20)}n1x`;
    const request = document([block([run("a"), note(long)])]) as { flow_document: object };
    const styled = (indent: object): IrDocument =>
      compiled({
        ...request,
        flow_document: {
          ...request.flow_document,
          styles: { note: { target: "text", properties: {}, indent } },
          style_scope: { rules: [{ selector: { role: "note" }, style: "note" }] },
        },
      });
    const found = pieces(styled({ start: 5, first_line: -5 }));
    const lefts = (part: string): readonly number[] =>
      found.filter(({ text }) => text.includes(part)).map(({ left }) => Math.round(left - pt(MARGIN)));
    const [, number] = lefts("1");
    const [, ...later] = lefts("word");
    expect([number, ...new Set(later)]).toEqual([0, Math.round(pt(5))]);
    expect(() => styled({ start: 2, first_line: -5 })).toThrow("must be at least -2");
    expect(() => styled({ start: 30, end: 30 })).toThrow("must be less than 52 mm");
  });

  test("link both ways, and are notes after the paragraph of their mark (L27)", () => {
    const doc = compiled(document([block([run("a"), note("n0x")]), block([run("b")])]));
    const [mark, number] = doc.pages[0]!.links.map(({ target, rects }) => ({ target, top: rects[0]!.y }));
    const place = (target: object): number => ("destination" in target ? doc.destinations[target.destination as number]!.y : NaN);
    expect([place(mark!.target), place(number!.target)]).toEqual([number!.top, mark!.top]);
    expect(doc.structure.kids.map((kid) => typeof kid === "object" && kid.role)).toEqual(["P", "Note", "P"]);
    const [element] = elementsOf(doc.structure, "Note");
    expect(element!.kids.map((kid) => (typeof kid === "object" ? kid.role : "text"))).toEqual(["Lbl", "text"]);
    expect(elementsOf(doc.structure, "Reference").flatMap((r) => elementsOf(r, "Link"))).toHaveLength(1);
  });

  test("of a kept group count to its height; the keep yields if both fit no page (L25)", () => {
    const lines = (count: number): string => Array.from({ length: count }, (_, i) => `w${i}x`).join("\n");
    const kept = (notes: number): object => block([run(lines(6)), note(lines(notes))], { pagination: { keep_together: true } });
    const pageOf = (request: object, word: string): number => wordsOf(pieces(compiled(request))).get(word)!.page;
    const before = block([run("x\nx\nx\nx\nx\nx")]);
    expect(pageOf(document([before, kept(1)]), "w5x")).toBe(0);
    const moved = document([
      before,
      block([run(lines(6)), note("note\nnote\nnote\nnote\nnote\nnote\nnote")], { pagination: { keep_together: true } }),
    ]);
    expect([pageOf(moved, "w0x"), pageOf(moved, "w5x")]).toEqual([1, 1]);
    const yields = document([before, block([run(lines(6)), note("note\n".repeat(60))], { pagination: { keep_together: true } })]);
    expect(pageOf(yields, "w0x")).toBe(0);
  });

  test("longer than several pages leave a line of text on each, also of a paragraph that is kept in one piece (L25)", () => {
    const three = block([run("t0\nt1\nt2"), note("n1x")], { pagination: { orphan_lines: 3 } });
    const doc = compiled(document([block([run("t"), note(new Words().text(330))]), three, three]));
    const texts = doc.pages.map((_, page) => textOn(doc, page));
    const continued = texts.filter((shown) => /w\d+x/.test(shown));
    expect(continued.length).toBeGreaterThan(2);
    expect(continued.filter((shown) => !/\bt\d?\b/.test(shown))).toEqual([]);
  });

  test("cost in proportion to their number", () => {
    const cost = (count: number): number => {
      const words = new Words();
      const content = Array.from({ length: count / 10 }, () => block(words.inlines(10, new Array<number>(10).fill(3))));
      const before = { ...steps };
      compiled(document(content, master(100, 150, 1)));
      return steps.lines - before.lines + (steps.fills - before.fills) + (steps.notes - before.notes);
    };
    const small = cost(300);
    expect(cost(1200)).toBeLessThan(4.5 * small);
  });

  test("longer than several pages cost in proportion to their length", () => {
    const cost = (count: number): number => {
      const before = { ...steps };
      compiled(document([block([run("a"), note(new Words().text(count)), run(" b")])]));
      return steps.lines - before.lines + (steps.fills - before.fills);
    };
    expect(cost(4000)).toBeLessThan(5 * cost(1000));
  });
});
