// Looks of a form's widgets, drawn as those of a document and taken from it (FM-44, FM-45).
import { openPdf } from "../../../pdf-reader/file.js";
import type { FormNode, FormWidget, ReadField } from "../../../pdf-reader/form.js";
import { dictOf, nameOf, textOf } from "../../../pdf-reader/objects.js";
import { PdfName, PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../../pdf-reader/types.js";
import { srgbProfile } from "../../../backends/pdf/document/icc.js";
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { Copies } from "../../../backends/pdf/update/copy.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import type { World } from "../../../compiler/core/world.js";
import { looksDocument, prepareLooks, type LookRequest } from "../../../compiler/fill/looks.js";
import { styleOf, type WidgetStyle } from "../../../compiler/fill/style.js";
import type { FieldValue } from "../../../compiler/fill/values.js";
import { UNBOUNDED } from "../../engine/renderer.js";
import type { FillTools } from "./tools.js";
import { hasRgbIntent, profileOf } from "./standard.js";
import { own, stateOf } from "./write.js";

export interface LookTarget {
  readonly node: FormNode;
  readonly widget: FormWidget;
  /** among those of its field */
  readonly index: number;
  readonly value: FieldValue;
  /** false: drawn for the value that the file has */
  readonly isGiven: boolean;
  readonly isButton: boolean;
}

/** Value given, else that of the file. */
export function chosenOf({ kind, value }: ReadField, given: FieldValue | undefined): FieldValue {
  if (given) return given;
  if (kind === "checkbox" || kind === "radio") return { kind: "state", option: typeof value === "object" ? false : value };
  if (kind === "dropdown" || kind === "list")
    return { kind: "choice", chosen: value === null || typeof value === "boolean" ? [] : typeof value === "string" ? [value] : value };
  return { kind: "text", text: typeof value === "string" ? value : "" };
}

interface Drawing {
  readonly acro: PdfDict | null;
  readonly world: World;
  readonly tools: FillTools;
  readonly warnings: string[];
}

/** @throws RenderError for a value given whose text cannot be set */
export async function drawLooks(
  changes: Changes,
  targets: readonly LookTarget[],
  { acro, world, tools, warnings }: Drawing,
): Promise<void> {
  const { file } = changes;
  const drawn = targets.flatMap((target) => {
    const style = styleOf(file, acro, target.widget.dict);
    return style ? [{ target, style, request: requestOf(target, style) }] : [];
  });
  if (drawn.length === 0) return;
  await prepareLooks(
    drawn.map(({ style }) => style.font),
    world,
  );
  const profile = profileOf(file);
  const { document, errors, tops } = looksDocument(
    drawn.map(({ request }) => request),
    world,
    { profile, language: textOf(file, file.catalog.get("Lang")) ?? "" },
  );
  const unset = new Set<string>();
  for (const [index, error] of errors) {
    const { target } = drawn[index]!;
    if (target.isGiven) throw error;
    unset.add(target.node.field.name);
  }
  if (unset.size > 0) warnings.push(`values without a look, as no font has their characters: ${[...unset].join(", ")}`);
  const { pdf } = tools.renderer.write(document, tools.options.fonts ?? tools.renderer.fonts);
  const looks = openPdf(pdf, { budgets: UNBOUNDED, crypto: null });
  const copies = new LookCopies(looks, changes, profile !== null && !hasRgbIntent(file), world);
  const { annots } = looks.page(1);
  drawn.forEach(({ target, request }, i) => {
    const normal = dictOf(looks.get(annots[i]!.get("AP")))!.get("N")!;
    const { widget, node, index, isButton } = target;
    const ref = own(widget.ref, node);
    if (!isButton) {
      changes.edit(ref, { AP: new Map([["N", copies.of(normal)]]) });
      if (request.element.kind === "list" && node.holders.length === 1) changes.edit(own(node.holders[0]!.ref, node), { TI: tops.get(i) });
      return;
    }
    const states = dictOf(looks.get(normal))!;
    const state = stateOf(node, index);
    const on = [...states.keys()].find((key) => key !== "Off")!;
    changes.edit(ref, {
      AP: new Map([
        [
          "N",
          new Map([
            [state, copies.of(states.get(on)!)],
            ["Off", copies.of(states.get("Off")!)],
          ]),
        ],
      ]),
      ...(nameOf(file.get(changes.dict(ref)?.get("AS"))) === null && { AS: new PdfName("Off") }),
    });
  });
}

function requestOf({ node, value, isButton }: LookTarget, style: WidgetStyle): LookRequest {
  const { field } = node;
  const src = at(ROOT, "values", field.name);
  const of = (element: LookRequest["element"], changed = style): LookRequest => ({ style: changed, element, src });
  if (isButton) {
    const kind = field.kind === "radio" ? "radio" : "checkbox";
    return of({ kind, mark: style.mark ?? (kind === "radio" ? "circle" : "check") });
  }
  if (field.kind === "signature") return of({ kind: "signature" });
  if (field.kind === "button") return of({ kind: "text", value: style.caption }, { ...style, align: "center" });
  if (value.kind === "text")
    return of({
      kind: "text",
      value: field.password ? "" : value.text.replace(/\t/g, " "),
      ...(field.multiline && { multiline: true }),
      ...(field.comb && field.max_length !== undefined && field.max_length > 0 && { comb: true, max_length: field.max_length }),
    });
  const chosen = value.kind === "choice" ? value.chosen : [];
  const options = field.options ?? [];
  if (field.kind === "list") return of({ kind: "list", options: [...options], value: [...chosen], multiple: true });
  const [first] = chosen;
  return of({
    kind: "dropdown",
    options: options.filter((option) => option.value === first),
    ...(first !== undefined && { value: first }),
  });
}

/** Looks of another file with what they use, each object once. */
class LookCopies {
  readonly #copies: Copies;
  #rgb: PdfObject | null = null;

  constructor(
    readonly from: PdfFile,
    readonly changes: Changes,
    /** their colours are RGB, which the file does not explain */
    readonly explains: boolean,
    readonly world: World,
  ) {
    this.#copies = new Copies(from, changes);
  }

  of(look: PdfObject): PdfObject {
    const copy = this.#copies.of(look);
    const form = this.changes.get(copy);
    if (!this.explains || !(copy instanceof PdfRef) || !(form instanceof PdfStream)) return copy;
    const resources = this.changes.dict(form.dict.get("Resources")) ?? new Map<string, PdfObject>();
    if (resources.has("ColorSpace")) return copy;
    const explained = new Map([...resources, ["ColorSpace", new Map([["DefaultRGB", this.#defaultRgb()]])]]);
    this.changes.set(copy, new PdfStream(new Map([...form.dict, ["Resources", explained]]), form.encoded, null));
    return copy;
  }

  #defaultRgb(): PdfObject {
    if (this.#rgb) return this.#rgb;
    const dict = new Map<string, PdfObject>([
      ["N", 3],
      ["Filter", new PdfName("FlateDecode")],
    ]);
    const profile = this.changes.add(new PdfStream(dict, this.world.pictures.deflate(srgbProfile()), null));
    return (this.#rgb = this.changes.add([new PdfName("ICCBased"), profile]));
  }
}
