import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compiled, engine, rendering } from "../golden/cases.js";
import { apply, bounds, multiply, rotation } from "./geometry.js";
import { dump, load, LoadError, validate, type IrDocument } from "./index.js";

const docs = await Promise.all(rendering().map(async (c) => ({ ...c, ...(await compiled(c.body)) })));
const isBundled = (id: `sha256-${string}`): boolean => engine.fonts.isBundled(id);

test("load(dump(doc)) is the same document and gives the same bytes", () => {
  for (const { name, doc, blobs } of docs.filter((d, i) => i % 4 === 0 || d.name.startsWith("image/"))) {
    const loaded = load(dump(doc, blobs, isBundled), engine.fonts);
    expect(loaded.doc, name).toEqual(doc);
    expect(engine.write(loaded.doc, loaded.blobs).pdf, name).toEqual(engine.write(doc, blobs).pdf);
  }
});

test("the display list of a request gives the same bytes as rendering it", async () => {
  // random salts are the one exception (decisions §7)
  const open = docs.filter((d) => !d.name.startsWith("settings/security-aes"));
  for (const { name, body, doc, blobs } of open.filter((_, i) => i % 5 === 0))
    expect(engine.write(doc, blobs).pdf, name).toEqual((await engine.renderLater(body)).pdf);
});

test("a font that is not bundled travels inline", () => {
  const { doc } = docs.find((d) => d.name === "text/plain")!;
  const text = dump(doc, engine.fonts, () => false);
  const nothing = {
    get: (id: string): never => {
      throw new Error(id);
    },
  };
  const { doc: again, blobs } = load(text, nothing);
  expect(engine.write(again, blobs).pdf).toEqual(engine.write(doc, engine.fonts).pdf);
});

test("every display list fits its JSON Schema", () => {
  const schema = JSON.parse(readFileSync(path.join(import.meta.dirname, "../schemas/display-list.schema.json"), "utf8")) as object;
  const fits = new Ajv2020({ discriminator: true, strict: false }).compile(schema);
  for (const { name, doc } of docs) expect([name, fits(doc), fits.errors]).toEqual([name, true, null]);
  expect(fits({ ...docs[0]!.doc, pages: [{ width: "1" }] })).toBe(false);
});

