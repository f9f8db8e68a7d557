import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { mergePdfs } from "../../runtime/pdf/merge.js";
import { Engine } from "../../runtime/engine/engine.js";
import { taggedFile } from "../support/newer-tags.js";
import { fileOf } from "../support/pdf.js";
import { has, needs } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* `settings.attachments` (AX-11). */

const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);
const ASSETS: ReadonlyMap<string, Uint8Array> = new Map([["figures", BYTES]]);
const engine = new Engine(undefined, (key) => ASSETS.get(key) ?? null);
const payload = Buffer.from("a,b\n").toString("base64");
const FILE = { name: "a.csv", media_type: "text/csv", source: { kind: "base64", payload } };
const page = { size: "a5", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Text" }] };
const request = (attachments: unknown, settings: object = {}): object => ({ settings: { ...settings, attachments }, pages: [page] });

const havePoppler = needs("pdfdetach (poppler-utils)", has("pdfdetach"));
const haveQpdf = needs("qpdf", has("qpdf"));

test.runIf(havePoppler)("files come out byte for byte, from the request and from assets, in order", async () => {
  const all = [
    { ...FILE, name: "z.csv" },
    { ...FILE, name: "ä ✓.bin", media_type: "application/octet-stream", source: { kind: "asset", key: "figures" } },
    { ...FILE, name: "a.csv" },
  ];
  const file = fileOf((await engine.renderLater(request(all))).pdf);
  const dir = mkdtempSync(path.join(tmpdir(), "platen-attachments-"));
  execFileSync("pdfdetach", ["-saveall", "-o", dir, file]);
  expect(readFileSync(path.join(dir, "z.csv"), "utf8")).toBe("a,b\n");
  expect(new Uint8Array(readFileSync(path.join(dir, "ä ✓.bin")))).toEqual(BYTES);
});

test.runIf(haveQpdf)("the catalog has them in the order of the request, with description, relationship and size", async () => {
  const given = [
    { ...FILE, name: "z.csv", relationship: "data", description: "Figures" },
    { ...FILE, name: "b.csv", relationship: "source" },
    { ...FILE, name: "c.csv", relationship: "alternative" },
    { ...FILE, name: "d.csv", relationship: "supplement" },
    { ...FILE, name: "a.csv" },
  ];
  const { pdf } = await engine.renderLater(request(given, { profile: "pdfa-4f", accessibility: "ua2", metadata: { title: "T" } }));
  const { catalog, resolved } = taggedFile(fileOf(pdf));
  const files = (resolved(catalog["/AF"]) as readonly string[]).map((ref) => resolved(ref) as Readonly<Record<string, string>>);
  expect(files.map((spec) => [spec["/UF"], spec["/Desc"], spec["/AFRelationship"]])).toEqual([
    ["u:z.csv", "u:Figures", "/Data"],
    ["u:b.csv", "u:b.csv", "/Source"],
    ["u:c.csv", "u:c.csv", "/Alternative"],
    ["u:d.csv", "u:d.csv", "/Supplement"],
    ["u:a.csv", "u:a.csv", "/Unspecified"],
  ]);
});

test.runIf(haveVera)("they are valid without PDF/UA, with both of its parts, and in merged files", async () => {
  const asked = [];
  for (const [settings, flavours] of [
    [{ profile: "pdfa-3b" }, ["3b"]],
    [{ profile: "pdfa-3u" }, ["3u"]],
    [{ profile: "pdfa-3u", accessibility: "ua1" }, ["3u", "ua1"]],
    [{ profile: "pdfa-4f" }, ["4f"]],
    [{ profile: "pdfa-4f", accessibility: "ua2" }, ["4f", "ua2"]],
  ] as const) {
    const file = fileOf((await engine.renderLater(request([FILE], { ...settings, metadata: { title: "T" } }))).pdf);
    for (const flavour of flavours) asked.push({ flavour, file });
  }
  const { pdf } = await engine.renderLater(request([FILE], { profile: "pdfa-3b" }));
  asked.push({ flavour: "4f", file: fileOf((await mergePdfs(engine, [pdf, pdf], { profile: "pdfa-4f" })).pdf) });
  expect(faults(asked)).toEqual([]);
});

test("merged files without one are refused in pdfa-4f, by the writer", async () => {
  const { pdf } = await engine.renderLater({ pages: [page] });
  await expect(mergePdfs(engine, [pdf], { profile: "pdfa-4f" })).rejects.toMatchObject({ code: "API-502" });
});

test("they may be locked, without a profile", async () => {
  const { pdf } = await engine.renderLater(request([FILE], { security: { open_password: "x" } }));
  expect(pdf.length).toBeGreaterThan(0);
});

describe("refused or taken", () => {
  const refusal = async (attachments: unknown, settings: object = {}): Promise<string | null> => {
    try {
      await engine.renderLater(request(attachments, settings));
      return null;
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      return `${e.code} ${e.message.slice(0, e.message.indexOf(": "))}`;
    }
  };
  const named = (name: string): object => ({ ...FILE, name });
  const files = (n: number): readonly object[] => Array.from({ length: n }, (_, i) => named(`${i}.csv`));
  const at = (field: string, i = 0): string => `API-002 settings.attachments[${i}].${field}`;

  test.each<[string, unknown, string | null]>([
    ["32 files", files(32), null],
    ["33 files", files(33), "API-002 settings.attachments"],
    ["none", [], "API-002 settings.attachments"],
    ["a name of 255 characters", [named("x".repeat(255))], null],
    ["a name of 255 characters of two units", [named("\u{1f642}".repeat(255))], null],
    ["a name of 256 characters", [named("x".repeat(256))], at("name")],
    ["an empty name", [named("")], at("name")],
    ["a slash", [named("a/b")], at("name")],
    ["a backslash", [named("a\\b")], at("name")],
    ["a control character", [named("a\u0007b")], at("name")],
    ["a tabulator", [named("a\tb")], at("name")],
    ["names that differ in case", [named("A.csv"), named("a.CSV")], at("name", 1)],
    ["names that differ", [named("A.csv"), named("b.csv")], null],
    ["a media type without a slash", [{ ...FILE, media_type: "csv" }], at("media_type")],
    ["a media type with parameters", [{ ...FILE, media_type: "text/csv; charset=utf-8" }], at("media_type")],
    ["a media type with a suffix", [{ ...FILE, media_type: "application/vnd.a-b.c+json" }], null],
    ["an unknown relationship", [{ ...FILE, relationship: "Data" }], "API-001 settings.attachments[0].relationship"],
    ["an unknown field", [{ ...FILE, mime: "text/csv" }], "API-001 settings.attachments[0].mime"],
    ["no media type", [{ name: "a", source: FILE.source }], "API-001 settings.attachments[0]"],
    ["a name of another type", [{ ...FILE, name: 1 }], "API-001 settings.attachments[0].name"],
    ["an unknown kind of source", [{ ...FILE, source: { kind: "url", url: "x" } }], "API-001 settings.attachments[0].source.kind"],
    ["bytes that are not base64", [{ ...FILE, source: { kind: "base64", payload: "?" } }], at("source.payload")],
    ["an unknown asset", [FILE, { ...named("b"), source: { kind: "asset", key: "none" } }], at("source.key", 1)],
    ["a known asset", [{ ...FILE, source: { kind: "asset", key: "figures" } }], null],
    ["no list", FILE, "API-001 settings.attachments"],
  ])("%s", async (_, attachments, expected) => {
    const found = await refusal(attachments);
    if (expected?.startsWith("API-001") === true) expect(found).toMatch(/^API-001 settings\.attachments/);
    else expect(found).toBe(expected);
  });

  test.each<[string, string | null]>([
    ["pdfa-3b", null],
    ["pdfa-3u", null],
    ["pdfa-4f", null],
    ...["pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-4", "pdfa-ua1", "pdfa-ua2"].map((profile): [string, string] => [
      profile,
      "API-002 settings.attachments",
    ]),
  ])("in %s", async (profile, expected) => {
    expect(await refusal([FILE], { profile, metadata: { title: "T" } })).toBe(expected);
  });
});
