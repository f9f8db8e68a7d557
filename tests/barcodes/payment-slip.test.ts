import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRequire } from "node:module";
import { encodedPayload } from "../../compiler/barcode/payload/payload.js";
import { collect } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { BarcodeEncoder } from "../../compiler/core/world.js";
import type { BarcodePayload } from "../../compiler/request/types/payload.js";
import type { Op } from "../../ir/ir.js";
import { compileNow } from "../support/at-once.js";
import { engine, rendered } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { runs, seed } from "../support/runs.js";
import { pagesOf, read } from "../support/scan.js";

/* Payment slips as the style guide of QR-bills has them: lengths in mm from the slip's upper left corner. */
const CREDITOR = {
  name: "Robert Schneider AG",
  street: "Rue du Lac",
  house_number: "1268",
  post_code: "2501",
  town: "Biel",
  country: "CH",
};
const BILL = { kind: "swiss_qr", iban: "CH58 0079 1123 0008 8901 2", creditor: CREDITOR, currency: "CHF" };
const DEBTOR = { name: "Pia Rutschmann", street: "Marktgasse 28", post_code: "9490", town: "Vaduz", country: "LI" };
const FULL = {
  ...BILL,
  iban: "CH44 3199 9123 0008 8901 2",
  reference: "210000000003139471430009017",
  amount: 1949.75,
  debtor: DEBTOR,
  message: "Auftrag vom 15.06.2020",
  alternative_procedures: ["Name AV1: UV;UltraPay005;12345", "eBill/B/41010560425610173"],
};
const page = (slip: object, language = "de"): object => ({
  settings: { metadata: { language } },
  pages: [{ size: "a4", elements: [{ type: "payment_slip", ...slip }] }],
});
/** Upper edge of the slip on A4. */
const TOP = 192;
const MM = 72 / 25.4;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words with their box, mm on the slip. */
function words(file: string): readonly Word[] {
  const found = poppler(file, "-bbox").matchAll(/<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g);
  return [...found].map(([, left, right, bottom, text]) => ({
    text: text!,
    left: Number(left) / MM,
    right: Number(right) / MM,
    bottom: Number(bottom) / MM - TOP,
  }));
}

