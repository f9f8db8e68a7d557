import type { Span } from "platen-server/opentelemetry";
import type { FastifyRequest } from "platen-server/fastify";
import type { Admitted } from "../../accounts/accounts.js";
import type { Caller } from "../../accounts/tokens.js";
import type { ServiceError } from "../../errors/errors.js";

export interface Authenticated extends Caller {
  readonly unlimited: boolean;
}

/** Allowance of the account, known before its body is read. */
export interface Admission extends Admitted {
  /** of the account; the job of an earlier request comes before it */
  readonly refusal: ServiceError | null;
}

/** Parameters of a query, each given once. */
export type Query = Readonly<Record<string, string | undefined>>;

export type Facts = Readonly<Record<string, string | number>>;

/** State that the hooks of a request share with its handler, its log line and its span. */
interface RequestContext {
  /** of the log line, without contents */
  facts: Facts;
  span: Span | null;
  /** null before authentication, and for routes without it */
  caller: Authenticated | null;
  /** null for routes that cost nothing */
  admission: Admission | null;
  /** Checked parameters; empty for routes that check them in another way. */
  query: Query;
}

const contexts = new WeakMap<FastifyRequest, RequestContext>();

/** The context of a request, made once. */
export function contextOf(req: FastifyRequest): RequestContext {
  let context = contexts.get(req);
  if (!context) contexts.set(req, (context = { facts: {}, span: null, caller: null, admission: null, query: {} }));
  return context;
}

/** The caller of a route with authentication. */
export const callerOf = (req: FastifyRequest): Authenticated => contextOf(req).caller!;
