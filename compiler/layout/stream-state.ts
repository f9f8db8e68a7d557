// Progress of a stream from page to page.
import type { FilledStream } from "../box/page.js";
import type { BreakToken, Placed } from "./protocol.js";
import type { NoteRest } from "./region-notes.js";

/** Content of a stream that is not placed yet. Immutable, so that a page may be tried. */
export interface StreamState {
  /** null at the beginning */
  readonly rest: BreakToken | null;
  /** the box is placed to its end */
  readonly ended: boolean;
  /** notes of earlier regions */
  readonly pending: readonly NoteRest[];
  /** the first float that is not placed */
  readonly nextFloat: number;
}

/** State before the first page. */
export const START: StreamState = { rest: null, ended: false, pending: [], nextFloat: 0 };

export const isDone = ({ floats }: FilledStream, { ended, pending, nextFloat }: StreamState): boolean =>
  ended && pending.length === 0 && nextFloat >= floats.length;

/** Parts of a page, in the page's space, and what remains. */
export interface FilledPage {
  readonly body: readonly Placed[];
  readonly floats: readonly Placed[];
  /** with their rules */
  readonly notes: readonly Placed[];
  readonly state: StreamState;
}

/** Identifies a state of a stream among its own. */
export function stateKey({ rest, ended, pending, nextFloat }: StreamState): string {
  let key = `${ended ? "e" : ""}${nextFloat}${tokenKey(rest)}`;
  for (const { note, rest: of } of pending) key += `;${note.id}${tokenKey(of)}`;
  return key;
}

function tokenKey(token: BreakToken | null): string {
  let key = "";
  for (let t = token; t; t = t.inner) key += `/${t.at}`;
  return key;
}
