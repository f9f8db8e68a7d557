// Changes of the form between two revisions: fields that were filled in, signatures that were added (SG-40).
import { isList } from "../../../../base/json.js";
import { fieldNodes, type FieldNode } from "../../../../pdf-reader/field-tree.js";

import { arrayOf, dictOf, inheritedOf, isDict, nameOf, numberOf, textOf } from "../../../../pdf-reader/objects.js";
import { PdfRef, type PdfDict, type PdfFile, type PdfObject } from "../../../../pdf-reader/types.js";
import type { ChangeKind } from "../report/report.js";
import { differentKeys, type Comparison } from "./comparison.js";
import { aligned } from "./equality.js";

/** Entries of a field that filling it in writes. */
const VALUE_KEYS: ReadonlySet<string> = new Set(["V", "I", "RV", "TI"]);
const LOOK_KEYS: ReadonlySet<string> = new Set(["AP", "AS"]);
/** Entries of an annotation that nothing shows. */
const SILENT_KEYS: ReadonlySet<string> = new Set(["M"]);
const ACTION_KEYS: ReadonlySet<string> = new Set(["A", "AA"]);

const READ_ONLY = 1;
const PUSH_BUTTON = 1 << 16;
const PASSWORD = 1 << 13;

type Node = Pick<FieldNode, "name" | "dict" | "ref">;

interface Filled {
  readonly field: string;
  object: number | null;
  hasValue: boolean;
  hasLook: boolean;
  readonly nodes: { readonly before: PdfDict; readonly after: PdfDict; readonly num: number | null; hasLook: boolean }[];
}

/** True for what hides its appearance: without area, or with a flag that hides it. */
function isInvisible(file: PdfFile, widget: PdfDict): boolean {
  const [a, b, c, d] = (arrayOf(file.get(widget.get("Rect"))) ?? []).map((n) => numberOf(file.get(n)) ?? 0);
  const flags = numberOf(file.get(widget.get("F"))) ?? 0;
  return a === c || b === d || (flags & 2) !== 0 || ((flags & 32) !== 0 && (flags & 4) === 0);
}

export function compareForms(cx: Comparison): void {
  new FormComparison(cx).run();
}

class FormComparison {
  readonly #filled = new Map<string, Filled>();
  #hasSignature = false;

  constructor(readonly cx: Comparison) {}

  run(): void {
    const { old, now } = this.cx;
    const before = [...fieldNodes(old)];
    const after = new Map<number, Node>();
    const known = new Set<number>();
    const fresh: Node[] = [];
    for (const { ref } of before) if (ref) known.add(ref.num);
    for (const node of fieldNodes(now)) {
      if (node.ref) after.set(node.ref.num, node);
      // direct nodes are compared in the lists that have them
      if (node.ref && !known.has(node.ref.num)) fresh.push(node);
    }
    for (const node of before) if (node.ref) this.#compareNode(node, after.get(node.ref.num) ?? null);
    this.#addSignatures(fresh);
    this.#reportFilled();
    this.#compareForm();
  }

