// Entity tags and preconditions (RFC 9110, 13; running, C3).
import { createHash } from "node:crypto";
import { ServiceError } from "../errors/errors.js";

/** Strong and opaque, as in the header. @param parts of which one differs after each change */
export const etagOf = (...parts: readonly (string | number)[]): string =>
  `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27)}"`;

export interface Precondition {
  /** tags of `If-Match`; "*": any; null: absent */
  readonly ifMatch: readonly string[] | "*" | null;
  /** `If-None-Match: *` */
  readonly ifAbsent: boolean;
}

export const UNCONDITIONAL: Precondition = { ifMatch: null, ifAbsent: false };

/** @param etag of what is there; null: nothing @throws ServiceError API-412 */
export function checkPrecondition({ ifMatch, ifAbsent }: Precondition, etag: string | null): void {
  if (ifAbsent && etag !== null) throw new ServiceError("API-412", "If-None-Match is not met: the resource exists");
  if (ifMatch === null) return;
  if (etag === null) throw new ServiceError("API-412", "If-Match is not met: the resource does not exist");
  if (ifMatch !== "*" && !ifMatch.includes(etag)) throw new ServiceError("API-412", "If-Match is not met: the resource has another ETag");
}

export interface Put<Entry> {
  readonly entry: Entry;
  /** false: it took the place of another */
  readonly isNew: boolean;
}

/** "the owner must have at most 10 (PLATEN_LIMIT_OWNER_ASSETS) assets" */
export const tooMany = (most: number, setting: string, what: string): ServiceError =>
  new ServiceError("API-002", `the owner must have at most ${most} (${setting}) ${what}`);
