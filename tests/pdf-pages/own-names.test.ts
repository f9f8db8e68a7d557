// Names of a file are words: those that every object of JavaScript has mean nothing else.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { handMade, stream } from "../support/hand-made-pdf.js";
import { engine, fileOf } from "../support/pdf.js";

const NAMES = Object.getOwnPropertyNames(Object.prototype);

const objects = (state: string, font = "<</Type/Encoding/Differences[65/A]>>"): Record<number, string> => ({
  1: "<</Type/Catalog/Pages 2 0 R/OCProperties<</D<</OFF[12 0 R]/BaseState/ON>>/OCGs[12 0 R]>>>>",
  2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
  3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Rotate 90/Contents 4 0 R/Resources 5 0 R/Annots[10 0 R]/Group<</S/Transparency/CS/DeviceRGB>>>>",
  4: stream("/G gs /S cs .5 scn 0 0 9 9 re f /P scn /Span<</Lang(en)>>BDC BT /F 12 Tf (A) Tj ET EMC /X Do BI/W 1/H 1/CS/G/BPC 8 ID x EI"),
  5: "<</ExtGState<</G 6 0 R>>/ColorSpace<</S[/Separation/Spot/DeviceRGB 7 0 R]>>/Font<</F 8 0 R>>/XObject<</X 9 0 R>>>>",
  6: state,
  7: "<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 0 0]>>",
  8: `<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]/CharProcs<</A 11 0 R>>/Encoding ${font}>>`,
  9: stream("1 0 0 rg 0 0 5 5 re f", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<>>"),
  10: "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/AP<</N 9 0 R>>/OC 12 0 R>>",
  11: stream("1 0 d0 0 0 1 1 re f"),
  12: "<</Type/OCG/Name(layer)>>",
});
const STATE = "<</Type/ExtGState/CA 1/BM/Normal/RI/Perceptual>>";

async function codeOf(file: Uint8Array, profile?: string): Promise<string> {
  const source = { kind: "base64", format: "pdf", payload: Buffer.from(file).toString("base64") };
  const request = { ...(profile && { settings: { profile } }), pages: [{ import: { source } }] };
  try {
    return fileOf((await engine.renderLater(request)).pdf);
  } catch (e) {
    if (e instanceof RenderError) return e.code;
    throw e;
  }
}

describe("names of Object.prototype", () => {
  test("any of them at any place of a file", async () => {
    const text = Buffer.from(handMade(objects(STATE))).toString("latin1");
    const places = [...text.matchAll(/\/[A-Za-z0-9]+/g)].map((found) => [found.index, found[0].length] as const);
    const met = new Set<string>();
    for (const [i, [at, length]] of places.entries())
      for (const [k, name] of NAMES.entries()) {
        // each place with a third of the names, and all names at a third of the places
        if ((i + k) % 3 !== 0) continue;
        const file = Buffer.from(`${text.slice(0, at)}/${name}${text.slice(at + length)}`, "latin1");
        for (const profile of [undefined, "pdfa-2b"]) {
          const code = await codeOf(file, profile);
          met.add(code.startsWith("API") ? code : "rendered");
        }
      }
    expect([...met].filter((code) => code !== "API-002").sort()).toEqual(["API-502", "rendered"]);
  });

  test("an entry under such a key stays an entry, and carries nothing past the judge", async () => {
    for (const name of NAMES) {
      const file = await codeOf(handMade(objects(`<</Type/ExtGState/CA 1/${name}<</HTP[0 0]/BM/NoSuchMode>>>>`)), "pdfa-2b");
      const shown = execFileSync("qpdf", ["--json=2", "--json-key=qpdf", file], { encoding: "utf8" });
      const all = (JSON.parse(shown) as { qpdf: [object, Record<string, { value?: Record<string, unknown> }>] }).qpdf[1];
      const states = Object.values(all).flatMap(({ value }) => (value?.["/Type"] === "/ExtGState" ? [Object.keys(value).sort()] : []));
      expect(states).toEqual([["/CA", "/Type", `/${name}`].sort()]);
    }
  });

  test.each(NAMES)("an encoding named %s", async (name) => {
    expect(await codeOf(handMade(objects(STATE, `/${name}`)), "pdfa-2b")).toMatch(/^API-502$|[.]pdf$/);
  });
});
