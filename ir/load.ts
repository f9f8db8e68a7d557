// JSON that `dump` wrote to a display list and its blobs.
import type { BlobId, Blobs, IrDocument } from "./ir.js";
import { validate } from "./validate.js";

/** A display list that can't be used: not JSON, not a display list, or one that breaks a promise. */
export class LoadError extends Error {}

/**
 * Reads what `dump` wrote. Bundled fonts come from `bundled`.
 * @throws LoadError with the first broken promise; later, from the blobs, for one that is nowhere
 */
export function load(json: string, bundled: Blobs): { doc: IrDocument; blobs: Blobs } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new LoadError("the display list is not JSON");
  }
  const doc = parsed as IrDocument & { blobs?: Record<string, string> };
  if (typeof doc !== "object" || doc === null || doc.version !== 1 || !Array.isArray(doc.pages))
    throw new LoadError("this is not a display list of version 1");
  let violation;
  try {
    violation = validate(doc)[0];
  } catch {
    throw new LoadError("the display list lacks a part that its type requires");
  }
  if (violation) throw new LoadError(`${violation.at}: breaks the promise "${violation.promise}" (found ${violation.found})`);
  const { blobs: inline = {}, ...rest } = doc;
  return { doc: rest as IrDocument, blobs: inlineFirst(inline, bundled) };
}

function inlineFirst(inline: Record<string, string>, bundled: Blobs): Blobs {
  return {
    get(id: BlobId): Uint8Array {
      const text = Object.hasOwn(inline, id) ? inline[id] : undefined;
      try {
        return text === undefined ? bundled.get(id) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      } catch {
        throw new LoadError(`the display list names ${id}, which it does not carry in base64, and this installation does not have`);
      }
    },
  };
}
