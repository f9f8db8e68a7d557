// Copies of objects of a PDF file, each once per document (PDF-13).
import { isDict } from "../../../pdf-reader/objects.js";
import { bareTable } from "../../../base/lookup.js";
import { isList } from "../../../base/json.js";
import {
  PdfFault,
  PdfName,
  PdfReal,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfDict,
  type PdfFile as SourceFile,
  type PdfObject,
} from "../../../pdf-reader/types.js";
import { isOfFile, CopiedEntries } from "../../../pdf-reader/copied-entries.js";
import { outputProfile } from "../../../pdf-reader/judge/colour.js";
import { mendedObject } from "../../../pdf-reader/judge/mend.js";
import type { PageContents } from "../../../pdf-reader/page/page.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { LARGEST } from "../syntax/number.js";
import { Bytes, Entries, Name, Raw, type Dict, type PdfValue, type Ref } from "../syntax/object.js";

/** Pictures and pages share them: fonts, images, colour spaces. */
export type SharedCopies = Map<number, Ref | null>;

interface CopyOptions {
  readonly marks: "drop" | "keep";
  readonly isProfiled: boolean;
  readonly shared: SharedCopies;
  readonly parents?: ReadonlyMap<PdfStream, number>;
}

export class ObjectCopier {
  readonly #refs = new Map<number, Ref | null>();
  /** appearances, which may lack the entries of a form */
  readonly #appearances = new WeakSet<PdfStream>();
  outer: PdfDict = new Map();
  /** a queue: chains of any length need no recursion */
  readonly #rest: { readonly source: PdfObject; readonly ref: Ref }[] = [];
  #isCopying = false;
  #default: ReturnType<typeof defaultSpace> = null;
  readonly #streams = new WeakMap<PdfStream, Ref>();
  readonly #resources = new WeakMap<PdfDict, Ref>();
  readonly #copied: CopiedEntries;

  /** `isProfiled`: a profile demands some entries and forbids others */
  constructor(
    readonly contents: PageContents,
    readonly file: ObjectWriter,
    readonly how: CopyOptions,
  ) {
    this.source = contents.file;
    this.#copied = new CopiedEntries(this.source);
    if (how.isProfiled) this.#default = defaultSpace(this.source);
  }

