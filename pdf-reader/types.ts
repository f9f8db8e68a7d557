// PDF objects and pages (ISO 32000-1, 7.3 and 7.7.3).

/** A name (7.3.5): one character for each byte, escapes resolved. */
export class PdfName {
  constructor(readonly value: string) {}
}

/** A string (7.3.4), decrypted. */
export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}

/** A real number with its source text, so that copies are equal. Integers are plain numbers. */
export class PdfReal {
  constructor(
    readonly value: number,
    readonly text: string,
  ) {}
}

/** An indirect reference (7.3.10). */
export class PdfRef {
  constructor(
    readonly num: number,
    readonly gen: number,
  ) {}
}

export type PdfArray = readonly PdfObject[];
/** A dictionary (7.3.7) in file order; the last of repeated keys counts. */
export type PdfDict = ReadonlyMap<string, PdfObject>;

/** A stream (7.3.8). `encoded`: as in the file; `PdfFile.encoded` decrypts it. */
export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    readonly encoded: Uint8Array,
    /** part of its key; null if the stream is never encrypted */
    readonly id: PdfRef | null,
  ) {}
}

export type PdfObject = null | boolean | number | PdfReal | PdfName | PdfString | PdfArray | PdfDict | PdfStream | PdfRef;

/** `reason` continues "the PDF file "; `setting` is the name of an exceeded budget. */
export class PdfFault extends Error {
  constructor(
    readonly reason: string,
    readonly setting: PdfBudgetName | null = null,
    /** encrypted, with a password or program */
    readonly isLocked = false,
  ) {
    super(`the PDF file ${reason}`);
  }
}

/** Budgets of a file (PDF-26): bytes of the file, objects read, bytes decoded, levels of nesting. */
export interface PdfBudgets {
  readonly pdf_bytes: number;
  readonly pdf_objects: number;
  readonly pdf_decoded_bytes: number;
  readonly pdf_depth: number;
}
export type PdfBudgetName = keyof PdfBudgets;

/** AES is CBC, with PKCS #7 if `padding`; `decrypt` leaves the padding in place. */
export interface PdfCrypto {
  md5(bytes: Uint8Array): Uint8Array;
  sha(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array;
  aes(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, padding: boolean): Uint8Array;
  /** blocks of 16 bytes */
  decrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array;
}

/** Default user space: left, bottom, right, top; left < right, bottom < top. */
export type PdfBox = readonly [number, number, number, number];

/** Boxes of a page after the defaults and cuts of PDF-4. */
export interface PdfBoxes {
  readonly media: PdfBox;
  readonly crop: PdfBox;
  readonly bleed: PdfBox;
  readonly trim: PdfBox;
  readonly art: PdfBox;
}

export interface PdfPage {
  /** from 1 */
  readonly number: number;
  /** null: a direct object */
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  readonly boxes: PdfBoxes;
  /** boxes with an entry of their own or inherited, which is valid */
  readonly given: ReadonlySet<keyof PdfBoxes>;
  /** clockwise (PDF-6) */
  readonly rotate: 0 | 90 | 180 | 270;
  /** points of a unit */
  readonly userUnit: number;
  readonly resources: PdfDict;
  readonly contents: readonly PdfStream[];
  readonly annots: readonly PdfDict[];
}

export interface PdfDecoded {
  readonly bytes: Uint8Array;
  /** the first filter not applied, an image's codec; null if all were applied */
  readonly codec: { readonly name: string; readonly params: PdfDict | null } | null;
  /** `bytes` is as far as it decodes */
  readonly damaged: boolean;
}

/** Objects are parsed at first read; every method throws PdfFault over a budget. */
export interface PdfFile {
  readonly version: string;
  readonly trailer: PdfDict;
  readonly catalog: PdfDict;
  readonly pageCount: number;
  readonly budgets: PdfBudgets;
  /** @throws RangeError beyond `pageCount` */
  page(number: number): PdfPage;
  /** Null for a reference to nothing. Never a PdfRef. */
  get(object: PdfObject | undefined): PdfObject;
  /** Reference to the object that has the number, of the generation in use. */
  refTo(num: number): PdfRef;
  /** In ascending order of their numbers. */
  refs(): readonly PdfRef[];
  /** Data of a stream, decrypted, before its filters. */
  encoded(stream: PdfStream): Uint8Array;
  /** The work is counted each time, also without filters. */
  decode(stream: PdfStream): PdfDecoded;
  /** Counts objects that are used again: a list that many pages share is as long for each. */
  count(objects: number): void;
  /** Counts small steps of work, which the size of the file justifies up to a bound. */
  step(count: number): void;
}

/** Form of a cross-reference; `hybrid`: tables with streams next to them (ISO 32000-2, 7.5.8.4). */
export interface CrossReference {
  /** offset of the newest section */
  readonly at: number;
  readonly kind: "table" | "stream" | "hybrid";
}

/** A file that is changed: with its bytes, and the encryption of what is written to it. */
export interface ChangeableFile extends PdfFile {
  /** bytes as they were opened */
  readonly source: Uint8Array;
  /** bytes before the header, from which offsets count */
  readonly headerAt: number;
  /** null if it was rebuilt by a scan, which reading may cause at any time: nothing can be appended then */
  readonly crossReference: CrossReference | null;
  /** true if an object stream that was read breaks off */
  readonly isDamaged: boolean;
  /** /Encrypt, with direct values; null: not encrypted. */
  readonly encryption: PdfDict | null;
  /** Encrypted as a string of the object; the same bytes give the same result. */
  sealString(bytes: Uint8Array, id: PdfRef): Uint8Array;
  /** Encrypted as data of the stream, whose filters have been applied. */
  sealStream(bytes: Uint8Array, id: PdfRef, dict: PdfDict): Uint8Array;
}

/** A revision of a file that has later ones. */
export interface RevisionFile extends ChangeableFile {
  /** True for an object that the later revision it was opened with has in the same place. */
  isShared(num: number): boolean;
}
