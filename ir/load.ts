import type { BlobId, Blobs, IrDocument } from "./ir.js";
import { validate } from "./validate.js";

export class LoadError extends Error {}

export interface LoadChecks {
  /** first value of the wrong shape, with the reason; null if none */
  readonly shapeFault: (doc: object) => string | null;
  readonly isBlob: (id: BlobId, bytes: Uint8Array) => boolean;
}

/** Bundled fonts come from `bundled`. @throws LoadError for the first violation; a missing blob throws when it is read */
export function load(json: string, bundled: Blobs, checks: LoadChecks | null = null): { doc: IrDocument; blobs: Blobs } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new LoadError("the display list is not JSON");
  }
  const doc = parsed as IrDocument & { blobs?: Record<string, string> };
  if (typeof doc !== "object" || doc === null || doc.version !== 1 || !Array.isArray(doc.pages))
    throw new LoadError("this is not a display list of version 1");
  const { blobs: inline = {}, ...rest } = doc;
  const fault = checks?.shapeFault(rest) ?? null;
  if (fault !== null) throw new LoadError(fault);
  if (typeof inline !== "object" || inline === null) throw new LoadError("blobs: must be an object");
  let violation;
  try {
    violation = validate(doc)[0];
  } catch {
    throw new LoadError("the display list lacks a part that its type requires");
  }
  if (violation) throw new LoadError(`${violation.at}: breaks the promise "${violation.promise}" (found ${violation.found})`);
  return { doc: rest, blobs: inlineFirst(inline, bundled, checks) };
}

function inlineFirst(inline: Record<string, string>, bundled: Blobs, checks: LoadChecks | null): Blobs {
  return {
    get(id: BlobId): Uint8Array {
      const text = Object.hasOwn(inline, id) ? inline[id] : undefined;
      let bytes: Uint8Array;
      try {
        bytes = text === undefined ? bundled.get(id) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      } catch {
        throw new LoadError(`the display list names ${id}, which it does not carry in base64, and this installation does not have`);
      }
      if (text !== undefined && checks && !checks.isBlob(id, bytes))
        throw new LoadError(`blobs.${id}: its bytes are not those that it is named after`);
      return bytes;
    },
  };
}
