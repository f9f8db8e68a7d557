// Parts of a file that pages share, each read once.
import { isDict, nameOf } from "../../pdf-reader/objects.js";
import { OptionalContent } from "../../pdf-reader/page/optional.js";
import type { PdfStream } from "../../pdf-reader/types.js";
import { type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";
import { Colours } from "./colour.js";
import { readFont, type Font, type Glyph } from "./font.js";
import { Pictures, type FactTools } from "./picture.js";
import { Programs } from "./programs.js";

/** Fonts, colours, pictures and optional content of an open file. */
export class SharedParts {
  readonly optional: OptionalContent;
  readonly colours: Colours;
  readonly pictures: Pictures;
  /** Digests of tiles, soft masks and glyphs by their content and map. */
  readonly digests = new Map<string, string>();
  /** Glyphs of Type 3 fonts with the digests of what they paint. */
  readonly outlined = new Map<Glyph, Glyph>();
  readonly #programs: Programs;
  readonly #fonts = new Map<PdfDict, Font>();
  readonly #numbers = new Map<PdfObject, number>();

  constructor(
    readonly file: PdfFile,
    tools: FactTools,
  ) {
    this.optional = new OptionalContent(file);
    this.colours = new Colours(file);
    this.pictures = new Pictures(file, tools, this.colours);
    this.#programs = new Programs(file);
  }

  font(value: PdfObject | undefined): Font | null {
    const dict = this.file.get(value);
    if (!isDict(dict)) return null;
    let known = this.#fonts.get(dict);
    if (!known) this.#fonts.set(dict, (known = readFont(this.file, this.#programs, dict)));
    return known;
  }

  /** A number for an object, in order of first use; never part of a fact. */
  numberOf(object: PdfObject): number {
    let known = this.#numbers.get(object);
    if (known === undefined) this.#numbers.set(object, (known = this.#numbers.size));
    return known;
  }

  resource(resources: PdfDict, category: string, name: PdfObject | undefined): PdfObject | undefined {
    const all = this.file.get(resources.get(category));
    return isDict(all) ? all.get(nameOf(name) ?? "") : undefined;
  }

  resourcesOf({ dict }: PdfStream, outer: PdfDict): PdfDict {
    const own = this.file.get(dict.get("Resources"));
    return isDict(own) ? own : outer;
  }

  contentOf(stream: PdfStream): Uint8Array {
    const { bytes, codec } = this.file.decode(stream);
    return codec === null ? bytes : new Uint8Array(0);
  }
}
