import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { appended } from "../../backends/pdf/update/append.js";
import { Changes } from "../../backends/pdf/update/changes.js";
import { ByteRange, Hole, PlainString } from "../../backends/pdf/update/value.js";
import { openPdf, openToChange } from "../../pdf-reader/file.js";
import { PdfName, PdfStream, PdfString, type ChangeableFile, type PdfDict, type PdfObject } from "../../pdf-reader/types.js";
import { nodeCrypto } from "../../runtime/engine/crypto.js";
import { handMade } from "../support/hand-made-pdf.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { has, needs } from "../support/tools.js";

/* Updates of files in every form, by the eyes of qpdf, poppler and mutool. */
const haveQpdf = needs("qpdf", has("qpdf"));
const havePoppler = needs("pdfinfo (poppler-utils)", has("pdfinfo"));
const options = {
  budgets: { pdf_bytes: 1e8, pdf_objects: 1e6, pdf_decoded_bytes: 1e9, pdf_depth: 100 },
  crypto: nodeCrypto,
};
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const dict = (entries: Readonly<Record<string, PdfObject>>): PdfDict => new Map(Object.entries(entries));

const REQUEST = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Before" }] }] };
const run = (tool: string, ...args: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync(tool, args, { encoding: "latin1" });
  // 3: warnings
  if (status !== 0) throw new Error(`${tool} ${args.join(" ")}: ${status} ${stdout} ${stderr}`);
  return stdout;
};
const qpdf = (pdf: Uint8Array, ...args: readonly string[]): Uint8Array => {
  const to = fileOf(new Uint8Array());
  run("qpdf", ...args, fileOf(pdf), to);
  return new Uint8Array(readFileSync(to));
};

