import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { BRIEF_SETTINGS } from "../../compiler/brief/form.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { bindBatch, parseTemplate } from "../../compiler/template/template.js";
import { documentOfInvoice } from "../../golden/invoices.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { schemas } from "../../runtime/http/openapi-schemas.js";
import { engine, rendered } from "../support/pdf.js";
import { haveVera, faults } from "../support/verapdf.js";
import { root } from "../support/tools.js";
import { wordsOf, type Word } from "../support/words.js";

/* Declarations of a direction, and their trace in the file (SW-1, SW-2, SW-10, SW-11). */

const LATIN = "Latin text in a document from right to left";
const flow = (settings: object, content: readonly object[] = []): object => ({
  settings,
  flow_document: {
    page_masters: { main: { width: 105, height: 148, layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } } },
    numbering: { levels: ["1.", "1.1"] },
    segments: [
      {
        page_master: "main",
        content: [
          { type: "contents", levels: [1, 2] },
          { type: "block", element: { type: "text", content: "One" }, semantics: { role: "heading", heading_level: 1 } },
          { type: "block", element: { type: "text", content: LATIN } },
          { type: "markdown", source: "| a | b |\n|---|---|\n| c[^1] | d |\n\n- עברית\n\n[^1]: note\n" },
          ...content,
        ],
      },
    ],
  },
});
const METADATA = { title: "T", language: "he" };

/** Objects of a file as text. */
const objectsOf = (file: string): string =>
  spawnSync("qpdf", ["--qdf", "--object-streams=disable", file, "-"], { encoding: "latin1" }).stdout;

describe("the file (SW-10)", () => {
  test("from right to left, viewer and structure are told", () => {
    const tagged = objectsOf(rendered(flow({ metadata: METADATA, direction: "rtl" })));
    expect(tagged).toMatch(/\/ViewerPreferences\s*<<[^>]*\/Direction\s*\/R2L/);
    expect(tagged.match(/\/WritingMode\s*\/RlTb/g)).toHaveLength(1);
    const root = /\/Type\s*\/StructTreeRoot/.exec(tagged)!;
    const object = tagged.slice(tagged.lastIndexOf(" obj", root.index), tagged.indexOf("endobj", root.index));
    const top = /\/K\s+(\d+) 0 R/.exec(object)![1]!;
    const element = tagged.slice(tagged.indexOf(`\n${top} 0 obj`));
    expect(element.slice(0, element.indexOf("endobj"))).toMatch(/\/S\s*\/Document[^]*|\/WritingMode\s*\/RlTb/);
    expect(element.slice(0, element.indexOf("endobj"))).toContain("/RlTb");
  });

  test.each([{}, { direction: "auto" }, { direction: "ltr" }])("with %j, nothing is", (settings) => {
    const objects = objectsOf(rendered(flow({ metadata: METADATA, ...settings })));
    expect(objects).not.toContain("/Direction");
    expect(objects).not.toContain("/WritingMode");
  });

  test.skipIf(!haveVera)("conforms to its profile", () => {
    const of = (profile: string): string => rendered(flow({ metadata: METADATA, direction: "rtl", profile }));
    const asked = [
      { flavour: "2a,ua1", file: of("pdfa-ua1") },
      { flavour: "2b", file: of("pdfa-2b") },
      { flavour: "4", file: of("pdfa-4") },
    ];
    expect(faults(asked)).toEqual([]);
  });
});

describe("the setting (SW-1, SW-2)", () => {
  const refusal = async (request: object): Promise<string> => {
    const { errors } = await engine.findings(request, {});
    return errors.map((e) => `${e.code} ${String(e.reason)}`).join("; ");
  };
  test.each(["up", "RTL", "", null, 1, "right_to_left"])("is not %j", async (direction) => {
    expect(await refusal(flow({ direction }))).toMatch(/^API-001 /);
  });
  test("is not a value of text_align, nor a field of a paragraph's alignment", async () => {
    const text = { type: "block", element: { type: "text", content: "a", style: { text_align: "start" } } };
    expect(await refusal(flow({ direction: "rtl" }, [text]))).toMatch(/^API-001 /);
  });
  test("auto changes no byte", () => {
    expect(readFileSync(rendered(flow({ metadata: METADATA, direction: "auto" })))).toEqual(
      readFileSync(rendered(flow({ metadata: METADATA }))),
    );
  });
  test("a Flow Document in a right-to-left language is warned of without it", async () => {
    const warned = async (request: object): Promise<readonly string[]> => {
      const { errors, warnings } = await engine.findings(request, { warnings: true });
      expect(errors).toEqual([]);
      return warnings.map((w) => w.rule);
    };
    expect(await warned(flow({ metadata: METADATA }))).toEqual(["language-direction"]);
    for (const settings of [
      { metadata: METADATA, direction: "rtl" },
      { metadata: METADATA, direction: "auto" },
      { metadata: { language: "de" } },
      {},
    ])
      expect(await warned(flow(settings))).toEqual([]);
    const page = {
      settings: { metadata: METADATA },
      pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 9, top: 9 }, content: "a" }] }],
    };
    expect(await warned(page)).toEqual([]);
  });
});

