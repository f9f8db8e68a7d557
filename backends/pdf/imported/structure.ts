// Elements of imported pages, and owners of their content in the parent tree (ISO 32000-1, 14.7; PDF-30).
import type { OwnedContent } from "../../../pdf-reader/judge/tags.js";
import type {
  AttributeEntry,
  AttributeValue,
  ImportedAttributes,
  ImportedContent,
  ImportedNode,
  ImportedStructure,
} from "../../../ir/ir.js";
import type { TagNames } from "./tag-names.js";
import type { PdfFile } from "../syntax/file.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { Entries, name, Raw, Ref, Refs, text, type Dict, type PdfValue } from "../syntax/object.js";
import { nameValue } from "./copy.js";

export interface TaggedPage {
  readonly ref: Ref;
  /** in the file, from 1 */
  readonly number: number;
  /** in the parent tree; null without marked content */
  readonly key: number | null;
  readonly forms: ReadonlyMap<number, { readonly ref: Ref; readonly key: number }>;
  readonly links: ReadonlyMap<number, { readonly ref: Ref; readonly key: number }>;
  readonly drawn: ReadonlyMap<number, number>;
}

interface Owned {
  readonly mcids: Set<number>;
  readonly forms: Map<number, Set<number>>;
  readonly annotations: Map<number, string>;
}
const NOTHING: OwnedContent = { mcids: new Set(), forms: new Map(), annotations: new Map() };

interface PlacedContent {
  readonly node: ImportedNode;
  readonly content: ImportedContent;
}

/** The objects are written after all pages. */
export class ImportedElements {
  readonly #owned = new Map<number, Owned>();
  readonly #pages = new Map<number, TaggedPage>();
  readonly #owners = new Map<number, number[]>();
  readonly #objects = new Map<number, number>();
  readonly #classes = new Map<string, string>();
  readonly ids: [string, Ref][] = [];
  #names: TagNames | null = null;
  /** reserved before they are written: elements that others refer to, and those of destinations */
  readonly #keys = new Map<string, Ref>();
  readonly #aims = new Map<ImportedNode, Ref>();
  #inOrder: ReadonlyMap<number, readonly PlacedContent[]> | null = null;

  /** `prefix`: of identifiers and class names, different for each import */
  constructor(
    readonly structure: ImportedStructure,
    readonly prefix: string,
  ) {
    for (const kid of structure.kids) this.#own(kid);
    for (const { name: own } of structure.classes) this.#classes.set(own, `${prefix}${own}`);
  }

