import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { PdfFault } from "../../pdf-reader/types.js";
import { ownedActualTexts } from "../../compare/facts/tags.js";
import type { DocumentRequest } from "../../runtime/index.js";
import { render } from "../../runtime/index.js";
import { open } from "../pdf-reader/open.js";
import { root } from "../support/tools.js";
import { runs } from "../support/runs.js";
import { elementsOf, factsIn } from "./facts-of.js";

/* DF-3: facts or a refusal, whatever the bytes. */

const files: Uint8Array[] = [];
beforeAll(async () => {
  const folders = [
    "golden/assets/tagged.pdf",
    "tests/pdf-pages/files/libreoffice-letterhead.pdf",
    "tests/pdf-pages/files/form-values-without-appearance.pdf",
  ];
  files.push(...folders.map((name) => readFileSync(path.join(root, name))));
  for (const name of ["golden/cases/link/targets/request.json", "golden/cases/flowdoc/destinations-and-outline/request.json"]) {
    const request = JSON.parse(readFileSync(path.join(root, name), "utf8")) as DocumentRequest;
    files.push((await render(request, { sourceDateEpoch: 0 })).pdf);
  }
  // uncompressed: bytes that change are bytes of objects
  const plain = `<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>]>>/Outlines<</First 4 0 R>>/StructTreeRoot<</K 5 0 R/RoleMap<</A/P>>>>/Names<</EmbeddedFiles<</Names[(a) 6 0 R]>>/Dests<</Names[(d)[3 0 R/Fit]]>>>>/Metadata 7 0 R>>`;
  const objects = [
    plain,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[<</Subtype/Link/Rect[0 0 9 9]/Dest(d)>>]>>",
    "<</Title(t)/Dest(d)/First 4 0 R/Next 4 0 R>>",
    "<</S/Table/Pg 3 0 R/K[0 <</S/TR/K[<</S/A/ActualText(x)/A<</O/Table/Headers[(a)]/RowSpan 3>>/K 5 0 R>>]>>]>>",
    "<</F(a)/EF<</F 7 0 R>>>>",
    "<</Length 40>>stream\n<rdf:RDF xmlns:rdf='a'><rdf:Description/>\nendstream",
  ];
  files.push(Buffer.from(`%PDF-1.7\n${objects.map((o, i) => `${i + 1} 0 obj ${o} endobj\n`).join("")}trailer<</Root 1 0 R>>`, "latin1"));
});

/** Number of elements; null for a refusal. */
function read(bytes: Uint8Array): number | null {
  try {
    ownedActualTexts(open(bytes));
    return elementsOf(factsIn(bytes).whole).length;
  } catch (e) {
    if (e instanceof PdfFault) return null;
    throw e;
  }
}

test("files that break off", () => {
  for (const bytes of files) {
    expect(read(bytes)).not.toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        expect(read(bytes.subarray(0, length)) ?? 0).toBeLessThan(1000);
      }),
      { numRuns: runs(40) },
    );
  }
});

test("files with other bytes", () => {
  const change = fc.tuple(fc.nat(), fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from("0123456789<>[]()/ "))));
  for (const bytes of files)
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const other = Uint8Array.from(bytes);
        for (const [at, byte] of changes) other[at % other.length] = byte;
        expect(read(other) ?? 0).toBeLessThan(1000);
      }),
      { numRuns: runs(150) },
    );
});
