import type { IrHead, Profile } from "../../ir/ir.js";

/** What a profile makes of the file: its version, what XMP says, and rules over the display list that are checked before writing. */
export interface ProfileRules {
  readonly version: "1.4" | "1.7" | "2.0";
  readonly compact: boolean;
  readonly pdfa: { readonly part: number; readonly conformance: string } | null;
}

/** The profiles this backend writes. Naming one in a request that is not here is refused by the compiler's check. */
export const PROFILES: Readonly<Partial<Record<Profile, ProfileRules>>> = {
  "pdfa-2b": { version: "1.7", compact: true, pdfa: { part: 2, conformance: "B" } },
};

const PLAIN: ProfileRules = { version: "1.7", compact: true, pdfa: null };

/** @throws Error for a profile that this backend does not write */
export function rulesFor(head: Pick<IrHead, "profile">): ProfileRules {
  if (head.profile === null) return PLAIN;
  const rules = PROFILES[head.profile];
  if (!rules) throw new Error(`profile ${head.profile} is not written by this version`);
  return rules;
}
