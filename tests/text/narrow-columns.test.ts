import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rendered } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { enough, runs, seed } from "../support/runs.js";

/* Text in columns narrower than a word: compounds are hyphenated as words are, and only columns with overlong words break them. */

/** The lines of each page, as poppler reads them from the left. */
function read(request: object, ...options: readonly string[]): readonly (readonly string[])[] {
  return poppler(rendered(request), ...options)
    .split("\f")
    .slice(0, -1)
    .map((page) => page.split("\n").map((line) => line.trim()));
}

const justified = (language: string, width: number, texts: readonly string[]): object => ({
  settings: { metadata: { language } },
  pages: texts.map((content) => ({
    width: width + 20,
    height: 140,
    elements: [{ type: "text", layout: { left: 8, top: 8 }, style: { width, font_size: 10, text_align: "justify" }, content }],
  })),
});

describe.runIf(havePoppler)("a compound in a narrow justified column", () => {
  test.each([
    [
      "en",
      26,
      [
        "The anti-disestablishmentarianism-counterrevolutionaries met in the town hall.",
        "The post-telecommunications-infrastructure act was passed.",
        "Telecommunications/infrastructure responsibilities remain.",
        "An internationalization_of_everything test.",
        "The self-misrepresentation of counterproductive electroencephalographers.",
        "All COVID-19-telecommunications responsibilities of McDonald’s-counterrevolutionaries.",
      ],
    ],
    [
      "de",
      28,
      [
        "Die Telekommunikations-/Verkehrsinfrastrukturgesellschaft und jede BahnCard-Verwaltungsgemeinschaft bleiben.",
        "Alle Telekommunikationsmitarbeiter:innen der 24-Stunden-Überwachungsgesellschaft",
      ],
    ],
    ["fr", 26, ["Les télécommunications/investissements considérablement-infrastructurels restent."]],
  ])("%s: parts end lines as words do, and the text is read without the hyphens that were added", (language, width, texts) => {
    const pages = read(justified(language, width, texts), "-raw");
    expect(pages.length).toBe(texts.length);
    pages.forEach((lines, i) => {
      const text = texts[i]!;
      const shown = lines.filter((line) => line !== "");
      expect(shown.length).toBeGreaterThan(2);
      let at = 0;
      shown.forEach((line, n) => {
        const own = line.replace(/\u00ad$/, "");
        expect(text.slice(at, at + own.length), `${text}: ${line}`).toBe(own);
        at += own.length;
        const inside = n < shown.length - 1 && text[at] !== " " && !/[-/]/.test(text[at - 1]!);
        expect(line.endsWith("\u00ad"), `${text}: ${line}`).toBe(inside);
        if (text[at] === " ") at++;
      });
      expect(at).toBe(text.length);
    });
  });
});

interface Drawn {
  readonly modes: readonly ("auto" | "fit_content")[];
  readonly at: number;
  readonly url: string;
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
}

const SHORT = ["1,234.50", "9.00", "12", "Amount", "Pieces", "short", "a few words", "Link", "2026-01-15", "EUR"];
const URL_OF = "https://shop.example.org/c/harbour/p/rope-20-mm-polyester-white?colour=white&length=200&ref=newsletter-2026-01";
const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 2, max: 4 }).chain((n) =>
  fc.record({
    modes: fc.array(fc.constantFrom("auto" as const, "fit_content" as const), { minLength: n, maxLength: n }),
    at: fc.nat(n - 1),
    url: fc.constantFrom(URL_OF, "DE89370400440532013000".repeat(4), "x".repeat(90)),
    rows: fc.array(fc.array(fc.constantFrom(...SHORT), { minLength: n, maxLength: n }), { minLength: 1, maxLength: 4 }),
    width: fc.integer({ min: 25 * n + 10, max: 40 * n }),
  }),
);
const pageOf = ({ modes, at, url, rows, width }: Drawn): object => ({
  width: width + 20,
  height: 250,
  elements: [
    {
      type: "table",
      layout: { left: 10, top: 10, flow: false },
      width,
      pagination: { row_min_height: 5, header_min_height: 5 },
      cell: { text: { font_size: 10 } },
      columns: modes.map((mode, i) => ({ key: `c${i}`, header: i === at ? "Link" : "Amount", width: { mode } })),
      rows: rows.map((row, k) => Object.fromEntries(row.map((cell, i) => [`c${i}`, k === 0 && i === at ? url : cell]))),
    },
  ],
});

describe.runIf(havePoppler)("a table with one overlong word", () => {
  test.each([
    ["auto columns", ["auto", "auto"], ["u", "s"]],
    ["columns that fit their content", ["fit_content", "auto", "fit_content"], ["q", "u", "s"]],
  ])("beside amounts in %s: amounts on one line each, the URL is broken", (_, modes, keys) => {
    const rows = [
      { q: "3", u: URL_OF, s: "1,234.50" },
      { q: "12", u: "short", s: "9.00" },
    ];
    const request = {
      pages: [
        {
          width: 100,
          height: 110,
          elements: [
            {
              type: "table",
              layout: { left: 10, top: 10, flow: false },
              width: 80,
              pagination: { row_min_height: 5, header_min_height: 5 },
              cell: { text: { font_size: 10 } },
              columns: keys.map((key, i) => ({ key, header: { q: "Pieces", u: "Link", s: "Amount" }[key], width: { mode: modes[i] } })),
              rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))),
            },
          ],
        },
      ],
    };
    const lines = read(request, "-layout")[0]!;
    const words = lines.join(" ").split(/\s+/);
    for (const word of ["Link", "Amount", "1,234.50", "9.00", "short"]) expect(words).toContain(word);
    expect(lines.filter((line) => line.includes("/")).length).toBeGreaterThan(1);
    expect(words).not.toContain(URL_OF);
    expect(lines[0]).toMatch(/Link\s+Amount$/);
  });

  test("whatever the columns and their modes, breaks no other", () => {
    const tables = fc.sample(drawn, { numRuns: runs(120), ...(seed === undefined ? {} : { seed }) });
    const pages = read({ pages: tables.map(pageOf) }, "-layout");
    let broken = 0;
    tables.forEach((table, i) => {
      const words = pages[i]!.join(" ").split(/\s+/);
      if (!words.includes(table.url)) broken++;
      table.rows.forEach((row, k) =>
        row.forEach((cell, c) => {
          if (k === 0 && c === table.at) return;
          for (const word of cell.split(" ")) expect(words, JSON.stringify({ ...table, read: pages[i] })).toContain(word);
        }),
      );
    });
    expect(broken).toBeGreaterThan(enough(100));
  });
});
