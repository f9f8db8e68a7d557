import type { Operation } from "./edits.js";
import { escaped, steps } from "./json-tree.js";
import type { Problem } from "./problems.js";

type Json = unknown;

interface Mapped {
  readonly pointer: string;
  readonly isWhole: boolean;
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> => typeof value === "object" && value !== null;
const isRepeated = (list: readonly Json[]): boolean => list.length === 1 && isObject(list[0]) && "_each" in list[0];

function mapped(template: Json, bound: Json, pointer: string): Mapped {
  let t = template;
  let b = bound;
  let at = "";
  for (const step of steps(pointer)) {
    let own = step;
    if (Array.isArray(t) && Array.isArray(b)) {
      if (isRepeated(t)) own = "0";
      // objects with a false condition are not in the request
      else if (t.length !== b.length) return { pointer: at, isWhole: false };
    } else if (!isObject(t) || !isObject(b) || Array.isArray(t) || Array.isArray(b)) return { pointer: at, isWhole: false };
    if (!Object.hasOwn(t, own)) return { pointer: at, isWhole: false };
    t = (t as Readonly<Record<string, Json>>)[own];
    b = (b as Readonly<Record<string, Json>>)[step];
    at += `/${escaped(own)}`;
  }
  return { pointer: at, isWhole: true };
}

const valueAt = (root: Json, pointer: string): Json =>
  steps(pointer).reduce<Json>((value, step) => (isObject(value) ? value[step] : undefined), root);

/** Null if the template lacks the value. */
function mappedOperation(template: Json, bound: Json, operation: Operation): Operation | null {
  const source = operation.op === "move" ? operation.from! : operation.path;
  const cut = operation.path.lastIndexOf("/");
  const parent = mapped(template, bound, operation.path.slice(0, cut));
  if (!parent.isWhole) return null;
  const path = `${parent.pointer}${operation.path.slice(cut)}`;
  if (operation.op === "add" || operation.op === "test") return { ...operation, path };
  const place = mapped(template, bound, source);
  const isSame = JSON.stringify(valueAt(template, place.pointer)) === JSON.stringify(valueAt(bound, source));
  if (!place.isWhole || !isSame) return null;
  return operation.op === "move" ? { ...operation, from: place.pointer, path } : { ...operation, path: place.pointer };
}

export const placeInTemplate = (template: Json, bound: Json, pointer: string): string => mapped(template, bound, pointer).pointer;

/** One finding for all repetitions of an object. Suggestions are applied to literal values only. */
export function ofTemplate(findings: readonly Problem[], template: Json, bound: Json): readonly Problem[] {
  const seen = new Set<string>();
  return findings.flatMap((finding): readonly Problem[] => {
    const { patch, line: _line, column: _column, ...rest } = finding;
    const { pointer } = mapped(template, bound, finding.path);
    const key = JSON.stringify([pointer, finding.message.replace(/^\S+: /, "")]);
    if (seen.has(key)) return [];
    seen.add(key);
    const operations = patch?.map((operation) => mappedOperation(template, bound, operation)) ?? [];
    const isMendable = operations.length > 0 && operations.every((operation) => operation !== null);
    return [{ ...rest, path: pointer, in: "template", ...(isMendable && { patch: operations }) }];
  });
}
