import type { MetadataSettings } from "./types/document.js";

/** Metadata bounds of a token (core contract, Metadata rules); an absent field is unbounded. */
export interface MetadataPolicy {
  /** others are removed */
  readonly allow?: readonly string[];
  /** replacements of removed fields, before the service's defaults */
  readonly defaults?: Readonly<Record<string, string>>;
}

const FIELDS = ["title", "author", "subject", "creator", "producer", "language"] as const;

/**
 * Removes metadata that a policy does not allow (core contract, Metadata rules). Defaults replace removed fields only; absent ones take
 * the service's values.
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
