import { describe, expect, test } from "vitest";
import { readForm } from "../../runtime/index.js";
import { pdfOf } from "../support/pdf.js";

/* Forms are read as the request wrote them, and files of other programs as ISO 32000 has them. */
const field = (top: number, more: object): object => ({ type: "field", layout: { left: 10, top }, ...more });

test("what a request declares is read: values, options, flags, places, schema", async () => {
  const pdf = await pdfOf({
    pages: [
      {
        size: "a4",
        elements: [
          field(10, {
            kind: "text",
            name: "a.name",
            label: "Name",
            value: "Ø مرحبا",
            required: true,
            max_length: 20,
            width: 50,
            height: 8,
          }),
          field(20, { kind: "checkbox", name: "a.ok", option: "Ja ✓", read_only: true }),
          field(30, { kind: "radio", name: "size", option: "S" }),
          field(40, { kind: "radio", name: "size", option: "größer", value: "größer" }),
          field(50, { kind: "dropdown", name: "land", options: [{ value: "AT", label: "Austria" }], value: "AT", editable: true }),
          field(60, { kind: "list", name: "many", options: ["a", "b"], multiple: true }),
          field(90, { kind: "signature", name: "sign" }),
        ],
      },
    ],
  });
  const { form, pages, signed, fields, values, schema, warnings } = await readForm(pdf);
  expect({ form, pages, signed, warnings }).toEqual({ form: "acroform", pages: 1, signed: false, warnings: [] });
  expect(values).toEqual({ "a.name": "Ø مرحبا", "a.ok": false, size: "größer", land: "AT", many: [] });
  expect(fields[0]).toMatchObject({ kind: "text", label: "Name", required: true, read_only: false, max_length: 20 });
  expect(fields[0]!.widgets).toEqual([{ page: 1, left: 10, top: 10, width: 50, height: 8 }]);
  expect(fields[1]).toMatchObject({ kind: "checkbox", read_only: true, widgets: [{ option: "Ja ✓" }] });
  expect(fields[2]!.widgets.map(({ option, top }) => [option, top])).toEqual([
    ["S", 30],
    ["größer", 40],
  ]);
  expect(fields[3]).toMatchObject({ kind: "dropdown", editable: true, options: [{ value: "AT", label: "Austria" }] });
  expect(fields[5]).toMatchObject({ kind: "signature", value: null });
  expect(schema).toMatchObject({
    required: ["a.name"],
    additionalProperties: false,
    properties: {
      "a.name": { title: "Name", type: "string", maxLength: 20 },
      "a.ok": { type: "boolean", readOnly: true },
      size: { enum: ["S", "größer", null] },
    },
  });
  // a fill of the same values says the same
  expect(Object.keys((schema as { properties: object }).properties)).toEqual(Object.keys(values));
});

test("a document without fields has no form", async () => {
  expect(await readForm(await pdfOf({ pages: [{ size: "a6", elements: [] }] }))).toMatchObject({ form: "none", fields: [], values: {} });
});

/** Objects from 1 on; the first is the catalog. Its table is missing: readers look for the objects. */
const file = (...objects: readonly string[]): Uint8Array =>
  new TextEncoder().encode(
    `%PDF-1.7\n${objects.map((o, i) => `${i + 1} 0 obj\n${o}\nendobj\n`).join("")}trailer <</Root 1 0 R/Size ${objects.length + 1}>>\n`,
  );

describe("files of other programs", () => {
  const page = (annots: string, more = ""): string => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[${annots}]${more}>>`;
  const PAGES = "<</Type/Pages/Kids[3 0 R]/Count 1>>";

  test("type, flags, options and value are inherited; export values of Opt count, not states", async () => {
    const { values, fields } = await readForm(
      file(
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 7 0 R]>>>>",
        PAGES,
        page("5 0 R 6 0 R 8 0 R", "/Rotate 90"),
        "<</T(top)/FT/Tx/Ff 4097/V(shared)/Kids[5 0 R 6 0 R]>>",
        "<</T(one)/Parent 4 0 R/Subtype/Widget/Rect[10 20 30 60]>>",
        "<</T(two)/Parent 4 0 R/V(own)/Subtype/Widget/Rect[10 20 30 60]>>",
        "<</T(r)/FT/Btn/Ff 32768/Opt[(red)(blue)]/V/1/Kids[8 0 R 9 0 R]>>",
        "<</Parent 7 0 R/Subtype/Widget/Rect[0 0 9 9]/AP<</N<</0 10 0 R/Off 10 0 R>>>>>>",
        "<</Parent 7 0 R/Subtype/Widget/Rect[0 0 9 9]/AP<</N<</1 10 0 R/Off 10 0 R>>>>>>",
        "<</Length 0>>stream\n\nendstream",
      ),
    );
    expect(values).toEqual({ "top.one": "shared", "top.two": "own", r: "blue" });
    expect(fields[0]).toMatchObject({ multiline: true, read_only: true });
    // turned clockwise: left is the distance from the lower edge before
    const mm = (v: number): number => Math.round(((v * 25.4) / 72) * 1000) / 1000;
    expect(fields[0]!.widgets).toEqual([{ page: 1, left: mm(20), top: mm(10), width: mm(40), height: mm(20) }]);
  });

  test("loops end, a field without a type is left out with a warning, widgets that no field holds are found", async () => {
    const { values, warnings } = await readForm(
      file(
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 99 0 R]>>>>",
        PAGES,
        page("6 0 R"),
        "<</T(loop)/Kids[4 0 R 5 0 R]>>",
        "<</T(none)/Parent 4 0 R>>",
        "<</T(alone)/FT/Tx/V(found)/Subtype/Widget/Rect[0 0 9 9]>>",
      ),
    );
    expect(values).toEqual({ alone: "found" });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("no type");
  });

  test("what is no PDF is refused", async () => {
    await expect(readForm(new TextEncoder().encode("no PDF"))).rejects.toMatchObject({ code: "API-002" });
    await expect(readForm("x" as unknown as Uint8Array)).rejects.toThrow(TypeError);
  });
});
