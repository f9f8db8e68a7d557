// Briefs: what a person or a model sends, and the document that comes of it (R24 to R30).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { PART_KINDS } from "../../compiler/brief/form.js";
import { briefSchema } from "../../compiler/brief/schema.js";
import type { Op } from "../../ir/ir.js";
import { check, compile, render, renderBrief, RenderError, text, type DocumentRequest } from "../../runtime/index.js";
import { cli, errorOf, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

type Json = Readonly<Record<string, unknown>>;

const brief = (...parts: readonly Json[]): { brief: Json } => ({ brief: { title: "T", parts } });
const lowered = (body: object): DocumentRequest => {
  const read = briefRequest(body);
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  return read.request;
};
const linesOf = async (body: object): Promise<readonly string[]> => (await text(lowered(body))).split("\n").filter((l) => l.trim() !== "");
const refusal = async (body: unknown): Promise<string> =>
  renderBrief(body as object).then(
    () => "accepted",
    (e: unknown) => (e instanceof RenderError ? `${e.code} ${e.message}` : `another error: ${String(e)}`),
  );
const rows = (n: number, width: number): string[][] =>
  Array.from({ length: n }, (_, j) => Array.from({ length: width }, (__, k) => `${j}.${k}`));

const EVERY_KIND: readonly Json[] = [
  { kind: "heading", text: "Heading one" },
  { kind: "heading", text: "Heading three", level: 3 },
  { kind: "paragraph", text: "First paragraph\nsecond line\n\nNext paragraph" },
  { kind: "list", items: ["Bullet one", "Bullet two"] },
  { kind: "list", variant: "numbered", items: ["Number one"] },
  {
    kind: "table",
    text: "Caption of table",
    columns: ["Name", "Sum"],
    rows: [
      ["Alpha", "1,234.50"],
      ["Beta", "-3 €"],
    ],
  },
  { kind: "key_figures", rows: [["Label", "42"]] },
  ...["default", "bar", "line", "area"].map((variant) => ({
    kind: "chart",
    text: `Chart ${variant}`,
    variant,
    columns: ["a", "b"],
    rows: [["Q1", "1.5", "-3"]],
  })),
  ...["pie", "donut"].map((variant) => ({
    kind: "chart",
    text: `Chart ${variant}`,
    variant,
    columns: ["a"],
    rows: [
      ["x", "1"],
      ["y", "2"],
    ],
  })),
  { kind: "page_break" },
  {
    kind: "totals",
    rows: [
      ["Net", "10"],
      ["Gross", "12"],
    ],
  },
  {
    kind: "signature",
    rows: [
      ["Ada", "Engineer"],
      ["Bo", ""],
    ],
  },
];

test("a table needs no caption: it is a table without one, and what surrounds it stays (SW-41)", async () => {
  const table = { kind: "table", text: "", columns: ["Name", "Sum"], rows: [["Alpha", "1"]] };
  for (const body of [
    brief(table),
    brief({ kind: "heading", text: "H" }, table),
    brief({ ...table, text: "  " }, { kind: "paragraph", text: "End" }),
  ]) {
    const nodes = JSON.stringify(lowered(body).flow_document!.segments);
    expect(nodes).not.toContain('"role":"caption"}');
    expect((await linesOf(body)).join(" ")).toContain("Name");
    expect((await renderBrief(body)).pages).toBe(1);
  }
  expect(await refusal(brief({ ...table, rows: [["Alpha"]] }))).toMatch(/^API-002 brief\.parts\[0\]\.rows\[0\]: /);
  const { text: _text, ...without } = table;
  expect(await refusal(brief(without))).toBe("accepted");
  expect(await refusal(brief({ kind: "chart", text: "", variant: "bar", columns: ["a"], rows: [["x", "1"]] }))).toContain("parts[0].text");
  expect(await refusal(brief({ kind: "image", text: "", asset: "a" }))).toContain("parts[0].text");
});

describe("what is drawn", () => {
  test("every kind, with its texts once and in their order", async () => {
    const { pages } = await renderBrief(brief(...EVERY_KIND));
    expect(pages).toBeGreaterThan(1);
    const found = (await linesOf(brief(...EVERY_KIND))).join("\n");
    const wanted = [
      "Heading one",
      "Heading three",
      "First paragraph",
      "second line",
      "Next paragraph",
      "Bullet one",
      "Bullet two",
      "Number one",
    ];
    wanted.push(
      "Caption of table",
      "Name",
      "Sum",
      "Alpha",
      "1,234.50",
      "Beta",
      "-3 €",
      "Label",
      "42",
      "Chart default",
      "Net",
      "10",
      "Gross",
      "12",
      "Ada",
    );
    let from = 0;
    for (const w of wanted) {
      const at = found.indexOf(w, from);
      expect(at, w).toBeGreaterThanOrEqual(from);
      from = at + w.length;
    }
  });

  test("headings, lists and tables are tagged as such; a title is the first heading and the file's title", async () => {
    const tags = await text(lowered(brief(...EVERY_KIND)));
    expect(tags).toContain("T");
    const request = lowered(brief(...EVERY_KIND));
    expect(request.settings?.metadata).toEqual({ title: "T" });
    const content = request.flow_document!.segments[0]!.content![0] as unknown as { readonly content: readonly Json[] };
    const levels = content.content.flatMap(({ semantics }) => (semantics as { heading_level?: number } | undefined)?.heading_level ?? []);
    expect(levels).toEqual([1, 2, 4]);
  });

  test("line ends of every kind are lines, in every text", async () => {
    const line = "one\r\ntwo";
    const parts = [
      { kind: "heading", text: line },
      { kind: "paragraph", text: "first\r\n\r\nsecond\rthird" },
      { kind: "list", items: [line] },
      { kind: "table", text: line, columns: [line], rows: [[line]] },
      { kind: "key_figures", rows: [[line, line]] },
      { kind: "chart", text: line, columns: ["a\nb", "c\u2028d"], rows: [["x\ny", "1", "2"]] },
      { kind: "chart", variant: "pie", text: line, columns: [line], rows: [[line, "1"]] },
      { kind: "totals", rows: [[line, line]] },
      { kind: "signature", rows: [[line, line]] },
    ];
    const outer = { title: line, subtitle: line, sender: line, recipient: line, date: line, reference: line, footer: line };
    for (const look of ["plain", "modern", "classic"]) {
      const body = { brief: { ...outer, look, parts } };
      expect((await renderBrief(body)).pages).toBeGreaterThan(0);
      const found = await text(lowered(body));
      expect(found).toContain("first\nsecond\nthird\n");
      expect(found).toMatch(/\bone two\n/);
      expect(found).not.toContain("\r");
      expect(found).toContain("x y");
    }
  });

  test.each(["plain", "modern", "classic"])("%s: a light accent hides no text, line or series", async (look) => {
    for (const accent of ["#FFFFFF", "#FFFF00", "#FFE000", "#E0A030", "#9AA5B1"]) {
      const request = lowered({ brief: { title: "T", look, accent, parts: EVERY_KIND } });
      const texts = new Set<string>();
      const go = (ops: readonly Op[]): void => {
        for (const op of ops) {
          if (op.op === "glyphs" && "color" in op.fill) texts.add(op.fill.color);
          else if ("children" in op) go(op.children);
        }
      };
      for (const { ops } of (await compile(request)).pages) go(ops);
      expect(texts.size).toBeGreaterThan(1);
      for (const colour of texts) expect([accent, colour]).toEqual([accent, expect.stringMatching(/^#[0-8][0-9A-F]{5}$/i)]);
      const palettes = [...JSON.stringify(request).matchAll(/"palette":\[([^\]]*)\]/g)].map((m) => m[1]!.split(","));
      expect(palettes.length).toBeGreaterThan(0);
      for (const palette of palettes) {
        expect(new Set(palette).size).toBe(palette.length);
        for (const colour of palette) expect(["#FFFFFF", "#FFFF00", "#FFE000"]).not.toContain(JSON.parse(colour));
      }
    }
  });

  test("a variable prints as it stands", async () => {
    const body = {
      brief: {
        title: "{page}",
        footer: "{total_pages} f",
        parts: [
          { kind: "paragraph", text: "a {page} b {page:x}" },
          { kind: "list", items: ["{page}"] },
          { kind: "table", text: "{page} c", columns: ["{page}", "n"], rows: [["{total_pages}", "1"]] },
          { kind: "key_figures", rows: [["{page}", "{page}"]] },
          { kind: "totals", rows: [["{page}", "{page}"]] },
          { kind: "signature", rows: [["{page}", "{page}"]] },
        ],
      },
    };
    const found = await text(lowered(body));
    expect(found.match(/\{page\}/g)).toHaveLength(11);
    expect(found).toContain("{page:x}");
    expect(found).toContain("{total_pages}");
  });

  test.each(["a4", "letter", "a5"].flatMap((paper) => ["portrait", "landscape"].map((orientation) => [paper, orientation] as const)))(
    "%s %s holds twelve columns",
    async (paper, orientation) => {
      const wide = { kind: "table", text: "c", columns: Array.from({ length: 12 }, (_, k) => `c${k}`), rows: rows(3, 12) };
      for (const look of ["plain", "modern", "classic"])
        expect((await renderBrief({ brief: { paper, orientation, look, parts: [wide] } })).pages).toBe(1);
    },
  );

  test("nothing at all is one empty page", async () => {
    expect((await renderBrief({ brief: {} })).pages).toBe(1);
  });

  test("settings of the document come along; its title and language give way to them", async () => {
    const settings = { profile: "pdfa-ua1", metadata: { title: "Other", language: "en", author: "A" } };
    // PDF/UA allows no level to be left out
    const request = lowered({ ...brief(...EVERY_KIND.filter(({ level }) => level !== 3)), settings });
    expect(request.settings).toMatchObject(settings);
    expect((await render(request)).pages).toBeGreaterThan(1);
  });
});

describe("what is refused", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [[], "API-001 must be an object"],
    [{}, "API-001 the required field brief is missing"],
    [{ brief: { titel: "x" } }, "API-001 brief.titel: did you mean title? unknown field"],
    [{ brief: {}, pages: [] }, "API-001 pages: unknown field"],
    [{ brief: {}, settings: { defaults: {} } }, "API-001 settings.defaults: unknown field"],
    [{ brief: {}, settings: { look: "modern" } }, "API-001 settings.look: unknown field"],
    [{ brief: {}, settings: { metadata: null } }, "API-001 settings.metadata: must be an object; found null"],
    [{ brief: {}, settings: { metadata: 5 } }, "API-001 settings.metadata: must be an object; found 5"],
    [{ brief: {}, settings: { metadata: [] } }, "API-001 settings.metadata: must be an object; found"],
    [{ brief: null }, "API-001 brief: must be an object; found null"],
    [{ brief: { title: null } }, "API-001 brief.title: must be a string; found null"],
    [{ brief: { paper: "A4" } }, 'API-001 brief.paper: did you mean "a4"?'],
    [{ brief: { page_numbers: "yes" } }, "API-001 brief.page_numbers: must be true or false"],
    [brief({ text: "x" }), "API-001 brief.parts[0]: the required field kind is missing"],
    [brief({ kind: "heading", text: "x", level: 4 }), "API-001 brief.parts[0].level: must be 0, 1, 2 or 3"],
    [brief({ kind: "table", text: "t", columns: ["a"], rows: "x" }), "API-001 brief.parts[0].rows: must be an array"],
    [
      brief({ kind: "table", text: "t", columns: ["a"], rows: [[1]] }),
      'API-001 brief.parts[0].rows[0][0]: did you mean "1"? must be a string; found 1',
    ],
    [{ brief: { language: "english language" } }, "API-002 brief.language: must be a language tag"],
    [{ brief: { accent: "red" } }, 'API-002 brief.accent: did you mean "#FF0000"? must be a colour as #RRGGBB'],
    [brief({ kind: "heading" }), "API-002 brief.parts[0].text: must be given in a heading"],
    [brief({ kind: "paragraph", text: " \n" }), "API-002 brief.parts[0].text: must be given"],
    [brief({ kind: "heading", text: "x", items: ["y"] }), "API-002 brief.parts[0].items: a heading has no items"],
    [brief({ kind: "paragraph", text: "x", level: 2 }), "API-002 brief.parts[0].level: a paragraph has no level"],
    [brief({ kind: "paragraph", text: "x", variant: "bar" }), "API-002 brief.parts[0].variant: a paragraph has no variant"],
    [brief({ kind: "page_break", text: "x" }), "API-002 brief.parts[0].text: a page_break has no text"],
    [
      brief({ kind: "list", items: ["a"], variant: "pie" }),
      'API-002 brief.parts[0].variant: must be one of "default", "bullets", "numbered"',
    ],
    [brief({ kind: "list" }), "API-002 brief.parts[0].items: must be given in a list"],
    [brief({ kind: "table", text: "t", columns: ["a", "b"], rows: [["1"]] }), "API-002 brief.parts[0].rows[0]: must be a row of 2 values"],
    [
      brief({ kind: "table", text: "t", columns: Array(13).fill("a"), rows: rows(1, 13) }),
      "API-002 brief.parts[0].columns: must be at most 12",
    ],
    [brief({ kind: "table", text: "t", columns: ["a"], rows: rows(1001, 1) }), "API-002 brief.parts[0].rows: must be at most 1000 rows"],
    [brief({ kind: "key_figures", rows: rows(7, 2) }), "API-002 brief.parts[0].rows: must be at most 6 rows"],
    [
      brief({ kind: "chart", text: "t", columns: ["a"], rows: [["x", "9".repeat(400)]] }),
      "API-002 brief.parts[0].rows[0][1]: must be a decimal number",
    ],
    [
      brief({ kind: "table", text: "t", columns: ["a"], rows: [["1", "2"]] }),
      "API-002 brief.parts[0].rows[0]: must be a row of 1 value (one for each column); found 2 values",
    ],
    [brief({ kind: "totals", rows: [["a"]] }), "API-002 brief.parts[0].rows[0]: must be a row of 2 values (a label and a value)"],
    [
      brief({ kind: "chart", text: "c", columns: ["s"], rows: [["a", "1"], ["b"]] }),
      "API-002 brief.parts[0].rows[1]: must be a row of 2 values",
    ],
    [
      brief({ kind: "chart", text: "c", columns: ["s"], rows: [["a", "1,5"]] }),
      "API-002 brief.parts[0].rows[0][1]: must be a decimal number",
    ],
    [
      brief({ kind: "chart", text: "c", columns: ["s"], rows: [["a", "1e3"]] }),
      "API-002 brief.parts[0].rows[0][1]: must be a decimal number",
    ],
    [
      brief({ kind: "chart", text: "c", variant: "pie", columns: ["s", "t"], rows: [["a", "1", "2"]] }),
      "API-002 brief.parts[0].columns: must be one series",
    ],
    [
      brief({ kind: "chart", text: "c", variant: "pie", columns: ["s"], rows: [["a", "-1"]] }),
      "API-002 brief.parts[0].rows[0][1]: must be at least 0",
    ],
    [
      brief({ kind: "chart", text: "c", variant: "donut", columns: ["s"], rows: [["a", "0"]] }),
      "API-002 brief.parts[0].rows: must be at least one value above 0",
    ],
    [brief(...Array.from({ length: 201 }, () => ({ kind: "page_break" }))), "API-002 brief.parts: must be at most 200 parts"],
    [brief({ kind: "image", asset: "no.png", text: "x" }), "API-002 brief.parts[0].asset: unknown asset"],
    [brief({ kind: "paragraph", text: "\u{10FFFD}" }), "API-504 brief.parts[0]: "],
  ];
  test.each(cases)("%#: %j", async (body, said) => {
    expect(await refusal(body)).toContain(said);
  });

  test("the document route goes on refusing it", async () => {
    expect(await render({ brief: {} } as unknown as DocumentRequest).catch((e: unknown) => (e as RenderError).message)).toContain(
      "brief: unknown field",
    );
  });

  test("200 parts, 1000 rows, 6 figures and 12 columns are taken", async () => {
    expect(await refusal(brief(...Array.from({ length: 200 }, () => ({ kind: "page_break" }))))).toBe("accepted");
    expect(await refusal(brief({ kind: "table", text: "t", columns: ["a"], rows: rows(1000, 1) }))).toBe("accepted");
    expect(await refusal(brief({ kind: "key_figures", rows: rows(6, 2) }))).toBe("accepted");
  });
});

const word = fc.stringMatching(/^[A-Za-z{}$]{1,8}$/);
const part = fc.oneof(
  fc.record({ kind: fc.constant("heading"), text: word, level: fc.constantFrom(0, 1, 2, 3) }),
  fc.record({ kind: fc.constant("paragraph"), text: word }),
  fc.record({
    kind: fc.constant("list"),
    items: fc.array(word, { minLength: 1, maxLength: 4 }),
    variant: fc.constantFrom("default", "bullets", "numbered"),
  }),
  fc.record({ kind: fc.constant("totals"), rows: fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant("table"),
    text: word,
    columns: fc.tuple(word, word),
    rows: fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 }),
  }),
);
test("any brief's texts come once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      let n = 0;
      const numbered = JSON.parse(JSON.stringify(parts), (key, v: unknown) =>
        typeof v === "string" && key !== "kind" && key !== "variant" ? `${v}x${n++}x` : v,
      ) as Json[];
      const texts: string[] = [];
      JSON.stringify(numbered, (key, v: unknown) => {
        if (typeof v === "string" && key !== "kind" && key !== "variant") texts.push(v);
        return v;
      });
      const found = await text(lowered({ brief: { parts: numbered } }));
      let from = 0;
      for (const t of texts) {
        const at = found.indexOf(t, from);
        expect(at, `${t} in ${found}`).toBeGreaterThanOrEqual(from);
        expect(found.indexOf(t, at + t.length)).toBe(-1);
        from = at + t.length;
      }
    }),
    { numRuns: 40 },
  );
});

