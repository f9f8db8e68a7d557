// A request's bearer token to whether it is known.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { ServiceError } from "../errors.js";

const hash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A random token of 256 bits with the product's prefix. */
export const newToken = (): string => `plt_${randomBytes(32).toString("base64url")}`;

/** Tokens are known by their hash alone. */
export class Tokens {
  readonly #known: Buffer;
  constructor(token: string) {
    this.#known = hash(token);
  }

  /** @throws ServiceError API-101 for a missing or malformed header, API-102 for an unknown token */
  check(header: string | undefined): void {
    const token = /^Bearer ([\x21-\x7e]+)$/.exec(header ?? "")?.[1];
    if (token === undefined) throw new ServiceError("API-101", "the Authorization header is missing or not of the form: Bearer <token>");
    if (!timingSafeEqual(hash(token), this.#known)) throw new ServiceError("API-102", "");
  }
}
