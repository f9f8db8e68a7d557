import { append } from "../../../base/many.js";
import { round } from "../../../ir/geometry.js";
import type {
  BlendMode,
  BlobId,
  Blobs,
  Destination,
  Form,
  FontId,
  ImportedPage,
  IrHead,
  MarkId,
  Matrix,
  Op,
  Page,
  PaintResource,
  PdfBox,
  Rect,
  SourceId,
  StructNode,
  TilePaint,
  WidgetLook,
} from "../../../ir/ir.js";
import { PdfFault, type PdfFile as SourceFile } from "../../../base/pdf/types.js";
import { Content, type ContentHost, type PlacedForm } from "../content/content.js";
import type { UsedFont } from "../font/font.js";
import { SharedCaches, type PdfBackendOptions } from "./shared.js";
import { DocumentFonts } from "./fonts.js";
import { ImageWriter } from "./image.js";
import { JoinedFile, type JoinedTables } from "./joined.js";
import { KeptPages, type PageContent } from "./kept-pages.js";
import { importedObject, linkAnnotation, type PendingImportedLink } from "../imported/import.js";
import { reachedFrom } from "../imported/reached.js";
import { ImportedElements } from "../imported/structure.js";
import type { SourcePages } from "../imported/pages.js";
import { LinkWriter, type PendingLink } from "./link.js";
import { OpenFile } from "./open-file.js";
import { PdfError } from "./pdf-error.js";
import {
  elementRules,
  firstSource,
  violationOf,
  violationOfHead,
  type DocumentParts,
  type Judge,
  type Violation,
} from "../profile/conformance.js";
import { attachments } from "./attachment.js";
import type { PdfBackend, PdfWriter, WriteOptions } from "./backend.js";
import { destinationArray, destinations, outline, pageLabels } from "./navigation.js";
import { FormWriter, formEntry, labelledMarks, printedAs, type RecordField } from "./form.js";
import type { PageTree } from "./page-tree.js";
import { Tags } from "./tags.js";
import { Targets } from "./targets.js";
import { goToAction } from "../syntax/action.js";
import { ByteWriter } from "../syntax/bytes.js";
import { NumberError } from "../syntax/number.js";
import { CONTENT_WINDOW, type PdfFile } from "../syntax/file.js";
import { decimal, name, Raw, text, type Dict, type PdfValue, type Ref } from "../syntax/object.js";

export type { PdfBackend, PdfWriter } from "./backend.js";
export { PdfError } from "./pdf-error.js";

