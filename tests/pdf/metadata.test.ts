import { collect } from "../../ir/document.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompileOptions } from "../../compiler/compile.js";
import { compileNow } from "../support/at-once.js";
import { engine } from "../../golden/cases.js";
import type { Metadata } from "../../ir/ir.js";
import { runs } from "../support/runs.js";

/* Metadata: sent values, a policy's filter, the service's defaults; equal in both places. */
const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const request = (metadata: object): object => ({ settings: { metadata }, pages: [{ width: 20, height: 20, elements: [] }] });
const lowered = (metadata: object, options: CompileOptions = {}): Metadata =>
  collect(compileNow(request(metadata), engine.world(), options)).metadata;

test("blank fields count as absent; title, creator, producer and language fall back, author and subject stay empty", () => {
  const none = lowered({});
  expect(none).toMatchObject({ title: "Document", author: "", subject: "", creator: "Platen", language: "en" });
  expect(none.producer).toMatch(/^Platen \d/);
  expect(lowered({ title: " \n", author: "\t", subject: " ", creator: "", producer: " ", language: "" })).toEqual(none);
  const all = { title: "T", author: "A", subject: "S", creator: "C", producer: "P", language: "de-AT" };
  expect(lowered(all)).toMatchObject(all);
});

test("a policy strips what it does not allow: its own defaults stand there, then the service's values; the request still succeeds", () => {
  const metadata = { allow: ["title", "subject"], defaults: { author: "The Office", title: "never used", producer: "Press" } };
  const sent = { title: "Mine", author: "Me", subject: "Ours", producer: "Mine too", creator: "And this", language: "no tag!" };
  expect(lowered(sent, { metadata })).toMatchObject({
    title: "Mine",
    author: "The Office",
    subject: "Ours",
    producer: "Press",
    creator: "Platen",
    language: "en",
  });
  expect(lowered({ author: " " }, { metadata })).toMatchObject({ title: "Document", author: "" });
  expect(lowered(sent, { metadata: { allow: [] } })).toEqual(lowered({}));
  expect(() => lowered(sent)).toThrow("settings.metadata.language");
  expect(lowered({ title: "Mine" }, { metadata: {} }).title).toBe("Mine");
});

test("the information dictionary and the XMP packet agree, whatever is said", async () => {
  // lone surrogates are refused earlier
  const said = fc
    .oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom("a\r\nb", "<&>\"'", "\ufffe\u0000"),
    )
    .filter((s) => !/\p{Surrogate}/u.test(s));
  await fc.assert(
    fc.asyncProperty(said, said, said, async (title, author, subject) => {
      const { pdf } = await engine.renderLater(request({ title, author, subject }));
      const doc = await getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.ERRORS }).promise;
      const { info, metadata } = await doc.getMetadata();
      const dictionary = info as Readonly<Record<string, unknown>>;
      const xmp = (name: string): string => [(metadata as { get(name: string): string | string[] | null }).get(name) ?? ""].flat().join("");
      const folded = (s: unknown): string => (typeof s === "string" ? s : "").trim();
      expect(folded(xmp("dc:title"))).toBe(folded(dictionary["Title"]));
      expect(folded(xmp("dc:creator"))).toBe(folded(dictionary["Author"]));
      expect(folded(xmp("dc:description"))).toBe(folded(dictionary["Subject"]));
      expect(folded(xmp("pdf:producer"))).toBe(folded(dictionary["Producer"]));
      await doc.destroy();
    }),
    { numRuns: runs(150) },
  );
});

test("dates say their zone in digits, as strict readers want them (ISO 32000-1, 7.9.4)", async () => {
  for (const profile of ["", "pdfa-1b", "pdfa-4"]) {
    const { pdf } = await engine.renderLater({ ...request({ title: "T" }), settings: { profile, metadata: { title: "T" } } });
    const doc = await getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.ERRORS }).promise;
    const { info } = await doc.getMetadata();
    const dates = info as Readonly<Record<string, unknown>>;
    for (const key of ["CreationDate", "ModDate"]) if (profile !== "pdfa-4") expect(dates[key]).toMatch(/^D:20\d{12}\+00'00'$/);
    expect(JSON.stringify(dates)).not.toMatch(/D:\d+Z/);
    await doc.destroy();
  }
});
