// Fields of forms: their data, places, and looks of states that no page shows (ISO 32000-2, 12.7; DF-28).
import { hexOf } from "../../pdf-reader/device-colour.js";
import { formNodesOf, type FormNode, type FormWidget, type ReadFieldValue } from "../../pdf-reader/form.js";
import { latin } from "../../pdf-reader/lexer.js";
import { arrayOf, dictOf, inheritedOf, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { boxOf } from "../../pdf-reader/pages.js";
import { fieldLockOf } from "../../pdf-reader/signature-rules.js";
import { PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../../pdf-reader/types.js";
import { CMYK, GRAY, RGB, type Space } from "./colour.js";
import { ContentReader } from "./content.js";
import type { FieldFact, WidgetFact } from "./facts.js";
import { seenOf, seenRect } from "./seen.js";
import type { SharedParts } from "./shared.js";
import { onPage } from "./surroundings.js";

/** Bits of /Ff that are no kind of field (tables 227 to 233). */
const FLAGS: readonly (readonly [bit: number, name: string])[] = [
  [1, "read_only"],
  [1 << 1, "required"],
  [1 << 2, "no_export"],
  [1 << 12, "multiline"],
  [1 << 13, "password"],
  [1 << 14, "no_toggle"],
  [1 << 18, "editable"],
  [1 << 19, "sorted"],
  [1 << 20, "file"],
  [1 << 21, "multiple"],
  [1 << 22, "no_spell_check"],
  [1 << 23, "no_scroll"],
  [1 << 24, "comb"],
  [1 << 25, "rich_text_or_unison"],
  [1 << 26, "at_once"],
];
const ALIGNS = ["left", "center", "right"] as const;
const SPACES: ReadonlyMap<string, readonly [Space, number]> = new Map([
  ["g", [GRAY, 1]],
  ["rg", [RGB, 3]],
  ["k", [CMYK, 4]],
]);

/** Fields in the order of the form; none without a form. @throws PdfFault over a budget */
export function fieldsOf(shared: SharedParts): readonly FieldFact[] {
  const { file } = shared;
  const form = dictOf(file.get(file.catalog.get("AcroForm")));
  if (!form) return [];
  const reader = new FieldReader(shared, form);
  return formNodesOf(file).nodes.map((node) => reader.fact(node));
}

class FieldReader {
  readonly #file: PdfFile;
  readonly #content: ContentReader;
  readonly #orders = new Map<PdfPage, ReadonlyMap<PdfObject, number>>();

  constructor(
    readonly shared: SharedParts,
    readonly form: PdfDict,
  ) {
    this.#file = shared.file;
    this.#content = new ContentReader(
      shared,
      [0, 0, 0, 0],
      [1, 0, 0, 1, 0, 0],
      onPage(() => null),
    );
  }

  fact(node: FormNode): FieldFact {
    const file = this.#file;
    const { field, holders, widgets } = node;
    const { dict } = holders[0]!;
    const flags = numberOf(file.get(inheritedOf(file, dict, "Ff"))) ?? 0;
    const isTyped = field.kind === "text" || field.kind === "dropdown" || field.kind === "list";
    const top = field.kind === "list" ? (numberOf(file.get(inheritedOf(file, dict, "TI"))) ?? 0) : 0;
    const all: readonly (readonly [string, string])[] = [
      ["kind", field.kind],
      ["label", field.label ?? ""],
      ["value", field.signed === true ? "signed" : valueText(field.value)],
      ["default_value", field.default_value === undefined ? "" : valueText(field.default_value)],
      ["flags", FLAGS.flatMap(([bit, name]) => ((flags & bit) !== 0 ? [name] : [])).join(", ")],
      ["max_length", field.max_length === undefined ? "" : String(field.max_length)],
      ["options", (field.kind === "radio" || field.kind === "checkbox" ? [] : (field.options ?? [])).map(optionText).join(", ")],
      ["top", top > 0 ? String(top) : ""],
      ["font", isTyped ? this.#font(dict) : ""],
      ["align", isTyped ? (ALIGNS[numberOf(file.get(inheritedOf(file, dict, "Q") ?? this.form.get("Q"))) ?? 0] ?? "left") : ""],
      ["lock", this.#lock(dict)],
    ];
    return {
      name: field.name,
      data: all.filter(([, value]) => value !== ""),
      widgets: widgets.flatMap((widget) => this.#widget(widget) ?? []),
    };
  }

  #widget({ dict, page, option }: FormWidget): WidgetFact | null {
    const file = this.#file;
    const rect = boxOf(dict.get("Rect"), file.get);
    if (!page || !rect) return null;
    const turn = numberOf(file.get(dictOf(file.get(dict.get("MK")))?.get("R"))) ?? 0;
    return {
      page: page.number - 1,
      rect: seenRect(seenOf(page), rect),
      order: this.#ordersOf(page).get(dict) ?? -1,
      data: (
        [
          ["option", option ?? ""],
          ["rotation", turn % 360 === 0 ? "" : String((360 - (turn % 360)) % 360)],
        ] as const
      ).filter(([, value]) => value !== ""),
      unseen: this.#unseen(dict),
    };
  }

  #ordersOf(page: PdfPage): ReadonlyMap<PdfObject, number> {
    let known = this.#orders.get(page);
    if (!known) {
      const annotations = arrayOf(this.#file.get(page.dict.get("Annots"))) ?? [];
      this.#file.step(annotations.length);
      this.#orders.set(page, (known = new Map(annotations.map((given, i) => [this.#file.get(given), i]))));
    }
    return known;
  }

  /** Looks of states that the widget is not in. */
  #unseen(widget: PdfDict): WidgetFact["unseen"] {
    const file = this.#file;
    const states = file.get(dictOf(file.get(widget.get("AP")))?.get("N"));
    if (!(states instanceof Map)) return [];
    const shown = nameOf(file.get(widget.get("AS")));
    file.count(states.size);
    return [...(states as PdfDict)]
      .flatMap(([state, given]): WidgetFact["unseen"] => {
        const look = file.get(given);
        return state === shown || !(look instanceof PdfStream) ? [] : [[state, this.#content.digest(look)]];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Font, size and colour of what is typed. */
  #font(dict: PdfDict): string {
    const file = this.#file;
    const given = inheritedOf(file, dict, "DA") ?? file.get(this.form.get("DA"));
    if (!(given instanceof PdfString)) return "";
    const tokens = latin(given.bytes)
      .trim()
      .split(/[\s\0]+/);
    let [font, size, colour] = ["", 0, "#000000"];
    tokens.forEach((token, i) => {
      const numbers = (count: number): number[] => tokens.slice(Math.max(0, i - count), i).map((text) => Number(text) || 0);
      if (token === "Tf" && i >= 2) {
        font = tokens[i - 2]!.replace(/^\//, "");
        size = Number(tokens[i - 1]) || 0;
      }
      const space = SPACES.get(token);
      if (space && i >= space[1]) colour = hexOf(space[0].rgb(numbers(space[1])));
    });
    const found = this.shared.font(dictOf(file.get(dictOf(file.get(this.form.get("DR")))?.get("Font")))?.get(font));
    const face = found ? `${found.family}${found.weight === 400 ? "" : ` ${found.weight}`}${found.isSlanted ? " italic" : ""}` : font;
    return `${face} ${size} ${colour}`;
  }

  #lock(dict: PdfDict): string {
    const file = this.#file;
    const lock = dictOf(file.get(dict.get("Lock")));
    const rule = lock && fieldLockOf(file, lock);
    if (!rule) return "";
    return rule.action === "All" ? "all" : `${rule.action.toLowerCase()} ${rule.fields.map((name) => JSON.stringify(name)).join(", ")}`;
  }
}

/** Several values are quoted: each may have commas. */
function valueText(value: ReadFieldValue): string {
  if (typeof value === "boolean") return value ? "on" : "";
  if (value === null || typeof value === "string") return value ?? "";
  return value.length === 1 ? value[0]! : value.map((one) => JSON.stringify(one)).join(", ");
}

const optionText = ({ value, label }: { readonly value: string; readonly label: string }): string =>
  value === label ? JSON.stringify(value) : `${JSON.stringify(value)}: ${JSON.stringify(label)}`;
