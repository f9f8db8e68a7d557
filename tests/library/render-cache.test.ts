import fc from "fast-check";
import { expect, test } from "vitest";
import { RenderCache } from "../../base/render-cache.js";
import { pathOf } from "../../compiler/core/src.js";
import { cases, engine } from "../../golden/cases.js";
import { Engine } from "../../runtime/engine/engine.js";
import { bodyOf, edit, nodeOf, WORDS, type Draft } from "../support/drafts.js";
import { enough, runs, seed } from "../support/runs.js";
import { examples } from "../support/tools.js";

/*
 * Work that a render leaves for later ones changes nothing that can be seen of them: the PDF, the display list, problems and warnings with their
 * order are those of a render without it, whatever was rendered before.
 */

/** Everything that is seen of a request. */
async function seen(using: Engine, body: Uint8Array | object): Promise<object> {
  const { errors, warnings, made } = await using.displayed(body, { warnings: true, epoch: 1_700_000_000 });
  const told = (all: typeof errors): readonly object[] => all.map((p) => ({ ...p, src: pathOf(p.src) }));
  return {
    errors: told(errors),
    warnings: told(warnings),
    pdf: made && Buffer.from(made.pdf).toString("latin1"),
    doc: made && JSON.stringify(made.doc),
  };
}

const keeping = (bound?: number): { readonly engine: Engine; readonly cache: Counted } => {
  const cache = new Counted(bound);
  return { engine: new Engine(undefined, engine.assets, undefined, cache), cache };
};

/** Notes what was made anew. */
class Counted extends RenderCache {
  made: string[] = [];

  override set(key: string, value: unknown, bytes: number): boolean {
    const kept = super.set(key, value, bytes);
    this.made.push(key.slice(0, 4));
    expect(this.bytes).toBeLessThanOrEqual(this.bound);
    return kept;
  }

  /** Since the last call. */
  get count(): { readonly paragraphs: number; readonly pages: number } {
    const { made } = this;
    this.made = [];
    return { paragraphs: made.filter((k) => k === "text").length, pages: made.filter((k) => k === "page").length };
  }
}

/** Keys and salts of encrypted files are random. */
const isEncrypted = (body: Uint8Array): boolean => new TextDecoder().decode(body).includes('_password"');

test("goldens and examples, after others", async () => {
  const all = [...cases.map(({ name, body }) => ({ name, body })), ...examples()].filter(({ body }) => !isEncrypted(body));
  const kept = keeping(8 << 20);
  const chosen = fc.sample(
    fc.shuffledSubarray(all, { minLength: Math.min(runs(80), all.length), maxLength: Math.min(runs(80), all.length) }),
    {
      seed,
      numRuns: 1,
    },
  )[0]!;
  // lines that are clipped, turned or bent one by one
  const apart = all.filter(({ name }) => /overflow-clip|as-a-whole|rotation|turned/.test(name) && !chosen.some((c) => c.name === name));
  expect(apart.length).toBeGreaterThan(2);
  for (const { name, body } of [...chosen, ...apart]) {
    const expected = await seen(engine, body);
    expect(await seen(kept.engine, body), name).toEqual(expected);
    expect(await seen(kept.engine, body), `${name}, again`).toEqual(expected);
  }
});

const inline = (words: readonly string[]): fc.Arbitrary<object> =>
  fc.record(
    {
      type: fc.constant("text"),
      text: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 }).map((w) => w.join(" ")),
      style: fc.record(
        {
          font_size: fc.constantFrom(8, 11),
          font_weight: fc.constantFrom("bold", "normal"),
          color: fc.constantFrom("#336699", "#000000"),
          letter_spacing: fc.constantFrom(0, 0.2),
          decoration: fc.constant({ lines: ["underline"] }),
          font_features: fc.constant({ tnum: 1 }),
        },
        { requiredKeys: [] },
      ),
      link: fc.constantFrom("a", "b").map((page) => ({ target: { type: "url", url: `https://example.com/${page}` }, alt: "a page" })),
    },
    { requiredKeys: ["type", "text"] },
  );

const footnote = fc.record({
  type: fc.constant("footnote"),
  blocks: fc.constantFrom("A note.", "Another").map((text) => [{ type: "paragraph", inlines: [{ type: "text", text }] }]),
});