  #report(kind: ChangeKind, object: number | null, field?: string, permitted = false): void {
    this.cx.changes.push({ kind, permitted, object, ...(field !== undefined && { field }) });
  }

  #compareNode({ name, dict, ref }: Node, found: Node | null): void {
    const num = ref!.num;
    if (!found || found.name !== name) return this.#report("form_structure", found ? num : null, name);
    const { cx } = this;
    const isSignature = nameOf(cx.old.get(inheritedOf(cx.old, dict, "FT"))) === "Sig";
    for (const { key, before, after, object } of differentKeys(cx, dict, found.dict, num)) {
      if (key === "Kids") this.#compareKids(before, after, name, num);
      else if (SILENT_KEYS.has(key)) continue;
      else if (isSignature && key === "V" && cx.old.get(before) === null) this.#addSignature(found);
      else if (VALUE_KEYS.has(key) && !isSignature) this.#fill(name, dict, found.dict, num).hasValue = true;
      else if (LOOK_KEYS.has(key)) {
        const filled = this.#fill(name, dict, found.dict, num);
        filled.hasLook = true;
        filled.nodes.at(-1)!.hasLook = true;
      } else this.#report(ACTION_KEYS.has(key) ? "action" : "form_structure", object ?? num, name);
    }
  }

  #compareKids(before: PdfObject, after: PdfObject, name: string, num: number): void {
    const { old, now, equality } = this.cx;
    const { added, missing } = aligned(arrayOf(old.get(before)) ?? [], arrayOf(now.get(after)) ?? [], equality);
    // kids that were added are among the nodes, but for direct ones
    if (missing.length > 0 || added.some((kid) => !(kid instanceof PdfRef))) this.#report("form_structure", num, name);
  }

  #fill(name: string, before: PdfDict, after: PdfDict, num: number): Filled {
    let filled = this.#filled.get(name);
    if (!filled) this.#filled.set(name, (filled = { field: name, object: num, hasValue: false, hasLook: false, nodes: [] }));
    if (filled.nodes.at(-1)?.num !== num) filled.nodes.push({ before, after, num, hasLook: false });
    return filled;
  }

  /** Kinds of a signature that a node has as its value; null if it is not a signature whose bytes are intact. */
  #signatureKind({ dict }: Node): "added_signature" | "added_time_stamp" | null {
    const { now, intact } = this.cx;
    const given = dict.get("V");
    const value = dictOf(now.get(given));
    if (!value || nameOf(now.get(inheritedOf(now, dict, "FT"))) !== "Sig") return null;
    if (!(given instanceof PdfRef) || !intact.has(given.num)) return null;
    return nameOf(now.get(value.get("SubFilter"))) === "ETSI.RFC3161" ? "added_time_stamp" : "added_signature";
  }

  #mayAdd(kind: "added_signature" | "added_time_stamp", field: string): boolean {
    const { rights } = this.cx;
    return kind === "added_time_stamp" || (rights.level > 1 && !rights.isLocked(field));
  }

  /** Of a field that was there. */
  #addSignature(node: Node): void {
    const kind = this.#signatureKind(node);
    if (kind === null) return this.#report("form_structure", node.ref!.num, node.name);
    this.#hasSignature = true;
    this.#report(kind, node.ref!.num, node.name, this.#mayAdd(kind, node.name));
    this.#fill(node.name, node.dict, node.dict, node.ref!.num).hasValue = true;
  }

  /** New fields and their widgets. */
  #addSignatures(fresh: readonly Node[]): void {
    const { cx } = this;
    const signed = new Set<PdfDict>();
    for (const node of fresh) {
      const parent = dictOf(cx.now.get(node.dict.get("Parent")));
      const isKid = parent !== null && signed.has(parent) && !node.dict.has("T");
      const kind = isKid ? null : this.#signatureKind(node);
      if (!isKid && kind === null) {
        this.#report("form_structure", node.ref!.num, node.name);
        continue;
      }
      if (kind) {
        this.#hasSignature = true;
        signed.add(node.dict);
        this.#report(kind, node.ref!.num, node.name, this.#mayAdd(kind, node.name));
      }
      if (nameOf(cx.now.get(node.dict.get("Subtype"))) !== "Widget") continue;
      cx.added.add(node.dict);
      if (node.dict.has("A") || node.dict.has("AA")) this.#report("action", node.ref!.num, node.name);
      if (isInvisible(cx.now, node.dict)) continue;
      // a time stamp, which every certification permits, has nothing to show
      if (kind === "added_time_stamp") this.#report("annotation", node.ref!.num, node.name);
      else cx.looks.push({ kind: "signature", field: node.name, widget: node.dict, object: node.ref!.num, text: null });
    }
  }

  #reportFilled(): void {
    const { cx } = this;
    for (const filled of this.#filled.values()) {
      const { before, after } = filled.nodes[0]!;
      const isSignature = nameOf(cx.old.get(inheritedOf(cx.old, before, "FT"))) === "Sig";
      // a look without a value shows what nobody filled in
      if (!filled.hasValue) this.#report("form_structure", filled.object, filled.field);
      else if (!isSignature) this.#report("filled_field", filled.object, filled.field, this.#mayFill(filled, before));
      const text = isSignature ? null : this.#textOf(after, before);
      for (const node of filled.nodes)
        if (node.hasLook) cx.looks.push({ kind: "field", field: filled.field, widget: node.after, object: node.num, text });
    }
  }

  #mayFill({ field, nodes }: Filled, before: PdfDict): boolean {
    const { old, rights } = this.cx;
    if (rights.level < 2 || rights.isLocked(field)) return false;
    const flags = numberOf(old.get(inheritedOf(old, before, "Ff"))) ?? 0;
    const type = nameOf(old.get(inheritedOf(old, before, "FT")));
    if ((flags & READ_ONLY) !== 0 || (type === "Btn" && (flags & PUSH_BUTTON) !== 0)) return false;
    // buttons choose among the looks that were signed
    return type !== "Btn" || nodes.every((node) => this.cx.equality.equal(node.before.get("AP"), node.after.get("AP"), node.num));
  }

  /** Text that a field may show; null for one of any: a button shows what was signed, a password points. */
  #textOf(after: PdfDict, before: PdfDict): string | null {
    const { now, old } = this.cx;
    const type = nameOf(old.get(inheritedOf(old, before, "FT")));
    const flags = numberOf(old.get(inheritedOf(old, before, "Ff"))) ?? 0;
    if (type === "Btn" || (type === "Tx" && (flags & PASSWORD) !== 0)) return null;
    // a list shows all options
    const options = type === "Ch" ? (arrayOf(now.get(inheritedOf(now, after, "Opt"))) ?? []) : [];
    const shown = options.flatMap((option) => arrayOf(now.get(option)) ?? [option]).map((part) => textOf(now, part) ?? "");
    const value = inheritedOf(now, after, "V");
    const texts = isList(value) ? value.map((item) => textOf(now, item) ?? "") : [textOf(now, value) ?? ""];
    return [...shown, ...texts].join("\n");
  }

  #compareForm(): void {
    const { cx } = this;
    const [before, after] = [cx.old, cx.now].map((file) => dictOf(file.get(file.catalog.get("AcroForm"))) ?? new Map()) as [
      PdfDict,
      PdfDict,
    ];
    const given = cx.now.catalog.get("AcroForm");
    const num = given instanceof PdfRef ? given.num : null;
    for (const { key, before: was, after: is, object } of differentKeys(cx, before, after, num)) {
      if (key === "SigFlags") continue;
      if (key === "NeedAppearances" && cx.now.get(is) !== true) continue;
      if (key === "Fields") {
        const { added, missing } = aligned(arrayOf(cx.old.get(was)) ?? [], arrayOf(cx.now.get(is)) ?? [], cx.equality);
        if (missing.length > 0 || added.some((field) => !(field instanceof PdfRef))) this.#report("form_structure", num);
      } else if (key === "DR") {
        if (!this.#mayAddResources(was, is)) this.#report("font_or_resource", object);
      } else if (!(key === "DA" && before.size === 0 && this.#hasSignature)) this.#report("form_structure", object);
    }
  }

  /** Writers add the font that they fill in with, or that of a signature's look. */
  #mayAddResources(was: PdfObject, is: PdfObject): boolean {
    const { old, now, equality } = this.cx;
    if (!this.#hasSignature && ![...this.#filled.values()].some(({ hasValue }) => hasValue)) return false;
    const [before, after] = [old.get(was) ?? new Map(), now.get(is)];
    if (!isDict(before) || !isDict(after)) return false;
    return [...new Set([...before.keys(), ...after.keys()])].every((category) => {
      if (equality.equal(before.get(category), after.get(category))) return true;
      const [known, later] = [old.get(before.get(category)) ?? new Map(), now.get(after.get(category))];
      return isDict(known) && isDict(later) && [...known].every(([name, value]) => equality.equal(value, later.get(name)));
    });
  }
}
