// A file, or its first revisions, with the places of its objects.
import { openRevision, openToChange, RevisionParts } from "../../../../pdf-reader/file.js";
import type { ChangeableFile, PdfBudgets, PdfCrypto, PdfFile, RevisionFile } from "../../../../pdf-reader/types.js";
import { BrokenReference, placesOf, sectionsOf, type ObjectPlace, type Section } from "./cross-reference.js";
import { revisionsOf, type Revision } from "./revisions.js";

/** A revision with the places of its objects. */
export interface PlacedFile {
  readonly file: PdfFile;
  readonly places: ReadonlyMap<number, ObjectPlace>;
  /** Numbers of streams of the cross-reference and of objects. */
  readonly carriers: ReadonlySet<number>;
}

interface OpenOptions {
  readonly budgets: PdfBudgets;
  readonly crypto: PdfCrypto;
}

export interface OpenedFile extends PlacedFile {
  readonly file: ChangeableFile;
  /** Bytes from the header on. */
  readonly bytes: Uint8Array;
  /** From the last to the first; empty if the cross-reference is broken. */
  readonly sections: readonly Section[];
  readonly revisions: readonly Revision[];
  readonly parts: RevisionParts;
}

/** @throws PdfFault */
export function openFile(pdf: Uint8Array, { budgets, crypto }: OpenOptions): OpenedFile {
  const parts = new RevisionParts();
  const file = openToChange(pdf, { budgets, crypto, parts });
  const bytes = pdf.subarray(file.headerAt);
  const sections = file.crossReference === null ? [] : strictSections(bytes, budgets);
  const places = placesOf(sections);
  return { file, bytes, sections, places, carriers: carriersOf(sections, places), revisions: revisionsOf(bytes, sections, budgets), parts };
}

/** An earlier revision of an open file. */
interface EarlierRevision {
  readonly file: RevisionFile;
  isRebuilt(): boolean;
}

/** @param end of the revision, from the header @throws PdfFault */
export function openEarlier(
  { bytes, file: later, parts, sections }: OpenedFile,
  end: number,
  { budgets, crypto }: OpenOptions,
): EarlierRevision {
  const own = bytes.subarray(0, end);
  const file = openRevision(own, later, { budgets, crypto, parts });
  const start = file.crossReference?.at;
  // tables from one on are those of the last revision
  const isStrict = start !== undefined && (sections.some(({ at }) => at === start) || strictSections(own, budgets).length > 0);
  return { file, isRebuilt: () => file.crossReference === null || !isStrict };
}

/** Returns the number of revisions, at least 1, of a file from its header. */
export const revisionCount = (bytes: Uint8Array, budgets: PdfBudgets): number =>
  Math.max(1, revisionsOf(bytes, strictSections(bytes, budgets), budgets).length);

function strictSections(bytes: Uint8Array, budgets: PdfBudgets): readonly Section[] {
  try {
    return sectionsOf(bytes, budgets);
  } catch (e) {
    if (e instanceof BrokenReference) return [];
    throw e;
  }
}

function carriersOf(sections: readonly Section[], places: ReadonlyMap<number, ObjectPlace>): ReadonlySet<number> {
  const carriers = new Set<number>();
  const offsets = new Set(sections.flatMap(({ at, streamAt }) => (streamAt === null ? [at] : [at, streamAt])));
  for (const [num, place] of places) {
    if (place && "inside" in place) carriers.add(place.inside);
    else if (place && offsets.has(place.at)) carriers.add(num);
  }
  return carriers;
}

/** True if reading the file needed a repair; known once it has been read. */
export const isRebuilt = ({ file, sections }: OpenedFile): boolean => file.crossReference === null || sections.length === 0;
