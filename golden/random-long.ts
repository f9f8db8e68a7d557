/*
 * Random long documents: footnotes, floats, numbered headings, captions, contents, references, running titles and Markdown, in all kinds of
 * groups. Each word of the body is unique: `wNx`; `mNx` is followed by the mark of the note that begins with `nNx`.
 */
import fc from "fast-check";
import type { FlowNode } from "../compiler/request/types/flow-node.js";

export const MARGIN = 4;
export const PAGE_WIDTH = 130;

interface Named {
  readonly kind: "heading" | "caption";
  readonly level: number;
}

/** `order`: words of the body without contents, references and notes. `notes`: their number. */
export interface LongDocument {
  readonly request: object;
  readonly order: readonly string[];
  readonly notes: number;
  readonly named: readonly Named[];
  readonly titled: boolean;
  /** height of a page, mm */
  readonly height: number;
}

type Json = Readonly<Record<string, unknown>>;
const run = (text: string): Json => ({ type: "text", text });
const paragraph = (inlines: readonly Json[]): Json => ({ type: "paragraph", inlines });
const textOf = (inlines: readonly Json[]): Json => ({ type: "text", content: { blocks: [paragraph(inlines)] } });
const node = (made: Json): FlowNode => made as unknown as FlowNode;

class Source {
  readonly order: string[] = [];
  readonly named: Named[] = [];
  notes = 0;
  #word = 0;

  words(count: number): string {
    const made = Array.from({ length: count }, () => `w${this.#word++}x`);
    this.order.push(...made);
    return made.join(" ");
  }

  #note(length: number): { readonly mark: string; readonly text: string } {
    const n = this.notes++;
    this.order.push(`m${n}x`);
    return { mark: `m${n}x`, text: [`n${n}x`, ...Array.from({ length }, (_, i) => `v${n}.${i}x`)].join(" ") };
  }

  inlines(count: number, notes: readonly number[]): readonly Json[] {
    const out: Json[] = [run(this.words(count))];
    for (const length of notes) {
      const { mark, text } = this.#note(length);
      out.push(run(` ${mark}`), { type: "footnote", blocks: [paragraph([run(text)])] }, run(` ${this.words(2)}`));
    }
    return out;
  }

  markdown(count: number, notes: readonly number[], definitions: string[]): string {
    let out = this.words(count);
    for (const length of notes) {
      const { mark, text } = this.#note(length);
      definitions.push(`[^${mark}]: ${text}`);
      out += ` ${mark}[^${mark}] ${this.words(2)}`;
    }
    return out;
  }

  name(named: Named): string {
    this.named.push(named);
    return `d${this.named.length - 1}`;
  }
}

type Draft = (source: Source, later: (fill: (named: readonly Named[]) => void) => void) => FlowNode;

const lengths = fc.array(fc.nat(14), { maxLength: 3 });
const few = fc.array(fc.nat(6), { maxLength: 1 });
const distance = fc.integer({ min: 0, max: 5 });
const spacing = fc.option(fc.record({ before: distance, after: distance }), { freq: 2, nil: undefined });
const indent = fc.option(fc.record({ start: fc.constantFrom(0, 3), end: fc.constantFrom(0, 2), first_line: fc.constantFrom(0, 2) }), {
  freq: 2,
  nil: undefined,
});
const lines = fc.integer({ min: 1, max: 4 });
const given = (fields: Json): Json => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const text: fc.Arbitrary<Draft> = fc
  .record({ count: fc.nat(40), notes: lengths, together: fc.boolean(), next: fc.boolean(), orphans: lines, widows: lines, spacing, indent })
  .map(
    ({ count, notes, together, next, orphans, widows, ...fields }): Draft =>
      (source) =>
        node(
          given({
            type: "block",
            element: textOf(source.inlines(count + 1, notes)),
            pagination: {
              keep_together: together && count < 10,
              keep_with_next: next && count < 6,
              orphan_lines: orphans,
              widow_lines: widows,
            },
            ...fields,
          }),
        ),
  );

