// Objects of a PDF file that is read, and the view of its pages (ISO 32000-1, 7.3 and 7.7.3).

/** A name (7.3.5) without the solidus: one character for each byte, escapes resolved. */
export class PdfName {
  constructor(readonly value: string) {}
}

/** A string (7.3.4): its bytes, decrypted. */
export class PdfString {
  constructor(readonly bytes: Uint8Array) {}
}

/** A real number with its source text, so that copies are equal. Integers are numbers of the language. */
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
/** A dictionary (7.3.7) in the order of the file; of repeated keys the last counts. */
export type PdfDict = ReadonlyMap<string, PdfObject>;

/** A stream (7.3.8). `encoded` is the slice of the file, filtered and encrypted; `PdfFile.encoded` decrypts it. */
export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    readonly encoded: Uint8Array,
    /** number and generation that are part of its key; null if the stream is never encrypted */
    readonly id: PdfRef | null,
  ) {}
}

export type PdfObject = null | boolean | number | PdfReal | PdfName | PdfString | PdfArray | PdfDict | PdfStream | PdfRef;

/** A file that cannot be read. `reason` continues "the PDF file "; `setting` is the name of an exceeded budget. */
export class PdfFault extends Error {
  constructor(
    readonly reason: string,
    readonly setting: PdfBudgetName | null = null,
    /** the file is encrypted, and does not open without a password or program */
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

/** Cryptographic functions of the environment. AES is CBC with PKCS #7 if `padding`; `decrypt` leaves the padding in place. */
export interface PdfCrypto {
  md5(bytes: Uint8Array): Uint8Array;
  sha(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array;
  aes(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, padding: boolean): Uint8Array;
  /** whole blocks of 16 bytes */
  decrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array;
}

/** Rectangle in default user space: left, bottom, right, top; left < right and bottom < top. */
export type PdfBox = readonly [number, number, number, number];

/** Boxes of a page after the defaults and cuts of PDF-4. */
export interface PdfBoxes {
  readonly media: PdfBox;
  readonly crop: PdfBox;
  readonly bleed: PdfBox;
  readonly trim: PdfBox;
  readonly art: PdfBox;
}

/** A page with inherited attributes resolved. */
export interface PdfPage {
  /** from 1 */
  readonly number: number;
  /** null for a page that is a direct object of its parent */
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
  /** dictionaries of annotations, those that are readable */
  readonly annots: readonly PdfDict[];
}

/** Result of filters. */
export interface PdfDecoded {
  readonly bytes: Uint8Array;
  /** the first filter that was left, one of an image's codecs, with its parameters; null if all were applied */
  readonly codec: { readonly name: string; readonly params: PdfDict | null } | null;
  /** the data breaks off or is damaged: `bytes` is as far as it decodes */
  readonly damaged: boolean;
}

/** An open file. Objects are parsed when they are first read; every method throws PdfFault over a budget. */
export interface PdfFile {
  /** of the header or the catalog, the later: "1.4", "2.0" */
  readonly version: string;
  readonly trailer: PdfDict;
  readonly catalog: PdfDict;
  readonly pageCount: number;
  readonly budgets: PdfBudgets;
  /** @throws RangeError beyond `pageCount` */
  page(number: number): PdfPage;
  /** The object of a reference, or the object itself; null for a reference to nothing. Never a PdfRef. */
  get(object: PdfObject | undefined): PdfObject;
  /** References of the objects that the file lists, by their numbers in ascending order. */
  refs(): readonly PdfRef[];
  /** Data of a stream, decrypted, before its filters. */
  encoded(stream: PdfStream): Uint8Array;
  /** Data of a stream after its filters. Counted each time. */
  decode(stream: PdfStream): PdfDecoded;
}
