import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { collect, compile } from "../../compiler/compile.js";
import { TextEngine } from "../../compiler/text/shape/engine.js";
import { counts } from "../../base/cache-counts.js";
import { tablePlaces } from "../../base/font-table.js";
import { dump, load } from "../../ir/index.js";
import type { BlobId } from "../../ir/ir.js";
import { colorFont, colorGlyph, glyph, SQUARE } from "../../tests/support/fonts/color.js";
import { renamed } from "../../tests/support/fonts/renamed.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { root } from "../../tests/support/tools.js";
import { readFace, type CheckedFace } from "../fonts/font-files.js";
import { blobIdOf } from "../fonts/font-tools.js";
import { CallerFonts, FontMemory } from "./caller-fonts.js";
import { faceIdOf } from "./face-id.js";
import { Engine } from "../engine/engine.js";
import { Unreadable } from "./owner-resources.js";
import type { ResourceQuery } from "./resource-query.js";

process.env["SOURCE_DATE_EPOCH"] = "1764000000";
const LETTERS = "ABCXabcdefghijklmnopqrstuvwxyz 0123456789";
const sans = renamed(smallFont("NotoSans-Regular.ttf", LETTERS), "Acme Sans", "AcmeSans-Regular");
const mono = renamed(smallFont("NotoSansMono-Bold.ttf", LETTERS), "Acme Sans", "AcmeSans-Regular");

class Store {
  readonly asked: string[] = [];
  readonly faces = new Map<string, CheckedFace>();
  constructor(readonly files: Uint8Array[]) {
    for (const f of files) this.faces.set(blobIdOf(f), readFace("a.ttf", f));
  }
  readonly answer = async ({ kind, name }: ResourceQuery): Promise<Uint8Array | null> => {
    this.asked.push(kind);
    const json = (v: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(v));
    if (kind === "fonts") return json([...this.faces.keys()]);
    if (kind === "font_faces") return json([...this.faces.values()]);
    return this.files.find((f) => blobIdOf(f) === name) ?? null;
  };
}
const text = (family: string | null, content = "abc 12", more: object = {}): object => ({
  type: "text",
  layout: { left: 10, top: 10 },
  ...(family && { style: { font_family: family, ...more } }),
  content,
});
const request = (...elements: readonly object[]): object => ({ pages: [{ size: "a6", elements }] });

class Process {
  readonly engine = new Engine();
  readonly memory = new FontMemory();
  fonts(store: Store): CallerFonts {
    return new CallerFonts(this.engine.fonts, this.memory, store.answer);
  }
  async render(store: Store, body: object): Promise<Uint8Array> {
    return (await this.engine.renderLater(body, { fonts: this.fonts(store) })).pdf;
  }
  /** Glyph advances of the first text, 1/1000 em, and its font. */
  async shaped(store: Store, body: object): Promise<{ readonly blob: BlobId; readonly name: string }> {
    const doc = collect(await compile(body, this.engine.world({ fonts: this.fonts(store) })));
    const { blob, name } = doc.resources.fonts[0]!;
    return { blob, name };
  }
}

let process_: Process;
beforeAll(() => {
  process_ = new Process();
});

