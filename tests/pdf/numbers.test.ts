import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { compiled, engine, rendering } from "../../golden/cases.js";
import { handMade } from "../../golden/pretty.js";
import { load, LoadError } from "../../ir/index.js";
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { validate } from "../../ir/validate.js";
import { has, needs } from "../support/tools.js";
import { ranOn } from "../support/verdicts.js";
import { faults, haveVera } from "../support/verapdf.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-numbers-"));
const haveQpdf = needs("qpdf", has("qpdf"));

const EXTREMES = [1e-30, 1e30, -1e308, NaN, Infinity, -Infinity, -0, 1e21, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 5e-324, 1e-7, 0, -1, 0.5, 1e9];

type Path = readonly (string | number)[];

function* numbersIn(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value === "number") yield at;
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (key !== "blobs") yield* numbersIn(inner, [...at, Array.isArray(value) ? Number(key) : key]);
}

function changed(doc: IrDocument, at: Path, to: number): IrDocument {
  const copy = structuredClone(doc) as unknown as Record<string | number, unknown>;
  let here = copy;
  for (const key of at.slice(0, -1)) here = here[key] as Record<string | number, unknown>;
  here[at.at(-1)!] = to;
  return copy as unknown as IrDocument;
}

/** Outside strings, a content stream is ASCII without exponents. */
function wellFormed(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf).toString("latin1").slice(20);
  const outside = text
    .replace(/<\?xpacket.*?<\?xpacket end="r"\?>/gs, "")
    .replace(/<?[0-9A-F]*>/g, "<>")
    .replace(/\((?:\\.|[^\\)])*\)/gs, "()");
  return !/[\x80-\xff]/.test(outside) && !/\d[eE][+-]?\d/.test(outside) && !/NaN|Infinity|undefined/.test(outside);
}

function written(doc: IrDocument, blobs: Blobs): string | Uint8Array {
  try {
    return engine.write(doc, blobs, { pretty: true }).pdf;
  } catch (e) {
    if (e instanceof RenderError) return e.message;
    throw e;
  }
}

