// Objects of one file as new objects of another.
import { isList } from "../../../base/json.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../../pdf-reader/types.js";
import type { Changes } from "./changes.js";

/** Each object once, whatever refers to it. */
export class Copies {
  readonly #refs = new Map<number, PdfRef>();

  constructor(
    readonly from: PdfFile,
    readonly to: Changes,
  ) {}

  /** A value whose references lead to copies. */
  of(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#ref(object);
    if (object instanceof PdfStream) return new PdfStream(this.#dict(object.dict), this.from.encoded(object), null);
    if (object instanceof Map) return this.#dict(object);
    return isList(object) ? object.map((item) => this.of(item)) : object;
  }

  #dict(dict: PdfDict): PdfDict {
    return new Map([...dict].map(([key, value]) => [key, this.of(value)]));
  }

  #ref(ref: PdfRef): PdfRef {
    const known = this.#refs.get(ref.num);
    if (known) return known;
    const made = this.to.reserve();
    this.#refs.set(ref.num, made);
    this.to.set(made, this.of(this.from.get(ref)));
    return made;
  }
}
