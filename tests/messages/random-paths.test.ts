/* A refusal of a random mistake is told at a place of what the caller sent, in the caller's words. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { render, renderBrief, renderEInvoice, renderTemplate } from "../../runtime/index.js";
import { builtIn, builtInIds, builtInSample } from "../../runtime/owner/templates.js";
import { RenderError } from "../../compiler/core/fail.js";
import { enough, runs, seed } from "../support/runs.js";
import { root } from "../support/tools.js";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Steps = readonly (string | number)[];

const json = (...file: readonly string[]): Json => JSON.parse(readFileSync(path.join(root, ...file), "utf8")) as Json;
const filesOf = (folder: string): readonly Json[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => json(folder, name));

function places(value: Json, at: Steps = []): readonly Steps[] {
  if (typeof value !== "object" || value === null) return [at];
  const inside = Array.isArray(value)
    ? value.slice(0, 3).flatMap((item, i) => places(item, [...at, i]))
    : Object.entries(value).flatMap(([key, item]) => places(item, [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

/** @param by undefined: removed */
function changed(value: Json, [step, ...rest]: Steps, by: Json | undefined): Json {
  if (typeof value !== "object" || value === null) return by ?? null;
  if (Array.isArray(value)) {
    if (rest.length === 0 && by === undefined) return value.filter((_, i) => i !== step);
    return value.map((item, i) => (i === step ? (rest.length === 0 ? by! : changed(item, rest, by)) : item));
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (key !== step) return [[key, item]];
      if (rest.length > 0) return [[key, changed(item, rest, by)]];
      return by === undefined ? [] : [[key, by]];
    }),
  );
}

const MISTAKES: readonly (Json | undefined)[] = [
  undefined, null, "", " ", -1, 0.005, 1e15, true, [], {}, [null], { a: 1 }, "x", "2026-02-30", "{page", "{{x", "<div>", "a".repeat(4000), "\u0000", "de_DE", "#12", "10,5",
]; // prettier-ignore

/** Fields that are missing are below what was sent. */
function isPlaceOf(sent: Json, pointer: string): boolean {
  let at: Json | undefined = sent;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key))
      return at === null || (typeof at === "object" && !/^\d+$/.test(key));
    at = (at as { readonly [key: string]: Json })[key];
  }
  return true;
}

const INTERNAL = /ENOENT|node_modules|\bundefined\b|\[object|\bNaN\b|is not a function|Cannot read|\.ts:|\.js:/;

interface Kind {
  readonly sent: readonly Json[];
  readonly render: (sent: Json) => Promise<unknown>;
  /** words of requests that callers of this kind never sent */
  readonly foreign?: RegExp;
}

const FLOW = /flow_document|segments\[|page_masters/;
const MARKDOWN = [
  "# Title\n\nText with a [link](#title) and a note[^1].\n\n[^1]: note\n",
  "| a | b |\n|---|--:|\n| 1 | 2 |\n\n- one\n  1. two\n\n> quote\n\n```\ncode\n```\n",
  '![picture](logo "t")\n\ntext <b>bold</b>\n',
];
const markdown = (source: string): Json => ({
  settings: { metadata: { title: "T", language: "en" }, profile: "pdfa-ua1" },
  flow_document: {
    page_masters: { m: { size: "a5" } },
    segments: [{ page_master: "m", content: [{ type: "markdown", source, heading_offset: 0 }] }],
  },
});

const KINDS: Readonly<Record<string, Kind>> = {
  briefs: { sent: filesOf("examples/briefs"), render: (sent) => renderBrief(sent as object), foreign: FLOW },
  invoices: {
    sent: filesOf("examples/invoices-as-data"),
    render: (sent) => renderEInvoice(sent as never),
    foreign: FLOW,
  },
  markdown: { sent: MARKDOWN.map(markdown), render: (sent) => render(sent as never) },
  records: {
    sent: builtInIds().map((id) => ({ id, record: builtInSample(id) as Json })),
    render: async (sent) => {
      const { id, record } = sent as { readonly id: string; readonly record: object };
      return renderTemplate(id, record);
    },
  },
  templates: {
    sent: builtInIds().map((id) => ({ template: JSON.parse(new TextDecoder().decode(builtIn(id)!)) as Json, id })),
    render: async (sent) => {
      const { id, template } = sent as { readonly id: string; readonly template: object };
      return renderTemplate(template, builtInSample(id) as object);
    },
  },
};

test.each(Object.keys(KINDS))("%s", async (name) => {
  const { sent, render: rendered, foreign } = KINDS[name]!;
  let refused = 0;
  const mistake = fc.tuple(fc.constantFrom(...sent), fc.nat(), fc.constantFrom(...MISTAKES)).map(([value, n, by]) => {
    const all = places(value).filter((at) => at.length > 1);
    const at = all[n % all.length]!;
    return { at, by, given: changed(value, at, by) };
  });
  await fc.assert(
    fc.asyncProperty(mistake, async ({ at, by, given }) => {
      try {
        await rendered(given);
      } catch (e) {
        if (!(e instanceof RenderError)) throw e;
        refused++;
        const told = `${at.join(".")} = ${JSON.stringify(by)?.slice(0, 40)} → ${e.code} ${e.path} ${e.message}`;
        expect(e.code, told).toMatch(/^API-(?!999)/);
        expect(e.message, told).not.toMatch(INTERNAL);
        if (foreign) expect(`${e.path} ${e.message}`, told).not.toMatch(foreign);
        const inside =
          name === "records"
            ? { data: [(given as { readonly record: Json }).record] }
            : name === "templates"
              ? (given as { readonly template: Json }).template
              : given;
        expect([told, isPlaceOf(inside, e.path)]).toEqual([told, true]);
      }
    }),
    { seed, numRuns: runs(60) },
  );
  expect(refused).toBeGreaterThan(enough(8));
});
