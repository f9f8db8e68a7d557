import fc from "fast-check";
import { expect, test } from "vitest";
import { RenderCache } from "../../base/render-cache.js";
import { pathOf } from "../../compiler/core/src.js";
import { cases, engine } from "../../golden/cases.js";
import { Engine } from "../../runtime/engine/engine.js";
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

test("goldens and examples, after others", { timeout: 300_000 }, async () => {
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

const WORDS = {
  en: "the harbour commission published its extraordinary recommendations (considerably) behind 1,234 co-operation office fi ffl",
  de: "Die Hafenkommission veröffentlichte Donaudampfschifffahrtsgesellschaft extra\u00adordinär Straße \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  ar: "شهد الميناء خلال العام الماضي نموا ملحوظا في حركة السفن 2026",
  th: "ประชาชนทุกคน เกิดมามีอิสระ และเสมอภาคกัน ในเกียรติศักดิ์",
  ja: "日本語の 文章は、 「組版」 の規則に 従う。 PDF 2026年",
} as const;

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

test("documents of the same paragraphs in other orders, widths and profiles", { timeout: 240_000 }, async () => {
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
  const paragraphs = Array.from({ length: 60 }, (_, i): Drawn => ({
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

const run = (text: string): object => ({ type: "text", text });
const blockOf = (inlines: readonly object[], more: object = {}): object => ({
  type: "block",
  element: { type: "text", defaults: { run: { font_size: 9 } }, content: { blocks: [{ type: "paragraph", inlines }] } },
  ...more,
});

/** Nodes of all kinds, among plain paragraphs that most edits leave as they are. */
const nodeOf = (n: number, kind: number): object => {
  const words = WORDS[(["en", "en", "de", "ar", "th"] as const)[n % 5]!].split(" ");
  const text = Array.from({ length: 12 + (n % 17) }, (_, k) => words[(n + k * (1 + (n % 3))) % words.length]!).join(" ");
  switch (kind) {
    case 0:
      return blockOf([run(`Heading ${n}`)], {
        semantics: { role: "heading", heading_level: 1 + (n % 2) },
        pagination: { keep_with_next: true },
      });
    case 1:
      return blockOf([run(text), { type: "footnote", blocks: [{ type: "paragraph", inlines: [run(`Note ${n}.`)] }] }]);
    case 2:
      return {
        type: "block",
        element: {
          type: "table",
          columns: [
            { key: "a", width: { mode: "fixed", value: 20 } },
            { key: "b", width: { mode: "fixed", value: 40 } },
          ],
          rows: [
            { a: `${n}`, b: text },
            { a: "a", b: "b" },
          ],
        },
      };
    case 3:
      return { type: "stack", layout: { gap: n % 3 }, content: [blockOf([run(text)]), blockOf([run(`second ${text}`)])] };
    case 4:
      return blockOf([{ ...run(text), link: { target: { type: "url", url: "https://example.com" }, alt: "a page" } }]);
    case 5:
      return { type: "block", element: { type: "text", content: `Page {page}, ${text}` } };
    case 6:
      return blockOf([run(text)], { semantics: { role: "list_item", list_depth: 1 } });
    case 7:
      return { type: "break", kind: "page" };
    case 8:
      return blockOf([run(text)], { destination: `place_${n}`, spacing: { before: n % 4 } });
    default:
      return blockOf([run(text)]);
  }
};

interface Draft {
  readonly nodes: readonly object[];
  readonly settings: object;
  readonly size: string;
  readonly styles: object;
  readonly footer: string;
}

const bodyOf = ({ nodes, settings, size, styles, footer }: Draft): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      settings: { metadata: { title: "t", language: "en" }, ...settings },
      flow_document: {
        page_masters: {
          main: {
            size,
            layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } },
            header: { layout: { height: 6 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: "{heading:1}" }] },
            footer: { layout: { height: 6 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: footer }] },
          },
        },
        styles: { body: { target: "text", properties: styles } },
        style_scope: { rules: [{ selector: { kind: "text" }, style: "body" }] },
        segments: [
          {
            page_master: "main",
            content: [{ type: "contents" }, { type: "stack", layout: {}, content: nodes }, blockOf([run("The end.")])],
          },
        ],
      },
    }),
  );

const edit: fc.Arbitrary<(draft: Draft) => Draft> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ at: fc.nat(), n: fc.nat(400), kind: fc.nat(16), how: fc.constantFrom("change", "word", "insert", "remove", "move") })
      .map(({ at, n, kind, how }) => (draft: Draft): Draft => {
        const nodes = [...draft.nodes];
        const i = at % nodes.length;
        if (how === "word") nodes[i] = JSON.parse(JSON.stringify(nodes[i]).replace(/text":"(\p{L}+)/u, `text":"${n} `)) as object;
        else if (how === "change") nodes[i] = nodeOf(n, kind);
        else if (how === "insert") nodes.splice(i, 0, nodeOf(n, kind));
        else if (how === "move") nodes.splice(n % nodes.length, 0, ...nodes.splice(i, 1));
        else if (nodes.length > 1) nodes.splice(i, 1);
        return { ...draft, nodes };
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Partial<Draft>>(
        { size: "a5" },
        { size: "a6" },
        { styles: { font_size: 8 } },
        { styles: { text_align: "justify" } },
        { settings: { profile: "pdfa-2b" } },
        { settings: { accessibility: {}, profile: "pdfa-2b" } },
        { settings: { metadata: { title: "t", language: "de" } } },
        { footer: "{page} of {total_pages}" },
        { footer: "Footer" },
        // refused, as a style or number of the request
        { styles: { font_size: -1 } },
        { settings: { metadata: { title: "t", language: "en" }, profile: "none" } },
      )
      .map((to) => (draft: Draft): Draft => ({ ...draft, ...to })),
  },
);

test("documents after edits of one document, in bytes", { timeout: 240_000 }, async () => {
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
