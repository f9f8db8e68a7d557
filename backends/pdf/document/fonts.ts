// Fonts of a document, by their numbers in the display list.
import type { Blobs, FontId, IrHead } from "../../../ir/ir.js";
import { UsedFont } from "../font/font.js";
import { RecordedFont } from "../font/recorded-font.js";
import type { PdfFile } from "../syntax/file.js";
import { name, type Dict } from "../syntax/object.js";
import type { KeptPages } from "./kept-pages.js";
import type { SharedCaches } from "./shared.js";

/** Source of fonts, and the file that they go into. */
export interface FontPlace {
  readonly file: PdfFile;
  readonly shared: SharedCaches;
  readonly head: IrHead;
  readonly blobs: Blobs;
}

/** Each font has an object from its first use; its program is written with the glyphs of all pages. */
export class DocumentFonts {
  readonly #fonts = new Map<FontId, UsedFont>();

  constructor(
    readonly place: FontPlace,
    readonly pages: KeptPages | null,
  ) {}

  of(id: FontId): UsedFont {
    const used = this.#fonts.get(id) ?? this.#begun(id);
    if (this.pages) this.pages.font(id, used as RecordedFont, this.place.head);
    return used;
  }

  #begun(id: FontId): UsedFont {
    const { file, shared, head, blobs } = this.place;
    const resource = head.resources.fonts[id]!;
    const bytes = blobs.get(resource.blob);
    const metrics = shared.metricsOf(resource, bytes);
    const composable = shared.subsetter.composable(bytes, metrics.format);
    const used = new (this.pages ? RecordedFont : UsedFont)(file.reserve(), metrics, resource.name, composable);
    this.#fonts.set(id, used);
    return used;
  }

  /** `cidSet`: descriptors have a CIDSet */
  write(cidSet: boolean): void {
    for (const [id, font] of this.#fonts) this.#write(id, font, cidSet);
  }

  #write(id: FontId, font: UsedFont, cidSet: boolean): void {
    const { file, shared, head, blobs } = this.place;
    const resource = head.resources.fonts[id]!;
    const subset = shared.subset(resource, blobs.get(resource.blob), font);
    const dict: Dict = font.metrics.format === "cff" ? { Subtype: name("CIDFontType0C") } : { Length1: subset.bytes.length };
    const program =
      subset.deflated && !file.options.pretty
        ? file.deflated(dict, subset.deflated)
        : file.stream(dict, subset.bytes, { keep: (deflated) => (subset.deflated = deflated) });
    font.write(file, { gids: subset.gids, program, firstComposite: subset.firstComposite, cidSet });
  }
}