describe("each promise of SPEC.md is checked", () => {
  const base = docs.find((d) => d.name === "link/targets")!.doc;
  type Mutable = { -readonly [K in keyof IrDocument]: unknown };
  const broken = (change: (doc: Mutable, first: Record<string, never>) => void): string[] => {
    const doc = structuredClone(base) as Mutable;
    const mark = (doc.pages as { ops: { children: Record<string, never>[] }[] }[])[0]!.ops[0]!;
    change(doc, mark.children[0]!);
    return validate(doc as IrDocument).map((v) => v.promise);
  };
  const page = (doc: Mutable): { ops: unknown[]; links: Record<string, unknown>[] } => (doc.pages as never[])[0]!;
  const path0 = {
    op: "path",
    path: { verbs: "ML", coords: [0, 0, 1, 1], rule: "nonzero" },
    fill: null,
    stroke: { color: "#000000", width: 1, opacity: 1, cap: "butt", join: "miter", miterLimit: 10, dash: [] },
    source: 0,
  };
  const withPath = (change: object): string[] =>
    broken((doc) => page(doc).ops.push({ op: "mark", mark: "decoration", children: [{ ...path0, ...change }] }));

  test("the untouched one is valid", () => expect(validate(base)).toEqual([]));
  const withKid = (node: object): string[] =>
    broken((doc) =>
      Object.assign(doc, { structure: { ...base.structure, kids: [...base.structure.kids, { role: "P", kids: [], source: 0, ...node }] } }),
    );

  test.each<readonly [string, () => string[]]>([
    ["number", () => broken((_, g) => Object.assign(g, { x: 1.23456 }))],
    ["number", () => broken((_, g) => Object.assign(g, { y: Infinity }))],
    ["size", () => broken((_, g) => Object.assign(g, { size: -1 }))],
    ["index", () => broken((_, g) => Object.assign(g, { font: 99 }))],
    ["index", () => broken((_, g) => Object.assign(g, { source: -1 }))],
    ["color", () => broken((_, g) => Object.assign(g, { fill: { color: "red", opacity: 1 } }))],
    ["opacity", () => broken((_, g) => Object.assign(g, { fill: { color: "#000000", opacity: 2 } }))],
    ["run", () => broken((_, g) => Object.assign(g, { text: "" }))],
    ["run", () => broken((_, g) => Object.assign(g, { run: { ...(g as unknown as { run: object }).run, advances: [] } }))],
    [
      "empty",
      () =>
        broken((doc) =>
          page(doc).ops.push({
            op: "group",
            transform: null,
            clip: null,
            opacity: 1,
            isolated: false,
            blend: "normal",
            mask: null,
            children: [],
          }),
        ),
    ],
    [
      "blend",
      () =>
        broken((doc) => {
          const op = { op: "group", transform: null, clip: null, opacity: 1, isolated: true, blend: "plus-lighter", mask: null };
          page(doc).ops.push({ ...op, children: [{ op: "mark", mark: "decoration", children: [path0] }] });
        }),
    ],
    ["empty", () => withPath({ stroke: null })],
    ["empty", () => withPath({ path: { verbs: "", coords: [], rule: "nonzero" } })],
    ["path", () => withPath({ path: { verbs: "LL", coords: [0, 0, 1, 1], rule: "nonzero" } })],
    ["path", () => withPath({ path: { verbs: "MQ", coords: [0, 0, 1, 1, 2, 2], rule: "nonzero" } })],
    ["path", () => withPath({ path: { verbs: "ML", coords: [0, 0, 1], rule: "nonzero" } })],
    ["dash", () => withPath({ stroke: { ...path0.stroke, dash: [1] } })],
    ["nested-mark", () => withPath({ op: "mark", mark: "header", children: [path0] })],
    ["artifact", () => broken((doc) => page(doc).ops.push({ op: "mark", mark: "frame", children: [path0] }))],
    ["mark-owner", () => broken((doc) => page(doc).ops.push({ op: "mark", mark: 77, children: [path0] }))],
    [
      "mark-owner",
      () =>
        broken((doc) => Object.assign(doc, { structure: { ...base.structure, kids: [...base.structure.kids, ...base.structure.kids] } })),
    ],
    ["mark-content", () => broken((doc) => Object.assign(doc, { structure: { ...base.structure, kids: [...base.structure.kids, 500] } }))],
    ...[-1, 0.5, 2 ** 24].map((mark): [string, () => string[]] => [
      "mark-number",
      () =>
        broken((doc) => {
          Object.assign(doc, { structure: { ...base.structure, kids: [...base.structure.kids, mark] } });
          page(doc).ops.push({ op: "mark", mark, children: [path0] });
        }),
    ]),
    ["op", () => broken((doc) => page(doc).ops.push({ op: "text" }))],
    ["role", () => broken((doc) => Object.assign(doc, { structure: { ...base.structure, role: "P" } }))],
    ["role", () => withKid({ role: "FENote" })],
    ["note", () => withKid({ role: "P", note: "footnote" })],
    ["numbering", () => withKid({ role: "L", numbering: "roman" })],
    ["index", () => withKid({ destinations: [99] })],
    ["destination-element", () => withKid({ destinations: [0, 0] })],
    ["date", () => broken((doc) => Object.assign(doc, { metadata: { ...base.metadata, created: "today" } }))],
    ["blob", () => broken((doc) => Object.assign(doc, { resources: { ...base.resources, fonts: [{ blob: "x", face: 0, name: "x" }] } }))],
    ["index", () => broken((doc) => Object.assign(doc, { destinations: [{ name: "x", page: 9, x: 0, y: 0 }, ...base.destinations] }))],
    ["index", () => broken((doc) => Object.assign(page(doc).links[0]!, { target: { destination: 42 } }))],
  ])("%s", (promise, found) => expect(found()).toContain(promise));
});

test("load refuses what is no display list", () => {
  const { doc } = docs[0]!;
  for (const [text, reason] of [
    ["{", "not JSON"],
    ["[]", "not a display list"],
    ['{"version":1,"pages":[]}', "lacks a part"],
    [JSON.stringify({ ...doc, destinations: [{ name: "x", page: 9, x: 0, y: 0 }] }), "destinations[0].page"],
  ] as const) {
    expect(() => load(text, engine.fonts)).toThrow(LoadError);
    expect(() => load(text, engine.fonts)).toThrow(reason);
  }
});

test("matrices: rotation turns clockwise on the page about its point, and composes", () => {
  const angle = fc.integer({ min: -720, max: 720 });
  fc.assert(
    fc.property(angle, angle, fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (a, b, x, y) => {
      const p = { x: 3, y: 4 };
      const twice = apply(multiply(rotation(a, x, y), rotation(b, x, y)), p);
      const once = apply(rotation(a + b, x, y), p);
      expect(twice.x).toBeCloseTo(once.x, 8);
      expect(twice.y).toBeCloseTo(once.y, 8);
      const centre = apply(rotation(a, x, y), { x, y });
      expect(centre.x).toBeCloseTo(x, 8);
      expect(centre.y).toBeCloseTo(y, 8);
    }),
  );
  const turned = apply(rotation(90, 0, 0), { x: 1, y: 0 });
  expect([turned.x, turned.y]).toEqual([0, 1]);
  expect(bounds(rotation(90, 5, 5), { x: 0, y: 0, width: 10, height: 4 })).toMatchObject({ width: 4, height: 10 });
});
