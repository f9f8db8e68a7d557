// A file while documents are written to it: what they share, its catalog and end.
import type { ByteSink } from "../../../base/sink.js";
import { standardOf, type BlobId, type Blobs, type OpenTables, type Metadata } from "../../../ir/ir.js";
import type { PdfFile as SourceFile } from "../../../pdf-reader/types.js";
import { SourcePages } from "../imported/pages.js";
import { levelOf, rulesFor, type ProfileRules } from "../profile/profile.js";
import { encryption } from "../syntax/encrypt.js";
import { PdfFile } from "../syntax/file.js";
import { LARGEST } from "../syntax/number.js";
import { Bytes, name, text, type Dict, type Ref } from "../syntax/object.js";
import type { FileOptions, ObjectWriter } from "../syntax/object-writer.js";
import type { Attached } from "./attachment.js";
import type { WriteOptions } from "./backend.js";
import { Faces } from "./fonts.js";
import { HashedSink } from "./hashed-sink.js";
import { info, viewerPreferences, xmp } from "./metadata.js";
import { PageTree } from "./page-tree.js";
import { PdfError } from "./pdf-error.js";
import type { SharedCaches } from "./shared.js";
import { deflatedOnce } from "./stream-memo.js";
import { TagNames } from "../imported/tag-names.js";
import { ElementForms } from "./tags.js";
import { TypingFonts } from "./typing-fonts.js";

/** Parts of the catalog that are written before it. */
interface CatalogParts {
  readonly meta: Ref;
  readonly structure: Ref | null | undefined;
  readonly bookmarks: Ref | null;
  readonly labels: Dict | null;
  readonly dests: Dict | null;
  readonly attached: Attached | null;
  /** null without fields */
  readonly form: Dict | null;
  /** a page of a file of PDF 2.0 came over (PDF-36) */
  readonly isVersion2: boolean;
}

export const DROPPED: ByteSink = { write: () => undefined };
const undeflated = (bytes: Uint8Array): Uint8Array => bytes;

export class OpenFile {
  readonly rules: ProfileRules;
  readonly limit: number;
  readonly file: ObjectWriter;
  /** the same file as a whole, with its end */
  readonly whole: PdfFile;
  readonly pages: PageTree;
  readonly faces: Faces;
  readonly elementForms: ElementForms;
  readonly typingFonts: TypingFonts;
  readonly alphas = new Map<string, Ref>();
  readonly once = new Map<string, Ref>();
  readonly #hashed: HashedSink;
  readonly #catalog: Ref;
  #info: Ref | null = null;

  readonly #isMade: boolean;

  /**
   * @param sink null: no file is made, and nothing is done that cannot fail
   * @param into receiver of the objects if they are not those of a new file
   */
  constructor(
    readonly shared: SharedCaches,
    head: Pick<OpenTables, "profile" | "tagged">,
    sink: ByteSink | null,
    { pretty = false, protection, parallel, streams }: WriteOptions,
    into: ((options: FileOptions) => ObjectWriter) | null = null,
  ) {
    this.rules = rulesFor(head);
    this.limit = this.rules.limits?.number ?? LARGEST;
    if (protection && this.rules.pdfa) throw new PdfError(null, `${this.rules.title} allows no encryption`);
    this.#isMade = sink !== null;
    const { deflate, deflateLater } = shared.options;
    const once = streams ? deflatedOnce(streams, deflate) : null;
    this.#hashed = new HashedSink(sink ?? DROPPED, shared.options.sha256());
    const options: FileOptions = {
      sink: this.#hashed,
      // revision 6 of the security handler requires PDF 2.0
      version: protection?.algorithm === "aes_256" ? "2.0" : this.rules.version,
      encryption: protection ? encryption(protection, shared.options.crypto) : undefined,
      compact: this.rules.compact,
      pretty,
      deflate: !sink ? undeflated : once ? (bytes, window) => once(bytes, window) ?? deflate(bytes, window) : deflate,
      deflateLater: !parallel
        ? undefined
        : once && deflateLater
          ? (bytes, window) => once(bytes, window) ?? deflateLater(bytes, window)
          : deflateLater,
    };
    this.whole = new PdfFile(options);
    this.file = into ? into(options) : this.whole;
    this.elementForms = new ElementForms(new TagNames(this.file, standardOf(head.profile)));
    this.faces = new Faces(this.file, shared);
    this.typingFonts = new TypingFonts(this.file, shared, this.rules.pdfa?.part === 1);
    this.#catalog = this.file.reserve();
    this.pages = new PageTree(this.file);
  }

  sourcePages(open: (id: BlobId) => SourceFile): SourcePages {
    return new SourcePages(this.file, open, levelOf(this.rules), this.shared.options.pageJudge);
  }

  writeFaces(blobs: Blobs): void {
    if (this.#isMade) this.faces.write(blobs, this.rules.cidSet);
  }

  /** Uncompressed, so that any tool finds it (required by PDF/A-1). */
  metadata(metadata: Metadata): Ref {
    return this.file.plain({ Type: name("Metadata"), Subtype: name("XML") }, xmp(metadata, this.rules));
  }

  /** Catalog and document information. */
  catalog(metadata: Metadata, { meta, structure, bookmarks, labels, dests, attached, form, isVersion2 }: CatalogParts): void {
    const { pdfa, version } = this.rules;
    this.file.add(
      {
        Type: name("Catalog"),
        ...(version === "1.7" && !pdfa && isVersion2 && { Version: name("2.0") }),
        Pages: this.pages.root,
        Metadata: meta,
        ...(structure && { StructTreeRoot: structure, MarkInfo: { Marked: true } }),
        ...(metadata.language !== "" && { Lang: text(metadata.language) }),
        ViewerPreferences: viewerPreferences(metadata),
        ...(bookmarks && { Outlines: bookmarks }),
        ...(labels && { PageLabels: labels }),
        ...((dests || attached) && { Names: { ...(dests && { Dests: dests }), ...(attached && { EmbeddedFiles: attached.names }) } }),
        ...(attached && { AF: attached.files }),
        ...(form && { AcroForm: form }),
        ...(pdfa && { OutputIntents: [this.#outputIntent()] }),
      },
      this.#catalog,
    );
    this.#info = this.rules.info ? this.file.add(info(metadata)) : null;
  }

  finish(): void {
    if (!this.#isMade) return;
    const about = this.#info;
    this.whole.finish(() => {
      const id = new Bytes(this.#hashed.digest().subarray(0, 16));
      return { Root: this.#catalog, ...(about && { Info: about }), ID: [id, id] };
    });
  }

  #outputIntent(): Dict {
    const { file } = this;
    const icc = this.shared.icc();
    const profile = file.options.pretty ? file.stream({ N: 3, Filter: name("FlateDecode") }, icc) : file.deflated({ N: 3 }, icc);
    return {
      Type: name("OutputIntent"),
      S: name("GTS_PDFA1"),
      OutputConditionIdentifier: text("sRGB"),
      Info: text("sRGB"),
      DestOutputProfile: profile,
    };
  }
}