describe("the published schema", () => {
  const schema = JSON.parse(readFileSync(path.join(root, "schemas/brief.schema.json"), "utf8")) as Json;
  test("is that of the form", () => expect(schema).toEqual(JSON.parse(JSON.stringify(briefSchema()))));

  test("keeps to what structured output takes", () => {
    const KEYWORDS = ["type", "properties", "required", "items", "enum", "description", "additionalProperties", "$schema", "$id", "title"];
    let properties = 0;
    let words = 0;
    let deepest = 0;
    const walk = (node: Json, depth: number): void => {
      expect(KEYWORDS).toEqual(expect.arrayContaining(Object.keys(node)));
      words += ((node["enum"] as unknown[] | undefined) ?? []).length;
      if (node["type"] === "object") {
        deepest = Math.max(deepest, depth);
        const fields = node["properties"] as Readonly<Record<string, Json>>;
        expect(node["additionalProperties"]).toBe(false);
        expect([...(node["required"] as string[])].sort()).toEqual(Object.keys(fields).sort());
        for (const field of Object.values(fields)) {
          properties++;
          expect(field["description"]).toMatch(/\S/);
          walk(field, depth + 1);
        }
      } else if (node["type"] === "array") walk(node["items"] as Json, depth + 1);
    };
    walk(schema, 1);
    expect(properties).toBeLessThanOrEqual(40);
    expect(words).toBeLessThanOrEqual(60);
    expect(deepest).toBeLessThanOrEqual(5);
    expect(JSON.stringify(schema)).toContain(PART_KINDS.map((k) => JSON.stringify(k)).join(","));
  });
});

