// Metadata as it was sent to what a policy lets through.
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
 * Metadata with what a policy does not let through taken out, as if it had not been said, and the policy's defaults in its place (core contract,
 * Metadata rules). A default stands only for what was stripped: what nobody said falls back to the service's own values.
 */
export function governed(given: MetadataSettings, { allow, defaults = {} }: MetadataPolicy): MetadataSettings {
  if (!allow) return given;
  const entries = FIELDS.flatMap((field): readonly (readonly [string, string])[] => {
    const said = given[field];
    if (said === undefined) return [];
    if (allow.includes(field)) return [[field, said]];
    const fallback = said.trim() === "" ? undefined : defaults[field];
    return fallback === undefined ? [] : [[field, fallback]];
  });
  return Object.fromEntries(entries);
}