const list: fc.Arbitrary<Draft> = fc.tuple(fc.array(fc.tuple(lengths, fc.option(few)), { minLength: 1, maxLength: 3 }), spacing).map(
  ([items, space]): Draft =>
    (source) =>
      node(
        given({
          type: "block",
          element: {
            type: "text",
            content: {
              blocks: [
                {
                  type: "list",
                  list: { kind: "ordered" },
                  items: items.map(([notes, inner]) => ({
                    blocks: [
                      paragraph(source.inlines(3, notes)),
                      ...(inner
                        ? [{ type: "list", list: { kind: "bullet" }, items: [{ blocks: [paragraph(source.inlines(2, inner))] }] }]
                        : []),
                    ],
                  })),
                },
              ],
            },
          },
          spacing: space,
        }),
      ),
);

const table: fc.Arbitrary<Draft> = fc.tuple(fc.array(few, { minLength: 1, maxLength: 8 }), few).map(([rows, head]): Draft => (source) => {
  const cell = (count: number, notes: readonly number[]): Json => ({ content: { blocks: [paragraph(source.inlines(count, notes))] } });
  return node({
    type: "block",
    element: {
      type: "table",
      columns: [{ key: "a", width: { mode: "auto" } }],
      header: { rows: [{ cells: [cell(1, head)] }] },
      rows: rows.map((notes) => ({ a: cell(1, notes) })),
    },
  });
});

const heading: fc.Arbitrary<Draft> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), few, fc.integer({ min: 1, max: 12 }))
  .map(([level, notes, count]): Draft => (source) => {
    const destination = source.name({ kind: "heading", level });
    return node({
      type: "block",
      element: textOf(source.inlines(count, notes)),
      semantics: { role: "heading", heading_level: level },
      destination,
      pagination: { keep_with_next: true },
    });
  });

const captionOf = (source: Source, notes: readonly number[]): FlowNode => {
  const destination = source.name({ kind: "caption", level: 0 });
  return node({
    type: "block",
    element: textOf(source.inlines(2, notes)),
    semantics: { role: "caption" },
    counter: "Figure",
    destination,
  });
};
const rectangle = (height: number): FlowNode =>
  node({ type: "block", element: { type: "rect", width: 20, height, fill: { color: "#808080" } }, pagination: { keep_with_next: true } });

const figure: fc.Arbitrary<Draft> = fc.tuple(fc.integer({ min: 3, max: 12 }), few).map(
  ([height, notes]): Draft =>
    (source) =>
      node({
        type: "stack",
        layout: { gap: 1 },
        pagination: { keep_together: true },
        content: [rectangle(height), captionOf(source, notes)],
      }),
);

const float: fc.Arbitrary<Draft> = fc
  .record({
    position: fc.constantFrom("top", "bottom", "next_page"),
    span: fc.constantFrom("column", "body"),
    height: fc.integer({ min: 3, max: 12 }),
    notes: few,
    spacing,
  })
  .map(
    ({ position, span, height, notes, spacing: space }): Draft =>
      (source) =>
        node(
          given({
            type: "placed",
            layout: { reference: "float", position, span },
            content: [rectangle(height), captionOf(source, notes)],
            spacing: space,
          }),
        ),
  );

const reference: fc.Arbitrary<Draft> = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 })).map(([to, count]): Draft => (source, later) => {
  const element: { type: "text"; content: string } = { type: "text", content: source.words(count) };
  later((named) => {
    if (named.length > 0) element.content += ` <d${to % named.length}|{page:d${to % named.length}}|{number:d${to % named.length}}>`;
  });
  return node({ type: "block", element });
});

const contentsNode: fc.Arbitrary<Draft> = fc
  .constantFrom<Json>(
    { type: "contents" },
    { type: "contents", levels: [1, 2], leader: "none" },
    { type: "contents", of: "captions", counter: "Figure" },
  )
  .map(
    (made): Draft =>
      () =>
        node(made),
  );

const markdown: fc.Arbitrary<Draft> = fc
  .array(fc.tuple(fc.constantFrom("p", "h", "li", "quote", "table", "code"), fc.nat(12), few), { minLength: 1, maxLength: 5 })
  .map((parts): Draft => (source) => {
    const definitions: string[] = [];
    const made = parts.map(([kind, count, notes]) => {
      if (kind === "code") return `\`\`\`\n${source.words(count + 1)}\n\`\`\``;
      if (kind === "table")
        return `| ${source.words(1)} | ${source.words(1)} |\n|---|---|\n| ${source.markdown(1, notes, definitions)} | ${source.words(1)} |`;
      const words = source.markdown(count + 1, notes, definitions);
      return kind === "h" ? `## ${words}` : kind === "li" ? `- ${words}\n- ${source.words(1)}` : kind === "quote" ? `> ${words}` : words;
    });
    return node({ type: "markdown", source: [...made, ...definitions].join("\n\n") });
  });