describe.runIf(havePoppler)("places", () => {
  // hhea of Liberation Sans: a line of text is from its ascender to its descender
  const [ASCENDER, DESCENDER] = [1854 / 2048, 434 / 2048];
  /** Baseline in mm of the words of this text at this left edge. */
  const baselines = (all: readonly Word[], text: string, left: number, size: number): readonly number[] =>
    all.filter((w) => w.text === text && Math.abs(w.left - left) < 0.1).map((w) => w.bottom - (DESCENDER * size) / MM);
  const first = (top: number, size: number): number => top + (ASCENDER * size) / MM;

  test("are those of the sections", () => {
    const all = words(rendered(page({ payload: FULL })));
    const at: readonly (readonly [string, number, number, number])[] = [
      ["Empfangsschein", 5, 11, first(5, 11)],
      ["Konto", 5, 6, first(12, 6)],
      ["CH44", 5, 8, first(12, 6) + 9 / MM],
      ["Währung", 5, 6, first(68, 6)],
      ["Betrag", 17, 6, first(68, 6)],
      ["CHF", 5, 8, first(68, 6) + 11 / MM],
      ["Zahlteil", 67, 11, first(5, 11)],
      ["Währung", 67, 8, first(68, 8)],
      ["Betrag", 82, 8, first(68, 8)],
      ["CHF", 67, 10, first(68, 8) + 13 / MM],
      ["Konto", 118, 8, first(5, 8)],
      ["CH44", 118, 10, first(5, 8) + 11 / MM],
      ["Referenz", 118, 8, first(5, 8) + 66 / MM],
      ["Name", 67, 7, first(90, 7)],
    ];
    for (const [text, left, size, baseline] of at) {
      const found = baselines(all, text, left, size);
      expect([text, left, found.some((y) => Math.abs(y - baseline) < 0.1), found, baseline].slice(0, 3)).toEqual([text, left, true]);
    }
    const point = all.find((w) => w.text === "Annahmestelle")!;
    expect(point.right).toBeCloseTo(57, 1);
  });

  test.each([
    ["de", "Empfangsschein|Zahlteil|Konto / Zahlbar an|Zahlbar durch (Name/Adresse)|Währung|Betrag|Annahmestelle"],
    ["fr", "Récépissé|Section paiement|Compte / Payable à|Payable par (nom/adresse)|Monnaie|Montant|Point de dépôt"],
    ["it", "Ricevuta|Sezione pagamento|Conto / Pagabile a|Pagabile da (nome/indirizzo)|Valuta|Importo|Punto di accettazione"],
    ["en", "Receipt|Payment part|Account / Payable to|Payable by (name/address)|Currency|Amount|Acceptance point"],
    ["pl", "Receipt|Payment part|Account / Payable to|Payable by (name/address)|Currency|Amount|Acceptance point"],
  ])("headings of a document in %s", (language, headings) => {
    const shown = poppler(rendered(page({ payload: BILL }, language)), "-raw").split("\n");
    for (const heading of headings.split("|")) expect(shown.join("\n")).toContain(heading);
  });

  test("values in groups", () => {
    const shown = poppler(rendered(page({ payload: FULL })), "-raw").split("\n");
    for (const line of [
      "CH44 3199 9123 0008 8901 2",
      "21 00000 00003 13947 14300 09017",
      "Rue du Lac 1268",
      "2501 Biel",
      "LI - 9490 Vaduz",
      "1 949.75",
    ])
      expect([line, shown.filter((l) => l.endsWith(line)).length]).toEqual([line, 2]);
    for (const line of ["Auftrag vom 15.06.2020", "Name AV1: UV;UltraPay005;12345", "eBill/B/41010560425610173"])
      expect([line, shown.filter((l) => l === line).length]).toEqual([line, 1]);
    expect(shown).not.toContain("Zahlbar durch (Name/Adresse)");
  });

  test("a line, a sentence, scissors, or nothing at the edges", () => {
    const edges = (lines?: string): string => JSON.stringify(collect(compileNow(page({ payload: FULL, lines }), engine.world())).pages[0]);
    const texts = new Set([undefined, "text", "plain", "none"].map(edges));
    expect(texts.size).toBe(4);
    expect(edges("scissors")).toBe(edges());
    expect(poppler(rendered(page({ payload: FULL, lines: "text" })))).toContain("Vor der Einzahlung abzutrennen");
  });
});

describe.runIf(havePoppler)("the symbol", () => {
  test("is read from the slip at 203, 300 and 600 dpi", async () => {
    const { text } = encodedPayload(FULL as BarcodePayload, createRequire(import.meta.url)("bwip-js") as BarcodeEncoder);
    const file = rendered(page({ payload: FULL }));
    for (const dpi of [203, 300, 600]) expect([dpi, await read(pagesOf(file, dpi)[0]!, 2, "Unknown")]).toEqual([dpi, [["QRCode", text]]]);
  });

  test("is 46 mm, 17 mm below the upper edge", () => {
    const [image] = pagesOf(rendered(page({ payload: FULL, lines: "none" })), 254);
    const dark = (x: number, y: number): boolean => image!.data[4 * (Math.round(y * 10) * image!.width + Math.round(x * 10))]! < 128;
    for (const [x, y] of [
      [67, 17],
      [113, 17],
      [67, 63],
    ] as const) {
      const [dx, dy] = [x === 67 ? 1 : -1, y === 17 ? 1 : -1];
      expect(dark(x + 0.2 * dx, TOP + y + 0.2 * dy)).toBe(true);
      expect(dark(x - 0.2 * dx, TOP + y + 0.2 * dy)).toBe(false);
      expect(dark(x + 0.2 * dx, TOP + y - 0.2 * dy)).toBe(false);
    }
  });
});

