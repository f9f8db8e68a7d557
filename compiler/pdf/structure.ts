// Elements with their content on the pages that are taken (ISO 32000-1, 14.7; PDF-30).
import { LANGUAGE } from "../../pdf-reader/judge/tags.js";
import { appearancesOf } from "../../pdf-reader/page/annotations.js";
import { OptionalContent } from "../../pdf-reader/page/optional.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { attributeIn, MOST_MCIDS, type ImportedAttributes, type ImportedStructure } from "../../ir/ir.js";
import type { ImportedSheet } from "../box/page.js";
import { attributesOf, Classes } from "./attributes.js";
import { cutStructure, roundsOf } from "./cut-structure.js";
import type { SourceContent, SourceElement } from "./elements.js";
import { arrayOf, dictOf, inheritedOf, nameOf, numberOf, refKey, textOf } from "../../pdf-reader/objects.js";
import { Roles, type Breach } from "./roles.js";

/** content below belongs to none */
const DEEPEST = 200;

/** Reads the structure of a file; null without tags. @param keepsNewer elements of PDF 2.0 keep their types (AX-17) @throws PdfFault */
export function structureOf(
  file: PdfFile,
  sheets: readonly ImportedSheet[],
  keepsNewer: boolean,
): { readonly structure: ImportedStructure; readonly language: string | null } | null {
  const root = dictOf(file.get(file.catalog.get("StructTreeRoot")));
  if (!root || file.get(root.get("K")) === null) return null;
  const reading = new StructureReading(file, root, sheets, keepsNewer);
  const language = reading.language(file.catalog);
  const elements = reading.elements(root.get("K"));
  const suspects = file.get(dictOf(file.get(file.catalog.get("MarkInfo")))?.get("Suspects")) === true;
  const breach: Breach | null = suspects
    ? { clause: "ISO 14289-1, 7.1", reason: "its tags are suspects (MarkInfo, Suspects)" }
    : (reading.roles.breach ?? reading.breach);
  const rounds = roundsOf(sheets);
  file.count(reading.size * (rounds.length - 1));
  const { kids, classes } = cutStructure(elements, rounds);
  return { structure: { kids, classes, ...(breach && { breach }) }, language };
}

/** Place of content: the page, from 1, that its element names. */
interface Place {
  readonly page: number | null;
  readonly depth: number;
}

