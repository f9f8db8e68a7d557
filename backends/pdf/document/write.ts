import { append } from "../../../base/many.js";
import { latin } from "../../../pdf-reader/lexer.js";
import { round } from "../../../ir/geometry.js";
import type {
  BlobId,
  Blobs,
  Destination,
  ImportedPage,
  EndTables,
  OpenTables,
  MarkId,
  Page,
  Rect,
  SourceId,
  StructNode,
  Widget,
  WidgetLook,
} from "../../../ir/ir.js";
import type { PdfFile as SourceFile } from "../../../pdf-reader/types.js";
import { Content } from "../content/content.js";
import { SharedCaches, type PdfBackendOptions } from "./shared.js";
import { DocumentFonts } from "./fonts.js";
import { JoinedFile, type JoinedTables } from "./joined.js";
import { PageMemo, type PageContent } from "./page-memo.js";
import { importedObject, linkAnnotation, type PendingImportedLink } from "../imported/import.js";
import { reachedFrom } from "../imported/reached.js";
import { ImportedElements } from "../imported/structure.js";
import type { SourcePages } from "../imported/pages.js";
import { LinkWriter, type PendingLink } from "./link.js";
import { DROPPED, OpenFile } from "./open-file.js";
import { atSource, PdfError } from "./pdf-error.js";
import { firstSource, violationOf, violationOfHead, type DocumentParts, type Judge } from "../profile/conformance.js";
import { elementRules } from "../profile/element-rules.js";
import type { Violation } from "../profile/violation.js";
import { attachments } from "./attachment.js";
import type { PdfBackend, PdfWriter, WriteOptions } from "./backend.js";
import { destinationArray, destinations, outline, pageLabels } from "./navigation.js";
import { FormWriter, formEntry, labelledMarks, printedAs, type RecordField } from "./form.js";
import type { PageTree } from "./page-tree.js";
import { Resources } from "./resources.js";
import { Tags } from "./tags.js";
import { Targets } from "./targets.js";
import { goToAction } from "../syntax/action.js";
import { ByteWriter } from "../syntax/bytes.js";
import { CONTENT_WINDOW } from "../syntax/file.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, text, type Dict, type Ref } from "../syntax/object.js";

export type { PdfBackend, PdfWriter } from "./backend.js";
export { PdfError } from "./pdf-error.js";

/** Page of looks that are on none: profiles bound its sides. */
const A4 = { width: 595, height: 842 };

/** Makes the backend, one for a process or worker: its caches accelerate later documents. */
export function createPdfBackend(options: PdfBackendOptions): PdfBackend {
  const shared = new SharedCaches(options);
  return {
    begin: (head, blobs, sink, write = {}) => new DocumentWriter(new OpenFile(shared, head, sink, write), head, blobs, write),
    judge: (head, blobs, write = {}) => new DocumentWriter(new OpenFile(shared, head, null, write), head, blobs, write),
    looks: (head, widgets, blobs, into) =>
      new DocumentWriter(new OpenFile(shared, head, DROPPED, {}, into), head, blobs, {}).looks(widgets),
    join: (head, sink, write) => {
      const joined = new JoinedFile(new OpenFile(shared, head, sink, write), head.metadata);
      return {
        document: (of, blobs, about) => new DocumentWriter(joined.open, of, blobs, {}, joined.tables(blobs, about)),
        get pages() {
          return joined.pages;
        },
        get bytes() {
          return joined.bytes;
        },
        get objects() {
          return joined.objects;
        },
        end: (blobs) => joined.end(blobs),
      };
    },
    release: () => shared.release(),
  };
}

class DocumentWriter implements PdfWriter {
  readonly #tags: Tags | null;
  readonly #file: ObjectWriter;
  readonly #rules;
  readonly #pages: PageTree;
  /** index of its first page in the file */
  readonly #first: number;
  readonly #resources: Resources;
  readonly #pendingLinks: PendingLink[] = [];
  readonly #form = new FormWriter();
  readonly #widgetLooks = new Map<string, Ref>();
  readonly #importedLinks: PendingImportedLink[] = [];
  readonly #pageMemo: PageMemo | null;
  readonly #content: ByteWriter;
  readonly #sourcePages: SourcePages;
  readonly #imports = new Map<number, ImportedElements>();
  readonly #nextOfImport = new Map<number, number>();
  #targets: Targets | null = null;
  /** by page of the document: index and page of its import */
  readonly #importedPages = new Map<number, { readonly index: number; readonly page: number }>();

