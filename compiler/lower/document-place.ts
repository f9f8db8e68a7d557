// A request to its place in a book that may have several.
import { ROOT, rootOf, type Src } from "../core/src.js";

/** Where a document is in its book: what it names and counts is its own. */
export interface DocumentPlace {
  /** above the paths of its parts */
  readonly root: Src;
  /** index in the book of its first page sequence */
  readonly firstSequence: number;
  /** a destination's name as it is in the book */
  readonly named: (destination: string) => string;
}

/** A document that is a book of its own. */
export const ALONE: DocumentPlace = { root: ROOT, firstSequence: 0, named: (name) => name };

/** One of several documents, counted from 0. Where there is only one, its names need no other. */
export const placeOfItem = (item: number, firstSequence: number, count: number): DocumentPlace => ({
  root: rootOf(item),
  firstSequence,
  named: (name) => (count === 1 ? name : `data[${item}].${name}`),
});
