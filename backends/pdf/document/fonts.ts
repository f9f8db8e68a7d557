// Fonts of a file, and of its documents by their numbers in the display list.
import { variationsKey } from "../../../base/variations.js";
import type { Blobs, FontId, FontResource, IrHead } from "../../../ir/ir.js";
import { UsedFont } from "../font/font.js";
import { RecordedFont } from "../font/recorded-font.js";
import type { PdfFile } from "../syntax/file.js";
import { name, type Dict } from "../syntax/object.js";
import type { KeptPages } from "./kept-pages.js";
import type { SharedCaches } from "./shared.js";

interface Face {
  readonly resource: FontResource;
  readonly font: UsedFont;
}

/** Each face has an object from its first use; its program is written with the glyphs of all pages. */
export class Faces {
  readonly #faces = new Map<string, Face>();

  constructor(
    readonly file: PdfFile,
    readonly shared: SharedCaches,
  ) {}

  get count(): number {
    return this.#faces.size;
  }

  /** @param recorded the font notes what pages ask of it */
  of(resource: FontResource, blobs: Blobs, recorded: boolean): UsedFont {
    const key = `${resource.blob} ${resource.face} ${resource.name} ${variationsKey(resource.variations)}`;
    const known = this.#faces.get(key);
    if (known) return known.font;
    const bytes = this.shared.fileOf(resource, blobs);
    const metrics = this.shared.metricsOf(resource, bytes);
    const composable = this.shared.subsetter.composable(bytes, metrics.format);
    const font = new (recorded ? RecordedFont : UsedFont)(this.file.reserve(), metrics, resource.name, composable);
    this.#faces.set(key, { resource, font });
    return font;
  }

  /** `cidSet`: descriptors have a CIDSet */
  write(blobs: Blobs, cidSet: boolean): void {
    for (const face of this.#faces.values()) this.#write(face, blobs, cidSet);
  }

  #write({ resource, font }: Face, blobs: Blobs, cidSet: boolean): void {
    const { file, shared } = this;
    const subset = shared.subset(resource, shared.fileOf(resource, blobs), font);
    const dict: Dict = font.metrics.format === "cff" ? { Subtype: name("CIDFontType0C") } : { Length1: subset.bytes.length };
    const program =
      subset.deflated && !file.options.pretty
        ? file.deflated(dict, subset.deflated)
        : file.stream(dict, subset.bytes, { keep: (deflated) => (subset.deflated = deflated) });
    font.write(file, { gids: subset.gids, program, firstComposite: subset.firstComposite, cidSet });
  }
}

/** Faces of a document by their numbers. */
export class DocumentFonts {
  readonly #fonts = new Map<FontId, UsedFont>();

  constructor(
    readonly faces: Faces,
    readonly head: IrHead,
    readonly blobs: Blobs,
    readonly pages: KeptPages | null,
  ) {}

  of(id: FontId): UsedFont {
    let used = this.#fonts.get(id);
    if (!used) this.#fonts.set(id, (used = this.faces.of(this.head.resources.fonts[id]!, this.blobs, this.pages !== null)));
    if (this.pages) this.pages.font(id, used as RecordedFont, this.head);
    return used;
  }
}