  #own({ role, kids }: ImportedNode): void {
    for (const kid of kids) {
      if ("role" in kid) {
        this.#own(kid);
        continue;
      }
      let page = this.#owned.get(kid.page);
      if (!page) this.#owned.set(kid.page, (page = { mcids: new Set(), forms: new Map(), annotations: new Map() }));
      const { mcid, form, annotation } = kid;
      if (annotation !== undefined) page.annotations.set(annotation, role);
      else if (form === undefined) page.mcids.add(mcid!);
      else {
        const known = page.forms.get(form);
        if (known) known.add(mcid!);
        else page.forms.set(form, new Set([mcid!]));
      }
    }
  }

  /** Content of a page of the import, from 0. */
  content(page: number): OwnedContent {
    return this.#owned.get(page) ?? NOTHING;
  }

  numberOf(page: number): number | null {
    return this.#pages.get(page)?.number ?? null;
  }

  add(page: number, written: TaggedPage): void {
    this.#pages.set(page, written);
  }

  /** Returns the object numbers of the top-level elements. */
  write(file: PdfFile, parent: number, names: TagNames): readonly number[] {
    this.#names = names;
    return this.structure.kids.map((kid) => this.#element(file, kid, parent));
  }

  #element(file: PdfFile, node: ImportedNode, parent: number): number {
    const num = this.#numberOf(file, node);
    const { role, newer, title, lang, alt, actualText, expansion, id, attributes = [], classes = [], refs = [] } = node;
    const page = this.#pageOf(node);
    const kids = node.kids.flatMap((kid) =>
      "role" in kid ? new Ref(this.#element(file, kid, num)) : (this.#content(kid, num, page) ?? []),
    );
    const ref = new Ref(num);
    const own = id === undefined ? null : `${this.prefix}${id}`;
    if (own !== null) this.ids.push([own, ref]);
    const objects = attributes.map((a) => this.#attributes(a));
    const names = classes.map((c) => nameValue(this.#classes.get(c)!));
    const about: Dict = {
      ...this.#names!.imported(role, newer),
      P: new Ref(parent),
      ...(page && { Pg: page.ref }),
      ...(kids.length > 0 && { K: kids.length === 1 ? kids[0]! : kids }),
      ...(objects.length > 0 && { A: objects.length === 1 ? objects[0]! : objects }),
      ...(names.length > 0 && { C: names.length === 1 ? names[0]! : names }),
      ...(title !== undefined && { T: text(title) }),
      ...(lang !== undefined && { Lang: text(lang) }),
      ...(alt !== undefined && { Alt: text(alt) }),
      ...(actualText !== undefined && { ActualText: text(actualText) }),
      ...(expansion !== undefined && { E: text(expansion) }),
      ...(own !== null && { ID: text(own) }),
      ...(refs.length > 0 && { Ref: refs.map((key) => this.#referred(file, key)) }),
    };
    file.add(about, ref);
    return num;
  }

  #referred(file: ObjectWriter, key: string): Ref {
    let ref = this.#keys.get(key);
    if (!ref) this.#keys.set(key, (ref = file.reserve()));
    return ref;
  }

  #numberOf(file: PdfFile, node: ImportedNode): number {
    const reserved = node.key === undefined ? this.#aims.get(node) : this.#referred(file, node.key);
    return reserved ? reserved.num : file.number();
  }

  /** The first element in reading order with content on a page of the import, from 0, that is reached, else the first on it; null without (AX-13). */
  target(file: ObjectWriter, page: number, isReached: (content: ImportedContent) => boolean): Ref | null {
    const all = this.#contentOf().get(page) ?? [];
    const { node } = all.find(({ content }) => isReached(content)) ?? all[0] ?? { node: null };
    if (!node) return null;
    if (node.key !== undefined) return this.#referred(file, node.key);
    let ref = this.#aims.get(node);
    if (!ref) this.#aims.set(node, (ref = file.reserve()));
    return ref;
  }

  /** Returns the content of each page in reading order. */
  #contentOf(): ReadonlyMap<number, readonly PlacedContent[]> {
    if (this.#inOrder) return this.#inOrder;
    const pages = new Map<number, PlacedContent[]>();
    const go = (node: ImportedNode): void => {
      for (const kid of node.kids)
        if ("role" in kid) go(kid);
        else {
          const known = pages.get(kid.page);
          if (known) known.push({ node, content: kid });
          else pages.set(kid.page, [{ node, content: kid }]);
        }
    };
    for (const kid of this.structure.kids) go(kid);
    return (this.#inOrder = pages);
  }

  #pageOf({ kids }: ImportedNode): TaggedPage | null {
    for (const kid of kids) if (!("role" in kid)) return this.#pages.get(kid.page) ?? null;
    return null;
  }

  #content({ page: index, mcid, form, annotation }: ImportedContent, owner: number, around: TaggedPage | null): PdfValue | null {
    const page = this.#pages.get(index)!;
    if (annotation !== undefined) {
      const link = page.links.get(annotation);
      if (link) {
        this.#objects.set(link.key, owner);
        return { Type: name("OBJR"), Pg: page.ref, Obj: link.ref };
      }
      const drawn = page.drawn.get(annotation);
      return drawn === undefined ? null : this.#mark(drawn, owner, page, around);
    }
    if (form === undefined) return this.#mark(mcid!, owner, page, around);
    const stream = page.forms.get(form);
    // a form that the page does not draw
    if (!stream) return null;
    this.#owner(stream.key, mcid!, owner);
    return { Type: name("MCR"), Pg: page.ref, Stm: stream.ref, MCID: mcid! };
  }

  #mark(mcid: number, owner: number, page: TaggedPage, around: TaggedPage | null): PdfValue {
    this.#owner(page.key!, mcid, owner);
    return page === around ? mcid : { Type: name("MCR"), Pg: page.ref, MCID: mcid };
  }

  #owner(key: number, mcid: number, owner: number): void {
    let owners = this.#owners.get(key);
    if (!owners) this.#owners.set(key, (owners = []));
    owners[mcid] = owner;
  }

  /** Identifiers without an element are null. */
  parents(): readonly [number, PdfValue][] {
    const lists = [...this.#owners].map(([key, owners]): [number, PdfValue] => [key, new Refs(Array.from(owners, (num) => num ?? 0))]);
    return [...lists, ...[...this.#objects].map(([key, num]): [number, PdfValue] => [key, new Ref(num)])];
  }

  classes(): readonly (readonly [Raw | ReturnType<typeof name>, PdfValue])[] {
    return this.structure.classes.flatMap(({ name: own, attributes }) => {
      const objects = attributes.map((a) => this.#attributes(a));
      return objects.length === 0 ? [] : [[nameValue(this.#classes.get(own)!), objects.length === 1 ? objects[0]! : objects] as const];
    });
  }

  #attributes({ owner, entries }: ImportedAttributes): PdfValue {
    const isHeaders = ({ key }: AttributeEntry): boolean => owner === "Table" && key === "Headers";
    return new Entries([
      [name("O"), nameValue(owner)],
      ...entries.map((e) => [nameValue(e.key), isHeaders(e) ? this.#headers(e.value) : valueOf(e.value)] as const),
    ]);
  }

  #headers(value: AttributeValue): PdfValue {
    if (typeof value === "object" && "list" in value) return value.list.map((item) => this.#headers(item));
    return typeof value === "object" && "text" in value ? text(`${this.prefix}${value.text}`) : valueOf(value);
  }
}

function valueOf(value: AttributeValue): PdfValue {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isInteger(value) ? value : new Raw(value.toFixed(6).replace(/\.?0+$/, ""));
  if ("name" in value) return nameValue(value.name);
  if ("text" in value) return text(value.text);
  if ("list" in value) return value.list.map(valueOf);
  return new Entries(value.entries.map(({ key, value: inner }) => [nameValue(key), valueOf(inner)] as const));
}