describe("ways in", () => {
  const folder = path.join(root, "examples/briefs");
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...args], { encoding: "buffer", env: { ...process.env, SOURCE_DATE_EPOCH: "0" } });
  const files = ["flyer.json", "invitation-arabic.json", "letter-german.json", "quarterly-report.json"];

  test.each(files)("examples/briefs/%s renders; the request that it stands for gives the same bytes; check finds nothing", (file) => {
    const out = mkdtempSync(path.join(tmpdir(), "platen-brief-"));
    const request = path.join(out, "request.json");
    const from = path.join(folder, file);
    expect(run("brief", from, "--request", "-o", request).status).toBe(0);
    const [direct, via] = [run("brief", from, "-o", "-"), run("render", request, "-o", "-")];
    expect(direct.status).toBe(0);
    expect(direct.stdout.equals(via.stdout)).toBe(true);
    expect(run("check", from)).toMatchObject({ status: 0 });
  });

  test("check names the place in the brief, with its line", () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "platen-brief-")), "b.json");
    writeFileSync(file, '{"brief": {"parts": [\n {"kind": "heading"}]}}');
    const checked = run("check", file);
    expect(checked.status).toBe(1);
    expect(checked.stderr.toString()).toMatch(/brief\.parts\[0\]\.text \(.*:2:\d+\)/);
  });

  describe("over HTTP", () => {
    let service: Running;
    beforeAll(async () => {
      service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
    });
    afterAll(() => service.child.kill());
    const send = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${service.url}/api/v1/brief/render`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
      });

    test("the route answers as that of documents", async () => {
      const answer = await send({ ...brief({ kind: "heading", text: "x" }), settings: { output: { mode: "file", file_name: "flyer" } } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("content-disposition")).toContain("flyer.pdf");
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
      expect(await errorOf(await send(brief({ kind: "list" })))).toMatchObject({ status: 400, code: "API-002" });
      expect(await errorOf(await send({}, { authorization: "Bearer no" }))).toMatchObject({ status: 401 });
    });
  });
});

test("check of a brief in a program is a check of its request", async () => {
  expect(await check(lowered(brief(...EVERY_KIND)))).toEqual([]);
});
