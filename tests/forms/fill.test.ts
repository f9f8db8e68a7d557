import { spawnSync } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diff, fillForm, readForm } from "../../runtime/index.js";
import { handMade, stream } from "../support/hand-made-pdf.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { has, needs, root } from "../support/tools.js";
import { faults, FLAVOURS, haveVera } from "../support/verapdf.js";

/* Forms are filled: values as they were given, looks as those of a document with the same values, the file before as it was. */
const haveQpdf = needs("qpdf", has("qpdf"));
const pypdf = path.join(root, ".cache/pypdf");
const havePypdf = needs(
  "pypdf (.ci/run puts it in .cache/pypdf)",
  spawnSync("python3", ["-c", "import pypdf"], { env: { ...process.env, PYTHONPATH: pypdf } }).status === 0,
);
const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext"));

const field = (top: number, more: object): object => ({ type: "field", layout: { left: 10, top }, label: "Label", ...more });
const form = (elements: readonly object[], settings: object = {}): object => ({
  settings: { metadata: { title: "Form", language: "en" }, ...settings },
  pages: [{ size: "a4", elements }],
});

interface Values {
  readonly name?: string;
  readonly note?: string;
  readonly code?: string;
  readonly agree?: boolean;
  readonly size?: string;
  readonly land?: string;
  readonly tongues?: readonly string[];
}
/** The form, empty or with values of the request. */
const FORM = ({ name, note, code, agree, size, land, tongues }: Values = {}): readonly object[] => [
  field(10, { kind: "text", name: "person.name", ...(name !== undefined && { value: name }) }),
  field(20, { kind: "text", name: "note", multiline: true, ...(note !== undefined && { value: note }) }),
  field(45, { kind: "text", name: "code", max_length: 8, comb: true, ...(code !== undefined && { value: code }) }),
  field(55, { kind: "checkbox", name: "agree", option: "Ja ✓", ...(agree && { value: true }) }),
  field(65, { kind: "radio", name: "size", option: "S", group_label: "Size", ...(size !== undefined && { value: size }) }),
  field(75, { kind: "radio", name: "size", option: "größer", group_label: "Size" }),
  field(85, {
    kind: "dropdown",
    name: "land",
    options: ["AT", { value: "DE", label: "Germany" }],
    style: { text_align: "right", color: "#AA0000" },
    ...(land !== undefined && { value: land }),
  }),
  field(95, { kind: "list", name: "tongues", options: ["en", "de", "fr", "it"], multiple: true, ...(tongues && { value: tongues }) }),
];
const GIVEN = { name: "Zoë Ünal", note: "one\ntwo three", code: "AB12", agree: true, size: "größer", land: "DE", tongues: ["de", "it"] };
const VALUES = {
  "person.name": GIVEN.name,
  note: GIVEN.note,
  code: GIVEN.code,
  agree: true,
  size: GIVEN.size,
  land: GIVEN.land,
  tongues: GIVEN.tongues,
};

const qpdfFaults = (pdf: Uint8Array): string => {
  const { stdout, stderr, status } = spawnSync("qpdf", ["--check", fileOf(pdf)], { encoding: "latin1" });
  return status === 0 ? "" : stdout + stderr;
};
const words = (pdf: Uint8Array): string => spawnSync("pdftotext", ["-raw", fileOf(pdf), "-"], { encoding: "utf8" }).stdout;

