// Rules on copied objects and filters (ISO 19005-2, 6.1).
import { isOfFile, CopiedEntries } from "../copied-entries.js";
import { isArray, isDict, nameOf } from "../objects.js";
import { PdfName, PdfReal, PdfRef, PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../types.js";
import type { Rules } from "./rules.js";

/** Filters that a file of a part may have. LZW is mended, Crypt is left out. */
const FILTERS: ReadonlySet<string> = new Set([
  "ASCIIHexDecode",
  "ASCII85Decode",
  "FlateDecode",
  "RunLengthDecode",
  "CCITTFaxDecode",
  "JBIG2Decode",
  "DCTDecode",
  "JPXDecode",
  "LZWDecode",
  "Crypt",
]);

const MOST_NAME = 127;
const MOST_INTEGER = 2_147_483_647;

export class SyntaxJudge {
  readonly #seen = new Set<number>();
  readonly #done = new Set<PdfObject>();
  readonly #copied: CopiedEntries;

  constructor(
    readonly file: PdfFile,
    readonly rules: Rules,
  ) {
    this.#copied = new CopiedEntries(file);
  }

  /** Judges the object and all that it refers to. @throws Broken */
  closure(object: PdfDict | PdfStream): void {
    // pages share resources
    if (this.#done.has(object)) return;
    this.#done.add(object);
    const rest: PdfObject[] = [object];
    for (let next; (next = rest.pop()) !== undefined;) {
      if (next instanceof PdfRef) {
        const found = this.file.get(next);
        // nothing, perhaps of another generation than an object
        if (found === null || this.#seen.has(next.num)) continue;
        this.#seen.add(next.num);
        if (!isOfFile(this.file, found)) rest.push(found);
      } else if (next instanceof PdfStream) {
        this.#stream(next);
        this.#entries(next.dict, rest);
      } else if (isDict(next)) this.#entries(next, rest);
      else if (isArray(next)) {
        this.#size("array", next.length, 8191);
        for (let i = 0; i < next.length; i++) rest.push(next[i]!);
      } else this.value(next);
    }
  }

  #entries(dict: PdfDict, rest: PdfObject[]): void {
    this.#size("dictionary", dict.size, 4095);
    for (const [key, value] of this.#copied.of(dict)) {
      // mended
      if (key === "Alternates") continue;
      this.#name(key);
      rest.push(value);
    }
  }

  #size(what: string, length: number, most: number): void {
    if (this.rules.level.part === 1)
      this.rules.holds("limit", length <= most, () => `a ${what} has ${length} entries; at most ${most} are allowed`);
  }

  /** A number, name or string. @throws Broken */
  value(object: PdfObject): void {
    const { rules } = this;
    const { part } = rules.level;
    if (object instanceof PdfName) this.#name(object.value);
    else if (object instanceof PdfString) {
      const most = part === 1 ? 65535 : 32767;
      rules.holds("limit", object.bytes.length <= most, () => `a string has ${object.bytes.length} bytes; at most ${most} are allowed`);
    } else if (typeof object === "number")
      rules.holds("limit", Math.abs(object) <= MOST_INTEGER, () => `the integer ${object} is beyond ${MOST_INTEGER}`);
    else if (object instanceof PdfReal) {
      const most = part === 1 ? 32767 : 3.403e38;
      const size = Math.abs(object.value);
      rules.holds("limit", object.text.includes(".") || size <= MOST_INTEGER, () => `the integer ${object.text} is beyond ${MOST_INTEGER}`);
      rules.holds(
        "limit",
        size <= most && (part === 1 || size === 0 || size >= 1.175e-38),
        () => `the number ${object.text} is out of range`,
      );
    }
  }

  #name(name: string): void {
    this.rules.holds("limit", name.length <= MOST_NAME, () => `a name has ${name.length} bytes; at most ${MOST_NAME} are allowed`);
    if (this.rules.has("name")) this.rules.holds("name", isUtf8(name), () => `the name ${printable(name)} is not UTF-8`);
  }

  #stream({ dict }: PdfStream): void {
    for (const key of ["F", "FFilter", "FDecodeParms"])
      this.rules.holds("external", !dict.has(key), () => `a stream has the entry ${key}, data in another file`);
    const given = this.file.get(dict.get("Filter"));
    for (const filter of isArray(given) ? given : given === null ? [] : [given]) {
      const name = nameOf(this.file.get(filter)) ?? "";
      this.rules.holds("filter", FILTERS.has(name), () => `a stream has the filter ${printable(name)}`);
      if (name === "JPXDecode" && this.rules.level.part === 1) this.rules.breaks("jpx", "a stream has the filter JPXDecode");
    }
  }
}

const printable = (name: string): string => name.slice(0, 40).replace(/[^\x21-\x7e]/g, "?");

function isUtf8(name: string): boolean {
  if (/^[\x01-\x7f]*$/.test(name)) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(name, (c) => c.charCodeAt(0)));
    return true;
  } catch {
    return false;
  }
}
