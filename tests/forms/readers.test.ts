import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileOf, pdfOf } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { has, needs, root } from "../support/tools.js";
import { faults, FLAVOURS, haveVera } from "../support/verapdf.js";

/* Forms by the eyes of others: pdf.js reads, fills and saves them, qpdf and veraPDF find no fault. */
const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");
const haveQpdf = needs("qpdf", has("qpdf"));

interface Read {
  readonly id: string;
  readonly fieldName: string;
  readonly fieldType: string | null;
  readonly fieldValue: unknown;
  readonly alternativeText?: string;
  readonly rect: readonly number[];
  readonly buttonValue?: string | null;
  readonly exportValue?: string;
  readonly maxLen?: number | null;
  readonly comb?: boolean;
  readonly multiLine?: boolean;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly combo?: boolean;
  readonly multiSelect?: boolean;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
}

const open = (pdf: Uint8Array): ReturnType<typeof getDocument>["promise"] =>
  getDocument({
    data: pdf.slice(),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: path.join(root, "node_modules/pdfjs-dist/standard_fonts/"),
  }).promise;

async function fieldsOf(pdf: Uint8Array): Promise<readonly Read[]> {
  const doc = await open(pdf);
  const out: Read[] = [];
  for (let p = 1; p <= doc.numPages; p++)
    for (const a of (await (await doc.getPage(p)).getAnnotations()) as ({ subtype: string } & Read)[])
      if (a.subtype === "Widget") out.push(a);
  await doc.destroy();
  return out;
}

/** Filled and saved by pdf.js. */
async function filled(pdf: Uint8Array, values: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
  const doc = await open(pdf);
  for (const { id, fieldName } of await fieldsOf(pdf))
    if (Object.hasOwn(values, fieldName)) doc.annotationStorage.setValue(id, { value: values[fieldName] });
  const saved = await doc.saveDocument();
  await doc.destroy();
  return saved;
}

const field = (top: number, more: object): object => ({ type: "field", layout: { left: 10, top }, label: "Label", ...more });
const form = (elements: readonly object[], settings: object = {}): object => ({
  settings: { metadata: { title: "Form", language: "en" }, ...settings },
  pages: [{ size: "a4", elements }],
});

const ALL = [
  field(10, { kind: "text", name: "person.name", value: "Ada مرحبا", required: true, label: "Name" }),
  field(20, { kind: "text", name: "note", multiline: true, value: "one\r\ntwo", read_only: true }),
  field(40, { kind: "text", name: "code", max_length: 8, comb: true, value: 12.5 }),
  field(50, { kind: "checkbox", name: "agree", value: true, option: "Ja ✓" }),
  field(60, { kind: "radio", name: "size", option: "S", group_label: "Size", label: "Small" }),
  field(70, { kind: "radio", name: "size", option: "M", value: "M", label: "Medium" }),
  field(80, { kind: "dropdown", name: "country", options: ["Austria", { value: "DE", label: "Germany" }], value: "DE" }),
  field(90, { kind: "list", name: "tongues", options: ["en", "de", "fr"], multiple: true, value: ["fr", "en"] }),
  field(120, { kind: "signature", name: "sign" }),
];

describe("all kinds", () => {
  test("pdf.js reads names, kinds, values, flags and places of the request", async () => {
    const fields = await fieldsOf(await pdfOf(form(ALL)));
    expect(fields.map((f) => [f.fieldName, f.fieldType])).toEqual([
      ["person.name", "Tx"],
      ["note", "Tx"],
      ["code", "Tx"],
      ["agree", "Btn"],
      ["size", "Btn"],
      ["size", "Btn"],
      ["country", "Ch"],
      ["tongues", "Ch"],
      ["sign", "Sig"],
    ]);
    const [name, note, code, agree, small, medium, country, tongues, sign] = fields as [Read, ...Read[]];
    expect(name).toMatchObject({ fieldValue: "Ada مرحبا", alternativeText: "Name", required: true, readOnly: false });
    expect(note).toMatchObject({ fieldValue: "one\ntwo", multiLine: true, readOnly: true });
    expect(code).toMatchObject({ fieldValue: "12.5", comb: true, maxLen: 8 });
    expect(agree).toMatchObject({ checkBox: true });
    expect(small).toMatchObject({ radioButton: true, buttonValue: "S", fieldValue: "M" });
    expect(medium).toMatchObject({ buttonValue: "M" });
    expect(country).toMatchObject({
      combo: true,
      options: [
        { exportValue: "Austria", displayValue: "Austria" },
        { exportValue: "DE", displayValue: "Germany" },
      ],
    });
    expect(country!.fieldValue).toEqual(["DE"]);
    expect(tongues).toMatchObject({ combo: false, multiSelect: true, fieldValue: ["en", "fr"] });
    expect(sign!.fieldValue ?? null).toBeNull();
    // 60 mm wide, 10 mm from the page's edges (FM-6)
    const mm = (v: number): number => (v * 72) / 25.4;
    expect(name.rect[0]).toBeCloseTo(mm(10), 2);
    expect(name.rect[2]! - name.rect[0]!).toBeCloseTo(mm(60), 2);
    expect(name.rect[3]).toBeCloseTo(841.89 - mm(10), 1);
  });

  test("pdf.js fills them, and reads back what it wrote", async () => {
    const saved = await filled(await pdfOf(form(ALL)), { "person.name": "Grace Hopper", country: "Austria", code: "1234" });
    const values = new Map((await fieldsOf(saved)).map((f) => [f.fieldName, f.fieldValue]));
    expect(values.get("person.name")).toBe("Grace Hopper");
    expect(values.get("code")).toBe("1234");
    expect([values.get("country")].flat()).toEqual(["Austria"]);
    expect(values.get("note")).toBe("one\ntwo");
    if (!haveQpdf) return;
    const file = fileOf(saved);
    expect(spawnSync("qpdf", ["--check", file]).status).toBe(0);
  });

  test("documents without fields have no form", async () => {
    const none = Buffer.from(await pdfOf(form([]))).toString("latin1");
    expect(none).not.toContain("AcroForm");
  });

  test.skipIf(!haveVera)("valid in every profile", async () => {
    const plain = ALL.map((el) => ("option" in el && el.option === "Ja ✓" ? { ...el, option: "Ja" } : el));
    const judged = [];
    for (const [profile, flavours] of Object.entries(FLAVOURS)) {
      if (profile.startsWith("pdfa-4f")) continue;
      const [own, accessibility] = profile.split("+");
      const file = fileOf(await pdfOf(form(plain, { profile: own, ...(accessibility !== undefined && { accessibility }) })));
      for (const flavour of flavours) judged.push({ flavour: flavour.replace(/,wtpdf.*/, ""), file });
    }
    expect(faults(judged)).toEqual([]);
  });
});

