// Tags: the tree of structure elements with its text (ISO 32000-2, 14.7 and 14.8; DF-12).
import { keyOf, textOf } from "../../pdf-reader/objects.js";
import { boxOf } from "../../pdf-reader/pages.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import type { Rect, TagFact } from "./facts.js";
import { seenOf, seenRect } from "./seen.js";
import { TagAttributes, type Attributes } from "./tag-attributes.js";
import { TagRoles } from "./tag-roles.js";
import { TagTable } from "./tag-table.js";
import { tagRoot, walkTags } from "./tag-walk.js";

/**
 * Text and extent of marked content, undefined without words. Pages are from 0; `key` is `MCID`, or `OBJECT NUMBER OF THE FORM:MCID` for
 * content of a form.
 */
export type Marked = (page: number, key: string) => { readonly text: string; readonly rect: Rect | null } | undefined;

/** Elements nested deeper are kids of the one at this level. */
const DEEPEST = 500;
/** Spans of cells beyond are as good as this. */
const LARGEST_SPAN = 1000;
const TEXTS = ["Lang", "Alt", "ActualText", "T", "E"] as const;
const NONE: readonly TagFact[] = [];
const NO_PROPERTIES: ReadonlyMap<string, string> = new Map();

class Element implements TagFact {
  text = "";
  page: number | null = null;
  rect: Rect | null = null;
  kids: TagFact[] | typeof NONE = NONE;
  properties: ReadonlyMap<string, string> = NO_PROPERTIES;

  constructor(readonly role: string) {}
}

/** An element whose kids are read. */
interface Open {
  readonly element: Element;
  /** Page that the element names. */
  readonly page: number | null;
  /** Innermost table around, or of, the element. */
  readonly table: TagTable | null;
  /** Extent where the element has no words: in user space of `page`. */
  box: readonly [number, number, number, number] | null;
}

/** Returns the root of the tree, whose kids are the document's elements; null without tags. @throws PdfFault over a budget */
export function tagsOf(file: PdfFile, marked: Marked): TagFact | null {
  const root = tagRoot(file);
  if (!root) return null;
  const builder = new TagBuilder(file, root, marked);
  walkTags(file, root, builder);
  return builder.root.kids.length === 0 ? null : builder.root;
}

class TagBuilder {
  readonly root = new Element("StructTreeRoot");
  readonly #roles: TagRoles;
  readonly #attributes: TagAttributes;
  readonly #open: Open[] = [{ element: this.root, page: null, table: null, box: null }];

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
    readonly marked: Marked,
  ) {
    this.#roles = new TagRoles(file, root);
    this.#attributes = new TagAttributes(file, root);
  }

  open(dict: PdfDict, page: number | null): void {
    const element = new Element(this.#roles.of(dict));
    const attributes = this.#attributes.of(dict);
    const properties = this.#properties(dict, attributes);
    if (properties.size > 0) element.properties = properties;
    const around = this.#open[Math.min(this.#open.length, DEEPEST) - 1]!.element;
    if (around.kids === NONE) around.kids = [element];
    else (around.kids as TagFact[]).push(element);
    const table = element.role === "Table" ? new TagTable(this.file) : this.#open.at(-1)!.table;
    if (element.role === "TR") table?.row();
    if (element.role === "TH" || element.role === "TD") this.#cell(table, element, dict, attributes);
    this.#open.push({ element, page, table, box: attributes?.box ?? null });
  }

  #properties(dict: PdfDict, attributes: Attributes | null): Map<string, string> {
    const properties = new Map<string, string>();
    for (const key of TEXTS) {
      const text = dict.has(key) ? textOf(this.file, dict.get(key)) : null;
      if (text !== null) properties.set(key, text);
    }
    for (const [key, value] of attributes?.values ?? []) properties.set(key, value);
    return properties;
  }

  #cell(table: TagTable | null, element: Element, dict: PdfDict, attributes: Attributes | null): void {
    const span = (key: string): number => {
      const given = Math.trunc(Number(attributes?.values.get(key) ?? 1));
      return given >= 1 ? Math.min(given, LARGEST_SPAN) : 1;
    };
    table?.cell({
      rowSpan: span("RowSpan"),
      colSpan: span("ColSpan"),
      id: keyOf(this.file.get(dict.get("ID"))),
      headers: attributes?.headers ?? [],
      setHeaders: (headers) => (element.properties = new Map(element.properties).set("Headers", headers)),
    });
  }

  content(page: number | null, key: string): void {
    const { element } = this.#open.at(-1)!;
    if (page === null) return;
    element.page ??= page;
    const found = this.marked(page, key);
    if (!found) return;
    const text = found.text.replace(/\s+/g, " ").trim();
    if (text !== "") element.text = element.text === "" ? text : `${element.text} ${text}`;
    if (element.page === page) element.rect = around(element.rect, found.rect);
  }

  annotation(dict: PdfDict, page: number | null): void {
    const open = this.#open.at(-1)!;
    open.element.page ??= page;
    open.box ??= boxOf(dict.get("Rect"), this.file.get);
  }

  close(): void {
    const { element, page, table, box } = this.#open.pop()!;
    element.page ??= box && page;
    if (element.rect === null && box && element.page !== null) element.rect = seenRect(seenOf(this.file.page(element.page + 1)), box);
    const outer = this.#open.at(-1)!;
    if (table && table !== outer.table) table.end();
    outer.element.page ??= element.page;
    if (outer.element.page === element.page) outer.element.rect = around(outer.element.rect, element.rect);
  }
}

function around(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Replacement text of content by page and key; null for content that no element replaces. */
export type OwnedActualText = (page: number, key: string) => string | null;

/**
 * Returns replacement texts (`ActualText`) of elements for the content below them: the first content has the text of the outermost one,
 * the rest is empty. An empty text replaces nothing. Pages and keys are those of `Marked`. @throws PdfFault over a budget
 */
export function ownedActualTexts(file: PdfFile): OwnedActualText {
  const root = tagRoot(file);
  const texts = new Map<string, string>();
  if (root) walkTags(file, root, new ActualTexts(file, texts));
  return texts.size === 0 ? () => null : (page, key) => texts.get(`${page} ${key}`) ?? null;
}

class ActualTexts {
  #depth = 0;
  /** Replacement that has begun: the level of its element, and the text while no content has it. */
  #from = 0;
  #text: string | null = null;

  constructor(
    readonly file: PdfFile,
    readonly texts: Map<string, string>,
  ) {}

  open(dict: PdfDict): void {
    this.#depth++;
    if (this.#text !== null || !dict.has("ActualText")) return;
    // programs write empty ones for none, also of whole documents
    this.#text = textOf(this.file, dict.get("ActualText")) || null;
    this.#from = this.#depth;
  }

  close(): void {
    if (this.#text !== null && this.#depth === this.#from) this.#text = null;
    this.#depth--;
  }

  content(page: number | null, key: string): void {
    const place = `${page} ${key}`;
    if (this.#text === null || page === null || this.texts.has(place)) return;
    this.texts.set(place, this.#text);
    this.#text = "";
  }

  annotation(): void {
    // appearances are not replaced
  }
}
