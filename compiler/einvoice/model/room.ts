// Profiles, syntaxes and the terms with a place there (I11, I12).
import { isList } from "../../../base/json.js";
import { detect, detectUbl, guidelinesOf, isPeppol, PEPPOL, XRECHNUNG } from "../xml/guideline.js";
import type { Syntax } from "../xml/node.js";
import { elementsOf, type Document } from "./tree.js";
import { MODEL, termOf, type Field, type Term } from "./terms.js";
import { groupsAt, isGroup, textAt, type Draft, type Group, type Path, type Value } from "./value.js";
import { lookup } from "../../../base/lookup.js";

export const CII_PROFILES = ["minimum", "basic_wl", "basic", "en16931", "extended", "extended_ctc_fr", "xrechnung"] as const;
export const UBL_PROFILES = ["en16931", "xrechnung", "peppol", "extended_ctc_fr"] as const;
export type WriteProfile = (typeof CII_PROFILES)[number] | (typeof UBL_PROFILES)[number];
export const PROFILES_OF: Readonly<Record<Syntax, readonly WriteProfile[]>> = { cii: CII_PROFILES, ubl: UBL_PROFILES };

/** BT-23 where it is absent (I11). */
export const BILLING = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/** type codes of a UBL credit note (I18) */
const CREDIT_NOTES = new Set("81 83 261 262 296 308 381 396 420 458 502 503 532".split(" "));
export const isCreditNote = (model: Group): boolean => CREDIT_NOTES.has(textAt(model, "invoice_type_code") ?? "380");

export const documentOf = (model: Group, syntax: Syntax): Document =>
  syntax === "cii" ? "cii" : isCreditNote(model) ? "ubl-credit-note" : "ubl-invoice";

/** BT-24; an XRechnung keeps its own guideline. */
export function guidelineOf(model: Group, profile: WriteProfile): string {
  if (profile === "peppol") return PEPPOL;
  if (profile !== "xrechnung") return guidelinesOf("factur_x", profile)[0]!;
  const given = textAt(model, "process_control", "specification_identifier");
  const known: readonly string[] = Object.values(XRECHNUNG);
  if (given !== undefined && known.includes(given)) return given;
  const extends_ =
    groupsAt(model, "third_party_payments").length > 0 || groupsAt(model, "lines").some((l) => l["parent_line_identifier"] !== undefined);
  return extends_ ? XRECHNUNG.extension : XRECHNUNG.core;
}

/** Returns the profile of a guideline; null if it is unknown. */
export function profileOf(guideline: string, syntax: Syntax): WriteProfile | null {
  const found = syntax === "ubl" ? detectUbl(guideline) : (detect(guideline)?.profile ?? (isPeppol(guideline) ? "peppol" : null));
  return found === "core" ? null : found;
}

const LEVELS = ["minimum", "basic_wl", "basic", "en16931", "extended"];

/** Sub-lines are of XRechnung's extension too, in UBL only. */
const UBL_EXTENSION = new Set(["lines[].parent_line_identifier"]);

function isOf(term: Term, syntax: Syntax, profile: WriteProfile): boolean {
  if (term.from === "xrechnung extension") return profile === "xrechnung";
  if (syntax === "ubl" && profile === "xrechnung" && UBL_EXTENSION.has(term.field)) return true;
  const level = LEVELS.indexOf(profile);
  if (level >= 0 && syntax === "cii") return LEVELS.indexOf(term.least) <= level;
  return term.from === "en16931" || (profile === "extended_ctc_fr" && term.from.split(", ").includes(profile));
}

/** Arrays with one entry in CII: in D22B, in Factur-X, in D16B, of which XRechnung is. */
const ONE_IN_D22B = new Set(["language_codes[]"]);
const ONE_IN_FACTUR_X = new Set([...ONE_IN_D22B, "lines[].preceding_invoice_references[]"]);
const ONE_IN_D16B = new Set([...ONE_IN_FACTUR_X, "preceding_invoice_references[]"]);
const onceInCii = (profile: WriteProfile): ReadonlySet<string> =>
  profile === "xrechnung" ? ONE_IN_D16B : profile === "extended_ctc_fr" ? ONE_IN_D22B : ONE_IN_FACTUR_X;

/** Value without a place; its term, else the nearest group's. */
export interface Loss {
  readonly path: Path;
  readonly term: Term;
}

interface Room {
  readonly model: Group;
  readonly losses: readonly Loss[];
}

export function fit(model: Group, syntax: Syntax, profile: WriteProfile): Room {
  const { fields } = elementsOf(documentOf(model, syntax));
  const has = (term: Term): boolean => fields.has(term.field) && isOf(term, syntax, profile);
  const losses: Loss[] = [];
  const many = profile === "extended" || profile === "extended_ctc_fr";
  const one = syntax === "cii" ? onceInCii(profile) : new Set<string>();
  const isOnce = (field: Field): boolean => one.has(field.field) || (field.term?.isOnce === true && !many);
  const anyOf = new Map<Field, boolean>();
  const hasAny = (field: Field): boolean => {
    let known = anyOf.get(field);
    if (known === undefined) {
      known = field.fields.size === 0 ? has(field.term!) : [...field.fields.values()].some(hasAny);
      anyOf.set(field, known);
    }
    return known;
  };
  const group = (of: Field, given: Group, path: Path): Group => {
    const out: Draft = {};
    for (const field of of.fields.values()) {
      const value = lookup(given, field.key);
      if (value === undefined) continue;
      const here = [...path, field.key];
      if (!hasAny(field)) for (const l of lossesOf(field, value, here)) losses.push(l);
      else if (!isList(value)) out[field.key] = item(field, value, here);
      else {
        const list = value;
        const retained = isOnce(field) ? list.slice(0, 1) : list;
        for (let i = retained.length; i < list.length; i++)
          for (const l of lossesOf({ ...field, isArray: false }, list[i]!, [...here, i])) losses.push(l);
        out[field.key] = retained.map((v, i) => item(field, v, [...here, i]));
      }
    }
    return out;
  };
  const item = (field: Field, value: Value, path: Path): Value => {
    if (!isGroup(value)) return value;
    if (field.fields.size > 0) return group(field, value, path);
    const lost = Object.keys(value).filter((part) => {
      const term = termOf(`${field.field}.${part}`);
      return term !== undefined && !has(term);
    });
    for (const part of lost) losses.push({ path: [...path, part], term: termOf(`${field.field}.${part}`)! });
    return lost.length === 0 ? value : Object.fromEntries(Object.entries(value).filter(([part]) => !lost.includes(part)));
  };
  return { model: group(MODEL, model, []), losses };
}

/** Returns the loss of the field's own term, or those of the terms below a group without an identifier. */
export function lossesOf(field: Field, value: Value, path: Path): readonly Loss[] {
  if (field.term) return [{ path, term: field.term }];
  if (isList(value)) return value.flatMap((v, i) => lossesOf(field, v, [...path, i]));
  if (!isGroup(value)) return [];
  return [...field.fields.values()].flatMap((f) =>
    lookup(value, f.key) === undefined ? [] : lossesOf(f, lookup(value, f.key)!, [...path, f.key]),
  );
}