/** One instance per process or worker: its caches accelerate later documents. */
export function createPdfBackend(options: PdfBackendOptions): PdfBackend {
  const shared = new SharedCaches(options);
  return {
    begin: (head, blobs, sink, write = {}) => new DocumentWriter(new OpenFile(shared, head, sink, write), head, blobs, write),
    judge: (head, blobs, write = {}) => new DocumentWriter(new OpenFile(shared, head, null, write), head, blobs, write),
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

class DocumentWriter implements PdfWriter, ContentHost {
  readonly pretty: boolean;
  readonly transparency: boolean;
  readonly tagged: boolean;
  readonly limit: number;
  readonly #tags: Tags | null;
  readonly #file: PdfFile;
  readonly #rules;
  readonly #pages: PageTree;
  /** index of its first page in the file */
  readonly #first: number;
  readonly #fonts: DocumentFonts;
  readonly #tilings = new Map<string, Ref>();
  readonly #tiles = new Map<number, Ref>();
  readonly #pendingLinks: PendingLink[] = [];
  readonly #form = new FormWriter();
  readonly #widgetLooks = new Map<string, Ref>();
  readonly #importedLinks: PendingImportedLink[] = [];
  readonly #keptPages: KeptPages | null;
  readonly #content: ByteWriter;
  readonly #sourcePages: SourcePages;
  readonly #imports = new Map<number, ImportedElements>();
  readonly #nextOfImport = new Map<number, number>();
  #images: ImageWriter | null = null;
  #targets: Targets | null = null;
  /** by page of the document: index and page of its import */
  readonly #importedPages = new Map<number, { readonly index: number; readonly page: number }>();

  /** @param joined null: the document is its file */
  constructor(
    readonly open: OpenFile,
    readonly head: IrHead,
    readonly blobs: Blobs,
    options: WriteOptions,
    readonly joined: JoinedTables | null = null,
  ) {
    const { file, shared, rules, pages } = open;
    this.#file = file;
    this.#rules = rules;
    this.#pages = pages;
    this.#first = pages.count;
    this.pretty = file.options.pretty;
    this.transparency = rules.transparency === true;
    this.tagged = head.tagged;
    this.limit = open.limit;
    this.#tags = head.tagged ? new Tags(joined?.keys, joined?.prefix) : null;
    this.#content = joined?.content ?? new ByteWriter(1 << 14, this.limit);
    const { kept } = options;
    const settings = kept ? [kept.ownerKey(shared.options), this.tagged, head.profile].join(" ") : "";
    this.#keptPages = kept && !this.pretty ? new KeptPages(kept, file, settings) : null;
    this.#fonts = new DocumentFonts(open.faces, head, blobs, this.#keptPages);
    const opened = (id: BlobId): SourceFile => options.opened?.(id) ?? shared.options.openPdf(blobs.get(id), options.budgets);
    this.#sourcePages = joined?.sourcePages ?? open.sourcePages(opened);
  }

  page(page: Page): void {
    const known = page.imported ? null : (this.#keptPages?.find(page, this.#pages.count, this) ?? null);
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
      Tabs: this.tagged ? name("S") : undefined,
    };
    this.#numbers(
      () => this.#file.add(about, self),
      () => null,
    );
    this.#pages.add(page.height);
  }

  /** In the order of the request, which is that of tabs without tags. */
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

  /** Equal looks are one stream: boxes come by the hundred. */
  #widgetLook({ frame, content }: WidgetLook, { width, height }: Rect): Ref {
    const sign = JSON.stringify([width, height, frame, content], (key, value: unknown) => (key === "source" ? undefined : value));
    const known = this.#widgetLooks.get(sign);
    if (known) return known;
    const out = new Content(this, null);
    this.#written(out, frame);
    if (content.length > 0)
      this.#numbers(
        () => out.variable(content),
        () => firstSource(content),
      );
    const { bytes, resources } = out.finish();
    const look = this.#file.stream(
      {
        Type: name("XObject"),
        Subtype: name("Form"),
        BBox: this.#around({ x: 0, y: 0, width, height }),
        Matrix: this.#exact([1, 0, 0, -1, 0, height]),
        Resources: resources((id) => this.font(id).ref),
      },
      bytes,
    );
    this.#widgetLooks.set(sign, look);
    return look;
  }

  /** Null without fields. `parent`: field above all */
  #fields(form: Form | undefined, parent: RecordField | null): ReturnType<FormWriter["write"]> {
    if (!form) return null;
    const { typingFonts, elementForms } = this.open;
    const { fonts } = this.head.resources;
    const host = {
      file: this.#file,
      typingFont: (index: number, text: string) =>
        typingFonts.of(fonts[form.fonts[index]!]!, this.blobs, { text, language: this.head.metadata.language }),
      labelled: elementForms.names.standard === "ua2" ? labelledMarks(this.head.structure) : null,
    };
    return this.#form.write(form, host, parent);
  }

  #contentOf(page: Page): PageContent {
    const content = new Content(this, page, this.#content);
    this.#written(content, page.ops);
    const { bytes, resources } = content.finish();
    const keep = this.#keptPages?.keep(this);
    const stream = this.#file.stream({}, bytes, { window: CONTENT_WINDOW, keep });
    return { stream, resources: resources((id) => this.font(id).ref), marks: content.marks };
  }

  #imported({ height }: Page, imported: ImportedPage): void {
    const { file, source } = this.head.imports![imported.import]!;
    const self = this.#pages.ref(this.#pages.count);
    const { elements, next } = this.#importOf(imported);
    const tagging = elements && { owned: elements.content(next), key: () => this.#tags!.key() };
    const { entries, links, toUser, tagged } = this.#numbers(
      () => importedObject(this.#sourcePages, this.#pdf(file), imported, tagging),
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

  pdfPage(file: number, page: number, area: PdfBox): PlacedForm {
    return this.#sourcePages.form(this.#pdf(file), page, area);
  }

  readonly judge: Judge = {
    content: (file, page, as, source) =>
      this.#numbers(
        () => this.#sourcePages.breach(this.#pdf(file), page, as),
        () => source,
        as === "page" ? ".source" : "",
      ),
    tags: (imported, source) => {
      const { elements, next } = this.#importOf(imported);
      const { file } = this.head.imports![imported.import]!;
      return this.#numbers(
        () => elements && this.#sourcePages.tagBreach(this.#pdf(file), imported, elements.content(next)),
        () => source,
        ".source",
      );
    },
  };

  #pdf(file: number): BlobId {
    return this.head.resources.pdfs![file]!.blob;
  }

  #written(content: Content, ops: readonly Op[]): void {
    this.#numbers(
      () => content.ops(ops),
      () => firstSource(content.at ? [content.at] : []),
    );
  }

  /** `file`: path of the PDF file below the source */
  #numbers<T>(write: () => T, source: () => SourceId | null, file = ""): T {
    try {
      return write();
    } catch (e) {
      if (!(e instanceof NumberError || e instanceof PdfFault)) throw e;
      const from = source();
      const place = from === null ? null : this.head.sources[from]!;
      throw e instanceof PdfFault
        ? new PdfError(place === null ? null : `${place}${file}`, e.message, "file", e.setting)
        : new PdfError(place, e.message);
    }
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

  end(): void {
    this.#keptPages?.end();
    this.#numbers(
      () => (this.joined ? this.#joined(this.joined) : this.#closed()),
      () => null,
    );
    if (!this.joined) this.open.finish();
  }

  /** Writes the objects that depend on all pages. */
  #closed(): void {
    const { open } = this;
    const head = this.#whole();
    this.#refuse(violationOfHead(head, this.#rules));
    const file = this.#file;
    this.#aim(head);
    this.#links(head);
    open.writeFaces(this.blobs);
    const form = this.#fields(head.form, null);
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
  #joined(joined: JoinedTables): void {
    const head = this.#whole();
    this.#aim(head);
    this.#links(head);
    if (!this.#targets) joined.destinations(head.destinations, (page) => this.#pages.page(this.#first + page));
    joined.outline(head.outline, this.#target({ name: null, page: 0, x: 0, y: 0 }, null), (d) => this.#target(head.destinations[d]!, d));
    joined.labels(head.pageLabels, this.#first);
    joined.attachments(head.attachments);
    if (head.form && head.form.fields.length > 0) {
      const record = { ref: this.#file.reserve(), name: joined.recordName };
      joined.record(this.#fields(head.form, record)!.fields, record);
    }
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
    return { file: this.#file, visit, pages, imports: this.#imports, forms: this.open.elementForms, targets: this.#targets };
  }

  /** Complete after the last page. Read once: the tables may be computed per access. */
  #whole(): DocumentParts {
    const { metadata, tagged, structure, destinations, outline, pageLabels, attachments, form, resources } = this.head;
    return { ...(form && { form }), metadata, tagged, structure, destinations, outline, pageLabels, attachments, resources };
  }

  font(id: FontId): UsedFont {
    return this.#fonts.of(id);
  }

  alpha(fill: number, stroke: number): Ref {
    this.#keptPages?.alpha(fill, stroke);
    const key = `${fill}/${stroke}`;
    let ref = this.open.alphas.get(key);
    if (!ref) {
      ref = this.#file.add({ Type: name("ExtGState"), ca: fill, CA: stroke });
      this.open.alphas.set(key, ref);
    }
    return ref;
  }

  mask(kind: "alpha" | "luminosity", group: Ref): Ref {
    return this.once({
      Type: name("ExtGState"),
      SMask: { Type: name("Mask"), S: name(kind === "alpha" ? "Alpha" : "Luminosity"), G: group },
    });
  }

  paint(id: number): PaintResource {
    return this.head.resources.paints[id]!;
  }

  once(value: Dict): Ref {
    const key = JSON.stringify(value);
    let ref = this.open.once.get(key);
    if (!ref) {
      ref = this.#file.add(value);
      this.open.once.set(key, ref);
    }
    return ref;
  }

  shadingPattern(value: Dict, matrix: Matrix): Ref {
    return this.once({ Type: name("Pattern"), PatternType: 2, Matrix: this.#exact(matrix), Shading: this.once(value) });
  }

  tile(id: number): Ref {
    let ref = this.#tiles.get(id);
    if (!ref) {
      const { ops, box } = this.paint(id) as TilePaint;
      this.#tiles.set(id, (ref = this.form(ops, false, box)));
    }
    return ref;
  }

  tiling(id: number, matrix: Matrix): Ref {
    const key = `${id}/${matrix.join(" ")}`;
    let ref = this.#tilings.get(key);
    if (!ref) this.#tilings.set(key, (ref = this.#tiling(this.paint(id) as TilePaint, matrix)));
    return ref;
  }

  #tiling({ box, stepX, stepY, ops }: TilePaint, matrix: Matrix): Ref {
    // a step of zero is invalid (8.7.3.1); numbers have six decimals
    for (const step of [stepX, stepY]) if (step < 1e-6) throw new NumberError(step, this.limit);
    const content = new Content(this, null);
    this.#written(content, ops);
    const { bytes, resources } = content.finish();
    return this.#file.stream(
      {
        Type: name("Pattern"),
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: this.#around(box),
        XStep: this.#precise(stepX),
        YStep: this.#precise(stepY),
        Matrix: this.#exact(matrix),
        Resources: resources((font) => this.font(font).ref),
      },
      bytes,
    );
  }

  /** Six decimals: the space may be small. */
  #around(r: Rect): PdfValue {
    return [r.x, r.y, r.x + r.width, r.y + r.height].map((v) => this.#precise(v));
  }

  #exact(m: Matrix): PdfValue {
    return m.map((v) => this.#precise(v));
  }

  #precise(v: number): Raw {
    return new Raw(decimal(v, this.limit));
  }

  blend(mode: BlendMode): Ref {
    // PascalCase (ISO 32000-1, 11.3.5)
    const pascal = mode.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return this.once({ Type: name("ExtGState"), BM: name(pascal) });
  }

  opacityGroup(shading: Ref, box: Rect): Ref {
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: this.#around(box),
      Group: { S: name("Transparency"), CS: name("DeviceGray") },
      Resources: { Shading: { S0: shading } },
    };
    return this.#file.stream(dict, new TextEncoder().encode("/S0 sh\n"));
  }

  form(children: readonly Op[], isolated: boolean, cut?: Rect): Ref {
    const content = new Content(this, null);
    this.#written(content, children);
    const { bytes, resources } = content.finish();
    const ref = this.#file.reserve();
    const marked = this.#marked(content, this.#pages.ref(this.#pages.count), ref);
    const { limits } = this.#rules;
    const far = Math.min(1e6, limits?.number ?? Infinity);
    const group: Dict = { Group: { S: name("Transparency"), ...(isolated && { I: true }), CS: name("DeviceRGB") } };
    const box: PdfValue = cut ? this.#around(cut) : [-far, -far, far, far];
    return this.#file.stream(
      {
        Type: name("XObject"),
        Subtype: name("Form"),
        BBox: box,
        ...(this.transparency && group),
        Resources: resources((id) => this.font(id).ref),
        StructParents: marked,
      },
      bytes,
      { ref, window: CONTENT_WINDOW },
    );
  }

  image(id: number): Ref {
    this.#images ??= new ImageWriter(this.#file, this.head.resources, this.blobs, this.joined?.images);
    return this.#images.image(id);
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
      () => reachedFrom(this.#sourcePages, this.#pdf(file), number, destination),
      () => source,
      ".source",
    );
    return elements.target(this.#file, found.page, isReached);
  }

  /** By name if present: internal and external links agree. `index`: null for the document itself */
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
