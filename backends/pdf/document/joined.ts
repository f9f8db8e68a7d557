// Documents one after another in one file: what each leaves to the tables of the file, which grow as they come (BK-16).
import type { Attachment, BlobId, Blobs, Destination, EndTables, Metadata, OutlineItem, PageLabel, StructNode } from "../../../ir/ir.js";
import { recordName } from "../../../ir/form.js";
import { append } from "../../../base/many.js";
import type { SourcePages } from "../imported/pages.js";
import { ByteWriter } from "../syntax/bytes.js";
import { GrowingTree } from "../syntax/growing-tree.js";
import { Entries, isAsciiText, name, Refs, text, type Dict, type Name, type PdfValue, type Raw, type Ref } from "../syntax/object.js";
import { JoinedAttachments } from "./attachment.js";
import type { SharedImages } from "./image.js";
import { destinationArray, GrowingOutline, labelEntries, sortKey, type PageOf } from "./navigation.js";
import { formEntry, type RecordField } from "./form.js";
import type { OpenFile } from "./open-file.js";
import type { Keys, Tags } from "./tags.js";

/** Names of a document begin with its number in digits of this count: a file cannot have more documents. */
const DIGITS = 7;
/** Bounds of what the file keeps to write equal parts of documents once. Beyond them, such parts are written again. */
const MOST_SHARED = 4096;
const MOST_FILES = 32;
/** Objects of a font, and of what is written at the end but for fonts and page nodes. */
const FONT_OBJECTS = 10;
const END_OBJECTS = 1000;
const PAGES_A_NODE = 8000;

/** Names in the order of their bytes, ASCII before others. */
class NameTables {
  readonly #ascii: GrowingTree;
  readonly #others: GrowingTree;

  constructor(readonly open: OpenFile) {
    this.#ascii = new GrowingTree(open.file, "Names");
    this.#others = new GrowingTree(open.file, "Names");
  }