describe("every number of a display list", () => {
  const docs = handMade.filter((h) => ["paints", "tags", "report"].includes(h.name));

  test.each(docs)("$name: an extreme is a broken promise, or an error with a source, or a sound file", ({ doc, blobs, name }) => {
    const files: string[] = [];
    let tried = 0;
    let turn = 0;
    for (const at of numbersIn(doc)) {
      if (at.includes("run") && Number(at.at(-1)) > 1) continue;
      for (const v of [0, 6, 12].map((k) => EXTREMES[(turn + k) % EXTREMES.length]!)) {
        turn++;
        const next = changed(doc, at, v);
        if (validate(next).length > 0) continue;
        const out = written(next, blobs);
        if (typeof out === "string") continue;
        if (!wellFormed(out)) throw new Error(`${name} ${at.join(".")} = ${v}: not a number of PDF`);
        if (tried++ % 29 !== 0) continue;
        const file = path.join(dir, `${name}-${files.length}.pdf`);
        writeFileSync(file, out);
        files.push(file);
      }
    }
    expect(files.length).toBeGreaterThan(3);
    if (haveQpdf) for (const file of files) expect(ranOn(file, "qpdf", "--check", file).stderr).toBe("");
    if (haveVera && doc.profile === "pdfa-2b") expect(faults(files.map((file) => ({ flavour: "2b", file })))).toEqual([]);
  });

  test("numbers that are not finite, or further away than any, break a promise wherever they are", () => {
    const { doc } = docs.find((h) => h.name === "paints")!;
    for (const at of numbersIn(doc))
      for (const v of [NaN, Infinity, -1e308, 1e30])
        expect(`${at.join(".")} ${v} ${validate(changed(doc, at, v)).length > 0}`).toBe(`${at.join(".")} ${v} true`);
  });

  test("a mutated display list ends with an error or a sound file", async () => {
    let seed = 7;
    const random = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % n;
    };
    let refused = 0;
    const all = rendering();
    for (let i = 0; i < 200; i++) {
      const { doc, blobs } = await compiled(all[random(all.length)]!.body);
      const places = [...numbersIn(doc)];
      const at = places[random(places.length)]!;
      const v = EXTREMES[random(EXTREMES.length)]!;
      const json = JSON.stringify(changed(doc, at, v), (_, x: unknown) => (typeof x === "number" && !Number.isFinite(x) ? -1e308 : x));
      try {
        const loaded = load(json, blobs);
        const out = written(loaded.doc, blobs);
        if (typeof out === "string") refused++;
        else if (!wellFormed(out)) throw new Error(`${at.join(".")} = ${v}: not a number of PDF`);
      } catch (e) {
        if (!(e instanceof LoadError)) throw new Error(`${at.join(".")} = ${v}`, { cause: e });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(50);
  });
});

describe("numbers of a picture", () => {
  const svg = (inside: string, attributes = 'width="10" height="10" viewBox="0 0 10 10"'): string =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`).toString("base64");
  const rect = (look: string): string => `<rect width="8" height="8" ${look}/>`;
  const pictures: Readonly<Record<string, string>> = {
    "a side of 1e-30": svg(rect('fill="red"'), 'width="1e-30" height="1e-30" viewBox="0 0 10 10"'),
    "a view box of 1e30": svg(rect('fill="red"'), 'width="10" height="10" viewBox="0 0 1e30 1e30"'),
    "a gradient from 1e30": svg(
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="1e30" x2="5"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${rect('fill="url(#g)"')}`,
    ),
    "a repeated gradient of 1e-30": svg(
      `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="1e-30" spreadMethod="repeat"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>${rect('fill="url(#g)"')}`,
    ),
    "a pattern of 1e30": svg(
      `<pattern id="p" patternUnits="userSpaceOnUse" width="1e30" height="1e30"><rect width="2" height="2" fill="red"/></pattern>${rect('fill="url(#p)"')}`,
    ),
    "a stroke of 1e30": svg(rect('fill="none" stroke="red" stroke-width="1e30"')),
    "a dash of 1e30": svg(rect('fill="none" stroke="red" stroke-dasharray="1e30 1"')),
    "a place of 1e30": svg(rect('x="1e30" fill="red"')),
    "a scale of 1e30": svg(`<g transform="scale(1e30)">${rect('fill="red"')}</g>`),
    "a scale of 1e-30": svg(`<g transform="scale(1e-30)">${rect('fill="red"')}</g>`),
    "a scale of 2e8 times 2e8": svg(`<g transform="scale(2e8)"><g opacity="0.5" transform="scale(2e8)">${rect('fill="red"')}</g></g>`),
  };
  const drawn: { readonly flavour: string; readonly file: string }[] = [];
  test.each(Object.keys(pictures))("%s is refused by its path, or drawn soundly, in every profile", async (key) => {
    for (const profile of ["", "pdfa-1b", "pdfa-2b"]) {
      const request = {
        settings: { profile },
        pages: [
          {
            width: 100,
            height: 100,
            elements: [
              {
                type: "image",
                layout: { left: 5, top: 5 },
                width: 50,
                height: 50,
                source: { kind: "base64", format: "svg", payload: pictures[key] },
              },
            ],
          },
        ],
      };
      let pdf;
      try {
        pdf = (await engine.renderLater(request, { pretty: true })).pdf;
      } catch (e) {
        if (!(e instanceof RenderError)) throw e;
        expect(e.message).toMatch(/pages\[0\]\.elements\[0\]/);
        expect(["API-002", "API-502"]).toContain(e.code);
        continue;
      }
      expect(wellFormed(pdf)).toBe(true);
      const file = path.join(dir, `${key.replaceAll(/\W/g, "_")}${profile}.pdf`);
      writeFileSync(file, pdf);
      if (haveQpdf) expect(ranOn(file, "qpdf", "--check", file).stderr).toBe("");
      if (profile !== "") drawn.push({ flavour: profile.slice(5), file });
      expect(readFileSync(file).length).toBeGreaterThan(100);
    }
  });
  test.runIf(haveVera)("those that are drawn in a profile keep to it", () => {
    expect(drawn.length).toBeGreaterThan(0);
    expect(faults(drawn)).toEqual([]);
  });
});
