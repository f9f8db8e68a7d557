// Values into the fields of a PDF file, with looks of the text engine (FM-40 to FM-50).
import { openToChange } from "../../../pdf-reader/file.js";
import { formNodesOf, type FormNode } from "../../../pdf-reader/form.js";
import { arrayOf, dictOf, inheritedOf, refKey } from "../../../pdf-reader/objects.js";
import { PdfFault, PdfRef, PdfStream, type ChangeableFile, type PdfDict } from "../../../pdf-reader/types.js";
import { appended } from "../../../backends/pdf/update/append.js";
import { Changes } from "../../../backends/pdf/update/changes.js";
import { flattened } from "../../../backends/pdf/update/flatten.js";
import { rewritten } from "../../../backends/pdf/update/rewrite.js";
import { fail } from "../../../compiler/core/fail.js";
import { withSetting } from "../../../compiler/core/limits.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import type { World } from "../../../compiler/core/world.js";
import { checkedValues, type FieldValue } from "../../../compiler/fill/values.js";
import { UNBOUNDED } from "../../engine/renderer.js";
import { chosenOf, drawLooks, type LookTarget } from "./looks.js";
import { fieldLocksOf, type LockOf } from "./signed.js";
import type { FillTools } from "./tools.js";
import { setValue } from "./write.js";

export interface FillOptions {
  readonly flatten?: boolean | undefined;
  readonly read_only?: boolean | undefined;
}

/** Result of `fillForm`. */
export interface FilledForm {
  readonly pdf: Uint8Array;
  /** full names, in the order of the values */
  readonly fields: readonly string[];
  readonly warnings: readonly string[];
}

const SOURCE = at(ROOT, "source");
/** Bits of /P: modify, annotate, fill in (table 22). */
const MAY_FILL = (1 << 3) | (1 << 5) | (1 << 8);
const refused = (rule: string, reason: string): never => fail("API-002", rule, SOURCE, reason);

/** @param values undefined: none. @throws RenderError API-001, API-002 */
export async function fillFormOf(pdf: Uint8Array, values: unknown, options: FillOptions, tools: FillTools): Promise<FilledForm> {
  const world = tools.renderer.world(tools.options);
  const warnings: string[] = [];
  try {
    const file = openToChange(pdf, tools);
    const { nodes, form } = formNodesOf(file);
    const fields = nodes.map(({ field }) => field);
    const isSigned = fields.some((field) => field.signed === true);
    const acro = dictOf(file.get(file.catalog.get("AcroForm")));
    const hasXfa = acro !== null && file.get(acro.get("XFA")) !== null;
    if (hasXfa && (form !== "acroform" || file.get(file.catalog.get("NeedsRendering")) === true))
      refused("fill-xfa", "the file is an XFA form, whose fields are not those of PDF");
    const permissions = file.encryption && file.get(file.encryption.get("P"));
    if (typeof permissions === "number" && (permissions & MAY_FILL) === 0)
      refused("fill-permission", "the permissions of the encrypted file allow neither filling, annotating nor changing it");
    const checked = checkedValues(values === undefined ? {} : values, fields, { readOnly: options.read_only === true });
    const lockOf: LockOf = isSigned ? fieldLocksOf(file, nodes) : () => null;
    for (const name of checked.keys()) {
      const lock = lockOf(name);
      if (lock !== null) fail("API-002", "fill-locked", at(ROOT, "values", name), lock);
    }
    if (isSigned && options.flatten) refused("fill-signed", "a signed file is not flattened: its signatures would break");
    if (isSigned && hasXfa) refused("fill-signed", "a signed XFA form is not filled: its signatures would break");
    if (checked.size === 0 && !options.flatten) return { pdf, fields: [], warnings };
    const changes = new Changes(file);
    await change(changes, { nodes, acro, checked, lockOf, world, tools, warnings });
    if (hasXfa) warnings.push("the XFA part of the form is taken out: its fields are filled");
    const scripted = scriptedFields(file, acro, nodes);
    if (scripted.length > 0) warnings.push(`scripts are not run; values of these fields are as given: ${scripted.join(", ")}`);
    const deflate = world.pictures.deflate;
    let filled: Uint8Array;
    if (file.crossReference === null || file.isDamaged) {
      if (isSigned)
        refused(
          "fill-signed",
          "the cross-reference of the signed file is broken: it can only be written anew, which breaks its signatures",
        );
      warnings.push("the cross-reference of the file was broken: it is written anew");
      filled = rewritten(changes, { md5: tools.crypto.md5, deflate });
    } else filled = appended(changes, tools.crypto.md5).pdf;
    if (options.flatten) filled = flattenedFile(filled, tools, deflate);
    return { pdf: filled, fields: [...checked.keys()], warnings };
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return fail("API-002", "form-source", SOURCE, withSetting(e.message, e.setting));
  }
}

