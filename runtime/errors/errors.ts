import { keysOf, tableOf } from "../../base/lookup.js";
import type { Code } from "../../compiler/core/fail.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { Finding, RefusalPlace } from "./findings.js";
import { DatabaseError } from "../store/database.js";

interface PublicError {
  readonly status: number;
  /** replaces a secret message */
  readonly redacted: string | null;
  readonly means: string;
}

/** Public codes (core contract, Errors; decisions §2). */
const TABLE = {
  "API-001": { status: 400, redacted: null, means: "the body is not JSON, or not in the form of a request" },
  "API-002": { status: 400, redacted: null, means: "the request has the right shape, but something in it is not allowed" },
  "API-004": { status: 400, redacted: null, means: "the document has more pages than are allowed" },
  "API-007": { status: 400, redacted: null, means: "a picture has more bytes than the token's policy allows" },
  "API-008": { status: 413, redacted: null, means: "the body is too large" },
  "API-101": { status: 401, redacted: null, means: "the Authorization header is missing or malformed" },
  "API-102": { status: 401, redacted: "the token is not valid", means: "the token is not valid" },
  "API-103": { status: 401, redacted: "the token is not valid any more", means: "the token is not valid any more" },
  "API-104": { status: 403, redacted: null, means: "the token has not the scope that the route needs" },
  "API-201": { status: 402, redacted: null, means: "the account has no active subscription" },
  "API-202": { status: 402, redacted: null, means: "the account's subscription has expired" },
  "API-203": { status: 429, redacted: null, means: "the page credits are used up" },
  "API-204": { status: 402, redacted: null, means: "the wallet has too little for pages beyond the credits" },
  "API-301": { status: 429, redacted: null, means: "too many requests from one address" },
  "API-404": { status: 404, redacted: null, means: "the resource does not exist" },
  "API-405": { status: 405, redacted: null, means: "the route does not have this method" },
  "API-412": { status: 412, redacted: null, means: "If-Match or If-None-Match is not met" },
  "API-415": { status: 415, redacted: null, means: "the body is not of the route's type by its Content-Type, or compressed" },
  "API-501": { status: 500, redacted: null, means: "the render failed, or took too much time or memory" },
  "API-502": { status: 500, redacted: null, means: "the document cannot be made to conform to its profile" },
  "API-503": { status: 500, redacted: null, means: "a font failed" },
  "API-504": { status: 500, redacted: null, means: "no font has a character" },
  "API-505": { status: 500, redacted: null, means: "an asset or artifact cannot be read or kept" },
  "API-506": { status: 500, redacted: null, means: "a picture or barcode failed" },
  "API-507": { status: 500, redacted: null, means: "the layout has no solution" },
  "API-900": {
    status: 500,
    redacted: "an internal error",
    means: "the service is overloaded, stopping, without its database, or has failed",
  },
  "API-999": { status: 500, redacted: "an unknown internal error", means: "something that was not foreseen" },
} as const satisfies Record<string, PublicError>;

export type PublicCode = keyof typeof TABLE;
export const CODES: Readonly<Record<PublicCode, PublicError & { readonly statuses: readonly number[] }>> = tableOf(
  keysOf(TABLE),
  (code) => ({ ...TABLE[code], statuses: code === "API-900" ? [TABLE[code].status, 503] : [TABLE[code].status] }),
);
type Covered = Code extends PublicCode ? true : never;
const _everyCompilerCodeIsPublic: Covered = true;
void _everyCompilerCodeIsPublic;

/** `reason`: for the log. */
export class ServiceError extends Error {
  readonly status: number;
  readonly reason: string;
  allow: string | null = null;
  /** headers of the answer */
  headers: Readonly<Record<string, string>> = {};
  /** of a template that was refused */
  findings: readonly Finding[] | null = null;
  /** of a document that was refused */
  place: RefusalPlace | null = null;
  constructor(
    readonly code: PublicCode,
    message: string,
    { status, reason }: { readonly status?: number; readonly reason?: string | undefined } = {},
  ) {
    super(TABLE[code].redacted ?? message);
    this.reason = reason ?? (message === "" ? this.message : message);
    this.status = status ?? TABLE[code].status;
  }
}

/** Full queue, or stopping (decisions §2); `why` is only logged. */
export const unavailable = (why: string): ServiceError => new ServiceError("API-900", why, { status: 503 });

/** Unforeseen failures are API-999 without details. */
export function publicError(e: unknown): ServiceError {
  if (e instanceof ServiceError) return e;
  if (e instanceof RenderError) return new ServiceError(e.code, e.message);
  if (e instanceof DatabaseError) return unavailable(`the database cannot be used: ${e.message}`);
  return new ServiceError("API-999", "");
}

interface ErrorBody extends Partial<RefusalPlace> {
  readonly error: true;
  readonly code: PublicCode;
  readonly message: string;
  readonly req_id: string;
  readonly findings?: readonly Finding[];
}
export const errorBody = (e: ServiceError, reqId: string): ErrorBody => ({
  ...{ error: true, code: e.code, message: e.message, req_id: reqId },
  ...e.place,
  ...(e.findings && { findings: e.findings }),
});
