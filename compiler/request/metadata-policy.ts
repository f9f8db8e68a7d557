// Metadata that a request declares to the metadata that a policy lets through.
import type { MetadataSettings } from "./types/document.js";

/** What a token may say about documents (core contract, Metadata rules); a field that is absent here has no bound. */
export interface MetadataPolicy {
  /** fields a request may set; others are stripped */
  readonly allow?: readonly string[];
  /** what stripped fields fall back to, before the service's own values */
  readonly defaults?: Readonly<Record<string, string>>;
}

const FIELDS = ["title", "author", "subject", "creator", "producer", "language"] as const;

/**
 * Metadata with what a policy does not let through taken out, as if it had not been declared, and the policy's defaults in its place (core contract,
 * Metadata rules). A default replaces only what was stripped: what was not declared falls back to the service's own values.
 */
export function withMetadataPolicy(given: MetadataSettings, { allow, defaults = {} }: MetadataPolicy): MetadataSettings {
  if (!allow) return given;
  const entries = FIELDS.flatMap((field): readonly (readonly [string, string])[] => {
    const own = given[field];
    if (own === undefined) return [];
    if (allow.includes(field)) return [[field, own]];
    const fallback = own.trim() === "" ? undefined : defaults[field];
    return fallback === undefined ? [] : [[field, fallback]];
  });
  return Object.fromEntries(entries);
}
