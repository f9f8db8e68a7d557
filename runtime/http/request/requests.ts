// Queries, preconditions and media types of management routes (running, B5, C1, C3, C6).
import { parsedJson } from "../../../base/json.js";
import { shown } from "../../core/shown.js";
import { checkEncoding } from "./media-type.js";
import { mediaTypeOf } from "./media-type.js";
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../../errors/errors.js";
import type { Query } from "./context.js";
import type { Precondition } from "../../owner/revisions.js";
import { lookup } from "../../../base/lookup.js";

/** @throws ServiceError API-001 for an unknown or repeated parameter */
export function queryOf(req: FastifyRequest, names: readonly string[] = []): Query {
  const given = req.query as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name))
      throw new ServiceError(
        "API-001",
        `the query has the unknown parameter ${shown(name)}; ${names.length === 0 ? "the route has none" : `the route has ${names.join(", ")}`}`,
      );
    if (typeof value !== "string") throw new ServiceError("API-001", `the query's ${name} must occur once`);
  }
  return given as Query;
}

/** @throws ServiceError API-002 with the parameter's name */
export function wholeOf(query: Query, name: string, least: number, most: number, fallback: number): number {
  const text = lookup(query, name);
  if (text === undefined) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new ServiceError("API-002", `${name}: must be a whole number from ${least} to ${most}; found ${shown(text)}`);
  return value;
}

/** @throws ServiceError with the parameter's name */
export function wordOf<T extends string>(
  query: Query,
  name: string,
  words: readonly T[],
  code: "API-001" | "API-002" = "API-002",
): T | null {
  const text = lookup(query, name);
  if (text === undefined) return null;
  const word = words.find((w) => w === text);
  if (word === undefined) throw new ServiceError(code, `${name}: must be ${words.join(" or ")}; found ${shown(text)}`);
  return word;
}

const MOST_ITEMS = 200;
const ITEMS = 50;

interface Listed {
  readonly items: readonly object[];
  readonly next_cursor?: string;
}

/**
 * A page of a list.
 * @param isPlace checks what a cursor contains
 * @param read items after a place with the place of each, at most `count`
 * @throws ServiceError API-002
 */
export async function pageOf<Place>(
  query: Query,
  isPlace: (value: unknown) => value is Place,
  read: (after: Place | null, count: number) => Promise<readonly (readonly [object, Place])[]>,
): Promise<Listed> {
  const limit = wholeOf(query, "limit", 1, MOST_ITEMS, ITEMS);
  const after = query["cursor"] === undefined ? null : placeOf(query["cursor"], isPlace);
  const found = await read(after, limit + 1);
  const items = found.slice(0, limit).map(([item]) => item);
  if (found.length <= limit) return { items };
  return { items, next_cursor: Buffer.from(JSON.stringify(found[limit - 1]![1])).toString("base64url") };
}

function placeOf<Place>(cursor: string, isPlace: (value: unknown) => value is Place): Place {
  try {
    const place = parsedJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(cursor, "base64url")));
    if (isPlace(place) && Buffer.from(JSON.stringify(place)).toString("base64url") === cursor) return place;
  } catch {}
  throw new ServiceError("API-002", `cursor: must be the next_cursor of an earlier page of this list; found ${shown(cursor)}`);
}

export const isText = (value: unknown): value is string => typeof value === "string";

/** A strong tag (RFC 9110, 8.8.3). */
const TAG = /"[\x21\x23-\x7e\x80-\xff]*"/;
const STRONG = new RegExp(`^${TAG.source}$`);
const TAGS = new RegExp(`^[\\t ]*(?:W/)?${TAG.source}(?:[\\t ]*,[\\t ]*(?:W/)?${TAG.source})*[\\t ]*$`);

const tagsOf = (header: string): readonly string[] => header.match(new RegExp(`(?:W/)?${TAG.source}`, "g")) ?? [];

/** @throws ServiceError API-412 if malformed */
export function preconditionOf({ headers }: FastifyRequest): Precondition {
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== "*") throw new ServiceError("API-412", "If-None-Match must be * for a change");
  if (ifMatch !== undefined && ifMatch.trim() !== "*" && !TAGS.test(ifMatch))
    throw new ServiceError("API-412", "If-Match must be * or a list of entity tags");
  return {
    // weak tags match nothing (RFC 9110, 13.1.1)
    ifMatch: ifMatch === undefined ? null : ifMatch.trim() === "*" ? "*" : tagsOf(ifMatch).filter((t) => STRONG.test(t)),
    ifAbsent: ifNoneMatch !== undefined,
  };
}

/** Sets the tag; answers 304 if the caller has what is there. @returns true if it is answered */
export function isUnchanged(req: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header("ETag", etag);
  const given = req.headers["if-none-match"];
  if (given === undefined) return false;
  const matches = given.trim() === "*" || tagsOf(given).some((tag) => tag.replace(/^W\//, "") === etag);
  if (matches) void reply.code(304).send();
  return matches;
}

/** @returns the declared type, null for octet-stream @throws ServiceError API-415 */
export function declaredType<T extends string>(req: FastifyRequest, types: readonly T[]): T | null {
  checkEncoding(req);
  const type = mediaTypeOf(req.headers["content-type"]);
  if (type === "application/octet-stream") return null;
  const found = types.find((t) => t === type);
  if (found === undefined) throw new ServiceError("API-415", `the Content-Type must be ${types.join(", ")} or application/octet-stream`);
  return found;
}
