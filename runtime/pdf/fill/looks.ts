// Looks of a form's widgets, drawn as those of a document and taken from it (FM-44, FM-45).
import type { FormNode, FormWidget, ReadField } from "../../../pdf-reader/form.js";
import { nameOf, textOf } from "../../../pdf-reader/objects.js";
import { PdfName, PdfRef, PdfStream, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";
import { srgbProfile } from "../../../backends/pdf/document/icc.js";
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { ChangesFile } from "../../../backends/pdf/update/changes-file.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import type { World } from "../../../compiler/core/world.js";
import { drawnLooks, prepareLooks, type LookRequest } from "../../../compiler/fill/looks.js";
import { WidgetStyles, type WidgetStyle } from "../../../compiler/fill/style.js";
import type { FieldValue } from "../../../compiler/fill/values.js";
import type { FillTools } from "./tools.js";
import { hasRgbIntent, profileOf } from "./standard.js";
import { own, stateOf } from "./write.js";

export interface LookTarget {
  readonly node: FormNode;
  readonly widget: FormWidget;
  /** index among the widgets of its field */
  readonly index: number;
  readonly value: FieldValue;
  /** false: drawn for the value that the file has */
  readonly isGiven: boolean;
  readonly isButton: boolean;
}

/** Returns the value given, else that of the file. */
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
  const styles = new WidgetStyles(file, acro);
  const drawn = targets.flatMap((target) => {
    const style = styles.of(target.widget.dict);
    return style ? [{ target, style, request: requestOf(target, style) }] : [];
  });
  if (drawn.length === 0) return;
  await prepareLooks(
    drawn.map(({ style }) => style.font),
    world,
  );
  const profile = profileOf(file);
  const { head, widgets, errors, tops } = drawnLooks(
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
  const refs = tools.renderer.looks(head, widgets, tools.options.fonts ?? tools.renderer.fonts, ChangesFile.of(changes));
  const explain = profile !== null && !hasRgbIntent(file) ? explainer(changes, world) : null;
  drawn.forEach(({ target, request }, i) => {
    const [on, off] = refs[i]!.map(({ num }) => new PdfRef(num, 0));
    explain?.(on!);
    if (off) explain?.(off);
    const { widget, node, index, isButton } = target;
    const ref = own(widget.ref, node);
    if (!isButton) {
      changes.edit(ref, { AP: new Map([["N", on!]]) });
      if (request.element.kind === "list" && node.holders.length === 1) changes.edit(own(node.holders[0]!.ref, node), { TI: tops.get(i) });
      return;
    }
    const state = stateOf(node, index);
    changes.edit(ref, {
      AP: new Map([
        [
          "N",
          new Map([
            [state, on!],
            ["Off", off!],
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

/** Returns a function that gives a look colours of RGB which the file does not explain. */
function explainer(changes: Changes, world: World): (look: PdfRef) => void {
  let rgb: PdfObject | null = null;
  const defaultRgb = (): PdfObject => {
    if (rgb) return rgb;
    const dict = new Map<string, PdfObject>([
      ["N", 3],
      ["Filter", new PdfName("FlateDecode")],
    ]);
    const profile = changes.add(new PdfStream(dict, world.pictures.deflate(srgbProfile()), null));
    return (rgb = changes.add([new PdfName("ICCBased"), profile]));
  };
  return (look) => {
    const form = changes.get(look);
    if (!(form instanceof PdfStream)) return;
    const resources = changes.dict(form.dict.get("Resources")) ?? new Map<string, PdfObject>();
    if (resources.has("ColorSpace")) return;
    const explained = new Map([...resources, ["ColorSpace", new Map([["DefaultRGB", defaultRgb()]])]]);
    changes.set(look, new PdfStream(new Map([...form.dict, ["Resources", explained]]), form.encoded, null));
  };
}
