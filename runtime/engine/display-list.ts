import { ownJson } from "../../base/json.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { at, pathOf, ROOT } from "../../compiler/core/src.js";
import { explain } from "../../compiler/request/explain.js";
import type { RootSchema, Schema } from "../../compiler/request/schema.js";
import type { BlobId, Blobs, IrDocument } from "../../ir/ir.js";
import { load, LoadError } from "../../ir/load.js";
import { packageRoot } from "../core/package.js";

/** Nesting depth: groups and structure are read recursively. */
const MOST_DEPTH = 1000;

/** @throws LoadError with the place */
export function readDisplayList(bytes: Uint8Array, bundled: Blobs): { readonly doc: IrDocument; readonly blobs: Blobs } {
  const text = new TextDecoder().decode(bytes);
  if (depthOf(text) > MOST_DEPTH) throw new LoadError(`the display list is nested deeper than ${MOST_DEPTH} levels`);
  return load(text, bundled, { shapeFault, isBlob });
}

function shapeFault(doc: object): string | null {
  const schema = ownJson<RootSchema>(readFileSync(path.join(packageRoot, "schemas/display-list.schema.json"), "utf8"));
  const [wrong] = explain(withTags(schema, schema.$defs), doc, 1);
  return wrong ? `${wrong.path.length === 0 ? "the display list" : pathOf(at(ROOT, ...wrong.path))}: ${wrong.reason}`.slice(0, 500) : null;
}

/** Published schemas lack the discriminator of unions: the field with a constant in each branch. */
function withTags<T>(node: T, defs: RootSchema["$defs"]): T {
  if (Array.isArray(node)) return node.map((item: unknown) => withTags(item, defs)) as T;
  if (typeof node !== "object" || node === null) return node;
  const made = Object.fromEntries(Object.entries(node).map(([key, value]: readonly [string, unknown]) => [key, withTags(value, defs)]));
  const { oneOf, ...others } = made as Schema;
  if (!oneOf) return made as T;
  const branches = oneOf.map((b) => (b.$ref === undefined ? b : defs[b.$ref.slice("#/$defs/".length)]!));
  const tag = Object.keys(branches[0]!.properties ?? {}).find((name) => branches.every((b) => b.properties?.[name]?.const !== undefined));
  return (tag === undefined ? { ...others, anyOf: oneOf } : { ...made, discriminator: { propertyName: tag } }) as T;
}

const isBlob = (id: BlobId, bytes: Uint8Array): boolean => id === `sha256-${createHash("sha256").update(bytes).digest("hex")}`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isString) {
      if (c === BACKSLASH) i++;
      else if (c === QUOTE) isString = false;
    } else if (c === QUOTE) isString = true;
    else if (c === 0x5b || c === 0x7b) most = Math.max(most, ++depth);
    else if (c === 0x5d || c === 0x7d) depth--;
  }
  return most;
}