/** A field of any kind, without place and name. */
const word = fc.string({ unit: fc.constantFrom(..."abc XYZ äé(\\)ßЖλ中ا1"), minLength: 1, maxLength: 20 }).map((s) => `${s.trim()}x`);
const option = fc.uniqueArray(word, { minLength: 1, maxLength: 5 });
const common = {
  label: word,
  required: fc.boolean(),
  read_only: fc.boolean(),
  border: fc.constantFrom("box", "underline"),
  rotation: fc.constantFrom(0, 90, 180, 270),
};
const anyField = fc.oneof(
  fc.record({ kind: fc.constant("text"), value: word, multiline: fc.boolean(), ...common }),
  fc.record({
    kind: fc.constant("checkbox"),
    value: fc.boolean(),
    mark: fc.constantFrom("check", "circle", "cross", "square", "diamond", "star"),
    ...common,
  }),
  option.chain((options) =>
    fc.record({ kind: fc.constant("dropdown"), options: fc.constant(options), value: fc.constantFrom(...options), ...common }),
  ),
  option.chain((options) =>
    fc.record({
      kind: fc.constant("list"),
      options: fc.constant(options),
      multiple: fc.constant(true),
      value: fc.subarray(options),
      ...common,
    }),
  ),
  fc.record({ kind: fc.constant("signature"), ...common }),
);

test("random forms: pdf.js reads each value, qpdf finds no fault", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyField, { minLength: 1, maxLength: 8 }), async (all) => {
      const pdf = await pdfOf(
        form(all.map((f, i) => ({ type: "field", layout: { left: 70, top: 30 + 25 * i }, name: `f.${i}`, width: 20, height: 8, ...f }))),
      );
      const fields = await fieldsOf(pdf);
      expect(fields.map((f) => f.fieldName)).toEqual(all.map((_, i) => `f.${i}`));
      all.forEach((f, i) => {
        const read = fields[i]!;
        expect(read.alternativeText).toBe(f.label);
        expect([read.required, read.readOnly]).toEqual([f.required, f.read_only]);
        if (f.kind === "text") expect(read.fieldValue).toBe((f as { value: string }).value);
        if (f.kind === "checkbox") expect(read.fieldValue).toBe((f as { value: boolean }).value ? "Yes" : "Off");
        if (f.kind === "dropdown" || f.kind === "list")
          expect([read.fieldValue].flat()).toEqual([(f as { value: string | string[] }).value].flat());
      });
      if (haveQpdf) {
        const file = fileOf(pdf);
        expect(spawnSync("qpdf", ["--check", file]).status).toBe(0);
      }
    }),
    { numRuns: runs(40), seed },
  );
});

/* pypdf is in .cache/pypdf, see .ci/run */
const pypdf = path.join(root, ".cache/pypdf");
const havePypdf = needs(
  "pypdf (.ci/run puts it in .cache/pypdf)",
  spawnSync("python3", ["-c", "import pypdf"], { env: { ...process.env, PYTHONPATH: pypdf } }).status === 0,
);

test.skipIf(!havePypdf)("pypdf reads the fields with their labels, states and options", async () => {
  const file = fileOf(await pdfOf(form(ALL)));
  const script = `${file}.py`;
  writeFileSync(
    script,
    "import json,sys\nfrom pypdf import PdfReader\nprint(json.dumps({k:[str(v.get('/FT')),v.get('/V'),v.get('/TU')] for k,v in PdfReader(sys.argv[1]).get_fields().items() if v.get('/FT')}))\n",
  );
  const { stdout } = spawnSync("python3", [script, file], { encoding: "utf8", env: { ...process.env, PYTHONPATH: pypdf } });
  expect(JSON.parse(stdout)).toEqual({
    "person.name": ["/Tx", "Ada مرحبا", "Name"],
    note: ["/Tx", "one\ntwo", "Label"],
    code: ["/Tx", "12.5", "Label"],
    agree: ["/Btn", "/Ja ✓", "Label"],
    size: ["/Btn", "/M", "Size"],
    country: ["/Ch", "DE", "Label"],
    tongues: ["/Ch", ["en", "fr"], "Label"],
    sign: ["/Sig", null, "Label"],
  });
});
