// Edits after a signature: those that are permitted, and those that attacks are made of (SG-40, SG-42).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stream } from "../support/hand-made-pdf.js";
import {
  agreeField,
  appearance,
  catalog,
  filled,
  form,
  hasOpenSsl,
  Keys,
  latin,
  nameField,
  page,
  signatureField,
  signedAgain,
  signedForm,
  textOf,
  unfilled,
  updated,
  WIDGET,
} from "../support/signatures/signed.js";
import { verified } from "../support/signatures/verified.js";
import type { ChangeKind, FindingCode } from "../../runtime/signatures/verify/report/report.js";

type Edit = (pdf: Uint8Array) => Uint8Array;
type Level = 1 | 2 | 3 | undefined;

const filledLook = (text: string): string => appearance(`/Tx BMC q BT /F 10 Tf 2 6 Td (${text}) Tj ET Q EMC`);
const withName = (text: string, look = text): Readonly<Record<number, string>> => ({
  20: nameField(`/V(${text})/AP<</N 60 0 R>>`),
  60: filledLook(look),
});
const ANNOTS = "20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R";
const withAnnotation = (entries: string, look?: string): Readonly<Record<number, string>> => ({
  10: page(`/Annots[${ANNOTS} 61 0 R]`),
  61: `<</Type/Annot/F 4${entries}${look === undefined ? "" : "/AP<</N 62 0 R>>"}>>`,
  ...(look !== undefined && { 62: look }),
});
const FORM_KEYS = "/DA(/F 10 Tf 0 g)/DR<</Font<</F 3 0 R>>>>/SigFlags 3";
const withFields = (more: string): string => `<</Fields[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R${more}]${FORM_KEYS}>>`;
const PATCH = appearance("1 g 0 0 200 40 re f 0 g BT /F 14 Tf 2 12 Td (The sum is 900 euros) Tj ET", "/BBox[0 0 200 40]");

const keys = hasOpenSsl ? new Keys() : null;
const bases = new Map<Level, Uint8Array>();
beforeAll(() => {
  if (keys) for (const level of [undefined, 1, 2, 3] as const) bases.set(level, signedForm(keys, level === undefined ? {} : { level }));
});
afterAll(() => keys?.remove());

const judged = async (pdf: Uint8Array) => verified(pdf, { trust: [keys!.authority] });

