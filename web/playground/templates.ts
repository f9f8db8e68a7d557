import type { Operation } from "./edits.js";
import { escaped, isObject, memberOf, steps, valueAt } from "./json-tree.js";
import type { Problem } from "./problems.js";

type Json = unknown;

interface Mapped {
  readonly pointer: string;
  readonly isWhole: boolean;
}

/** A request with the template that it is of. */
export interface OfTemplate {
  readonly template: Json;
  readonly request: Json;
  /** of the objects in lists: conditions remove some, others are repeated */
  readonly places: Readonly<Record<string, string>>;
}

function mapped({ template, request, places }: OfTemplate, pointer: string): Mapped {
  let t = template;
  let b = request;
  let here = "";
  let at = "";
  for (const step of steps(pointer)) {
    if (!isObject(t) || !isObject(b) || Array.isArray(t) !== Array.isArray(b)) return { pointer: at, isWhole: false };
    here += `/${escaped(step)}`;
    const known = Object.hasOwn(places, here) ? places[here] : undefined;
    const isSame = !(Array.isArray(t) && Array.isArray(b)) || t.length === b.length;
    if (known === undefined && !(isSame && Object.hasOwn(t, step))) return { pointer: at, isWhole: false };
    at = known ?? `${at}/${escaped(step)}`;
    t = known === undefined ? memberOf(t, step) : valueAt(template, at);
    b = memberOf(b, step);
  }
  return { pointer: at, isWhole: true };
}

/** Null if the template lacks the value. */
function mappedOperation(of: OfTemplate, operation: Operation): Operation | null {
  const source = operation.op === "move" ? operation.from! : operation.path;
  const cut = operation.path.lastIndexOf("/");
  const parent = mapped(of, operation.path.slice(0, cut));
  if (!parent.isWhole) return null;
  const path = `${parent.pointer}${operation.path.slice(cut)}`;
  if (operation.op === "add" || operation.op === "test") return { ...operation, path };
  const place = mapped(of, source);
  const isSame = JSON.stringify(valueAt(of.template, place.pointer)) === JSON.stringify(valueAt(of.request, source));
  if (!place.isWhole || !isSame) return null;
  return operation.op === "move" ? { ...operation, from: place.pointer, path } : { ...operation, path: place.pointer };
}

export const placeInTemplate = (of: OfTemplate, pointer: string): string => mapped(of, pointer).pointer;

/** One finding for all repetitions of an object. Suggestions are applied to literal values only. */
export function ofTemplate(findings: readonly Problem[], of: OfTemplate): readonly Problem[] {
  const seen = new Set<string>();
  return findings.flatMap((finding): readonly Problem[] => {
    const { patch, line: _line, column: _column, ...rest } = finding;
    const { pointer } = mapped(of, finding.path);
    const key = JSON.stringify([pointer, finding.message.replace(/^\S+: /, "")]);
    if (seen.has(key)) return [];
    seen.add(key);
    const operations = patch?.map((operation) => mappedOperation(of, operation)) ?? [];
    const isMendable = operations.length > 0 && operations.every((operation) => operation !== null);
    return [{ ...rest, path: pointer, in: "template", ...(isMendable && { patch: operations }) }];
  });
}
