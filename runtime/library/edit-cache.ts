// Work of `render` for later renders in this process.
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";
import { isEditOf, EditSession, largeBody, type LargeBody } from "../engine/edit-session.js";
import { engineKey } from "./engines.js";
import type { Options } from "./options.js";

let session = new EditSession();
let last: LargeBody | null = null;
let editOf = (given: unknown, options: Options): boolean | null => {
  const large = largeOf(given, options);
  const edit = large && isEditOf(last, large);
  if (large) last = large;
  return edit;
};

/** A process of a pool has its own bounds, and receives whether a body is an edit. */
export function useSession(work: EditSession, edit: () => boolean | null): void {
  session = work;
  editOf = edit;
}

/** Returns the large body of a call; null for values and small bodies. */
export function largeOf(given: unknown, options: Options): LargeBody | null {
  const body = given instanceof SentBody ? given.held : given;
  return isBytes(body) ? largeBody(body, () => JSON.stringify([engineKey(options), options.maxPages, options.limits])) : null;
}

/** Cache of a render; null: none. */
export const cacheFor = (given: unknown, options: Options): ReturnType<EditSession["next"]> => session.next(editOf(given, options));
