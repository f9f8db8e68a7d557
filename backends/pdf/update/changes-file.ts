// Objects of the backend as changes of a file that exists.
import { Lexer } from "../../../pdf-reader/lexer.js";
import { NestingCounts } from "../../../pdf-reader/meter.js";
import { PdfName, PdfRef, PdfStream, PdfString, type PdfObject } from "../../../pdf-reader/types.js";
import { MIN_DEFLATE, WINDOW } from "../syntax/file.js";
import { Bytes, Entries, Name, Raw, Ref, Refs, Text, type Dict, type PdfValue } from "../syntax/object.js";
import type { FileOptions, ObjectWriter, StreamOptions } from "../syntax/object-writer.js";
import type { Changes } from "./changes.js";
import { textString } from "./text.js";

const FLATE = new PdfName("FlateDecode");

/** A file whose objects are added to the changes of another. */
export class ChangesFile implements ObjectWriter {
  /** dictionaries that the backend has as text: those of resources recur */
  readonly #read = new Map<string, PdfObject>();

  constructor(
    readonly changes: Changes,
    readonly options: FileOptions,
  ) {}

  static of(changes: Changes): (options: FileOptions) => ChangesFile {
    return (options) => new ChangesFile(changes, options);
  }

  reserve(): Ref {
    return new Ref(this.changes.reserve().num);
  }

  add(value: PdfValue, ref = this.reserve()): Ref {
    return this.#set(ref, this.#object(value));
  }

  stream(dict: Dict, bytes: Uint8Array, { ref = this.reserve(), window = WINDOW, keep }: StreamOptions = {}): Ref {
    if (dict["Filter"] !== undefined || bytes.length < MIN_DEFLATE) return this.plain(dict, bytes, ref);
    const deflated = this.options.deflate(bytes, window);
    keep?.(deflated);
    return this.deflated(dict, deflated, ref);
  }

  plain(dict: Dict, bytes: Uint8Array, ref = this.reserve()): Ref {
    // a writer uses its bytes again
    return this.#set(ref, new PdfStream(this.#dict(dict), bytes.slice(), null));
  }

  deflated(dict: Dict, bytes: Uint8Array, ref = this.reserve()): Ref {
    return this.#set(ref, new PdfStream(this.#dict(dict).set("Filter", FLATE), bytes, null));
  }

  #set(ref: Ref, object: PdfObject): Ref {
    this.changes.set(new PdfRef(ref.num, 0), object);
    return ref;
  }

  #object(value: PdfValue): PdfObject {
    if (value === null || typeof value === "number" || typeof value === "boolean") return value;
    if (value instanceof Name) return new PdfName(value.value);
    if (value instanceof Text) return textString(value.value);
    if (value instanceof Bytes) return new PdfString(value.value);
    if (value instanceof Ref) return new PdfRef(value.num, 0);
    if (value instanceof Refs) return Array.from(value.nums, (num) => (num === 0 ? null : new PdfRef(num, 0)));
    if (value instanceof Raw) return this.#raw(value.value);
    if (value instanceof Entries) return new Map(value.all.map(([key, item]) => [keyOf(this.#object(key)), this.#object(item)]));
    return isArray(value) ? value.map((item) => this.#object(item)) : this.#dict(value);
  }

  #dict(dict: Dict): Map<string, PdfObject> {
    const out = new Map<string, PdfObject>();
    for (const [key, value] of Object.entries(dict)) if (value !== undefined) out.set(key, this.#object(value));
    return out;
  }

  #raw(text: string): PdfObject {
    let known = this.#read.get(text);
    if (known === undefined) {
      const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
      this.#read.set(text, (known = new Lexer(bytes, 0, new NestingCounts(this.changes.file.budgets)).read() as PdfObject));
    }
    return known;
  }
}

const isArray = (value: PdfValue): value is readonly PdfValue[] => Array.isArray(value);
const keyOf = (key: PdfObject): string => (key instanceof PdfName ? key.value : "");
