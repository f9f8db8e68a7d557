import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileNow } from "../support/at-once.js";
import { page } from "../support/page.js";
import { engine } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { pictures, read } from "../support/scan.js";
import { has, needs } from "../support/tools.js";

/* GS1 contents, read by zxing from the printed page. */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const golden = path.join(import.meta.dirname, "../../golden/cases/barcode");

interface Symbol {
  readonly format: string;
  readonly content: string;
}

const symbolsOf = (name: string): readonly Symbol[] =>
  (JSON.parse(readFileSync(path.join(golden, name, "request.json"), "utf8")) as { pages: [{ elements: readonly Symbol[] }] }).pages[0]
    .elements;

async function readAll(symbols: readonly object[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const image of pictures(symbols, 300)) found.push((await read(image)).map(([, text]) => text));
  return found;
}

test
  .runIf(havePoppler)
  .each([
    "gs1qr-percent-in-text",
    "gs1qr-percent-in-url",
    "gs1qr-percent-beside-capitals",
    "gs1-128-batch-alone",
    "gs1-datamatrix-batch-alone",
    "gs1qr-serial-alone",
  ])("%s reads as it was sent", async (name) => {
  const symbols = symbolsOf(name).map((el) => ({ ...el, layout: { left: 5, top: 5 } }));
  expect(await readAll(symbols)).toEqual(symbols.map((s) => [s.content]));
});

describe("% in every mix of modes", () => {
  const of = (alphabet: string, least: number, most: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
  /** Runs that numeric, alphanumeric and byte segments take. */
  const value = fc
    .array(fc.oneof(of("%", 1, 3), of("0123456789", 1, 8), of("ABZ-./:%", 1, 8), of("abz_=?%", 1, 8)), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""));
  const content = fc
    .tuple(value, value, value)
    .map(([batch, serial, own]) => `(01)09520123456788(10)${batch.slice(0, 20)}(17)261231(21)${serial.slice(0, 20)}(92)${own}`);

  test.runIf(havePoppler)("the same in GS1 QR and GS1 Data Matrix", async () => {
    const contents = fc.sample(content, { numRuns: runs(40), seed });
    for (const format of ["gs1qrcode", "gs1datamatrix"]) {
      const symbols = contents.map((c) => ({ type: "barcode", layout: { left: 5, top: 4 }, format, content: c, width: 36, height: 36 }));
      expect(await readAll(symbols)).toEqual(contents.map((c) => [c]));
    }
  });
});

const answer = (format: string, content: string, options = {}): string => {
  const el = { type: "barcode", layout: { left: 5, top: 5 }, format, content, width: 60, height: 30, options };
  try {
    compileNow(page(el, { size: "a6" }), engine.world());
  } catch (e) {
    return (e as Error).message;
  }
  return "drawn";
};

describe("what is refused, beside a %", () => {
  test("identifiers are checked as without it", () => {
    expect(answer("gs1qrcode", "(01)09520123456789(21)a%")).toContain("(01)09520123456788");
    expect(answer("gs1qrcode", "(01)09520123456788(17)269931(21)a%")).toContain("an expiration date");
    expect(answer("gs1qrcode", "(01)09520123456788(21)ä%")).toContain("GS1 allows");
  });

  test("a version has room for what the symbol contains", () => {
    // 4 bits of FNC1, 14 + 60 of 18 digits, 12 + 160 of 20 characters: 250 of 272, with doubled % 330
    const content = `(01)09520123456788(21)${"a%".repeat(10)}`;
    expect(answer("gs1qrcode", content, { version: 2, error_correction: "L" })).toBe("drawn");
    expect(answer("gs1qrcode", content, { version: 1, error_correction: "L" })).toContain("the capacity of version 1");
  });
});

test.each(["(10)L1", "(21)SN-1", "(17)261231(10)L1", "(02)09520123456788"])(
  "%s without what it belongs to: the same answer in all three symbologies",
  (content) => {
    for (const format of ["gs1128", "gs1datamatrix", "gs1qrcode"]) expect([format, answer(format, content)]).toEqual([format, "drawn"]);
  },
);
