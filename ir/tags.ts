// Structure types of the meanings of a display list, in the standard of its profile (AX-14).
import type { Profile } from "./profile.js";
import type { Role } from "./structure.js";

/** Standard whose tags a document has: types of PDF 1.7 (PDF/UA-1, and tags without PDF/UA), or those of PDF/UA-2. */
export type TagStandard = "1.7" | "ua2";

export const standardOf = (profile: Profile | null): TagStandard => (profile?.endsWith("+ua2") ? "ua2" : "1.7");

/** Names of PDF 1.7 for meanings that it has no type for (ISO 32000-1, 14.8.4). */
const OLDER: ReadonlyMap<Role, string> = new Map<Role, string>([
  ["Title", "P"],
  ["Aside", "Div"],
  ["H7", "H6"],
  ["H8", "H6"],
  ["H9", "H6"],
  ["Strong", "Span"],
  ["Em", "Span"],
]);
/** Names of PDF 2.0 that differ (ISO 32000-2, 14.8.4). */
const NEWER: ReadonlyMap<Role, string> = new Map<Role, string>([["Note", "FENote"]]);
/** Types that the namespace of PDF 2.0 does not contain (AX-7). */
const OLD_ONLY: ReadonlySet<Role> = new Set<Role>(["Art", "BlockQuote", "Code", "Reference", "TOC", "TOCI"]);

/** Returns the name of the structure type. */
export const tagOf = (role: Role, standard: TagStandard): string => (standard === "ua2" ? NEWER : OLDER).get(role) ?? role;

/** True for the namespace of PDF 1.7 instead of that of PDF 2.0, in a document of PDF/UA-2. */
export const isOldTag = (role: Role): boolean => OLD_ONLY.has(role);