describe("a form of ours", () => {
  test("keeps its bytes, has the values, and looks as a document that was made with them", async () => {
    const empty = await pdfOf(form(FORM()));
    const { pdf, fields, warnings } = await fillForm(empty, VALUES);
    expect(fields).toEqual(Object.keys(VALUES));
    expect(warnings).toEqual([]);
    expect(Buffer.compare(pdf.subarray(0, empty.length), empty)).toBe(0);
    expect((await readForm(pdf)).values).toEqual(VALUES);
    // the same again
    expect(Buffer.compare((await fillForm(empty, VALUES)).pdf, pdf)).toBe(0);
    if (haveQpdf) expect(qpdfFaults(pdf)).toBe("");
    const made = await pdfOf(form(FORM(GIVEN)));
    // a reset of a filled form empties it
    const apart = (await diff(made, pdf)).differences;
    expect(apart.map(({ kind, property, b }) => [kind, property, b])).toEqual(
      ["person.name", "note", "code", "agree", "size", "land", "tongues"].map((name) => ["field", "default_value", `${name}: none`]),
    );
    // and differs from the empty one in what was filled in only
    const { differences } = await diff(empty, pdf);
    expect(new Set(differences.map(({ kind, property }) => (kind === "field" ? property : kind)))).toEqual(
      new Set(["word", "drawing", "value"]),
    );
    expect(differences.filter(({ kind }) => kind === "field")).toHaveLength(7);
  });

  test("a value of every script is set, and cleared with null; names that are not given stay", async () => {
    const filled = (await fillForm(await pdfOf(form(FORM(GIVEN))), { "person.name": "مرحبا 東京 สวัสดี" })).pdf;
    expect((await readForm(filled)).values).toEqual({ ...VALUES, "person.name": "مرحبا 東京 สวัสดี" });
    if (havePoppler) expect(words(filled)).toContain("東京");
    const cleared = (await fillForm(filled, { "person.name": null, agree: null, size: null, land: null, tongues: null } as never)).pdf;
    expect((await readForm(cleared)).values).toEqual({ ...VALUES, "person.name": "", agree: false, size: null, land: null, tongues: [] });
    if (havePoppler) expect(words(cleared)).not.toContain("東京");
  });

  test("Chinese characters have the shapes of the file's language", async () => {
    const families = async (language: string): Promise<readonly (string | undefined)[]> => {
      const settings = { metadata: { title: "Form", language } };
      const empty = await pdfOf(form([field(10, { kind: "text", name: "a" })], settings));
      const made = await pdfOf(form([field(10, { kind: "text", name: "a", value: "直骨" })], settings));
      return (await diff(made, (await fillForm(empty, { a: "直骨" })).pdf, { only: ["font"] })).differences.map(({ b }) => b);
    };
    for (const language of ["zh-Hans", "zh-Hant", "ja", "ko"]) expect(await families(language), language).toEqual([]);
  });

  test.skipIf(!havePypdf)("pypdf reads values and states", async () => {
    const { pdf } = await fillForm(await pdfOf(form(FORM())), VALUES);
    const { stdout } = spawnSync(
      "python3",
      [
        "-c",
        "import json,sys\nfrom pypdf import PdfReader\nr=PdfReader(sys.argv[1])\nprint(json.dumps([{k:v.get('/V') for k,v in r.get_fields().items()},[a.get_object().get('/AS') for a in r.pages[0]['/Annots']]]))",
        fileOf(pdf),
      ],
      { encoding: "utf8", env: { ...process.env, PYTHONPATH: pypdf } },
    );
    const [values, states] = JSON.parse(stdout) as [Record<string, unknown>, (string | null)[]];
    expect(values).toMatchObject({ "person.name": GIVEN.name, note: GIVEN.note, code: "AB12", land: "DE", tongues: ["de", "it"] });
    expect(states.filter((state) => state !== null)).toEqual(["/Ja ✓", "/Off", "/größer"]);
  });

  const flavours = Object.entries(FLAVOURS).filter(([profile]) => !profile.includes("+") && profile !== "pdfa-4f");
  test.skipIf(!haveVera)("a file that conforms does so filled, and flattened", async () => {
    const judged = [];
    for (const [profile, all] of flavours) {
      const filled = (await fillForm(await pdfOf(form(FORM(), { profile })), { ...VALUES, "person.name": "Ω مرحبا" })).pdf;
      const flat = (await fillForm(filled, {}, { flatten: true })).pdf;
      for (const flavour of all) judged.push({ flavour, file: fileOf(filled) }, { flavour, file: fileOf(flat) });
    }
    expect(faults(judged)).toEqual([]);
  });

  test("flattened: the looks stay, the form and earlier values go", async () => {
    const before = await pdfOf(form([...FORM({ ...GIVEN, name: "Geheimnis" }), field(130, { kind: "signature", name: "sign" })]));
    const { pdf, fields } = await fillForm(before, { "person.name": "Public" }, { flatten: true });
    expect(fields).toEqual(["person.name"]);
    expect(await readForm(pdf)).toMatchObject({ form: "none", fields: [] });
    if (haveQpdf) expect(qpdfFaults(pdf)).toBe("");
    if (!havePoppler) return;
    const shown = words(pdf);
    for (const word of ["Public", "Germany", "three"]) expect(shown).toContain(word);
    expect(shown).not.toContain("Geheimnis");
    expect(Buffer.from(pdf).includes("Geheimnis")).toBe(false);
  });

  test("encrypted: filled with the same key, and only if its permissions allow something", async () => {
    for (const algorithm of ["aes_128", "aes_256"]) {
      const security = { owner_password: "o", algorithm, permissions: { modify: false, annotate: false } };
      const { pdf } = await fillForm(await pdfOf(form(FORM(), { security })), VALUES);
      expect((await readForm(pdf)).values).toEqual(VALUES);
      if (haveQpdf) expect(qpdfFaults(pdf)).toBe("");
      if (havePoppler) expect(words(pdf)).toContain("Germany");
      expect(Buffer.from(pdf).includes("Germany")).toBe(false);
      const flat = (await fillForm(pdf, {}, { flatten: true })).pdf;
      if (haveQpdf) expect(qpdfFaults(flat)).toBe("");
      if (havePoppler) expect(words(flat)).toContain("Germany");
      expect(Buffer.from(flat).includes("Germany")).toBe(false);
      const none = { ...security, permissions: { modify: false, annotate: false, fill_forms: false } };
      await expect(fillForm(await pdfOf(form(FORM(), { security: none })), VALUES)).rejects.toMatchObject({ code: "API-002" });
    }
    const locked = await pdfOf(form(FORM(), { security: { open_password: "u", owner_password: "o" } }));
    await expect(fillForm(locked, VALUES)).rejects.toThrow("password");
  });
});

