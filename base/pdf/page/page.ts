// A page as it is drawn: content, appearances, forms of its resources.
import { concatBytes } from "../../bytes.js";
import { isDict, nameOf, numberOf } from "../lexer.js";
import type { PdfStream, PdfDict, PdfFile, PdfPage } from "../types.js";
import { appearancesOf, type Appearance } from "./annotations.js";
import { mendedContent, type Content } from "./content.js";
import { OptionalContent } from "./optional.js";

export type { Appearance, Matrix } from "./annotations.js";
export type { Content } from "./content.js";

const NEW_LINE = Uint8Array.of(10);

/** One for each open file. */
export class PageContents {
  readonly optional: OptionalContent;
  /** judged, then written */
  #last: { readonly page: PdfPage; readonly marks: "drop" | "keep"; readonly content: Content } | null = null;

  constructor(readonly file: PdfFile) {
    this.optional = new OptionalContent(file);
  }

  /** `changed` is false if the streams can be written as they are, joined. @param marks dropped in pictures, kept in tagged pages */
  content(page: PdfPage, marks: "drop" | "keep"): Content {
    if (this.#last?.page === page && this.#last.marks === marks) return this.#last.content;
    const decoded = page.contents.map((stream) => this.file.decode(stream));
    const joined = concatBytes(decoded.flatMap(({ bytes }) => [bytes, NEW_LINE]));
    const mended = mendedContent(joined, page.resources, this.file, { marks, optional: this.optional });
    const content = { ...mended, changed: mended.changed || decoded.some(({ damaged, codec }) => damaged || codec !== null) };
    this.#last = { page, marks, content };
    return content;
  }

  appearances(page: PdfPage): readonly Appearance[] {
    return appearancesOf(this.file, page, this.optional);
  }

  /**
   * Null for streams other than forms and tiling patterns, and if the source can be written as it is. @param outer resources of a form
   * without its own
   */
  form(stream: PdfStream, outer: PdfDict, marks: "drop" | "keep"): Uint8Array | null {
    const isForm = nameOf(this.file.get(stream.dict.get("Subtype"))) === "Form";
    if (!isForm && numberOf(this.file.get(stream.dict.get("PatternType"))) !== 1) return null;
    const own = this.file.get(stream.dict.get("Resources"));
    const { bytes, damaged, codec } = this.file.decode(stream);
    const content = mendedContent(codec === null ? bytes : new Uint8Array(0), isDict(own) ? own : outer, this.file, {
      marks,
      optional: this.optional,
    });
    return content.changed || damaged || codec !== null ? content.bytes : null;
  }
}
