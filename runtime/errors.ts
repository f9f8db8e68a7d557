// Any error to the one that a caller may see: code, HTTP status and message.
import type { Code } from "../compiler/core/fail.js";
import { RenderError } from "../compiler/core/fail.js";

/** Every public code: its HTTP status, and the text in place of a message that must not leave the service (core contract, Errors). */
const TABLE = {
  "API-001": { status: 400, redacted: null },
  "API-002": { status: 400, redacted: null },
  "API-004": { status: 400, redacted: null },
  "API-007": { status: 400, redacted: null },
  "API-008": { status: 413, redacted: null },
  "API-101": { status: 401, redacted: null },
  "API-102": { status: 401, redacted: "the token is not valid" },
  "API-404": { status: 404, redacted: null },
  "API-405": { status: 405, redacted: null },
  "API-415": { status: 415, redacted: null },
  "API-501": { status: 500, redacted: null },
  "API-502": { status: 500, redacted: null },
  "API-503": { status: 500, redacted: null },
  "API-504": { status: 500, redacted: null },
  "API-505": { status: 500, redacted: null },
  "API-506": { status: 500, redacted: null },
  "API-507": { status: 500, redacted: null },
  "API-900": { status: 500, redacted: "an internal error" },
  "API-999": { status: 500, redacted: "an unknown internal error" },
} as const satisfies Record<string, { readonly status: number; readonly redacted: string | null }>;

export type PublicCode = keyof typeof TABLE;
type Covered = Code extends PublicCode ? true : never;
const _everyCompilerCodeIsPublic: Covered = true;
void _everyCompilerCodeIsPublic;

/** An error with the message that callers see, and the reason that only the log has. */
export class ServiceError extends Error {
  readonly status: number;
  readonly reason: string;
  /** the methods that a route has, where the request has another */
  allow: string | null = null;
  constructor(
    readonly code: PublicCode,
    message: string,
    status?: number,
  ) {
    super(TABLE[code].redacted ?? message);
    this.reason = message === "" ? this.message : message;
    this.status = status ?? TABLE[code].status;
  }
}

/** The queue is full or the service is stopping (decisions §2); why is for the log. */
export const unavailable = (why: string): ServiceError => new ServiceError("API-900", why, 503);

/** Any failure as one that callers may see; one that is not foreseen is API-999 without details. */
export function publicError(e: unknown): ServiceError {
  if (e instanceof ServiceError) return e;
  if (e instanceof RenderError) return new ServiceError(e.code, e.message);
  return new ServiceError("API-999", "");
}

/** The contract's error envelope. */
export interface ErrorBody {
  readonly error: true;
  readonly code: PublicCode;
  readonly message: string;
  readonly req_id: string;
}
export const errorBody = (e: ServiceError, reqId: string): ErrorBody => ({ error: true, code: e.code, message: e.message, req_id: reqId });