test("a frame stays as it is, a dashed underline too", async () => {
  const stroke = { width: 1, dash: { preset: "dashed" } };
  const empty = await pdfOf(
    form([field(20, { kind: "text", name: "a", border: "underline", stroke }), field(40, { kind: "text", name: "b", stroke })]),
  );
  const { pdf } = await fillForm(empty, { a: "Ada", b: "Bo" });
  const { differences } = await diff(empty, pdf);
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(["field", "word"]));
});

describe("values that are refused, with nothing filled", () => {
  const FIELDS = [
    ...FORM(),
    field(130, { kind: "text", name: "fixed", read_only: true }),
    field(140, { kind: "signature", name: "sign" }),
    field(165, { kind: "dropdown", name: "free", options: ["a"], editable: true }),
    field(175, { kind: "text", name: "secret", password: true }),
  ];
  const REFUSED: readonly (readonly [unknown, string, string])[] = [
    [[], "API-001", "values: "],
    ["x", "API-001", "values: "],
    [{ note: true }, "API-001", "values.note: "],
    [{ note: {} }, "API-001", "values.note: "],
    [{ agree: 1 }, "API-001", "values.agree: "],
    [{ size: true }, "API-001", "values.size: "],
    [{ land: ["DE"] }, "API-001", "values.land: "],
    [{ tongues: [1] }, "API-001", "values.tongues[0]: "],
    [{ "person.nam": "x" }, "API-002", 'values["person.nam"]: did you mean "person.name"?'],
    [{ code: "123456789" }, "API-002", "values.code: "],
    [{ "person.name": "a\nb" }, "API-002", 'values["person.name"]: '],
    [{ note: "a\u0007" }, "API-002", "values.note: "],
    [{ note: "a\u0085" }, "API-002", "values.note: "],
    [{ agree: "No" }, "API-002", "values.agree: "],
    [{ size: "größe" }, "API-002", 'values.size: did you mean "größer"?'],
    [{ land: "Germany" }, "API-002", "values.land: "],
    [{ tongues: ["en", "en"] }, "API-002", "values.tongues[1]: "],
    [{ fixed: "x" }, "API-002", "values.fixed: "],
    [{ sign: "x" }, "API-002", "values.sign: "],
    [{ free: "a\nb" }, "API-002", "values.free: "],
    [{ secret: "x" }, "API-002", "values.secret: "],
    [{ "person.name": "\u{e000}" }, "API-504", 'values["person.name"]: '],
  ];
  test.each(REFUSED)("%j: %s", async (values, code, message) => {
    const error = await fillForm(await pdfOf(form(FIELDS)), values as never).catch((e: unknown) => e);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) as unknown });
  });

  test("and their other side", async () => {
    const { pdf } = await fillForm(
      await pdfOf(form(FIELDS)),
      { note: 12.5 as never, agree: "Ja ✓", code: "12345678", fixed: "x", free: "another", tongues: "en", secret: "" },
      { read_only: true },
    );
    expect((await readForm(pdf)).values).toMatchObject({
      note: "12.5",
      agree: true,
      code: "12345678",
      fixed: "x",
      free: "another",
      tongues: ["en"],
      secret: "",
    });
  });

  test("what is no PDF", async () => {
    await expect(fillForm(new TextEncoder().encode("no PDF"), {})).rejects.toMatchObject({ code: "API-002" });
    await expect(fillForm("x" as never, {})).rejects.toThrow(TypeError);
    await expect(fillForm(new Uint8Array(), {}, { flat: true } as never)).rejects.toThrow("flat");
  });
});

