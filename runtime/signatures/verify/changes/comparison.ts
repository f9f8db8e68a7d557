// Data that the comparisons of two revisions share (SG-40).
import { isList } from "../../../../base/json.js";
import { isDict } from "../../../../pdf-reader/objects.js";
import type { PdfDict, PdfFile, PdfObject, PdfPage } from "../../../../pdf-reader/types.js";
import type { ChangeKind } from "../report/report.js";
import type { EarlierFile } from "../file/earlier.js";
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
  readonly old: EarlierFile;
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

/** Keys of either dictionary whose values differ in the two revisions, with the values. */
export function* differentKeys(
  { equality }: Pick<Comparison, "equality">,
  old: PdfDict,
  now: PdfDict,
  num: number | null,
): Generator<{ readonly key: string; readonly before: PdfObject; readonly after: PdfObject; readonly object: number | null }> {
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(key) ?? null, now.get(key) ?? null];
    if (!equality.equal(before, after, num)) yield { key, before, after, object: equality.differentIn };
  }
}

export function pagesOf(file: PdfFile): readonly PdfPage[] {
  return Array.from({ length: file.pageCount }, (_, i) => file.page(i + 1));
}

/** Numbers of all objects that a file reaches from values, and from those alone. */
export function reachedBy(file: PdfFile, roots: readonly (PdfObject | undefined)[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const rest: PdfObject[] = roots.map((root) => root ?? null);
  for (let next; (next = rest.pop()) !== undefined;) addReached(file, next, seen, rest);
  return seen;
}

function addReached(file: PdfFile, value: PdfObject, seen: Set<number>, rest: PdfObject[]): void {
  if (value === null || typeof value !== "object") return;
  if ("num" in value) {
    if (seen.has(value.num)) return;
    seen.add(value.num);
    rest.push(file.get(value));
  } else if ("encoded" in value) rest.push(value.dict);
  else if (isDict(value)) for (const item of value.values()) rest.push(item);
  else if (isList(value)) for (const item of value) rest.push(item);
}