/** Tables for old readers, with a stream that has one more object (ISO 32000-2, 7.5.8.4). */
function hybrid(): Uint8Array {
  const head = "%PDF-1.5\n";
  const bodies = [
    "1 0 obj\n<</Type/Catalog/Pages 2 0 R/Hidden 6 0 R>>\nendobj\n",
    "2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n",
    "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>\nendobj\n",
    "4 0 obj\n<</Type/ObjStm/N 1/First 4/Length 21>>\nstream\n6 0 <</Greeting(hi)>>\nendstream\nendobj\n",
  ];
  let at = head.length;
  const places = bodies.map((body) => (at += body.length) - body.length);
  const stream = at;
  const entry = (kind: number, a: number, b: number): string => String.fromCharCode(kind, a >> 8, a & 255, b);
  const data = [entry(1, places[3]!, 0), entry(1, stream, 0), entry(2, 4, 0)].join("");
  const own = `5 0 obj\n<</Type/XRef/Size 7/W[1 2 1]/Index[4 3]/Root 1 0 R/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
  const table = `xref\n0 4\n0000000000 65535 f \n${places
    .slice(0, 3)
    .map((p) => `${String(p).padStart(10, "0")} 00000 n \n`)
    .join("")}`;
  const text = `${head}${bodies.join("")}${own}${table}trailer\n<</Size 7/Root 1 0 R/XRefStm ${stream}>>\nstartxref\n${stream + own.length}\n%%EOF`;
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

const PLAIN = handMade({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
  3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
});
const secured = (algorithm: string): object => ({ ...REQUEST, settings: { security: { owner_password: "o", algorithm } } });
const weak = (bits: string, pdf: Uint8Array): Uint8Array =>
  qpdf(pdf, "--allow-weak-crypto", "--encrypt", "", "o", bits, ...(bits === "128" ? ["--use-aes=n"] : []), "--");

const FILES: Readonly<Record<string, { readonly make: () => Uint8Array | Promise<Uint8Array>; readonly form: string }>> = {
  "a stream": { make: () => pdfOf(REQUEST), form: "stream" },
  "a table": {
    make: () => pdfOf({ ...REQUEST, settings: { profile: "pdfa-1b", metadata: { title: "A", language: "en" } } }),
    form: "table",
  },
  hybrid: { make: hybrid, form: "hybrid" },
  "no identifier and no line end": { make: () => PLAIN.subarray(0, latin(PLAIN).trimEnd().length), form: "table" },
  "AES-256": { make: () => pdfOf(secured("aes_256")), form: "stream" },
  "AES-128": { make: () => pdfOf(secured("aes_128")), form: "stream" },
  ...(haveQpdf && {
    "linearized, tables": { make: () => qpdf(PLAIN, "--linearize"), form: "table" },
    "linearized, streams": { make: () => qpdf(PLAIN, "--linearize", "--object-streams=generate"), form: "stream" },
    "RC4, 128 bits": { make: () => weak("128", PLAIN), form: "table" },
    "RC4, 40 bits": { make: () => weak("40", PLAIN), form: "table" },
  }),
};

/** The first page is turned, and has a dictionary and a stream more. */
function changed(file: ChangeableFile): Changes {
  const changes = new Changes(file);
  const about = changes.add(
    dict({ Secret: new PdfString(ascii("Geheim(nis")), Plain: new PlainString(ascii("offen")), Real: 0.25, Name: new PdfName("A B#") }),
  );
  const data = changes.add(new PdfStream(dict({ Type: new PdfName("Test") }), ascii("stream of data"), null));
  changes.edit(file.page(1).ref!, { Rotate: 90, PlatenAbout: about, PlatenData: data });
  return changes;
}

describe.each(Object.entries(FILES))("%s", (_, { make, form }) => {
  test("the old bytes are the beginning, readers find old and new objects, twice over", async () => {
    const before = await make();
    let pdf = before;
    for (let round = 0; round < 2; round++) {
      const file = openToChange(pdf, options);
      expect(file.crossReference?.kind).toBe(form);
      const { pdf: after, from } = appended(changed(file), nodeCrypto.md5);
      expect(from).toBe(pdf.length);
      expect(Buffer.compare(after.subarray(0, pdf.length), pdf)).toBe(0);
      // same changes, same bytes
      expect(Buffer.compare(appended(changed(openToChange(pdf, options)), nodeCrypto.md5).pdf, after)).toBe(0);
      pdf = after;
    }
    const file = openToChange(pdf, options);
    expect(file.crossReference?.kind).toBe(form);
    const page = file.page(1);
    expect(page.rotate).toBe(90);
    const about = file.get(page.dict.get("PlatenAbout")) as PdfDict;
    expect(latin((about.get("Secret") as PdfString).bytes)).toBe("Geheim(nis");
    expect((about.get("Name") as PdfName).value).toBe("A B#");
    expect(latin(file.decode(file.get(page.dict.get("PlatenData")) as PdfStream).bytes)).toBe("stream of data");
    // the first part of the identifier is the same
    const firstOf = (bytes: Uint8Array): PdfObject | undefined =>
      (openPdf(bytes, options).trailer.get("ID") as readonly PdfObject[] | undefined)?.[0];
    if (firstOf(before)) expect(firstOf(pdf)).toEqual(firstOf(before));
    else expect(firstOf(pdf)).toBeDefined();
    const name = fileOf(pdf);
    if (haveQpdf) {
      expect(run("qpdf", "--check", name)).not.toMatch(/WARNING/);
      const ref = page.dict.get("PlatenAbout") as { num: number };
      const shown = run("qpdf", `--show-object=${ref.num}`, name);
      expect(shown).toContain("(Geheim\\(nis)");
      expect(latin(pdf)).toContain("<6F6666656E>");
      expect(run("qpdf", "--show-object=trailer", name)).toContain("/Prev");
      expect(
        run("qpdf", `--show-object=${(page.dict.get("PlatenData") as { num: number }).num}`, "--filtered-stream-data", name),
      ).toContain("stream of data");
    }
    if (havePoppler) expect(run("pdfinfo", name)).toMatch(/Page rot:\s+90/);
  });
});

test("hidden objects of hybrid files stay, and may be changed", () => {
  const file = openToChange(hybrid(), options);
  const changes = new Changes(file);
  changes.edit(file.refTo(6), { Greeting: new PdfString(ascii("ho")) });
  const { pdf } = appended(changes, nodeCrypto.md5);
  expect(latin(pdf)).toMatch(/\/XRefStm \d+>>\nstartxref\n\d+\n%%EOF\n$/);
  const after = openPdf(pdf, options);
  expect(latin((after.get(after.refTo(6)) as PdfDict).get("Greeting") instanceof PdfString ? ascii("ok") : ascii("no"))).toBe("ok");
  if (haveQpdf) expect(run("qpdf", "--show-object=6", fileOf(pdf))).toContain("(ho)");
});

test("holes lie where they are said to, byte ranges leave them out, and neither is encrypted", async () => {
  for (const make of [FILES["a stream"]!, FILES["AES-256"]!, FILES["a table"]!].map((f) => f.make)) {
    const before = await make();
    const changes = new Changes(openToChange(before, options));
    const hole = new Hole(100);
    const ref = changes.add(dict({ Type: new PdfName("Sig"), ByteRange: new ByteRange(hole), Contents: hole }));
    const { pdf, holes } = appended(changes, nodeCrypto.md5);
    const { from, to } = holes.get(hole)!;
    expect(latin(pdf.subarray(from, to))).toBe(`<${"00".repeat(100)}>`);
    const text = latin(pdf);
    expect(text).toContain(`/ByteRange [0 ${from} ${to} ${pdf.length - to}`);
    const read = openPdf(pdf, options);
    expect((read.get(ref) as PdfDict).get("ByteRange")).toEqual([0, from, to, pdf.length - to]);
    if (haveQpdf) expect(run("qpdf", "--check", fileOf(pdf))).not.toMatch(/WARNING/);
  }
});

test("offsets count from the header, ranges from the first byte", () => {
  const before = Buffer.concat([ascii("junk of a mail\n"), PLAIN]);
  const changes = changed(openToChange(before, options));
  const hole = new Hole(4);
  changes.add(dict({ ByteRange: new ByteRange(hole), Contents: hole }));
  const { pdf, holes } = appended(changes, nodeCrypto.md5);
  const { from, to } = holes.get(hole)!;
  expect(latin(pdf.subarray(from, to))).toBe("<00000000>");
  const read = openToChange(pdf, options);
  expect(read.crossReference?.kind).toBe("table");
  expect(read.page(1).rotate).toBe(90);
});

test("without changes nothing is appended; a rebuilt file takes no update", () => {
  expect(appended(new Changes(openToChange(PLAIN, options)), nodeCrypto.md5).pdf).toBe(PLAIN);
  const broken = ascii(latin(PLAIN).replace(/startxref\n\d+/, "startxref\n7"));
  const file = openToChange(broken, options);
  expect(file.crossReference).toBeNull();
  expect(() => appended(changed(file), nodeCrypto.md5)).toThrow("rebuilt");
});