describe("names", () => {
  test("two owners call different fonts by the same names, and have each their own, in any order", async () => {
    const [a, b] = [new Store([sans]), new Store([mono])];
    for (const family of ["Acme Sans", "acme-sans", "AcmeSans-Regular"])
      for (const store of [a, b, a]) expect((await process_.shaped(store, request(text(family)))).blob).toBe(blobIdOf(store.files[0]!));
  });

  test("a family of the owner's comes before a bundled one of the same name; what fills in stays the bundled one", async () => {
    const store = new Store([renamed(mono, "Noto Sans", "Own-Regular")]);
    expect((await process_.shaped(store, request(text("Noto Sans")))).name).toBe("Own-Regular");
    expect((await process_.shaped(store, request(text("NotoSans-Regular")))).name).toBe("NotoSans-Regular");
    expect((await process_.shaped(store, request(text(null)))).name).toBe("NotoSans-Regular");
    const doc = collect(
      await compile(request(text("Noto Sans", "aж", { font_mode: "prefer" })), process_.engine.world({ fonts: process_.fonts(store) })),
    );
    expect(doc.resources.fonts.map((f) => f.name)).toEqual(["Own-Regular", "NotoSans-Regular"]);
  });

  test("who has no such font is told so, and of nobody's fonts", async () => {
    await process_.render(new Store([sans]), request(text("Acme Sans")));
    const message = await process_.render(new Store([]), request(text("Acme Sans"))).catch((e: Error) => e.message);
    expect(message).toMatch(
      /^pages\[0\]\.elements\[0\]\.style\.font_family: must be one of .*; found "Acme Sans": no font of this service has this name/,
    );
    const missing = await process_
      .render(new Store([sans]), request(text("Acme Sans", "ж", { font_mode: "strict" })))
      .catch((e: Error) => e.message);
    expect(missing).toMatch(/U\+0436.*Acme Sans/);
  });

  test("the nearest weight of the family, whose line height is that of its highest face", async () => {
    const bold = renamed(smallFont("NotoSans-Bold.ttf", LETTERS), "Acme Sans", "AcmeSans-Bold");
    const both = new Store([sans, bold]);
    expect((await process_.shaped(both, request(text("Acme Sans", "abc", { font_weight: "semibold" })))).name).toBe("AcmeSans-Bold");
    expect((await process_.shaped(both, request(text("Acme Sans", "abc")))).name).toBe("AcmeSans-Regular");
  });
});

