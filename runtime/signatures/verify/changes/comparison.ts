// Data that the comparisons of two revisions share (SG-40).
import type { PdfDict, PdfFile, PdfObject, PdfPage, RevisionFile } from "../../../../pdf-reader/types.js";
import type { ChangeKind } from "../report/report.js";
import type { Equality } from "./equality.js";

/** A change before its revision is known. */
export interface FoundChange {
  readonly kind: ChangeKind;
  readonly permitted: boolean;
  readonly page?: number;
  readonly field?: string;
  /** Number of the object in the last revision; null if it is gone. */
  readonly object: number | null;
}

/** An appearance that the last revision has and the signed one has not. */
export interface NewLook {
  readonly kind: "signature" | "field";
  readonly field: string;
  readonly widget: PdfDict;
  readonly object: number | null;
  /** Text that it may show; null for any. */
  readonly text: string | null;
}

/** Rights that the signatures of a revision leave to later ones. */
export interface Rights {
  /** 1 to 3, as in DocMDP; 2 without a certification. */
  readonly level: 1 | 2 | 3;
  readonly isCertified: boolean;
  isLocked(field: string): boolean;
}

/** Two revisions while they are compared. */
export interface Comparison {
  readonly old: RevisionFile;
  readonly now: PdfFile;
  readonly equality: Equality;
  /** Without memory, for values that may differ. */
  isSame(a: PdfObject | undefined, b: PdfObject | undefined): boolean;
  readonly rights: Rights;
  readonly changes: FoundChange[];
  readonly looks: NewLook[];
  /** Widgets of signatures and time stamps that were added, and annotations. */
  readonly added: Set<PdfDict>;
  /** Numbers of objects of the form in the signed revision. */
  readonly formNums: ReadonlySet<number>;
  /** Numbers of the signature dictionaries whose bytes are intact. */
  readonly intact: ReadonlySet<number>;
}

/** Yields keys of either dictionary whose values differ in the two revisions, with the values. */
export function* differentKeys(
  { equality }: Pick<Comparison, "equality">,
  old: PdfDict,
  now: PdfDict,
  num: number | null,
): Generator<{ readonly key: string; readonly before: PdfObject; readonly after: PdfObject; readonly object: number | null }> {
  if (equality.isUntouched(old, now, num)) return;
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(key) ?? null, now.get(key) ?? null];
    if (!equality.equal(before, after, num)) yield { key, before, after, object: equality.differentIn };
  }
}

export function pagesOf(file: PdfFile): readonly PdfPage[] {
  return Array.from({ length: file.pageCount }, (_, i) => file.page(i + 1));
}
