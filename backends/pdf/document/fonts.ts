// Fonts of a file, and of its documents by their numbers in the display list.
import { variationsKey } from "../../../base/variations.js";
import type { Blobs, FontId, FontResource, OpenTables } from "../../../ir/ir.js";
import type { DrawnFont } from "../content/drawn-font.js";
import { UsedFont } from "../font/font.js";
import { RecordedFont } from "../font/recorded-font.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, type Dict } from "../syntax/object.js";
import type { PageMemo } from "./page-memo.js";
import type { SharedCaches } from "./shared.js";

interface Face {
  readonly resource: FontResource;
  readonly font: UsedFont;
  /** null without glyphs in colour */
  drawn: DrawnFont | null;
}

/** Each face has an object from its first use; its program is written with the glyphs of all pages. */
export class Faces {
  readonly #faces = new Map<string, Face>();

  constructor(
    readonly file: ObjectWriter,
    readonly shared: SharedCaches,
  ) {}

  get count(): number {
    return this.#faces.size;
  }

  /** @param recorded the font notes what pages ask of it */
  of(resource: FontResource, blobs: Blobs, recorded: boolean): UsedFont {
    return this.#face(resource, blobs, recorded).font;
  }

  drawn(resource: FontResource, blobs: Blobs): DrawnFont {
    const face = this.#face(resource, blobs, false);
    return (face.drawn ??= this.shared.options.colorFonts().begin(this.file, face.font.metrics, resource.name));
  }

  #face(resource: FontResource, blobs: Blobs, recorded: boolean): Face {
    const key = `${resource.blob} ${resource.face} ${resource.name} ${variationsKey(resource.variations)}`;
    const known = this.#faces.get(key);
    if (known) return known;
    const bytes = this.shared.fileOf(resource, blobs);
    const metrics = this.shared.metricsOf(resource, bytes);
    const composable = !metrics.isWhole && this.shared.subsetter.composable(bytes, metrics.format);
    const font = new (recorded ? RecordedFont : UsedFont)(this.file.reserve(), metrics, resource.name, composable);
    const face: Face = { resource, font, drawn: null };
    this.#faces.set(key, face);
    return face;
  }

  /** `cidSet`: descriptors have a CIDSet */
  write(blobs: Blobs, cidSet: boolean): void {
    for (const face of this.#faces.values()) {
      face.drawn?.write();
      if (face.font.isUsed) this.#write(face, blobs, cidSet);
    }
  }

  #write({ resource, font }: Face, blobs: Blobs, cidSet: boolean): void {
    const { file, shared } = this;
    const subset = shared.subset(resource, shared.fileOf(resource, blobs), font, file.options.pretty);
    const dict: Dict = font.metrics.format === "cff" ? { Subtype: name("CIDFontType0C") } : { Length1: subset.length };
    const program = subset.isDeflated
      ? file.deflated(dict, subset.bytes)
      : file.stream(dict, subset.bytes, { keep: (deflated) => shared.keep(subset, deflated) });
    font.write(file, { gids: subset.gids, program, firstComposite: subset.firstComposite, cidSet });
  }
}

/** Faces of a document by their numbers. */
export class DocumentFonts {
  readonly #fonts = new Map<FontId, UsedFont>();
  /** the table is made anew each time it is read; its items stay */
  readonly #resources: FontResource[] = [];

  constructor(
    readonly faces: Faces,
    readonly head: OpenTables,
    readonly blobs: Blobs,
    readonly pages: PageMemo | null,
  ) {}

  resource(id: FontId): FontResource {
    return (this.#resources[id] ??= this.head.resources.fonts[id]!);
  }

  drawn(id: FontId): DrawnFont {
    return this.faces.drawn(this.resource(id), this.blobs);
  }

  of(id: FontId): UsedFont {
    let used = this.#fonts.get(id);
    if (!used) this.#fonts.set(id, (used = this.faces.of(this.head.resources.fonts[id]!, this.blobs, this.pages !== null)));
    if (this.pages) this.pages.font(id, used as RecordedFont, this.head);
    return used;
  }
}