describe("what is asked for", () => {
  test("nothing, where no family is named; once, where it is; nothing that is known by its hash", async () => {
    const own = new Process();
    const store = new Store([sans]);
    await own.render(store, request(text(null)));
    expect(store.asked).toEqual([]);
    await own.render(store, request(text("Acme Sans"), text("Noto Sans", "x")));
    expect(store.asked.splice(0)).toEqual(["fonts", "font_faces", "font"]);
    await own.render(store, request(text("Acme Sans")));
    expect(store.asked.splice(0)).toEqual(["fonts"]);
    const other = new Store([sans]);
    await own.render(other, request(text("Acme Sans")));
    expect(other.asked).toEqual(["fonts"]);
  });

  test("of several faces only those of families that are named", async () => {
    const other = renamed(mono, "Other", "Other-Regular");
    const store = new Store([sans, other]);
    await new Process().render(store, request(text("Other")));
    expect(store.asked).toEqual(["fonts", "font_faces", "font"]);
  });

  test("a text in an SVG file, in each of a template's documents, in every place that has looks", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15" font-family="Acme Sans">abc 12</text></svg>`;
    const image = {
      ...{ type: "image", layout: { left: 1, top: 1 }, width: 90, height: 20 },
      source: { kind: "base64", format: "svg", payload: Buffer.from(svg).toString("base64") },
    };
    const own = new Process();
    const drawn = async (store: Store): Promise<string> =>
      JSON.stringify(collect(await compile(request(image), own.engine.world({ fonts: own.fonts(store) }))).pages[0]!.ops);
    const [a, b, none] = [await drawn(new Store([sans])), await drawn(new Store([mono])), await drawn(new Store([]))];
    expect(new Set([a, b, none]).size).toBe(3);
    // Noto Sans under another name: same widths and positions, other file
    const placed = (ops: string): string => ops.replaceAll(/"(?:font|ids)":(?:"[^"]*"|\d+|\[[^\]]*\])/g, "");
    expect(placed(a)).toBe(placed(none));
    expect(placed(b)).not.toBe(placed(none));
    const store = new Store([mono]);
    const items = [request(text(null)), request(text("Acme Sans"))];
    expect((await own.engine.renderItems(items, { fonts: own.fonts(store) })).pages).toBe(2);
    const defaults = { settings: { defaults: { text: { font_family: "Acme Sans" } } }, ...request(text(null)) };
    expect((await own.shaped(store, defaults)).blob).toBe(blobIdOf(mono));
  });

  test("a font that was stored before is read on its first use: axes, colours, and what cannot be drawn (FT-32)", async () => {
    const roman = new Uint8Array(readFileSync(path.join(root, "tests/fonts/variable/roman.ttf")));
    const broken = renamed(colorFont({ paints: { a: glyph(SQUARE, colorGlyph(5)) } }), "Broken", "Broken-Regular");
    const store = new Store([roman]);
    const { variable: _variable, embedding: _embedding, ...face } = store.faces.get(blobIdOf(roman))!.face;
    store.faces.set(blobIdOf(roman), { face, lineHeight: 1.2 });
    store.faces.set(blobIdOf(broken), {
      face: { ...face, blob: blobIdOf(broken), family: "Broken", postScriptName: "Broken-Regular" },
      lineHeight: 1.2,
    });
    const own = new Process();
    const all = new Store([roman]);
    all.files.push(broken);
    store.faces.forEach((checked, id) => all.faces.set(id, checked));
    const used = async (style: object): Promise<object> => {
      const world = own.engine.world({ fonts: own.fonts(all) });
      return collect(await compile(request(text("Platen Variable", "abc", style)), world)).resources.fonts[0]!;
    };
    expect(await used({ font_weight: 350 })).toMatchObject({ variations: { wght: 350 } });
    expect(await used({ font_family: "PlatenVariable-Show" })).toMatchObject({ variations: expect.any(Object) as object });
    await expect(own.render(all, request(text("Broken", "a")))).rejects.toMatchObject({
      problem: { code: "API-503", reason: expect.stringContaining("contains itself") as string },
    });
    // known by now
    all.asked.splice(0);
    await own.render(all, request(text("Platen Variable")));
    expect(all.asked).toEqual(["fonts"]);
  });

  test("the licence of one owner is not that of another with the same file (FT-39)", async () => {
    const print = sans.slice();
    new DataView(print.buffer).setUint16(tablePlaces(print).get("OS/2")!.offset + 8, 4);
    const field = {
      type: "field",
      kind: "text",
      layout: { left: 10, top: 10 },
      name: "a",
      label: "A",
      width: 60,
      style: { font_family: "Acme Sans" },
    };
    const [holder, other] = [new Store([print]), new Store([print])];
    holder.faces.clear();
    holder.faces.set(faceIdOf(blobIdOf(print), true), readFace("a.ttf", print, { isLicensed: true }));
    const own = new Process();
    for (const _ of [1, 2]) {
      await own.render(holder, request(field));
      await expect(own.render(other, request(field))).rejects.toMatchObject({ code: "API-002" });
    }
  });

  test("where the store is out of reach, that is API-505", async () => {
    const fonts = new CallerFonts(process_.engine.fonts, new FontMemory(), () => Promise.reject(new Unreadable()));
    await expect(process_.engine.renderLater(request(text("Acme Sans")), { fonts })).rejects.toMatchObject({ code: "API-505" });
  });

  test("what is removed while it is asked for, and what is not the file it should be, is API-503", async () => {
    for (const wrong of [null, mono]) {
      const store = new Store([sans]);
      const fonts = new CallerFonts(process_.engine.fonts, new FontMemory(), async (query) =>
        query.kind === "font" ? wrong : store.answer(query),
      );
      await expect(process_.engine.renderLater(request(text("Acme Sans")), { fonts })).rejects.toMatchObject({
        code: "API-503",
        message: "the font AcmeSans-Regular can no longer be read",
      });
    }
  });
});

