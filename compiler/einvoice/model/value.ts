// Values are strings, schemed identifiers objects of parts.
import { isList } from "../../../base/json.js";
import { lookup } from "../../../base/lookup.js";

export type Value = string | Group | readonly Value[];
export interface Group {
  readonly [field: string]: Value;
}

export type Draft = { [field: string]: Value };

export type Path = readonly (string | number)[];

export const isGroup = (v: Value | undefined): v is Group => typeof v === "object" && !isList(v);

/** The value at names of fields; undefined if absent. */
export function valueAt(from: Value | undefined, names: readonly string[]): Value | undefined {
  let here = from;
  for (const name of names) {
    if (!isGroup(here)) return undefined;
    here = lookup(here, name);
  }
  return here;
}

/** A value is at the path. */
export function isAt(from: Group, path: Path): boolean {
  let here: Value | undefined = from;
  for (const step of path) here = isList(here) ? here[Number(step)] : isGroup(here) ? lookup(here, String(step)) : undefined;
  return here !== undefined;
}

export function textAt(from: Value | undefined, ...names: readonly string[]): string | undefined {
  const value = valueAt(from, names);
  return typeof value === "string" ? value : undefined;
}

export function groupAt(from: Value | undefined, ...names: readonly string[]): Group | undefined {
  const value = valueAt(from, names);
  return isGroup(value) ? value : undefined;
}

/** Returns the groups of an array; empty if absent. */
export function groupsAt(from: Value | undefined, ...names: readonly string[]): readonly Group[] {
  const value = valueAt(from, names);
  return isList(value) ? value.filter(isGroup) : [];
}