  /** Names of a document, which are after those of the documents before. */
  add(entries: readonly (readonly [string, PdfValue])[]): void {
    const sorted = entries.map(([key, value]) => ({ key, value, by: sortKey(key) })).sort((a, b) => (a.by < b.by ? -1 : 1));
    for (const { key, value } of sorted) (isAsciiText(key) ? this.#ascii : this.#others).add(text(key), value);
  }

  /** Null if empty. */
  end(): Dict | null {
    if (this.#others.isEmpty) return this.#ascii.isEmpty ? null : this.#ascii.end();
    if (this.#ascii.isEmpty) return this.#others.end();
    return { Kids: [this.#ascii.node()!.ref, this.#others.node()!.ref] };
  }
}

/** Writes the fields of a document. @param record field above all; null: none */
type DocumentForm = (record: RecordField | null) => readonly Ref[];

/** Tables of a file that has several documents. */
export class JoinedFile {
  readonly keys: Keys = { next: 0 };
  readonly content: ByteWriter;
  readonly images: SharedImages = new Map();
  readonly names: NameTables;
  readonly ids: NameTables;
  readonly parents: GrowingTree;
  readonly labels: GrowingTree;
  readonly outline: GrowingOutline;
  readonly attachments: JoinedAttachments;
  readonly classes: (readonly [Name | Raw, PdfValue])[] = [];
  /** fields around those of each document, or those of the only one */
  #fields: Ref[] = [];
  /** form of the first document, written when it is known whether another follows */
  #waiting: DocumentForm | null = null;
  /** object numbers of the documents' elements */
  readonly elements: number[] = [];
  /** the element above those of the documents */
  #root: Ref | null = null;
  #documents = 0;
  #sources: SourcePages | null = null;
  #isVersion2 = false;
  #blobs: Blobs | null = null;

  constructor(
    readonly open: OpenFile,
    readonly metadata: Metadata,
  ) {
    const { file, limit, shared } = open;
    this.content = new ByteWriter(1 << 14, limit);
    this.names = new NameTables(open);
    this.ids = new NameTables(open);
    this.parents = new GrowingTree(file, "Nums");
    this.labels = new GrowingTree(file, "Nums");
    this.outline = new GrowingOutline(file);
    this.attachments = new JoinedAttachments(file, shared.options.crypto.md5);
  }

  get pages(): number {
    return this.open.pages.count;
  }

  get bytes(): number {
    return this.open.whole.bytes;
  }

  get objects(): number {
    const { whole, faces, pages } = this.open;
    return whole.objects + FONT_OBJECTS * faces.count + Math.ceil(pages.count / PAGES_A_NODE) + END_OBJECTS;
  }

  get root(): Ref {
    return (this.#root ??= this.open.file.reserve());
  }

  /** Begins a document. */
  tables(blobs: Blobs, { title }: { readonly title: string | null }): JoinedTables {
    const { open } = this;
    for (const known of [open.once, open.alphas, this.images]) if (known.size > MOST_SHARED) known.clear();
    this.#blobs = blobs;
    if (this.#sources) this.#isVersion2 ||= this.#sources.isVersion2;
    if (!this.#sources || this.#sources.count > MOST_FILES)
      this.#sources = open.sourcePages((id: BlobId) => open.shared.options.openPdf(this.#blobs!.get(id)));
    this.#formOf(this.#waiting, 1);
    this.#waiting = null;
    const number = ++this.#documents;
    const prefix = `${String(number).padStart(DIGITS, "0")}.`;
    return new JoinedTables(this, blobs, { number, prefix, sourcePages: this.#sources, title });
  }

  /** Names are below a field with the number of the document; those of the only one are as written (FM-30). */
  form(write: DocumentForm, number: number): void {
    if (number === 1) this.#waiting = write;
    else this.#formOf(write, number);
  }

  #formOf(write: DocumentForm | null, number: number): void {
    if (!write) return;
    const { file } = this.open;
    const record = { ref: file.reserve(), name: recordName(number) };
    file.add({ T: text(record.name), Kids: write(record) }, record.ref);
    this.#fields.push(record.ref);
  }

  end(blobs: Blobs): void {
    const { open } = this;
    if (this.#waiting) this.#fields = [...this.#waiting(null)];
    open.writeFaces(blobs);
    const meta = open.metadata(this.metadata);
    open.pages.write();
    open.catalog(this.metadata, {
      meta,
      dests: this.names.end(),
      bookmarks: this.outline.end(),
      labels: this.labels.isEmpty ? null : this.labels.end(),
      attached: this.attachments.end(),
      structure: this.#root && this.#structure(this.#root),
      form: this.#fields.length > 0 ? formEntry({ fields: this.#fields, fonts: open.typingFonts.all }) : null,
      isVersion2: this.#isVersion2 || this.#sources?.isVersion2 === true,
    });
    open.finish();
  }

  #structure(document: Ref): Ref {
    const { file } = this.open;
    const { names } = this.open.elementForms;
    const root = file.reserve();
    file.add({ ...names.entries("Document"), P: root, K: new Refs(this.elements) }, document);
    const ids = this.ids.end();
    return file.add(
      {
        Type: name("StructTreeRoot"),
        K: document,
        ParentTree: file.add(this.parents.end()),
        ParentTreeNextKey: this.keys.next,
        ...names.namespaces,
        ...(this.classes.length > 0 && { ClassMap: file.add(new Entries(this.classes)) }),
        ...(ids && { IDTree: file.add(ids) }),
      },
      root,
    );
  }
}

/** Reads the tables of the file for one of its documents. */
export class JoinedTables {
  /** of names that a file has once */
  readonly prefix: string;
  /** from 1 */
  readonly number: number;
  readonly sourcePages: SourcePages;
  readonly title: string | null;

  constructor(
    readonly joined: JoinedFile,
    readonly blobs: Blobs,
    { number, prefix, sourcePages, title }: Pick<JoinedTables, "number" | "prefix" | "sourcePages" | "title">,
  ) {
    this.number = number;
    this.prefix = prefix;
    this.sourcePages = sourcePages;
    this.title = title;
  }

  get keys(): Keys {
    return this.joined.keys;
  }

  get content(): ByteWriter {
    return this.joined.content;
  }

  get images(): SharedImages {
    return this.joined.images;
  }

  /** Parent of the document's element. */
  get root(): Ref {
    return this.joined.root;
  }

  destinations(all: readonly Destination[], pageOf: (page: number) => PageOf): void {
    this.joined.names.add(
      all.flatMap((d) => (d.name === null ? [] : [[this.prefix + d.name, destinationArray(d, pageOf(d.page))] as const])),
    );
  }

  /** @param dest entries that lead to the first page */
  outline(items: readonly OutlineItem[], dest: Dict, target: (destination: number) => Dict): void {
    const { outline } = this.joined;
    if (this.title === null) outline.add(items, target);
    else outline.entry(this.title, dest, items, target);
  }

  /** @param first its first page in the file */
  labels(labels: readonly PageLabel[], first: number): void {
    for (const [page, label] of labelEntries(labels, first)) this.joined.labels.add(page, label);
  }

  form(write: DocumentForm): void {
    this.joined.form(write, this.number);
  }

  attachments(all: readonly Attachment[]): void {
    this.joined.attachments.add(all, this.blobs);
  }

  /** The document's element, with its language if it is not that of the file. */
  part({ structure, metadata: { language } }: Pick<EndTables, "structure" | "metadata">): StructNode {
    const lang = structure.lang ?? (language !== this.joined.metadata.language && language !== "" ? language : undefined);
    return { ...structure, role: "Part", lang };
  }

  elements({ top, parents, ids, classes }: ReturnType<Tags["elements"]>): void {
    const { joined } = this;
    joined.elements.push(top.num);
    for (const [key, value] of parents) joined.parents.add(key, value);
    joined.ids.add(ids);
    append(joined.classes, classes);
  }
}