describe.skipIf(!keys)("a signed form", () => {
  const PERMITTED: readonly (readonly [string, readonly Level[], Edit, readonly ChangeKind[]])[] = [
    ["as it was signed", [undefined, 1, 2, 3], (pdf) => pdf, []],
    ["white space after its end", [undefined, 1, 2, 3], (pdf) => latin(`${textOf(pdf)}\r\n \n`), []],
    ["a field that is filled in", [undefined, 2, 3], (pdf) => updated(pdf, withName("Bo")), ["filled_field"]],
    ["a box that is ticked", [undefined, 2, 3], (pdf) => updated(pdf, { 21: agreeField("/V/Yes/AS/Yes") }), ["filled_field"]],
    [
      "a field that is filled in twice",
      [undefined, 2, 3],
      (pdf) => updated(updated(pdf, withName("Bo")), withName("Cy")),
      ["filled_field"],
    ],
    ["a second signature", [undefined, 2, 3], (pdf) => signedAgain(keys!, pdf), ["added_signature"]],
    [
      "a second signature in a field of its own",
      [undefined, 2, 3],
      (pdf) =>
        filled(
          updated(pdf, {
            5: withFields(" 63 0 R"),
            10: page(`/Annots[${ANNOTS} 63 0 R]/Tabs/S`),
            51: unfilled(),
            63: signatureField("Third", "/V 51 0 R"),
          }),
          (data) => keys!.sign(data),
        ),
      ["added_signature"],
    ],
    [
      "data for validation",
      [undefined, 1, 2, 3],
      (pdf) => updated(pdf, { 1: catalog(`${certified(pdf)}/DSS 64 0 R`), 64: "<</Type/DSS/Certs[65 0 R]>>", 65: stream("cert") }),
      ["added_validation"],
    ],
    [
      "another title",
      [undefined, 1, 2, 3],
      (pdf) => updated(pdf, { 4: "<</Title(Agreement of May)>>" }, { trailer: "/Info 4 0 R" }),
      ["metadata"],
    ],
    [
      "a note of a reviewer",
      [3],
      (pdf) => updated(pdf, withAnnotation("/Subtype/Text/Rect[250 150 270 170]/Contents(Why?)")),
      ["annotation"],
    ],
    [
      "a mark of a reviewer",
      [3],
      (pdf) =>
        updated(
          pdf,
          withAnnotation(
            "/Subtype/Highlight/Rect[20 145 200 165]/QuadPoints[20 165 200 165 20 145 200 145]",
            stream(
              "/G gs 1 1 0 rg 0 0 180 20 re f",
              "/Type/XObject/Subtype/Form/BBox[0 0 180 20]/Resources<</ExtGState<</G<</BM/Multiply>>>>>>",
            ),
          ),
        ),
      ["annotation"],
    ],
  ];
  for (const [name, levels, edit, kinds] of PERMITTED)
    test.each(levels.map((level) => [level ?? "none", level] as const))(`${name}, certification %s`, async (_, level) => {
      const { verdict, signatures } = await judged(edit(bases.get(level)!));
      const [first] = signatures;
      expect(first!.change_list.map(({ kind }) => kind)).toEqual(kinds);
      expect(first!.findings.filter(({ severity }) => severity === "error")).toEqual([]);
      expect([first!.changes, first!.verdict, verdict]).toEqual([kinds.length === 0 ? "none" : "allowed", "valid", "valid"]);
    });

  const FORBIDDEN: readonly (readonly [string, Edit, ChangeKind | null, (FindingCode | null)?, Level?])[] = [
    [
      "other content of a page",
      (pdf) => updated(pdf, { 11: stream("BT /F 14 Tf 20 150 Td (The sum is 900 euros) Tj ET") }),
      "page_content",
    ],
    [
      "more content of a page",
      (pdf) => updated(pdf, { 10: page(`/Annots[${ANNOTS}]`).replace("/Contents 11 0 R", "/Contents[11 0 R 66 0 R]"), 66: stream("q Q") }),
      "page_content",
    ],
    ["another box of a page", (pdf) => updated(pdf, { 10: page(`/Annots[${ANNOTS}]/CropBox[0 0 300 100]`) }), "page_content"],
    ["another order of pages", (pdf) => updated(pdf, { 2: "<</Type/Pages/Count 2/Kids[12 0 R 10 0 R]>>" }), "page_content"],
    ["a page less", (pdf) => updated(pdf, { 2: "<</Type/Pages/Count 1/Kids[10 0 R]>>" }), "page_removed"],
    [
      "a page more",
      (pdf) =>
        updated(pdf, { 2: "<</Type/Pages/Count 3/Kids[10 0 R 12 0 R 66 0 R]>>", 66: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>" }),
      "page_added",
    ],
    [
      "other tree of pages",
      (pdf) =>
        updated(pdf, {
          1: catalog().replace("/Pages 2 0 R", "/Pages 66 0 R"),
          66: "<</Type/Pages/Count 1/Kids[67 0 R]>>",
          67: "<</Type/Page/Parent 66 0 R/MediaBox[0 0 300 200]>>",
        }),
      "page_removed",
    ],
    ["another catalog", (pdf) => updated(pdf, { 66: catalog() }, { root: 66 }), "catalog"],
    ["another font", (pdf) => updated(pdf, { 3: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>" }), "font_or_resource"],
    ["another form that a page draws", (pdf) => updated(pdf, { 41: appearance("0 0 m 99 99 l S") }), "font_or_resource"],
    ["an object of a page that is freed", (pdf) => updated(pdf, { 41: null }), "font_or_resource"],
    [
      "a value that is read only",
      (pdf) => updated(pdf, { 24: `<<${WIDGET}/FT/Tx/T(total)/F 4/Ff 1/DA(/F 10 Tf 0 g)/Rect[20 10 180 30]/V(900)>>` }),
      "filled_field",
    ],
    ["a field elsewhere", (pdf) => updated(pdf, { 20: nameField("/V()").replace("[20 40 180 60]", "[20 140 280 180]") }), "form_structure"],
    ["another flag of a field", (pdf) => updated(pdf, { 20: nameField("/V()/Ff 2") }), "form_structure"],
    ["a field that is hidden", (pdf) => updated(pdf, { 20: nameField("/V()").replace("/F 4", "/F 2") }), "form_structure"],
    ["another default value", (pdf) => updated(pdf, { 20: nameField("/V()/DV(x)") }), "form_structure"],
    ["a field less", (pdf) => updated(pdf, { 5: `<</Fields[20 0 R 22 0 R]${FORM_KEYS}>>` }), "form_structure"],
    ["a field more", (pdf) => updated(pdf, { 5: withFields(" 66 0 R"), 66: "<</FT/Tx/T(new)/V(x)>>" }), "form_structure"],
    [
      "appearances that viewers make",
      (pdf) => updated(pdf, { 5: withFields("").replace(FORM_KEYS, `${FORM_KEYS}/NeedAppearances true`) }),
      "form_structure",
    ],
    ["a script of a field", (pdf) => updated(pdf, { 20: nameField("/V()/AA<</K<</S/JavaScript/JS(x)>>>>") }), "action"],
    ["an action at opening", (pdf) => updated(pdf, { 1: catalog("/OpenAction<</S/URI/URI(https://example.com/)>>") }), "action"],
    [
      "another target of a link",
      (pdf) => updated(pdf, { 25: "<</Type/Annot/Subtype/Link/Rect[20 70 100 90]/Border[0 0 0]/A<</S/URI/URI(https://example.net/)>>>>" }),
      "action",
    ],
    [
      "a script of the document",
      (pdf) => updated(pdf, { 1: catalog().replace("/Names<<", "/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>") }),
      "action",
    ],
    ["another attachment", (pdf) => updated(pdf, { 9: stream("replaced", "/Type/EmbeddedFile") }), "attachment"],
    ["another entry of the outline", (pdf) => updated(pdf, { 7: "<</Title(Total)/Parent 6 0 R/Dest[10 0 R/Fit]>>" }), "outline"],
    [
      "tags",
      (pdf) => updated(pdf, { 1: catalog("/StructTreeRoot 66 0 R/MarkInfo<</Marked true>>"), 66: "<</Type/StructTreeRoot>>" }),
      "structure",
    ],
    ["layers", (pdf) => updated(pdf, { 1: catalog("/OCProperties<</OCGs[]/D<<>>>>") }), "catalog"],
    ["an object that nothing uses", (pdf) => updated(pdf, { 66: "<</Some true>>" }), "unknown_object"],
    ["a note without a certification", (pdf) => updated(pdf, withAnnotation("/Subtype/Text/Rect[250 150 270 170]")), "annotation"],
    [
      "a note where forms may be filled in",
      (pdf) => updated(pdf, withAnnotation("/Subtype/Text/Rect[250 150 270 170]")),
      "annotation",
      null,
      2,
    ],
    [
      "evil annotation: free text",
      (pdf) => updated(pdf, withAnnotation("/Subtype/FreeText/DA(/F 14 Tf)/Rect[20 145 220 185]/Contents(The sum is 900 euros)", PATCH)),
      "annotation",
      null,
      3,
    ],
    ["evil annotation: stamp", (pdf) => updated(pdf, withAnnotation("/Subtype/Stamp/Rect[20 145 220 185]", PATCH)), "annotation", null, 3],
    [
      "evil annotation: redaction",
      (pdf) => updated(pdf, withAnnotation("/Subtype/Redact/Rect[20 145 220 185]", PATCH)),
      "annotation",
      null,
      3,
    ],
    [
      "evil annotation: a mark that paints text",
      (pdf) => updated(pdf, withAnnotation("/Subtype/Highlight/Rect[20 145 220 185]", PATCH)),
      "annotation",
      null,
      3,
    ],
    [
      "evil annotation: the signed link goes",
      (pdf) => updated(pdf, { 10: page(`/Annots[${ANNOTS.replace(" 25 0 R", "")}]`) }),
      "annotation",
      null,
      3,
    ],
    [
      "sneaky signature over the text of a certified page",
      (pdf) =>
        filled(
          updated(pdf, {
            5: withFields(" 63 0 R"),
            10: page(`/Annots[${ANNOTS} 63 0 R]`),
            51: unfilled(),
            62: PATCH,
            63: `<<${WIDGET}/FT/Sig/T(Third)/F 4/Rect[20 145 220 185]/V 51 0 R/AP<</N 62 0 R>>>>`,
          }),
          (data) => keys!.sign(data),
        ),
      "page_content",
      "shadow_content",
      2,
    ],
    [
      "sneaky signature that signs nothing",
      (pdf) => updated(pdf, { 23: signatureField("Signature2", "/V 51 0 R"), 51: unfilled() }),
      "form_structure",
      null,
      2,
    ],
    ["a field filled in under no changes", (pdf) => updated(pdf, withName("Bo")), "filled_field", null, 1],
    ["a signature under no changes", (pdf) => signedAgain(keys!, pdf), "added_signature", null, 1],
    ["another certification", (pdf) => updated(pdf, { 1: catalog("/Perms<</DocMDP 51 0 R>>"), 51: unfilled() }), "catalog"],
    [
      "shadow, replace: a look that says another thing than its value",
      (pdf) => updated(pdf, withName("100", "900")),
      "page_content",
      "shadow_content",
      2,
    ],
    [
      "shadow, replace: a look without a value",
      (pdf) => updated(pdf, { 20: nameField("/V()/AP<</N 60 0 R>>"), 60: filledLook("900") }),
      "form_structure",
    ],
    [
      "shadow, hide and replace: unused content is shown",
      (pdf) => updated(pdf, { 10: page(`/Annots[${ANNOTS}]`).replace("/Contents 11 0 R", "/Contents 40 0 R") }),
      "page_content",
      "shadow_content",
    ],
    [
      "shadow, hide: the overlay is made the page's",
      (pdf) =>
        updated(pdf, {
          2: "<</Type/Pages/Count 2/Kids[10 0 R 12 0 R]>>",
          12: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents[13 0 R 40 0 R]/Resources<</Font<</F 3 0 R>>>>>>",
        }),
      "page_content",
      "shadow_content",
    ],
    [
      "incremental saving without a cross-reference",
      (pdf) => latin(`${textOf(pdf)}11 0 obj\n${stream("BT ET")}\nendobj\n`),
      "unknown_object",
      "trailing_bytes",
    ],
    [
      "incremental saving without a table",
      (pdf) => latin(`${textOf(pdf)}11 0 obj\n${stream("BT ET")}\nendobj\ntrailer <</Root 1 0 R/Size 70>>\n${tailOf(pdf)}`),
      "unknown_object",
    ],
    [
      "an object beside the table of an update",
      (pdf) => withStray(updated(pdf, withName("Bo")), `11 0 obj\n${stream("BT ET")}\nendobj\n`),
      "unknown_object",
    ],
    [
      "two objects of a number in an update",
      (pdf) => withStray(updated(pdf, withName("Bo")), `60 0 obj\n${filledLook("Cy")}\nendobj\n`),
      "unknown_object",
      "duplicate_object",
    ],
    ["bytes after the end", (pdf) => latin(`${textOf(pdf)}evil`), "unknown_object", "trailing_bytes"],
    [
      "a broken table",
      (pdf) => latin(textOf(updated(pdf, withName("Bo"))).replace(/startxref\s+\d+\s+%%EOF\s*$/, "startxref\n7\n%%EOF\n")),
      "unknown_object",
      "rebuilt",
    ],
  ];
  test.each(FORBIDDEN.map(([name, edit, kind, code, level]) => ({ name, edit, kind, code, level })))(
    "$name is not valid",
    async (given) => {
      const { edit, kind, code = null, level } = given;
      const { signatures, verdict } = await judged(edit(bases.get(level)!));
      const [first] = signatures;
      const forbidden = first!.change_list.filter(({ permitted }) => !permitted).map((change) => change.kind);
      expect([verdict, first!.verdict, first!.integrity, first!.changes]).toEqual(["invalid", "invalid", "intact", "forbidden"]);
      if (kind !== null) expect(forbidden).toContain(kind);
      if (code !== null) expect(first!.findings.map((finding) => finding.code)).toContain(code);
    },
  );

  test("an object that goes on after the signature has what was signed, not what a reader finds now", async () => {
    const stream20k = (content: string): string => stream(content).replace(/Length \d+/, "Length 20000");
    const signed = signedForm(keys!, { base: form({ 11: stream20k("BT /F 14 Tf 20 150 Td (The sum is 100 euros) Tj ET") }) });
    const end = textOf(signed).indexOf("stream\nBT") + "stream\n".length + 20_000;
    const evil = "BT /F 14 Tf 20 120 Td (and 900 euros) Tj ET";
    const withMetadata = (room: number): Uint8Array =>
      updated(signed, { 1: catalog("/Metadata 64 0 R"), 64: stream(evil + " ".repeat(room), "/Type/Metadata/Subtype/XML") });
    // the length of the page's content ends at the end of the metadata
    const without = textOf(withMetadata(1000)).indexOf(evil) + evil.length;
    const longer = withMetadata(end - without);
    const open = signedForm(keys!, { base: form({ 10: page("/Annots[22 0 R]/Note(").slice(0, -2) }) });
    const closed = updated(open, { 4: "%)/Contents 40 0 R>>endobj\n<</Title(May)>>" }, { trailer: "/Info 4 0 R" });
    for (const pdf of [longer, closed]) {
      const { verdict, signatures } = await judged(pdf);
      const kinds = signatures[0]!.change_list.filter(({ permitted }) => !permitted).map(({ kind }) => kind);
      expect([verdict, signatures[0]!.integrity, kinds.includes("page_content")]).toEqual(["invalid", "intact", true]);
    }
  });

  test("a page that is changed and changed back is as it was", async () => {
    const pdf = bases.get(2)!;
    const body = /11 0 obj\n([^]*?)\nendobj/.exec(textOf(pdf))![1]!;
    const { signatures } = await judged(updated(updated(pdf, { 11: stream("BT ET") }), { 11: body }));
    expect(signatures[0]).toMatchObject({ changes: "none", verdict: "valid" });
  });

  test("a lock forbids what it locks and nothing else", async () => {
    const lock = (params: string): string =>
      `/Reference[<</Type/SigRef/TransformMethod/FieldMDP/TransformParams<</Type/TransformParams/V/1.2${params}>>>>]`;
    const changesOf = async (params: string, edit: Edit): Promise<readonly unknown[]> => {
      const [one] = (await judged(edit(signedForm(keys!, { entries: lock(params) })))).signatures;
      return [one!.lock, one!.changes];
    };
    const fill: Edit = (pdf) => updated(pdf, withName("Bo"));
    const tick: Edit = (pdf) => updated(pdf, { 21: agreeField("/V/Yes/AS/Yes") });
    expect(await changesOf("/Action/Include/Fields[(name)]", fill)).toEqual([{ action: "include", fields: ["name"] }, "forbidden"]);
    expect(await changesOf("/Action/Include/Fields[(name)]", tick)).toEqual([{ action: "include", fields: ["name"] }, "allowed"]);
    expect(await changesOf("/Action/Exclude/Fields[(name)]", fill)).toEqual([{ action: "exclude", fields: ["name"] }, "allowed"]);
    expect(await changesOf("/Action/Exclude/Fields[(name)]", tick)).toEqual([{ action: "exclude", fields: ["name"] }, "forbidden"]);
    expect(await changesOf("/Action/All", tick)).toEqual([{ action: "all" }, "forbidden"]);
  });

  const certified = (pdf: Uint8Array): string => (textOf(pdf).includes("/Perms") ? "/Perms<</DocMDP 50 0 R>>" : "");
  const tailOf = (pdf: Uint8Array): string => /startxref\s+\d+\s+%%EOF\s*$/.exec(textOf(pdf))![0];
  /** Before the last table. */
  const withStray = (pdf: Uint8Array, object: string): Uint8Array => {
    const text = textOf(pdf);
    const at = text.lastIndexOf("xref\n", text.lastIndexOf("startxref") - 1);
    return latin(
      `${text.slice(0, at)}${object}${text.slice(at)}`.replace(/startxref\s+\d+\s+%%EOF\s*$/, `startxref\n${at + object.length}\n%%EOF\n`),
    );
  };
});
