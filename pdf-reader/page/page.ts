// A page as it is drawn: content, appearances, forms of its resources.
import { concatBytes } from "../../base/bytes.js";
import { isDict, nameOf, numberOf } from "../objects.js";
import type { PdfStream, PdfDict, PdfFile, PdfPage } from "../types.js";
import { appearancesOf, type Appearance } from "./annotations.js";
import { mendedContent, type Content } from "./content.js";
import type { Operation } from "./operators.js";
import { OptionalContent } from "./optional.js";

const NEW_LINE = Uint8Array.of(10);

/** Receives the operations of content as it is mended. */
export type Visit = (operation: Operation) => void;

/** One for each open file. */
export class PageContents {
  readonly optional: OptionalContent;
  /** judged, then written */
  #lastDecoded: { readonly page: PdfPage; readonly bytes: Uint8Array; readonly isSound: boolean } | null = null;
  #last: { readonly page: PdfPage; readonly marks: "drop" | "keep"; readonly content: Content } | null = null;

  constructor(readonly file: PdfFile) {
    this.optional = new OptionalContent(file);
  }

  /** `changed` is false if the streams can be written as they are, joined. @param marks dropped in pictures, copied to tagged pages */
  content(page: PdfPage, marks: "drop" | "keep", visit?: Visit): Content {
    if (!visit && this.#last?.page === page && this.#last.marks === marks) return this.#last.content;
    const { bytes, isSound } = this.#decoded(page);
    const mended = mendedContent(bytes, page.resources, this.file, { marks, optional: this.optional, visit });
    const content = { ...mended, changed: mended.changed || !isSound };
    this.#last = { page, marks, content };
    return content;
  }

  /** Streams of the page, joined. */
  #decoded(page: PdfPage): { readonly bytes: Uint8Array; readonly isSound: boolean } {
    if (this.#lastDecoded?.page === page) return this.#lastDecoded;
    const decoded = page.contents.map((stream) => this.file.decode(stream));
    const bytes = concatBytes(decoded.flatMap((stream) => [stream.bytes, NEW_LINE]));
    this.#lastDecoded = { page, bytes, isSound: decoded.every(({ damaged, codec }) => !damaged && codec === null) };
    return this.#lastDecoded;
  }

  appearances(page: PdfPage): readonly Appearance[] {
    return appearancesOf(this.file, page, this.optional);
  }

  /** True for forms and tiling patterns. */
  mends({ dict }: PdfStream): boolean {
    return nameOf(this.file.get(dict.get("Subtype"))) === "Form" || numberOf(this.file.get(dict.get("PatternType"))) === 1;
  }

  /**
   * Null for streams other than forms and tiling patterns, and if the source can be written as it is. @param outer resources of a form
   * without its own
   */
  form(stream: PdfStream, outer: PdfDict, marks: "drop" | "keep", visit?: Visit): Uint8Array | null {
    if (!this.mends(stream)) return null;
    const own = this.file.get(stream.dict.get("Resources"));
    const { bytes, damaged, codec } = this.file.decode(stream);
    const content = mendedContent(codec === null ? bytes : new Uint8Array(0), isDict(own) ? own : outer, this.file, {
      marks,
      optional: this.optional,
      visit,
    });
    return content.changed || damaged || codec !== null ? content.bytes : null;
  }
}