class StructureReading {
  readonly roles: Roles;
  readonly #classes: Classes;
  readonly #seen = new Set<number>();
  /** pages that are taken, by object number */
  readonly #pages = new Map<number, number>();
  /** imported, as links or drawn */
  readonly #annotations = new Map<PdfDict, { readonly page: number; readonly annotation: number }>();
  readonly #owned = new Set<string>();
  breach: Breach | null = null;
  /** elements and content */
  size = 0;

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
    sheets: readonly ImportedSheet[],
    readonly keepsNewer: boolean,
  ) {
    this.roles = new Roles(file, root);
    this.#classes = new Classes(file, root);
    const optional = new OptionalContent(file);
    for (const { number, links } of new Map(sheets.map((sheet) => [sheet.number, sheet])).values()) {
      const page = file.page(number);
      if (page.ref) this.#pages.set(page.ref.num, number);
      const shown = [...links.map((l) => l.annotation), ...appearancesOf(file, page, optional).map((a) => a.annotation)];
      for (const annotation of shown) this.#annotations.set(page.annots[annotation]!, { page: number, annotation });
    }
  }

  elements(given: PdfObject | undefined): readonly SourceElement[] {
    return this.#kids(given, { page: null, depth: 0 }).filter((kid) => "role" in kid);
  }

  /** Null without a valid one. */
  language(dict: PdfDict): string | null {
    const given = textOf(this.file, dict.get("Lang"));
    if (given === null || given === "") return null;
    if (LANGUAGE.test(given)) return given;
    this.breach ??= { clause: "ISO 14289-1, 7.2", reason: `${JSON.stringify(given.slice(0, 60))} is not a language` };
    return null;
  }

  #kids(given: PdfObject | undefined, place: Place): readonly (SourceElement | SourceContent)[] {
    const { file } = this;
    const list = arrayOf(file.get(given)) ?? (given === undefined ? [] : [given]);
    file.count(list.length);
    this.size += list.length;
    return list.flatMap((item) => this.#kid(item, place) ?? []);
  }

  #kid(item: PdfObject, place: Place): SourceElement | SourceContent | null {
    const { file } = this;
    const found = file.get(item);
    if (typeof found === "number") return this.#marked(found, place.page, null);
    const dict = dictOf(file.get(found));
    if (!dict) return null;
    const type = nameOf(file.get(dict.get("Type")));
    if (type === "MCR") {
      const form = dict.get("Stm");
      const isForm = form instanceof PdfRef && file.get(form) instanceof PdfStream;
      return this.#marked(numberOf(file.get(dict.get("MCID"))), this.#page(dict, place.page), isForm ? form.num : null);
    }
    if (type === "OBJR") return this.#annotation(dictOf(file.get(dict.get("Obj"))));
    const key = refKey(item);
    if (key !== null) {
      if (this.#seen.has(key)) return null;
      this.#seen.add(key);
    }
    return place.depth >= DEEPEST ? null : this.#element(dict, place, item instanceof PdfRef ? item.num : null);
  }

  /** `otherwise` if none, null if not taken. */
  #page(dict: PdfDict, otherwise: number | null): number | null {
    const key = refKey(dict.get("Pg"));
    return key === null ? otherwise : (this.#pages.get(key) ?? null);
  }

  /** Belongs to the first element that has it. */
  #marked(mcid: number | null, page: number | null, form: number | null): SourceContent {
    if (page === null || mcid === null || !Number.isInteger(mcid) || mcid < 0 || mcid >= MOST_MCIDS) return CUT;
    const key = form === null ? `${page}/${mcid}` : `${page}/${form}/${mcid}`;
    if (this.#owned.has(key)) return CUT;
    this.#owned.add(key);
    return { page, mcid, ...(form !== null && { form }) };
  }

  #annotation(dict: PdfDict | null): SourceContent {
    const found = dict && this.#annotations.get(dict);
    if (!found) return CUT;
    this.#annotations.delete(dict);
    return found;
  }

  #element(dict: PdfDict, { page: around, depth }: Place, key: number | null): SourceElement {
    const { file } = this;
    const page = dict.has("Pg") ? this.#page(dict, null) : around;
    const kids = this.#kids(dict.get("K"), { page, depth: depth + 1 });
    const { role, newer } = this.roles.of(dict);
    const text = (key: string): string | null => textOf(file, dict.get(key));
    const [title, alt, actualText, expansion] = ["T", "Alt", "ActualText", "E"].map(text);
    const lang = this.language(dict);
    const attributes = attributesOf(file, dict.get("A"));
    return {
      role,
      newer: this.keepsNewer ? newer : null,
      key: this.keepsNewer ? key : null,
      refs: this.keepsNewer ? (arrayOf(file.get(dict.get("Ref"))) ?? []).flatMap((ref) => (ref instanceof PdfRef ? ref.num : [])) : NONE,
      texts: {
        ...(title && { title }),
        ...(lang !== null && { lang }),
        ...(alt != null && { alt }),
        ...(actualText != null && { actualText }),
        ...(expansion != null && { expansion }),
      },
      id: text("ID") || null,
      attributes: role === "Form" ? this.#fieldAttributes(attributes, kids) : attributes,
      classes: this.#classes.of(dict.get("C")),
      kids,
    };
  }

  /** A drawn field of a form that is not interactive (ISO 32000-1, 14.8.5.6). */
  #fieldAttributes(
    attributes: readonly ImportedAttributes[],
    kids: readonly (SourceElement | SourceContent)[],
  ): readonly ImportedAttributes[] {
    const drawn = kids.find((kid): kid is SourceContent => !("role" in kid) && kid.annotation !== undefined);
    if (!drawn || attributeIn(attributes, "PrintField", "Role") !== undefined) return attributes;
    const widget = this.file.page(drawn.page!).annots[drawn.annotation!]!;
    return [...attributes, { owner: "PrintField", entries: fieldEntries(this.file, widget) }];
  }
}

const NONE: readonly number[] = [];
const CUT: SourceContent = { page: null };
const RADIO = 1 << 15;
const PUSH = 1 << 16;

function fieldEntries(file: PdfFile, widget: PdfDict): ImportedAttributes["entries"] {
  const inherited = (key: string): PdfObject => inheritedOf(file, widget, key);
  const flags = numberOf(file.get(inherited("Ff"))) ?? 0;
  const isButton = nameOf(file.get(inherited("FT"))) === "Btn";
  const role = !isButton ? "tv" : flags & PUSH ? "pb" : flags & RADIO ? "rb" : "cb";
  const state = nameOf(file.get(widget.get("AS")));
  const description = textOf(file, inherited("TU"));
  return [
    { key: "Role", value: { name: role } },
    ...(role === "rb" || role === "cb" ? [{ key: "checked", value: { name: state === null || state === "Off" ? "off" : "on" } }] : []),
    ...(description ? [{ key: "Desc", value: { text: description } }] : []),
  ];
}
