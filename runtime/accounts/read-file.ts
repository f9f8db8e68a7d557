import { ownJson } from "../../base/json.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readJson } from "../../compiler/request/decode.js";
import { explain } from "../../compiler/request/explain.js";
import type { RootSchema } from "../../compiler/request/schema.js";
import { shown } from "../core/shown.js";
import { packageRoot } from "../core/package.js";
import type { Cidr } from "../core/addresses.js";
import { callbackFault } from "./callback-url.js";
import { isOwner, SCOPES, type TokenOptions } from "./tokens.js";
import type { AccountFile, TokenPolicy } from "./files.js";
import { lookup } from "../../base/lookup.js";

/** Place, found and allowed value. */
export class FileFault extends Error {
  constructor(
    message: string,
    /** malformed; false: a value out of its range */
    readonly isOfForm = false,
  ) {
    super(message);
  }
}

/** integers; 0 pages would refuse all */
const LEAST: Readonly<Record<string, number>> = { max_pages_per_request: 1, max_image_bytes: 0, wallet: 0, pace_ms: 0, limit: 0 };
const MOST: Readonly<Record<string, number>> = { pace_ms: 60_000 };

/** @throws FileFault */
export const readPolicy = (bytes: Uint8Array): TokenPolicy => shaped("token-policy", bytes);

/** @throws FileFault */
export const readAccount = (bytes: Uint8Array): AccountFile => shaped("account", bytes);

const schemaOf = (name: string): RootSchema =>
  ownJson<RootSchema>(readFileSync(path.join(packageRoot, "schemas", `${name}.schema.json`), "utf8"));

const shaped = <T>(name: string, bytes: Uint8Array): T => readShaped<T>(schemaOf(name), bytes);

/** @throws FileFault */
function readShaped<T>(schema: object, bytes: Uint8Array): T {
  const read = readJson(bytes);
  if ("problems" in read) throw faultOf(read.problems[0]!);
  const { value } = read;
  const problem = explain(schema as RootSchema, value, 1)[0];
  if (problem) throw faultOf(problem);
  checkNumbers(value, []);
  return value as T;
}

const faultOf = ({ path, reason }: { readonly path: readonly (string | number)[]; readonly reason: string }): FileFault =>
  new FileFault(`${path.length > 0 ? `${pathOf(path)}: ` : ""}${reason}`, true);

interface TokenRequest extends TokenOptions {
  readonly owner: string;
}

/** ISO 8601 with a zone */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Unix ms of a time or day of ISO 8601; NaN for another text, and for a day that its month does not have, which `Date.parse` moves on. */
export function timeIn(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  if (year === undefined || Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return NaN;
  return Date.parse(text);
}

/** Body of POST /api/v1/admin/tokens (running, B7). @throws FileFault */
export function readTokenRequest(bytes: Uint8Array, allowed: readonly Cidr[] = []): TokenRequest {
  const { $defs, ...policy } = schemaOf("token-policy");
  const words = (names: readonly string[]): object => ({ type: "string", enum: names });
  const schema = {
    type: "object",
    properties: {
      owner: { type: "string" },
      scopes: { type: "array", items: words(SCOPES) },
      policy,
      expires: { type: "string" },
      surface: words(["public", "internal"]),
      callback: CALLBACK,
    },
    required: ["owner"],
    additionalProperties: false,
    $defs,
  };
  const { expires, ...given } = readShaped<Omit<TokenRequest, "expires"> & { readonly expires?: string }>(schema, bytes);
  if (!isOwner(given.owner)) throw new FileFault(`owner: must be 1 to 128 letters, digits and . _ @ : -; found ${shown(given.owner)}`);
  if (given.scopes?.length === 0) throw new FileFault(`scopes: must have one of ${SCOPES.join(", ")}; found none`);
  if (given.callback) checkCallback(given.callback.url, allowed);
  if (expires === undefined) return given;
  const ms = TIME.test(expires) ? timeIn(expires) : NaN;
  if (!Number.isFinite(ms))
    throw new FileFault(`expires: must be an ISO 8601 time with a zone, such as 2027-01-31T12:00:00Z; found ${shown(expires)}`);
  return { ...given, expires: ms };
}

const CALLBACK = { type: "object", properties: { url: { type: "string" } }, required: ["url"], additionalProperties: false };

/** Body of PUT /api/v1/admin/tokens/{id}/callback. @returns the URL @throws FileFault */
export function readCallback(bytes: Uint8Array, allowed: readonly Cidr[]): string {
  const { url } = readShaped<{ readonly url: string }>(CALLBACK, bytes);
  checkCallback(url, allowed);
  return url;
}

/** @throws FileFault, without the URL: its query may hold a secret */
function checkCallback(url: string, allowed: readonly Cidr[]): void {
  const fault = callbackFault(url, allowed);
  if (fault !== null) throw new FileFault(`callback.url: ${fault}`);
}

function checkNumbers(value: unknown, at: readonly (string | number)[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    if (typeof item !== "number") {
      checkNumbers(item, [...at, key]);
      continue;
    }
    const least = lookup(LEAST, key) ?? 0;
    const most = lookup(MOST, key) ?? (item > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : undefined);
    if (!(Number.isSafeInteger(item) && item >= least && item <= (most ?? item)))
      throw new FileFault(
        `${pathOf([...at, key])}: must be a whole number from ${least}${most === undefined ? "" : ` to ${most}`}; found ${item}`,
      );
  }
}

const pathOf = (path: readonly (string | number)[]): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");