test("a font that fails in a render is API-503 by its name, and others go on", async () => {
  const own = new Process();
  const good = new Store([sans]);
  const [info] = [...good.faces.values()];
  const few = sans.slice();
  new DataView(few.buffer).setUint16(tablePlaces(few).get("maxp")!.offset + 4, 2);
  for (const broken of [few, new Uint8Array(100)]) {
    const face = { ...info!, face: { ...info!.face, blob: blobIdOf(broken) } };
    const fonts = new CallerFonts(own.engine.fonts, own.memory, async ({ kind }) =>
      kind === "font" ? broken : new TextEncoder().encode(JSON.stringify([kind === "fonts" ? face.face.blob : face])),
    );
    await expect(own.engine.renderLater(request(text("Acme Sans")), { fonts })).rejects.toMatchObject({
      code: "API-503",
      message: expect.stringContaining("AcmeSans-Regular") as string,
    });
    expect((await own.render(good, request(text("Acme Sans"), text(null)))).length).toBeGreaterThan(1000);
  }
});

test("the bytes of a document are the same whatever was rendered before, also where an owner has a bundled file", async () => {
  const bundled = new Uint8Array(readFileSync(path.join(root, "fonts/files/NotoSansMono-Regular.ttf")));
  const store = new Store([sans, bundled]);
  const body = request(text("Acme Sans"), text("Noto Sans Mono", "abc"), text(null, "abc 12"));
  const first = await new Process().render(store, body);
  const late = new Process();
  for (const s of [new Store([mono]), new Store([]), new Store([bundled])])
    await late.render(s, request(text("Noto Sans Mono", "mono 1"), text("Acme Sans", "abc", { font_mode: "prefer" })));
  expect(await late.render(store, body)).toEqual(first);
});

test("a display list carries owners' fonts inline, and renders without them", async () => {
  const { engine } = process_;
  const fonts = process_.fonts(new Store([sans]));
  const compiled = await compile(request(text("Acme Sans"), text(null, "x")), engine.world({ fonts }));
  const dumped = dump(collect(compiled), engine.blobsOf(compiled, fonts), (id) => fonts.isBundled(id));
  const { doc, blobs } = load(dumped, engine.fonts);
  expect(Buffer.from(blobs.get(blobIdOf(sans)))).toEqual(Buffer.from(sans));
  expect(new Engine().write(doc, blobs).pages).toBe(1);
});

test("however many owners have fonts, a process keeps few, and HarfBuzz gives back their memory", async () => {
  const own = new Process();
  const big = new Uint8Array(readFileSync(path.join(root, "fonts/files/NotoSansArabic-Regular.ttf")));
  const described = readFace("a.ttf", renamed(big, "Acme", "Acme-Regular", "0000"));
  const { hb } = new TextEngine(own.engine.world());
  const render = async (i: number): Promise<void> => {
    const file = renamed(big, "Acme", "Acme-Regular", String(i).padStart(4, "0"));
    const checked = { ...described, face: { ...described.face, blob: blobIdOf(file) } };
    const fonts = new CallerFonts(own.engine.fonts, own.memory, async ({ kind }) =>
      kind === "font" ? file : new TextEncoder().encode(JSON.stringify([kind === "fonts" ? checked.face.blob : checked])),
    );
    const body = { settings: { metadata: { language: `ur-x-o${i}` } }, ...request(text("Acme", `سلام ${i}`)) };
    await own.engine.renderLater(body, { fonts });
  };
  const before = counts.faces.misses;
  for (let i = 0; i < 90; i++) await render(i);
  const memory = hb.memoryBytes;
  for (let i = 90; i < 200; i++) await render(i);
  expect(counts.faces.misses - before).toBe(200);
  expect(hb.memoryBytes).toBe(memory);
  expect(new TextEngine(own.engine.world()).fonts.faces.evictable).toBeLessThanOrEqual(64);
  await render(0);
  expect(counts.faces.misses - before).toBe(201);
});