const pageBreak: fc.Arbitrary<Draft> = fc.constant(() => node({ type: "break", kind: "page" }));

const inGroups = fc.oneof({ weight: 4, arbitrary: text }, { weight: 2, arbitrary: list }, figure, table, reference);

const columns: fc.Arbitrary<Draft> = fc.tuple(fc.array(inGroups, { minLength: 1, maxLength: 4 }), fc.boolean(), spacing).map(
  ([drafts, balanced, space]): Draft =>
    (source, later) =>
      node(
        given({
          type: "columns",
          layout: { count: 2, gap: 3, mode: balanced ? "balanced" : "sequential" },
          content: drafts.map((draft) => draft(source, later)),
          spacing: space,
        }),
      ),
);

const stack: fc.Arbitrary<Draft> = fc
  .tuple(
    fc.array(fc.oneof(text, list, heading, figure, markdown, contentsNode), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    distance,
    spacing,
  )
  .map(
    ([drafts, together, gap, space]): Draft =>
      (source, later) =>
        node(
          given({
            type: "stack",
            layout: { gap },
            pagination: { keep_together: together },
            content: drafts.map((draft) => draft(source, later)),
            spacing: space,
          }),
        ),
  );

const grid: fc.Arbitrary<Draft> = fc.array(few, { minLength: 1, maxLength: 5 }).map(
  (cells): Draft =>
    (source) =>
      node({
        type: "grid",
        layout: {
          columns: [
            { mode: "fraction", value: 1 },
            { mode: "fraction", value: 1 },
          ],
        },
        content: cells.map((notes) => node({ type: "block", element: textOf(source.inlines(2, notes)) })),
      }),
);

const content = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 2, arbitrary: list },
    { weight: 2, arbitrary: table },
    { weight: 3, arbitrary: heading },
    { weight: 1, arbitrary: figure },
    { weight: 3, arbitrary: float },
    { weight: 2, arbitrary: reference },
    { weight: 1, arbitrary: contentsNode },
    { weight: 2, arbitrary: markdown },
    { weight: 2, arbitrary: columns },
    { weight: 2, arbitrary: stack },
    { weight: 1, arbitrary: grid },
    { weight: 1, arbitrary: pageBreak },
  ),
  { minLength: 1, maxLength: 8 },
);

/** One or two segments, the first in roman; 130 mm, one or two columns. */
export const longDocuments: fc.Arbitrary<() => LongDocument> = fc
  .record({
    segments: fc.array(content, { minLength: 1, maxLength: 2 }),
    height: fc.integer({ min: 55, max: 100 }),
    count: fc.integer({ min: 1, max: 2 }),
    titles: fc.boolean(),
    restart: fc.constantFrom("document", "segment"),
  })
  .map(({ segments, height, count, titles, restart }) => (): LongDocument => {
    const source = new Source();
    const waiting: ((named: readonly Named[]) => void)[] = [];
    const made = segments.map((drafts, i) => ({
      page_master: "main",
      ...(i === 0 && segments.length > 1 && { page_numbering: { style: "lower_roman" } }),
      ...(i === 1 && { page_numbering: { mode: "reset", start: 8 } }),
      content: drafts.map((draft) => draft(source, (fill) => waiting.push(fill))),
    }));
    for (const fill of waiting) fill(source.named);
    const master = {
      width: PAGE_WIDTH,
      height,
      layout: {
        page_margin: { left: MARGIN, right: MARGIN, top: MARGIN, bottom: MARGIN },
        columns: { count, gap: 4 },
      },
      ...(titles && {
        header: {
          layout: { height: 5 },
          elements: [
            {
              type: "text",
              layout: { left: 0, top: 0 },
              content: "{heading:1}",
              style: { width: 120, height: 5, text_overflow: "ellipsis" },
            },
          ],
        },
      }),
    };
    return {
      request: {
        settings: { defaults: { text: { font_size: 8 } } },
        flow_document: {
          numbering: { levels: ["1", "1.1", "1.1.1"] },
          footnotes: { restart },
          page_masters: { main: master },
          segments: made,
        },
      },
      order: source.order,
      notes: source.notes,
      named: source.named,
      titled: titles,
      height,
    };
  });
