import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";
import { fileOf, pdfOf } from "../support/pdf.js";
import { haveMutool, havePoppler, mutool, poppler } from "../support/readers.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Readers set typed text in a font of the file with the letters of the document's language (FM-19). */
const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

type Obj = Record<string, unknown>;

const form = (language: string, fields: readonly Obj[], profile?: string): object => ({
  settings: { metadata: { title: "Form", language }, ...(profile !== undefined && { profile }) },
  pages: [
    {
      size: "a4",
      elements: fields.map((more, i) => ({
        type: "field",
        kind: "text",
        name: `f${i}`,
        label: "Label",
        width: 180,
        layout: { left: 10, top: 10 + 10 * i },
        ...more,
      })),
    },
  ],
});

/** Filled by pdf.js, in order. */
async function typed(pdf: Uint8Array, values: readonly string[]): Promise<string> {
  const doc = await getDocument({
    data: pdf.slice(),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: path.join(root, "node_modules/pdfjs-dist/standard_fonts/"),
  }).promise;
  const all = (await (await doc.getPage(1)).getAnnotations()) as readonly { readonly id: string }[];
  all.forEach(({ id }, i) => doc.annotationStorage.setValue(id, { value: values[i] }));
  const saved = await doc.saveDocument();
  await doc.destroy();
  return fileOf(saved);
}

/** Fonts that a file names without having them. */
function missingFonts(file: string): readonly string[] {
  const { stdout } = spawnSync("pdffonts", [file], { encoding: "utf8" });
  return stdout
    .split("\n")
    .slice(2)
    .filter((line) => line !== "" && !/ yes +(?:yes|no) +(?:yes|no) +\d+ +\d+$/.test(line));
}

const lettersOf = (page: number): readonly string[] => {
  const upper = new TextDecoder(`windows-${page}`).decode(Uint8Array.from({ length: 128 }, (_, i) => 128 + i));
  const letters = [...upper].filter((c) => /\p{L}/u.test(c));
  return [letters.slice(0, 60).join(""), letters.slice(60).join("")];
};
const LANGUAGES = [
  ["en", 1252],
  ["pl", 1250],
  ["sr-Latn-RS", 1250],
  ["ru", 1251],
  ["sr", 1251],
  ["el-GR", 1253],
  ["tr", 1254],
  ["lt", 1257],
] as const;

test.skipIf(!havePoppler || !haveMutool).each(LANGUAGES)("all letters of a language, typed by pdf.js: %s", async (language, page) => {
  const words = lettersOf(page);
  const file = await typed(await pdfOf(form(language, [{}, {}])), words);
  for (const read of [poppler(file), mutool(file)]) expect(read.replace(/\s/g, "")).toBe(words.join(""));
  expect(missingFonts(file)).toEqual([]);
});

const PAGES = /WinAnsiEncoding|\/Differences/g;
const fontsOf = (pdf: Uint8Array): readonly string[] => {
  const { stdout } = spawnSync("qpdf", ["--qdf", "--object-streams=disable", fileOf(pdf), "-"], { encoding: "latin1" });
  return [...stdout.matchAll(/FontName \/(FIELD.)\+/g)].map(([, tag]) => tag!);
};

test("a value in another script has its page, and each page of a face is in the file once", async () => {
  const values = ["Ελλάδα", "Привет", "Łódź", "İğde", "Ķegums", "plain", "Привет ещё", "Straße", "مرحبا"];
  const fonts = fontsOf(await pdfOf(form("en", [...values.map((value) => ({ value })), { kind: "dropdown", options: ["Ελλάδα"] }])));
  expect([...fonts].sort()).toEqual(["FIELDB", "FIELDC", "FIELDG", "FIELDR", "FIELDS", "FIELDT"]);
  expect(fontsOf(await pdfOf(form("ru", [{ value: "plain" }, { value: "Привет" }])))).toEqual(["FIELDR"]);
  expect(fontsOf(await pdfOf(form("ru", [{ value: "Straße" }])))).toEqual(["FIELDS"]);
  expect(fontsOf(await pdfOf(form("ru", [{ kind: "checkbox", width: 5 }])))).toEqual([]);
});

test("PDF/A-1 has WinAnsiEncoding alone", async () => {
  const pdf = Buffer.from(await pdfOf(form("ru", [{ value: "Привет" }], "pdfa-1b"))).toString("latin1");
  expect(pdf.match(PAGES)).toEqual(["WinAnsiEncoding"]);
});

test.skipIf(!haveVera)("valid in profiles of PDF/A and PDF/UA, with each page", async () => {
  const judged = [];
  for (const [profile, flavour] of [
    ["pdfa-1b", "1b"],
    ["pdfa-2b", "2b"],
    ["pdfa-3u", "3u"],
    ["pdfa-4", "4"],
    ["pdfa-ua1", "2a,ua1"],
  ] as const)
    for (const [language, page] of LANGUAGES) {
      const file = fileOf(await pdfOf(form(language, [{ value: lettersOf(page)[0]! }, {}], profile)));
      for (const one of flavour.split(",")) judged.push({ flavour: one, file });
    }
  expect(faults(judged)).toEqual([]);
});

test.runIf(haveMutool)("typed text is aligned as the look of the value, unless a side is declared", async () => {
  const arabic = "\u0627\u0633\u0645";
  const fields: readonly (readonly [Obj, number])[] = [
    [{ value: "name" }, 0],
    [{ value: arabic }, 2],
    [{ value: arabic, style: { text_align: "left" } }, 0],
    [{ value: arabic, style: { text_align: "center" } }, 1],
    [{ value: "name", style: { direction: "rtl" } }, 2],
    [{ kind: "dropdown", options: ["name", { value: "x", label: arabic }], value: "x" }, 2],
    [{ kind: "list", options: [arabic, "name"] }, 2],
    [{}, 0],
  ];
  const elements = fields.map(([field]) => field);
  const file = fileOf(await pdfOf(form("en", elements)));
  const places = fields.map((_, i) => `trailer/Root/AcroForm/Fields/${i + 1}/Q`);
  const { stdout } = spawnSync("mutool", ["show", "-g", file, ...places], { encoding: "utf8" });
  expect(stdout.trim().split(/\s+/).map(Number)).toEqual(fields.map(([, side]) => side));
});
