import type { FilledStream } from "../box/page.js";
import type { BreakToken, Placed } from "./protocol/protocol.js";
import type { NoteRest } from "./region-notes.js";

/** Immutable, so that a page may be tried. */
export interface StreamState {
  /** null: the beginning */
  readonly rest: BreakToken | null;
  readonly ended: boolean;
  /** notes of earlier regions */
  readonly pending: readonly NoteRest[];
  readonly nextFloat: number;
}

export const START: StreamState = { rest: null, ended: false, pending: [], nextFloat: 0 };

export const isDone = ({ floats }: FilledStream, { ended, pending, nextFloat }: StreamState): boolean =>
  ended && pending.length === 0 && nextFloat >= floats.length;

/** A page that is filled, in its own space. */
export interface FilledPage {
  readonly body: readonly Placed[];
  readonly floats: readonly Placed[];
  /** notes with their rules */
  readonly notes: readonly Placed[];
  readonly state: StreamState;
}

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