const paragraph = fc.constantFrom(...(Object.keys(WORDS) as (keyof typeof WORDS)[])).chain((language) =>
  fc.record({
    inlines: fc.array(fc.oneof({ weight: 6, arbitrary: inline(WORDS[language].split(" ")) }, { weight: 1, arbitrary: footnote }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

interface Drawn {
  readonly inlines: readonly object[];
}

/** Everything else about a document that lines or pages depend on. */
interface Look {
  readonly width: number;
  readonly align: string;
  readonly lineHeight: number;
  readonly profile: string | null;
  readonly language: string;
}
const PLAIN: Look = { width: 85, align: "justify", lineHeight: 1.3, profile: "pdfa-2b", language: "en" };

const documentOf = (paragraphs: readonly Drawn[], { width, align, lineHeight, profile, language }: Look): object => ({
  settings: { ...(profile !== null && { profile }), metadata: { title: "t", language } },
  flow_document: {
    page_masters: {
      main: {
        size: "a6",
        layout: { page_margin: { top: 8, right: 8, bottom: 12, left: 8 } },
        footer: {
          layout: { height: 8 },
          elements: [{ type: "text", layout: { left: 0, top: 0 }, content: "Page {page} of {total_pages}" }],
        },
      },
    },
    segments: [
      {
        page_master: "main",
        content: paragraphs.map(({ inlines }) => ({
          type: "block",
          element: {
            type: "text",
            frame: { width },
            defaults: { run: { font_size: 9 }, paragraph: { align, line_height: lineHeight } },
            content: { blocks: [{ type: "paragraph", inlines }] },
          },
        })),
      },
    ],
  },
});

const FIELDS: { readonly [K in keyof Look]: readonly Look[K][] } = {
  width: [60, 85],
  align: ["justify", "left", "right"],
  lineHeight: [1.2, 1.5],
  profile: [null, "pdfa-2b", "pdfa-ua1"],
  language: ["en", "de", "ar"],
};

/** Another value of one field: each document differs from the one before in little. */
const change: fc.Arbitrary<Partial<Look>> = fc
  .constantFrom(...(Object.keys(FIELDS) as (keyof Look)[]))
  .chain((field) => fc.constantFrom<Look[keyof Look]>(...FIELDS[field]).map((value) => ({ [field]: value })));

test("documents of the same paragraphs in other orders, widths and profiles", async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(paragraph, { minLength: 1, maxLength: 3 }),
      fc.array(fc.record({ picks: fc.array(fc.nat(), { minLength: 2, maxLength: 6 }), change }), { minLength: 3, maxLength: 5 }),
      fc.constantFrom(20_000, 64 << 20),
      async (pool, orders, bound) => {
        const kept = keeping(bound);
        let look = PLAIN;
        for (const { picks, change } of orders) {
          look = { ...look, ...change };
          const request = documentOf(
            picks.map((n) => pool[n % pool.length]!),
            look,
          );
          const expected = (await seen(engine, request)) as { readonly pdf: string | null };
          if (expected.pdf !== null) drawn++;
          expect(await seen(kept.engine, request)).toEqual(expected);
        }
      },
    ),
    { seed, numRuns: runs(15) },
  );
  expect(drawn).toBeGreaterThan(enough(20));
});

test("an edit of one paragraph makes that paragraph and its page alone", async () => {
  const kept = keeping();
  const words = WORDS.en.split(" ");
  // the last page has room for one more: {total_pages} stays
  const paragraphs = Array.from({ length: 61 }, (_, i): Drawn => ({
    inlines: [
      {
        type: "text",
        text: Array.from({ length: 30 }, (_, k) => words[(i * 7 + k * (1 + (i % 5))) % words.length]!).join(" ") + ` n${i}.`,
      },
    ],
  }));
  const render = (changed: readonly Drawn[]): Promise<object> => seen(kept.engine, documentOf(changed, PLAIN));
  expect(await render(paragraphs)).toMatchObject({ errors: [] });
  const first = kept.cache.count;
  expect(first.pages).toBeGreaterThan(4);
  await render(paragraphs);
  expect(kept.cache.count).toEqual({ paragraphs: 0, pages: 0 });
  const edited = paragraphs.map((p, i) => (i === 31 ? { ...p, inlines: [{ type: "text", text: "Another text." }, ...p.inlines] } : p));
  const inserted = [
    ...paragraphs.slice(0, 20),
    { ...paragraphs[0]!, inlines: [{ type: "text", text: "A new one." }] },
    ...paragraphs.slice(20),
  ];
  for (const changed of [edited, inserted]) {
    await render(changed);
    const { paragraphs: made, pages } = kept.cache.count;
    expect(made).toBe(1);
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(first.pages);
  }
});

test("documents after edits of one document, in bytes", async () => {
  let drawn = 0;
  let again = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(400), fc.nat(16)), { minLength: 8, maxLength: 40 }),
      fc.array(edit, { minLength: 3, maxLength: 6 }),
      fc.constantFrom(200_000, 64 << 20),
      async (first, edits, bound) => {
        const kept = keeping(bound);
        // warnings depend on more than pages: this one has none
        const rendering = keeping(bound);
        let draft: Draft = {
          nodes: first.map(([n, kind]) => nodeOf(n, kind)),
          settings: {},
          size: "a5",
          styles: {},
          footer: "{page} of {total_pages}",
        };
        for (const change of [(d: Draft) => d, ...edits]) {
          const changed = change(draft);
          const body = bodyOf(changed);
          const expected = (await seen(engine, body)) as { readonly pdf: string | null };
          expect(await seen(kept.engine, body)).toEqual(expected);
          if (expected.pdf === null) {
            await expect(rendering.engine.renderLater(body, { epoch: 1_700_000_000 })).rejects.toThrow();
            continue;
          }
          draft = changed;
          drawn++;
          const { pdf } = await rendering.engine.renderLater(body, { epoch: 1_700_000_000 });
          expect(Buffer.from(pdf).toString("latin1") === expected.pdf).toBe(true);
          again++;
        }
      },
    ),
    { seed, numRuns: runs(8) },
  );
  expect(drawn).toBeGreaterThan(enough(25));
  expect(again).toBe(drawn);
});