describe.runIf(havePoppler)("in a Flow Document", () => {
  const footer = {
    layout: { height: 10 },
    elements: [{ type: "text", layout: { left: 0, top: 2 }, content: "foot {page} of {total_pages}" }],
  };
  const flow = (content: readonly object[], layout: object = {}): object => ({
    flow_document: {
      page_masters: { m: { size: "a4", layout: { page_margin: { top: 10, bottom: 10, left: 20, right: 20 }, ...layout }, footer } },
      segments: [{ page_master: "m", content }],
    },
  });
  const slip = { type: "payment_slip", payload: BILL };
  const rect = (height: number): object => ({ type: "block", element: { type: "rect", width: 50, height, fill: { color: "#888888" } } });
  const pages = (request: object): readonly string[] => poppler(rendered(request)).split("\f").slice(0, -1);
  /** Per page: s with a slip, f with a footer. */
  const kinds = (request: object): string =>
    pages(request)
      .map((p) => (p.includes("Receipt") ? "s" : "") + (p.includes("foot ") ? "f" : ""))
      .join(" ");

  test("is on the last page if the body ends 5 mm above it, else on a page more", () => {
    expect(kinds(flow([rect(TOP - 10 - 5), slip]))).toBe("s");
    expect(kinds(flow([rect(TOP - 10 - 4.9), slip]))).toBe("f s");
    expect(kinds(flow([slip]))).toBe("s");
    expect(kinds(flow([rect(100), rect(200), slip]))).toBe("f f s");
    expect(kinds(flow([rect(260), rect(100), slip]))).toBe("f s");
  });

  test("is below all columns and notes", () => {
    const columns = { columns: { count: 2, gap: 5 } };
    const four = [rect(85), rect(85), rect(85), rect(85)];
    expect(kinds(flow([...four, slip], columns))).toBe("s");
    expect(kinds(flow([...four, rect(20), slip], columns))).toBe("f s");
  });

  test("is on a page more after a break", () => {
    expect(kinds(flow([rect(10), { type: "break", kind: "page" }, slip]))).toBe("f s");
  });

  test("counts as a page", () => {
    expect(pages(flow([rect(250), slip]))[0]).toContain("foot 1 of 2");
  });
});

describe("random bills", () => {
  const text = (most: number): fc.Arbitrary<string> =>
    fc
      .string({ unit: fc.constantFrom(..."aeinrstWM ÄßŠ-/.'("), minLength: 1, maxLength: most })
      .map((s) => s.trim())
      .filter((s) => s !== "");
  const address = fc.record({
    name: text(70),
    street: text(70),
    post_code: text(16),
    town: text(35),
    country: fc.constantFrom("CH", "DE"),
  });
  const bill = fc
    .record(
      { creditor: address, debtor: address, message: text(140), amount: fc.integer({ min: 1, max: 1e7 }), procedure: text(100) },
      { requiredKeys: ["creditor"] },
    )
    .map(({ procedure, ...rest }) => ({ ...BILL, ...rest, ...(procedure !== undefined && { alternative_procedures: [procedure] }) }));

  const glyphsIn = (ops: readonly Op[]): readonly Extract<Op, { op: "glyphs" }>[] =>
    ops.flatMap((op) => (op.op === "glyphs" ? [op] : "children" in op ? glyphsIn(op.children) : []));

  test("have all their values inside their parts, or no room", () => {
    fc.assert(
      fc.property(bill, (payload) => {
        try {
          const { pages } = collect(compileNow(page({ payload }), engine.world()));
          expect(pages).toHaveLength(1);
          for (const { x, y } of glyphsIn(pages[0]!.ops)) {
            const [left, top] = [x / MM, y / MM - TOP];
            const part = left < 62 ? [5, 57, 100] : left < 117 ? [67, 118, 100] : [118, 205, 90];
            expect([left >= part[0]! - 0.01, left < part[1]!, top > 5, top <= part[2]!]).toEqual([true, true, true, true]);
          }
        } catch (e) {
          if (!(e instanceof RenderError)) throw e;
          expect(e.problem.rule).toBe("payment-slip-room");
        }
      }),
      { seed, numRuns: runs(60) },
    );
  });
});
