import { describe, expect, test } from "vitest";
import { diff, fillForm, type DocumentRequest } from "../../runtime/index.js";
import { pdfOf } from "../support/pdf.js";

/* Data of forms are facts of a document (DF-28): each change of a field is told, at its place and path, and filling changes values alone. */

type Fields = Readonly<Record<string, unknown>>;
const at = (top: number, more: Fields): Fields => ({ type: "field", layout: { left: 10, top }, label: "Label", ...more });
const FORM: readonly Fields[] = [
  at(10, { kind: "text", name: "person.name", value: "Ada", style: { font_size: 11 } }),
  at(20, { kind: "text", name: "code", max_length: 8, comb: true }),
  at(30, { kind: "checkbox", name: "agree", option: "yes" }),
  at(40, { kind: "radio", name: "size", option: "S", group_label: "Size" }),
  at(50, { kind: "radio", name: "size", option: "M", value: "M" }),
  at(60, { kind: "dropdown", name: "land", options: ["AT", { value: "DE", label: "Germany" }], value: "DE" }),
  at(70, { kind: "list", name: "tongues", options: ["en", "de, at", "fr"], multiple: true, value: ["en", "de, at"] }),
  at(100, { kind: "signature", name: "sign" }),
];
const form = (elements: readonly Fields[], settings: Fields = {}): DocumentRequest =>
  ({
    settings: { metadata: { title: "Form", language: "en" }, ...settings },
    pages: [{ size: "a4", elements }],
  }) as DocumentRequest;
const withField = (index: number, more: Fields): DocumentRequest =>
  form(FORM.map((field, i) => (i === index ? { ...field, ...more } : field)));
const ofFields = ({ differences }: Awaited<ReturnType<typeof diff>>): readonly string[] =>
  differences.flatMap(({ kind, message }) => (kind === "field" ? [message] : []));

describe("fields of requests and PDF files", () => {
  test.each<readonly [number, Fields, string]>([
    [0, { value: "Bob" }, 'changed at 10.0,10.0: value "person.name: Ada" → "person.name: Bob" (/pages/0/elements/0)'],
    [0, { name: "person.first" }, 'changed at 10.0,10.0: name "person.name" → "person.first" (/pages/0/elements/0)'],
    [0, { label: "Name" }, 'changed at 10.0,10.0: label "person.name: Label" → "person.name: Name" (/pages/0/elements/0)'],
    [0, { required: true, scroll: false }, "flags"],
    [1, { style: { text_align: "right" } }, 'changed at 10.0,20.0: align "code: left" → "code: right" (/pages/0/elements/1)'],
    [1, { style: { color: "#AA0000" } }, "font"],
    [1, { style: { font_weight: "bold" } }, "font"],
    [1, { max_length: 9 }, 'changed at 10.0,20.0: max_length "code: 8" → "code: 9" (/pages/0/elements/1)'],
    [2, { value: true }, 'changed at 10.0,30.0: value "agree: none" → "agree: on" (/pages/0/elements/2)'],
    [2, { option: "no" }, 'changed at 10.0,30.0: option "agree: yes" → "agree: no" (/pages/0/elements/2)'],
    [2, { mark: "cross" }, "look"],
    [3, { group_label: "Sizes" }, 'changed at 10.0,40.0: label "size: Size" → "size: Sizes" (/pages/0/elements/3)'],
    [4, { value: undefined }, 'changed at 10.0,40.0: value "size: M" → "size: none" (/pages/0/elements/3)'],
    [5, { options: ["AT", { value: "DE", label: "Deutschland" }] }, "options"],
    [5, { editable: true }, "flags"],
    [6, { value: ["en", "fr"] }, 'changed at 10.0,70.0: value "tongues: "en", "de, at"" → "tongues: "en", "fr"" (/pages/0/elements/6)'],
    [7, { lock: true }, 'changed at 10.0,100.0: lock "sign: none" → "sign: all" (/pages/0/elements/7)'],
    [7, { lock: { action: "include", fields: ["code"] } }, "lock"],
    [7, { layout: { left: 10, top: 101 } }, 'moved at 10.0,100.0 to 10.0,101.0: "sign" (/pages/0/elements/7)'],
  ])("element %i with %j", async (index, more, told) => {
    const report = await diff(form(FORM), withField(index, more));
    const found = ofFields(report);
    expect(found, JSON.stringify(report.differences)).toHaveLength(1);
    if (told.includes(" ")) expect(found[0]).toBe(`page 1: field ${told}`);
    else
      expect(report.differences.find(({ kind }) => kind === "field")).toMatchObject({
        property: told,
        path: { a: `/pages/0/elements/${index}` },
      });
  });

  test("the order of the tab key is that of the elements", async () => {
    const [first, ...rest] = FORM.slice(0, 3);
    expect(ofFields(await diff(form([first!, ...rest]), form([...rest, first!])))).toEqual([
      'page 1: field changed at 10.0,10.0: order "person.name: 1" → "person.name: 3" (/pages/0/elements/0)',
    ]);
  });

  test("a request is its PDF, and one that is filled in has other values alone", async () => {
    for (const profile of ["none", "pdfa-ua1"]) {
      const request = form(FORM, profile === "none" ? {} : { profile });
      const empty = await pdfOf(request);
      expect((await diff(request, empty)).differences).toEqual([]);
      const { pdf } = await fillForm(empty, { "person.name": "Zoë", agree: true, tongues: ["fr"] });
      const found = (await diff(empty, pdf, { only: ["field", "tag", "metadata", "page"] })).differences;
      expect(found.map(({ kind, property, b }) => [kind, property, b])).toEqual([
        ["field", "value", "person.name: Zoë"],
        ["field", "value", "agree: on"],
        ["field", "value", "tongues: fr"],
      ]);
    }
  });
});