test("a dictionary that breaks constant text of a footer is named by every render", async () => {
  const kept = keeping();
  const text = (content: string, left: number): object => ({ type: "text", layout: { left, top: 0 }, style: { width: 40 }, content });
  const page = { size: "a6", footer: { layout: { height: 8 }, elements: [text("ใบแจ้งหนี้ภาษี", 0), text("{page} of {total_pages}", 50)] } };
  const node = (n: number): object => ({
    type: "block",
    element: {
      type: "text",
      content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: `Paragraph ${n}. `.repeat(30) }] }] },
    },
  });
  const body = (nodes: readonly object[]): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({
        settings: { metadata: { title: "t", language: "en" } },
        flow_document: { page_masters: { main: page }, segments: [{ page_master: "main", content: nodes }] },
      }),
    );
  const nodes = Array.from({ length: 8 }, (_, i) => node(i));
  // the number of pages grows, then stays
  for (const count of [6, 7, 8, 8, 8]) {
    nodes[2] = node(100 + count + nodes.length);
    nodes.push(node(nodes.length));
    const request = body(count === 8 ? nodes.slice(0, 8).map((n, i) => (i === 3 ? node(nodes.length) : n)) : nodes.slice(0, count));
    expect(await seen(kept.engine, request)).toEqual(await seen(engine, request));
  }
});

/** Is ended in the midst of a render. */
class Ending extends RenderCache {
  left = Infinity;

  override set(key: string, value: unknown, bytes: number): boolean {
    if (--this.left < 0) this.end();
    return super.set(key, value, bytes);
  }
}

test("a cache that ends in the midst of a render changes nothing", async () => {
  const draft: Draft = {
    nodes: Array.from({ length: 60 }, (_, i) => nodeOf(i * 7, i % 11 === 0 ? i % 9 : 12)),
    settings: {},
    size: "a6",
    styles: {},
    footer: "{page} of {total_pages}",
  };
  const changed = { ...draft, nodes: draft.nodes.map((node, i) => (i % 20 === 5 ? nodeOf(i, 12) : node)) };
  const [first, second] = [bodyOf(draft), bodyOf(changed)];
  const expected = await seen(engine, second);
  for (const left of [0, 1, 2, 5, 9, 14]) {
    const cache = new Ending();
    const using = new Engine(undefined, engine.assets, undefined, cache);
    await using.renderLater(first, { epoch: 1_700_000_000 });
    cache.left = left;
    expect(await seen(using, second)).toEqual(expected);
    if (left < 2) expect(cache.bytes).toBe(0);
  }
});