  get #ofCmyk(): boolean {
    return this.#default?.[0] === "DefaultCMYK";
  }

  /** Includes the colour space that device colours of the file are meant for (PDF-28). */
  resources(resources: PdfDict): PdfDict {
    if (!this.#default) return resources;
    const [key, space] = this.#default;
    const own = this.source.get(resources.get("ColorSpace"));
    const spaces = own instanceof Map ? own : new Map<string, PdfObject>();
    return spaces.has(key)
      ? resources
      : new Map<string, PdfObject>([...resources, ["ColorSpace", new Map<string, PdfObject>([...spaces, [key, space]])]]);
  }

  readonly source: SourceFile;

  /** Undefined if not copied. */
  copyOf(num: number): Ref | undefined {
    return this.#refs.get(num) ?? undefined;
  }

  appearance(stream: PdfStream): void {
    this.#appearances.add(stream);
  }

  /** Copies a value with all objects it refers to. `without`: outermost entries to omit */
  value(object: PdfObject, without?: ReadonlySet<string>): PdfValue {
    const value = object instanceof Map && without ? this.#dict(object, without) : this.#value(object);
    this.#copyRest();
    return value;
  }

  dict(object: PdfDict, without: ReadonlySet<string> = NONE): Dict {
    return this.value(object, without) as Dict;
  }

  /** `more`: entries that replace its own */
  stream(stream: PdfStream, more: Dict = {}, ref = this.file.reserve()): Ref {
    this.#stream(stream, ref, more);
    this.#copyRest();
    return ref;
  }

  /** Pages may share theirs, which then may name the objects of all. */
  resourcesOnce(resources: PdfDict): Ref {
    let ref = this.#resources.get(resources);
    if (!ref) this.#resources.set(resources, (ref = this.file.add(this.value(this.resources(resources)))));
    return ref;
  }

  streamOnce(stream: PdfStream): Ref {
    let ref = this.#streams.get(stream);
    if (!ref) this.#streams.set(stream, (ref = this.stream(stream)));
    return ref;
  }

  #copyRest(): void {
    if (this.#isCopying) return;
    this.#isCopying = true;
    for (let next; (next = this.#rest.pop());) {
      const { source, ref } = next;
      if (source instanceof PdfStream) this.#stream(source, ref, {});
      else this.file.add(this.#value(source), ref);
    }
    this.#isCopying = false;
  }

  #value(object: PdfObject): PdfValue {
    if (object === null || typeof object === "boolean") return object;
    if (typeof object === "number") return checked(object, LARGEST, object);
    if (object instanceof PdfReal) return checked(object.value, LARGEST_REAL, new Raw(plainReal(object)));
    if (object instanceof PdfName) return nameValue(object.value);
    if (object instanceof PdfString) return new Bytes(object.bytes);
    if (object instanceof PdfRef) return this.#ref(object);
    if (object instanceof PdfStream) {
      const ref = this.file.reserve();
      this.#rest.push({ source: object, ref });
      return ref;
    }
    if (isDict(object)) return this.#anyDict(object);
    return object.map((item) => this.#value(item));
  }

  #ref(object: PdfRef): Ref | null {
    const source = this.source.get(object);
    // the number may be that of an object of another generation
    if (source === null) return null;
    const known = this.#refs.get(object.num) ?? this.how.shared.get(object.num);
    if (known !== undefined) return known;
    const ref = isOfFile(this.source, source) ? null : this.file.reserve();
    (isShared(this.source, source) ? this.how.shared : this.#refs).set(object.num, ref);
    if (ref) this.#rest.push({ source, ref });
    return ref;
  }

  #anyDict(given: PdfDict): Dict | Entries {
    const dict = (this.how.isProfiled && mendedObject(this.source, given, this.#ofCmyk)?.dict) || given;
    if ([...dict.keys()].every(isPlain)) return this.#dict(dict);
    return new Entries(this.#copied.of(dict).map(([key, value]) => [nameValue(key), this.#value(value)] as const));
  }

  #dict(dict: PdfDict, without?: ReadonlySet<string>): Dict {
    // names of the file are keys, also those of Object.prototype
    const out = bareTable<PdfValue>();
    for (const [key, value] of this.#copied.of(dict)) if (!without?.has(key)) out[key] = this.#value(value);
    return out;
  }

  #stream(stream: PdfStream, ref: Ref, more: Dict): void {
    const isHidden = !this.contents.optional.isVisible(stream.dict.get("OC"));
    if (isHidden) return void this.file.stream(EMPTY_FORM, NOTHING, { ref });
    const key = this.how.parents?.get(stream);
    const form: Dict = {
      ...(this.#appearances.has(stream) && { Type: new Name("XObject"), Subtype: new Name("Form") }),
      ...(key !== undefined && { StructParents: key }),
    };
    const mended = this.how.isProfiled ? mendedObject(this.source, stream, this.#ofCmyk) : null;
    const entries = { ...this.#dict(this.#withResources(mended?.dict ?? stream.dict), STREAM), ...form, ...more };
    const rewritten = this.contents.form(stream, this.outer, this.how.marks);
    if (rewritten) return void this.file.stream(entries, rewritten, { ref });
    if (mended?.decodes) {
      const { bytes, codec } = this.source.decode(stream);
      if (codec === null) return void this.file.stream(entries, bytes, { ref });
      const parameters = codec.params && { DecodeParms: this.#value(codec.params) };
      return void this.file.plain({ ...entries, Filter: nameValue(codec.name), ...parameters }, bytes, ref);
    }
    const dict = { ...entries, ...this.#filters(stream) };
    const bytes = this.source.encoded(stream);
    if (dict["Filter"] === undefined) this.file.stream(dict, bytes, { ref });
    else this.file.plain(dict, bytes, ref);
  }

  #withResources(dict: PdfDict): PdfDict {
    const own = this.#default && this.source.get(dict.get("Resources"));
    return own instanceof Map ? new Map([...dict, ["Resources", this.resources(own)]]) : dict;
  }

  /** Filters without Crypt, which is of the file's encryption. */
  #filters(stream: PdfStream): Dict {
    const list = (entry: string): readonly PdfObject[] => {
      const found = this.source.get(stream.dict.get(entry));
      return isList(found) ? found : found === null ? [] : [found];
    };
    const filters = [...list("Filter"), ...(stream.dict.has("Filter") ? [] : list("F"))].map((f) => this.source.get(f));
    const parameters = [...list("DecodeParms"), ...(stream.dict.has("DecodeParms") ? [] : list("DP"))];
    const remaining = filters.flatMap((filter, i) =>
      filter instanceof PdfName && filter.value !== "Crypt" ? [{ filter, parameters: this.source.get(parameters[i] ?? null) }] : [],
    );
    if (remaining.length === 0) return {};
    const values = remaining.map((k) => this.#value(k.parameters));
    const [only] = values;
    return {
      Filter: remaining.length === 1 ? nameValue(remaining[0]!.filter.value) : remaining.map((k) => nameValue(k.filter.value)),
      ...(values.some((v) => v !== null) && { DecodeParms: remaining.length === 1 ? only! : values }),
    };
  }
}

/** Default colour space of a file with an output intent (ISO 32000-2, 8.6.5.6). */
function defaultSpace(file: SourceFile): readonly [key: string, space: PdfObject] | null {
  const profile = outputProfile(file);
  if (!profile) return null;
  const { stream, ref, components } = profile;
  return [components === 4 ? "DefaultCMYK" : components === 3 ? "DefaultRGB" : "DefaultGray", [new PdfName("ICCBased"), ref ?? stream]];
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING = new Uint8Array(0);
const EMPTY_FORM: Dict = { Type: new Name("XObject"), Subtype: new Name("Form"), BBox: [0, 0, 1, 1] };

function isShared(file: SourceFile, object: PdfObject): boolean {
  if (object instanceof PdfStream) {
    const kind = file.get(object.dict.get("Subtype"));
    return !(kind instanceof PdfName && kind.value === "Form") && !object.dict.has("PatternType") && !object.dict.has("BBox");
  }
  if (!(object instanceof Map)) return true;
  const type = file.get(object.get("Type"));
  return type instanceof PdfName && (type.value === "Font" || type.value === "FontDescriptor");
}

const STREAM: ReadonlySet<string> = new Set(["Length", "Filter", "DecodeParms", "DP", "F", "FFilter", "FDecodeParms", "DL"]);

/** Of readers with numbers of 32 bits (ISO 32000-1, table C.1). */
const LARGEST_REAL = 3.403e38;

/** @throws PdfFault for a number that no PDF file may have */
function checked<T>(value: number, largest: number, written: T): T {
  if (Math.abs(value) <= largest) return written;
  throw new PdfFault(`has the number ${value}; numbers are from -${largest} to ${largest}`);
}

const plainReal = ({ text, value }: PdfReal): string => (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? text : value.toFixed(6));

const isPlain = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

/** A name of any bytes: the writer's names are Unicode. */
export function nameValue(value: string): Name | Raw {
  if (isPlain(value)) return new Name(value);
  return new Raw(
    `/${[...value].map((c) => (/[A-Za-z0-9._+-]/.test(c) ? c : `#${c.charCodeAt(0).toString(16).padStart(2, "0")}`)).join("")}`,
  );
}