describe("templates and briefs (SW-11)", () => {
  const template = { schema: { fields: [{ name: "direction", type: "string" }] }, ...flow({ direction: "{{direction}}" }) };
  const items = (...directions: readonly string[]): Promise<unknown> => {
    const parsed = parseTemplate(template);
    if ("problems" in parsed) throw new Error(parsed.problems.map((p) => String(p.reason)).join("; "));
    const made = bindBatch(
      parsed.template,
      directions.map((direction) => ({ direction })),
      { locales: localeFiles, limits: CONTRACT_LIMITS },
    );
    if ("problems" in made) throw new Error(made.problems.map((p) => String(p.reason)).join("; "));
    return engine.renderItems(made.requests);
  };
  test("may be a binding, which is the same in all items", async () => {
    await items("rtl", "rtl");
    await expect(items("rtl", "ltr")).rejects.toThrow(/settings/);
    await expect(items("up")).rejects.toThrow(/settings\.direction/);
  });

  const brief = (language: string, settings?: object): object => ({
    brief: {
      title: "T",
      language,
      parts: [
        { kind: "table", text: "cc", columns: ["aa", "bb"], rows: [["dd", "12"]] },
        { kind: "totals", rows: [["ee", "13"]] },
        { kind: "signature", rows: [["ff", "gg"]] },
        { kind: "list", items: ["hh"] },
      ],
    },
    ...(settings && { settings }),
  });
  const requestOf = (body: object) => {
    const read = briefRequest(body);
    if ("problems" in read) throw new Error(read.problems.map((p) => String(p.reason)).join("; "));
    return read.request;
  };
  const wordsIn = (body: object): readonly Word[] => wordsOf(rendered(requestOf(body))).flat();
  const find = (words: readonly Word[], text: string): Word => words.find((w) => w.text.includes(text))!;

  test.each([
    ["he", undefined, true],
    ["ar-EG", undefined, true],
    ["en", undefined, false],
    ["en", { direction: "rtl" }, true],
    ["he", { direction: "ltr" }, false],
    ["he", { direction: "auto" }, false],
  ])("a brief in %s with settings %j", (language, settings, rtl) => {
    const words = wordsIn(brief(language, settings));
    const x = (text: string): number => find(words, text).left;
    expect(x("aa") > x("bb")).toBe(rtl);
    expect(x("dd") > x("12")).toBe(rtl);
    expect(x("ee") > x("13")).toBe(rtl);
    for (const text of ["hh", "ff"]) expect(x(text) > 105).toBe(rtl);
  });
  test("the service describes the settings that a brief may have", () => {
    const { BriefRequest } = schemas({}) as {
      readonly BriefRequest: { readonly properties: { readonly settings: { readonly properties: object } } };
    };
    expect(Object.keys(BriefRequest.properties.settings.properties)).toEqual(BRIEF_SETTINGS);
  });
  test("another value is refused, and a brief from left to right is as it was", () => {
    expect(requestOf(brief("en")).settings).not.toHaveProperty("direction");
    expect(briefRequest(brief("en", { directoin: "rtl" }))).toHaveProperty("problems");
  });
});

test("in a drawing, names of either direction begin where their addresses begin (SW-11)", () => {
  const sent = JSON.parse(readFileSync(path.join(root, "golden/cases/invoice/drawn-arabic-seller/request.json"), "utf8")) as {
    settings: Record<string, unknown>;
  };
  for (const settings of [{}, { direction: "rtl" }, { defaults: { text: { direction: "rtl" } } }]) {
    const request = documentOfInvoice(new TextEncoder().encode(JSON.stringify({ settings: { ...sent.settings, ...settings } })));
    const words = wordsOf(rendered(JSON.parse(new TextDecoder().decode(request)) as object))[0]!;
    const address = words.find((w) => w.text.includes("Werkstr"))!;
    const arabic = words.filter((w) => /[\u0600-\u06ff]/.test(w.text) && w.bottom <= address.top + 1);
    const line = arabic.filter((w) => Math.abs(w.top - arabic[0]!.top) < 2);
    expect(Math.min(...line.map((w) => w.left))).toBeCloseTo(address.left, 0);
  }
});
