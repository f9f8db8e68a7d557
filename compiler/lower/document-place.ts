import { recordName } from "../../ir/form.js";
import { ROOT, rootOf, type Src } from "../core/src.js";

/** Names and counts are separate for each document. */
export interface DocumentPlace {
  readonly root: Src;
  /** index in the book of its first page sequence */
  readonly firstSequence: number;
  readonly named: (destination: string) => string;
  /** full name of a field in the file (FM-30) */
  readonly field: (name: string) => string;
}

export const ALONE: DocumentPlace = { root: ROOT, firstSequence: 0, named: (name) => name, field: (name) => name };

/** Returns the place of the nth document, from 0. Names of a single document are unchanged. */
export const placeOfItem = (item: number, firstSequence: number, count: number): DocumentPlace => ({
  root: rootOf(item),
  firstSequence,
  named: (name) => (count === 1 ? name : `data[${item}].${name}`),
  field: (name) => (count === 1 ? name : `${recordName(item + 1)}.${name}`),
});