  /** @param joined null: the document is its file */
  constructor(
    readonly open: OpenFile,
    readonly head: OpenTables,
    readonly blobs: Blobs,
    options: WriteOptions,
    readonly joined: JoinedTables | null = null,
  ) {
    const { file, shared, rules, pages } = open;
    this.#file = file;
    this.#rules = rules;
    this.#pages = pages;
    this.#first = pages.count;
    this.#tags = head.tagged ? new Tags(joined?.keys, joined?.prefix) : null;
    this.#content = joined?.content ?? new ByteWriter(1 << 14, open.limit);
    const { cache } = options;
    const settings = cache ? [cache.ownerKey(shared.options), head.tagged, head.profile].join(" ") : "";
    this.#pageMemo = cache && !file.options.pretty ? new PageMemo(cache, file, settings) : null;
    const opened = (id: BlobId): SourceFile => options.opened?.(id) ?? shared.options.openPdf(blobs.get(id), options.budgets);
    this.#sourcePages = joined?.sourcePages ?? open.sourcePages(opened);
    this.#resources = new Resources(open, head, blobs, {
      fonts: new DocumentFonts(open.faces, head, blobs, this.#pageMemo),
      sourcePages: this.#sourcePages,
      images: joined?.images,
      onAlpha: (fill, stroke) => this.#pageMemo?.alpha(fill, stroke),
      marked: (content, form) => this.#marked(content, this.#pages.ref(this.#pages.count), form),
    });
  }

  page(page: Page): void {
    // drawings of glyphs grow while pages are painted, so no page with them is found again
    this.#resources.hasDrawings = this.head.resources.fonts.some((font) => font.drawings !== undefined);
    const isFound = !page.imported && !this.#resources.hasDrawings;
    const known = isFound ? (this.#pageMemo?.find(page, this.#pages.count, this.#resources) ?? null) : null;
    if (!this.joined) this.#refuse(violationOf(page, this.head, this.#rules, this, known !== null));
    if (page.imported) return this.#imported(page, page.imported);
    const content = known ?? this.#contentOf(page);
    const self = this.#pages.ref(this.#pages.count);
    const marked = this.#marked(content, self, null);
    // one annotation per line of a link: viewers draw and hit-test rectangles
    const annotations = page.links.flatMap((link) =>
      link.rects.map((rect) => {
        const ref = this.#file.reserve();
        const key = this.#tags ? this.#tags.key() : null;
        if (key !== null) this.#tags!.annotation({ key, ref, page: self, mark: link.mark });
        this.#pendingLinks.push({ ref, link, rect, height: page.height, key });
        return ref;
      }),
    );
    append(annotations, this.#widgets(page, self));
    const about: Dict = {
      Type: name("Page"),
      Parent: this.#pages.parent(this.#pages.count),
      MediaBox: [0, 0, round(page.width), round(page.height)],
      Resources: content.resources,
      Contents: content.stream,
      Annots: annotations.length > 0 ? annotations : undefined,
      StructParents: marked,
      Tabs: this.head.tagged ? name("S") : undefined,
    };
    this.#numbers(
      () => this.#file.add(about, self),
      () => null,
    );
    this.#pages.add(page.height);
  }

  /** Writes widgets in the order of the request, which is that of tabs without tags. */
  #widgets({ fields = [], height }: Page, page: Ref): Ref[] {
    return fields.map((widget) => {
      const ref = this.#file.reserve();
      const key = this.#tags ? this.#tags.key() : null;
      const printed = (): Dict => printedAs(widget, this.head.form!.fields[widget.field]!);
      if (key !== null) this.#tags!.annotation({ key, ref, page, mark: widget.mark, printed });
      const looks = widget.looks.map((look) => this.#widgetLook(look, widget.rect));
      this.#form.add({ ref, widget, page, height, key, looks });
      return ref;
    });
  }

  /** Writes the looks of widgets, and the fonts in them. */
  looks(widgets: readonly Widget[]): readonly (readonly Ref[])[] {
    const page = { ...A4, ops: [], links: [], fields: widgets };
    this.#refuse(violationOf(page, this.head, this.#rules, this));
    const refs = widgets.map((widget) => widget.looks.map((look) => this.#widgetLook(look, widget.rect)));
    this.open.writeFaces(this.blobs);
    return refs;
  }

  /** Equal looks are one stream: boxes come by the hundred. */
  #widgetLook({ frame, content }: WidgetLook, { width, height }: Rect): Ref {
    const out = new Content(this.#resources, null, this.#content);
    this.#resources.write(out, frame);
    if (content.length > 0)
      this.#numbers(
        () => out.variable(content),
        () => firstSource(content),
      );
    const { bytes, resources: named } = out.finish();
    const resources = named(this.#resources.ref);
    const sign = `${width} ${height} ${resources.value} ${latin(bytes)}`;
    const known = this.#widgetLooks.get(sign);
    if (known) return known;
    const look = this.#file.stream(
      {
        Type: name("XObject"),
        Subtype: name("Form"),
        BBox: this.#resources.around({ x: 0, y: 0, width, height }),
        Matrix: this.#resources.exact([1, 0, 0, -1, 0, height]),
        Resources: resources,
      },
      bytes,
    );
    this.#widgetLooks.set(sign, look);
    return look;
  }

  /** Null without fields. `parent`: field above all */
  #fields(
    { form, metadata, structure }: Pick<DocumentParts, "form" | "metadata" | "structure">,
    parent: RecordField | null,
  ): ReturnType<FormWriter["write"]> {
    if (!form) return null;
    const { typingFonts, elementForms } = this.open;
    const { fonts } = this.head.resources;
    const host = {
      file: this.#file,
      typingFont: (index: number, text: string) =>
        typingFonts.of(fonts[form.fonts[index]!]!, this.blobs, { text, language: metadata.language }),
      labelled: elementForms.names.standard === "ua2" ? labelledMarks(structure) : null,
    };
    return this.#form.write(form, host, parent);
  }

  #contentOf(page: Page): PageContent {
    const content = new Content(this.#resources, page, this.#content);
    this.#resources.write(content, page.ops);
    const { bytes, resources } = content.finish();
    const store = this.#resources.hasDrawings ? undefined : this.#pageMemo?.store(this.#resources);
    const stream = this.#file.stream({}, bytes, { window: CONTENT_WINDOW, keep: store });
    return { stream, resources: resources(this.#resources.ref), marks: content.marks };
  }

  #imported({ height }: Page, imported: ImportedPage): void {
    const { file, source } = this.head.imports![imported.import]!;
    const self = this.#pages.ref(this.#pages.count);
    const { elements, next } = this.#importOf(imported);
    const tagging = elements && { owned: elements.content(next), key: () => this.#tags!.key() };
    const { entries, links, toUser, tagged } = this.#numbers(
      () => importedObject(this.#sourcePages, this.#resources.file(file), imported, tagging),
      () => source,
      ".source",
    );
    if (tagged) elements!.add(next, { ref: self, number: imported.page, ...tagged });
    this.#nextOfImport.set(imported.import, next + 1);
    if (elements) this.#importedPages.set(this.#pages.count - this.#first, { index: imported.import, page: next });
    this.#file.add({ Type: name("Page"), Parent: this.#pages.parent(this.#pages.count), ...entries }, self);
    append(this.#importedLinks, links);
    this.#pages.add(height, toUser);
  }

  /** Elements are null without tags; the index is that of the next page of the import. */
  #importOf({ import: index }: ImportedPage): { readonly elements: ImportedElements | null; readonly next: number } {
    const { structure } = this.head.imports![index]!;
    let elements = this.#imports.get(index) ?? null;
    if (!elements && structure && this.#tags)
      this.#imports.set(index, (elements = new ImportedElements(structure, `${this.joined?.prefix ?? ""}import-${index + 1}.`)));
    return { elements, next: this.#nextOfImport.get(index) ?? 0 };
  }

  get hasDrawings(): boolean {
    return this.#resources.hasDrawings;
  }

  readonly judge: Judge = {
    content: (file, page, as, source) =>
      this.#numbers(
        () => this.#sourcePages.breach(this.#resources.file(file), page, as),
        () => source,
        as === "page" ? ".source" : "",
      ),
    tags: (imported, source) => {
      const { elements, next } = this.#importOf(imported);
      const { file } = this.head.imports![imported.import]!;
      return this.#numbers(
        () => elements && this.#sourcePages.tagBreach(this.#resources.file(file), imported, elements.content(next)),
        () => source,
        ".source",
      );
    },
  };

  #numbers<T>(write: () => T, source: () => SourceId | null, file = ""): T {
    return atSource(this.head, write, source, file);
  }

  #refuse(violation: Violation | null): void {
    if (!violation) return;
    const { source, found, clause } = violation;
    throw new PdfError(typeof source === "number" ? this.head.sources[source]! : source, `found ${found}; ${clause}`);
  }

  #marked({ marks }: Pick<PageContent, "marks">, page: Ref, form: Ref | null): number | undefined {
    if (!this.#tags || marks.length === 0) return undefined;
    const key = this.#tags.key();
    this.#tags.stream({ key, page, form, marks });
    return key;
  }

  end(tables: EndTables): void {
    this.#pageMemo?.end();
    this.#resources.endDrawings();
    this.#numbers(
      () => (this.joined ? this.#joined(this.joined, tables) : this.#closed(tables)),
      () => null,
    );
    if (!this.joined) this.open.finish();
  }

  /** Writes the objects that depend on all pages. */
  #closed(tables: EndTables): void {
    const { open } = this;
    const head = this.#whole(tables);
    this.#refuse(violationOfHead(head, this.#rules));
    const file = this.#file;
    this.#aim(head);
    this.#links(head);
    open.writeFaces(this.blobs);
    const form = this.#fields(head, null);
    const { metadata } = head;
    const meta = open.metadata(metadata);
    this.#pages.write();
    const dests = this.#targets ? null : destinations(file, head.destinations, (page) => this.#pages.page(page));
    const bookmarks = outline(file, head.outline, (d) => this.#target(head.destinations[d]!, d));
    const labels = pageLabels(file, head.pageLabels);
    const attached = attachments(file, head.attachments, this.blobs, open.shared.options.crypto.md5);
    const looked = elementRules(this.#rules, {
      all: this.head.imports ?? [],
      pageOf: (index, page) => this.#imports.get(index)?.numberOf(page) ?? null,
    });
    const visit = (node: StructNode): void => void (looked && this.#refuse(looked(node)));
    const structure = this.#tags?.write(head, this.#surroundings(visit));
    open.catalog(metadata, {
      meta,
      structure,
      bookmarks,
      labels,
      dests,
      attached,
      form: form && formEntry(form),
      isVersion2: this.#sourcePages.isVersion2,
    });
  }

  /** Writes what the document has, and passes on what the file has once. */
  #joined(joined: JoinedTables, tables: EndTables): void {
    const head = this.#whole(tables);
    this.#aim(head);
    this.#links(head);
    if (!this.#targets) joined.destinations(head.destinations, (page) => this.#pages.page(this.#first + page));
    joined.outline(head.outline, this.#target({ name: null, page: 0, x: 0, y: 0 }, null), (d) => this.#target(head.destinations[d]!, d));
    joined.labels(head.pageLabels, this.#first);
    joined.attachments(head.attachments);
    if (head.form && head.form.fields.length > 0) joined.form((record) => this.#fields(head, record)!.fields);
    if (!this.#tags) return;
    const part = { ...head, structure: joined.part(head) };
    joined.elements(
      this.#tags.elements(
        joined.root,
        part,
        this.#surroundings(() => undefined),
      ),
    );
  }

  /** Annotations of links, whose targets are known after the last page. */
  #links({ destinations: all }: Pick<DocumentParts, "destinations">): void {
    const file = this.#file;
    const links = new LinkWriter(file, (d) => this.#target(all[d]!, d));
    for (const pending of this.#pendingLinks)
      this.#numbers(
        () => file.add(links.annotation(pending), pending.ref),
        () => pending.link.source,
      );
    for (const pending of this.#importedLinks)
      file.add(
        linkAnnotation(pending, (d) => this.#target(all[d]!, d)),
        pending.ref,
      );
  }

  #surroundings(visit: (node: StructNode) => void): Parameters<Tags["write"]>[1] {
    const pages = { refs: this.#pages.refs, heights: this.#pages.heights, first: this.#first };
    return { file: this.open.whole, visit, pages, imports: this.#imports, forms: this.open.elementForms, targets: this.#targets };
  }

  /** Returns all tables. Those that grow are read once: they may be computed per access. */
  #whole(tables: EndTables): DocumentParts {
    const { tagged, attachments, form, resources } = this.head;
    return { ...(form && { form }), ...tables, tagged, attachments, resources };
  }

  /** Structure destinations, which PDF/UA-2 requires (ISO 14289-2, 8.8). */
  #aim({ structure }: Pick<DocumentParts, "structure">): void {
    if (!this.#tags || this.open.elementForms.names.standard !== "ua2") return;
    const leads = new Map<MarkId, number>();
    for (const { link } of this.#pendingLinks) if ("destination" in link.target) leads.set(link.mark, link.target.destination);
    this.#targets = new Targets(this.#file, structure, leads);
  }

  /** Element of a page of an import; null for a drawn page. */
  #importedTarget(destination: Destination): Ref | null {
    const found = this.#importedPages.get(destination.page);
    const elements = found && this.#imports.get(found.index);
    const number = elements?.numberOf(found!.page) ?? null;
    if (!elements || number === null) return null;
    const { file, source } = this.head.imports![found.index]!;
    const isReached = this.#numbers(
      () => reachedFrom(this.#sourcePages, this.#resources.file(file), number, destination),
      () => source,
      ".source",
    );
    return elements.target(this.#file, found.page, isReached);
  }

  /** Writes a target by name if present: internal and external links agree. `index`: null for the document itself */
  #target(d: Destination, index: number | null): Dict {
    const targets = this.#targets;
    if (!targets && d.name !== null) return { Dest: text(`${this.joined?.prefix ?? ""}${d.name}`) };
    const place = this.#pages.page(this.#first + d.page);
    const onPage = destinationArray(d, place);
    if (!targets) return { Dest: onPage };
    const ref = (index === null ? null : (targets.of(index) ?? this.#importedTarget(d))) ?? targets.top;
    return { A: goToAction(destinationArray(d, { ...place, ref }), onPage) };
  }
}
