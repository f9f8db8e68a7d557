// Place of a request in a book of several.
import { ROOT, rootOf, type Src } from "../core/src.js";

/** Place of a document in its book: names and counts are separate for each. */
export interface DocumentPlace {
  /** above the paths of its parts */
  readonly root: Src;
  /** index in the book of its first page sequence */
  readonly firstSequence: number;
  /** name of a destination in the book */
  readonly named: (destination: string) => string;
}

/** A document that is the whole book. */
export const ALONE: DocumentPlace = { root: ROOT, firstSequence: 0, named: (name) => name };

/** One of several documents, counted from 0. Names of a single document are unchanged. */
export const placeOfItem = (item: number, firstSequence: number, count: number): DocumentPlace => ({
  root: rootOf(item),
  firstSequence,
  named: (name) => (count === 1 ? name : `data[${item}].${name}`),
});
