import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diff, fillForm, readForm } from "../../runtime/index.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera, REQUESTED, type Judged } from "../support/verapdf.js";

/* Random forms are valid before and after they are filled in, and differ by their values alone. */
const haveQpdf = needs("qpdf", has("qpdf"));

const TEXTS = ["Ada", "Zoë Ünal", "Ωμέγα λ", "Привет", "Żółć ğ", "مرحبا 12", "東京", "สวัสดี", "a (b) \\ c <d>", "12,50 €", "x"] as const;
const OPTIONS = ["S", "größer", "a, b", "Ja ✓", "東"] as const;
/** mm: a field turned about its centre stays in its cell, and texts of two cells are not one line */
const [COLUMNS, CELL, WIDE] = [4, 64, 40];

type Value = string | boolean | null | readonly string[];
interface Made {
  readonly elements: readonly object[];
  /** by name */
  readonly values: Readonly<Record<string, Value>>;
}

const words = fc.constantFrom(...TEXTS);
const some = fc.uniqueArray(fc.constantFrom(...OPTIONS), { minLength: 1, maxLength: 4 });
const style = fc.record(
  {
    font_size: fc.constantFrom(7, 9, 12),
    color: fc.constantFrom("#000000", "#AA0000"),
    text_align: fc.constantFrom("left", "center", "right"),
    font_weight: fc.constantFrom("normal", "bold"),
  },
  { requiredKeys: [] },
);
const look = fc.record(
  {
    stroke: fc.record({
      color: fc.constant("#336699"),
      width: fc.constantFrom(0, 0.2, 1),
      dash: fc.constantFrom({ preset: "solid" }, { preset: "dashed" }),
    }),
    fill: fc.constant({ color: "#EEF4FA" }),
    border: fc.constantFrom("box", "underline"),
    required: fc.boolean(),
    rotation: fc.constantFrom(0, 90, 180, 270),
  },
  { requiredKeys: [] },
);
/** Fields of an element, without its place, of one name, and the value that it gets. */
const KINDS: readonly fc.Arbitrary<{ readonly parts: readonly object[]; readonly value: Value }>[] = [
  fc.record({ before: fc.option(words, { nil: undefined }), value: fc.option(words), style }).map(({ before, value, style: s }) => ({
    parts: [{ kind: "text", ...(before !== undefined && { value: before }), style: s }],
    value: value ?? "",
  })),
  fc
    .tuple(words, words, style)
    .map(([a, b, s]) => ({ parts: [{ kind: "text", multiline: true, lines: 5, style: s }], value: `${a}\n\n${b} ${a}` })),
  fc.constantFrom("AB12", "", "7").map((value) => ({ parts: [{ kind: "text", comb: true, max_length: 6 }], value })),
  fc
    .record({
      option: fc.constantFrom(...OPTIONS),
      before: fc.boolean(),
      value: fc.boolean(),
      mark: fc.constantFrom("check", "cross", "star"),
    })
    .map(({ option, before, value, mark }) => ({ parts: [{ kind: "checkbox", option, value: before, mark }], value })),
  some.chain((options) =>
    fc.option(fc.constantFrom(...options)).map((value) => ({
      parts: options.map((option) => ({ kind: "radio", option, group_label: "Group" })),
      value,
    })),
  ),
  some.chain((options) =>
    fc.record({ value: fc.option(fc.constantFrom(...options)), editable: fc.boolean(), style }).map(({ value, editable, style: s }) => ({
      parts: [{ kind: "dropdown", options: options.map((o) => (o === "S" ? { value: o, label: "small" } : o)), editable, style: s }],
      value,
    })),
  ),
  some.chain((options) =>
    fc.subarray([...options]).map((value) => ({ parts: [{ kind: "list", options, multiple: true, value: [options[0]] }], value })),
  ),
];

const forms: fc.Arbitrary<Made> = fc.array(fc.tuple(fc.oneof(...KINDS), look), { minLength: 1, maxLength: 5 }).map((fields) => {
  const elements: object[] = [];
  const values: Record<string, Value> = {};
  fields.forEach(([{ parts, value }, more], i) => {
    const name = i % 2 === 0 ? `field ${i}` : `group.ß${i}`;
    values[name] = value;
    for (const part of parts) {
      const n = elements.length;
      const layout = { left: 12 + (n % COLUMNS) * CELL, top: 28 + Math.floor(n / COLUMNS) * CELL };
      elements.push({
        type: "field",
        name,
        label: `Label ${n}`,
        layout,
        ...(parts.length === 1 && !("option" in part) && { width: WIDE }),
        ...more,
        ...part,
      });
    }
  });
  return { elements, values };
});

/** mm: a word's rectangle is the box of its font, which of Arabic fonts is twice as high as a line; the next field is 24 mm away. */
const TALL = 3;

/** Differences of words and drawings have their place in a field. */
const SEEN = new Set(["word", "font", "colour", "drawing"]);

test("random forms: valid before and after, other values alone, which read back", { timeout: 1_800_000 }, async () => {
  const judged: Judged[] = [];
  const checked: string[] = [];
  let n = 0;
  await fc.assert(
    fc.asyncProperty(forms, async ({ elements, values }) => {
      const profile = REQUESTED[n++ % REQUESTED.length]!;
      const settings = { profile, metadata: { title: "Form", language: "en" } };
      const empty = await pdfOf({ settings, pages: [{ size: "a3", elements }] });
      const { pdf } = await fillForm(empty, values);
      const before = await readForm(empty);
      const after = await readForm(pdf);
      expect(after.values).toEqual(values);
      const changed = Object.keys(values).filter((name) => JSON.stringify(before.values[name]) !== JSON.stringify(values[name]));
      const { differences } = await diff(empty, pdf);
      const ofFields = differences.filter(({ kind }) => kind === "field");
      expect(ofFields.every(({ property }) => property === "value")).toBe(true);
      expect(ofFields).toHaveLength(changed.length);
      const places = after.fields.flatMap(({ name, widgets }) => (name in values ? widgets : []));
      for (const { kind, rect_mm, message } of differences) {
        if (kind === "field") continue;
        expect(SEEN, message).toContain(kind);
        const out = kind === "drawing" ? 1 : TALL;
        for (const rect of [rect_mm?.a, rect_mm?.b]) {
          if (!rect) continue;
          const [left, top, right, bottom] = rect;
          const isInside = places.some(
            (w) => left >= w.left - out && top >= w.top - out && right <= w.left + w.width + out && bottom <= w.top + w.height + out,
          );
          expect(isInside, message).toBe(true);
        }
      }
      for (const file of [fileOf(empty), fileOf(pdf)]) {
        checked.push(file);
        for (const flavour of FLAVOURS[profile]) judged.push({ flavour, file });
      }
    }),
    { numRuns: runs(15), seed },
  );
  if (haveQpdf)
    for (const file of checked) {
      const { status, stdout, stderr } = spawnSync("qpdf", ["--check", file], { encoding: "latin1" });
      expect(status, stdout + stderr).toBe(0);
    }
  if (haveVera) expect(faults(judged)).toEqual([]);
});