interface Filling {
  readonly nodes: readonly FormNode[];
  readonly acro: PdfDict | null;
  readonly checked: ReadonlyMap<string, FieldValue>;
  readonly lockOf: LockOf;
  readonly world: World;
  readonly tools: FillTools;
  readonly warnings: string[];
}

async function change(changes: Changes, { nodes, acro, checked, lockOf, world, tools, warnings }: Filling): Promise<void> {
  const { file } = changes;
  const drawsAll = acro !== null && file.get(acro.get("NeedAppearances")) === true;
  const targets: LookTarget[] = [];
  for (const node of nodes) {
    const value = checked.get(node.field.name);
    if (value) setValue(changes, node, value);
    const lacks = (widget: FormNode["widgets"][number]): boolean =>
      !hasLook(file, widget.dict, node.field.kind === "checkbox" || node.field.kind === "radio");
    const draws = value !== undefined || (drawsAll && lockOf(node.field.name) === null);
    const isButton = node.field.kind === "checkbox" || node.field.kind === "radio";
    const isTyped = node.field.kind === "text" || node.field.kind === "dropdown" || node.field.kind === "list";
    for (const [index, widget] of node.widgets.entries())
      if ((draws && isTyped) || ((draws || lockOf(node.field.name) === null) && lacks(widget)))
        targets.push({ node, widget, index, value: chosenOf(node.field, value), isGiven: value !== undefined, isButton });
  }
  await drawLooks(changes, targets, { acro, world, tools, warnings });
  tidy(changes, acro);
}

/** Entries that would let readers draw other looks go. */
function tidy(changes: Changes, acro: PdfDict | null): void {
  if (!acro || !(acro.has("NeedAppearances") || acro.has("XFA"))) return;
  const { file } = changes;
  const gone = { NeedAppearances: undefined, XFA: undefined };
  const given = file.catalog.get("AcroForm");
  if (given instanceof PdfRef) return changes.edit(given, gone);
  const root = file.trailer.get("Root");
  const remaining = new Map([...acro].filter(([key]) => !Object.hasOwn(gone, key)));
  if (root instanceof PdfRef) changes.edit(root, { AcroForm: remaining });
}

function hasLook(file: ChangeableFile, widget: PdfDict, hasStates: boolean): boolean {
  const normal = file.get(dictOf(file.get(widget.get("AP")))?.get("N"));
  if (normal instanceof PdfStream) return true;
  const states = dictOf(file.get(normal));
  if (!states) return false;
  return hasStates
    ? [...states.keys()].some((state) => state !== "Off")
    : [...states.values()].some((state) => file.get(state) instanceof PdfStream);
}

const SCRIPT_EVENTS = ["K", "F", "V", "C"];

/** Names of fields that calculate, format and the like: by actions of theirs or of their widgets (/AA), or by the order of calculations. */
function scriptedFields(file: ChangeableFile, acro: PdfDict | null, nodes: readonly FormNode[]): readonly string[] {
  const order = new Set((arrayOf(file.get(acro?.get("CO"))) ?? []).map(refKey));
  const acts = ({ dict, ref }: FormNode["holders"][number]): boolean => {
    if (ref !== null && order.has(ref.num)) return true;
    const actions = dictOf(file.get(inheritedOf(file, dict, "AA")));
    return actions !== null && SCRIPT_EVENTS.some((event) => actions.has(event));
  };
  return nodes.filter(({ holders, widgets }) => holders.some(acts) || widgets.some(acts)).map(({ field }) => field.name);
}

function flattenedFile(pdf: Uint8Array, { crypto }: FillTools, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const file = openToChange(pdf, { budgets: UNBOUNDED, crypto });
  return rewritten(flattened(new Changes(file), deflate), { md5: crypto.md5, deflate });
}