describe("files of other programs", () => {
  const catalog = (acro: string): string => `<</Type/Catalog/Pages 2 0 R/AcroForm<<${acro}>>>>`;
  const PAGES = "<</Type/Pages/Kids[3 0 R]/Count 1>>";
  const page = (annots: string): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[${annots}]>>`;
  const text1 = (more = ""): string => `<</FT/Tx/T(a)/Type/Annot/Subtype/Widget/Rect[10 10 110 30]${more}>>`;
  const one = (acro = "", more = "", rest: Readonly<Record<number, string>> = {}): Uint8Array =>
    handMade({ 1: catalog(`/Fields[4 0 R]${acro}`), 2: PAGES, 3: page("4 0 R"), 4: text1(more), ...rest });

  test("NeedAppearances, rich text and its flag go; every field has a look then", async () => {
    const pdf = handMade({
      1: catalog("/Fields[4 0 R 5 0 R]/NeedAppearances true/DA(/Helv 0 Tf 1 0 0 rg)"),
      2: PAGES,
      3: page("4 0 R 5 0 R"),
      4: text1("/RV(<p>old</p>)/Ff 33554432/V(old)"),
      5: "<</FT/Tx/T(b)/V(shown)/Type/Annot/Subtype/Widget/Rect[10 50 110 70]>>",
    });
    const filled = (await fillForm(pdf, { a: "new" })).pdf;
    const added = Buffer.from(filled.subarray(pdf.length)).toString("latin1");
    expect(added).not.toMatch(/NeedAppearances|\/RV|33554432/);
    if (havePoppler) {
      expect(words(filled)).toContain("new");
      expect(words(filled)).toContain("shown");
    }
  });

  test("inherited DA, buttons without a look, and values of parents", async () => {
    const pdf = handMade({
      1: catalog("/Fields[4 0 R 6 0 R]/DA(/TiBo 9 Tf 0 g)"),
      2: PAGES,
      3: page("5 0 R 6 0 R"),
      4: "<</T(top)/FT/Tx/V(shared)/Kids[5 0 R]>>",
      5: "<</T(kid)/Parent 4 0 R/Subtype/Widget/Rect[10 10 90 30]>>",
      6: "<</FT/Btn/T(box)/Subtype/Widget/Rect[100 10 120 30]/MK<</BC[0]/CA(8)>>>>",
    });
    const filled = (await fillForm(pdf, { "top.kid": "own", box: true })).pdf;
    expect((await readForm(filled)).values).toEqual({ "top.kid": "own", box: true });
    expect((await readForm((await fillForm(filled, { box: false })).pdf)).values).toEqual({ "top.kid": "own", box: false });
    if (haveQpdf) expect(qpdfFaults(filled)).toBe("");
  });

  test("an option without a text is chosen by the empty one, which clears other dropdowns", async () => {
    const choice = (options: string): Uint8Array => one("", `/FT/Ch/Ff 131072/V(b)/Opt[${options}]`);
    const chosen = async (options: string): Promise<unknown> =>
      (await readForm((await fillForm(choice(options), { a: "" })).pdf)).values["a"];
    expect(await chosen("(b)()")).toBe("");
    expect(await chosen("(b)")).toBeNull();
  });

  test("a broken cross-reference: written anew, with a warning", async () => {
    const broken = Buffer.from(
      Buffer.from(one())
        .toString("latin1")
        .replace(/startxref\n\d+/, "startxref\n9"),
      "latin1",
    );
    const { pdf, warnings } = await fillForm(broken, { a: "mended" });
    expect(warnings.join()).toContain("written anew");
    expect((await readForm(pdf)).values).toEqual({ a: "mended" });
    if (haveQpdf) expect(qpdfFaults(pdf)).toBe("");
  });

  test("scripts are named, XFA goes with a warning, or refuses the file", async () => {
    const scripted = one("/CO[4 0 R]", "/AA<</F<</S/JavaScript/JS(1)>>>>");
    expect((await fillForm(scripted, { a: "x" })).warnings.join()).toMatch(/scripts.*: a$/);
    const xfa = await fillForm(one("/XFA(x)"), { a: "x" });
    expect(xfa.warnings.join()).toContain("XFA");
    expect(await readForm(xfa.pdf)).toMatchObject({ form: "acroform", values: { a: "x" } });
    const bare = handMade({ 1: catalog("/Fields[]/XFA(x)"), 2: PAGES, 3: page("") });
    await expect(fillForm(bare, {})).rejects.toThrow("an XFA form");
  });

  test("signed: what DocMDP, FieldMDP and Lock forbid is refused by name, the rest is filled", async () => {
    const signed = (reference: string, lock = ""): Uint8Array =>
      handMade({
        1: catalog("/Fields[4 0 R 5 0 R]/SigFlags 3"),
        2: PAGES,
        3: page("4 0 R 5 0 R"),
        4: text1(),
        5: `<</FT/Sig/T(seal)/V 6 0 R/Subtype/Widget/Rect[0 0 0 0]${lock}>>`,
        6: `<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>${reference}>>`,
      });
    const docMdp = (p: string): string => `/Reference[<</TransformMethod/DocMDP/TransformParams<<${p}>>>>]`;
    const fieldMdp = (more: string): string => `/Reference[<</TransformMethod/FieldMDP/TransformParams<<${more}>>>>]`;
    const refused = [
      signed(docMdp("/P 1")),
      signed(fieldMdp("/Action/All")),
      signed(fieldMdp("/Action/Include/Fields[(a)]")),
      signed(fieldMdp("/Action/Exclude/Fields[(b)]")),
      signed("", "/Lock<</Action/Include/Fields[(a)]>>"),
    ];
    for (const pdf of refused) {
      await expect(fillForm(pdf, { a: "x" })).rejects.toMatchObject({
        code: "API-002",
        message: expect.stringContaining('"seal"') as unknown,
      });
    }
    for (const pdf of [signed(""), signed(docMdp("/P 2")), signed(docMdp("")), signed(fieldMdp("/Action/Include/Fields[(b)]"))]) {
      const filled = (await fillForm(pdf, { a: "x" })).pdf;
      expect(Buffer.compare(filled.subarray(0, pdf.length), pdf)).toBe(0);
      expect((await readForm(filled)).values).toEqual({ a: "x" });
    }
    await expect(fillForm(signed(""), { a: "x" }, { flatten: true })).rejects.toThrow("signed");
  });

  test("flattened: hidden looks stay hidden, other annotations stay, the page's state does not reach the looks", async () => {
    const look = (word: string): string =>
      stream(`BT /F 9 Tf (${word}) Tj ET`, "/Subtype/Form/BBox[0 0 50 20]/Resources<</Font<</F 9 0 R>>>>");
    const pdf = handMade({
      1: catalog("/Fields[4 0 R 5 0 R]"),
      2: PAGES,
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 10 0 R/Annots[4 0 R 5 0 R 6 0 R]>>",
      4: text1("/AP<</N 7 0 R>>/V(seen)"),
      5: "<</FT/Tx/T(b)/F 2/Subtype/Widget/Rect[10 50 110 70]/AP<</N 8 0 R>>>>",
      6: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>",
      7: look("seen"),
      8: look("hidden"),
      9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      10: stream("0 0 0 0 900 900 cm"),
    });
    const flat = (await fillForm(pdf, {}, { flatten: true })).pdf;
    expect((await readForm(flat)).form).toBe("none");
    if (havePoppler) {
      expect(words(flat)).toContain("seen");
      expect(words(flat)).not.toContain("hidden");
    }
    expect(Buffer.from(flat).includes("/Link")).toBe(true);
  });
});

test("random forms are filled with what their schema allows, and read back", async () => {
  const value = fc.string({ unit: fc.constantFrom(..."abc XYZ 123 äöü żółw Ελλ Привет"), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: value, multiline: fc.boolean(), size: fc.integer({ min: 4, max: 20 }), shrink: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (fields) => {
        const elements = fields.map(({ multiline, size, shrink }, i) =>
          field(10 + 25 * i, { kind: "text", name: `f${i}`, height: 20, multiline, style: { font_size: size, shrink_to_fit: shrink } }),
        );
        const values = Object.fromEntries(fields.map(({ text: given }, i) => [`f${i}`, given]));
        const { pdf } = await fillForm(await pdfOf(form(elements)), values);
        expect((await readForm(pdf)).values).toEqual(values);
      },
    ),
    { numRuns: runs(30), seed },
  );
});
