import type { IrHead, Profile } from "../../ir/ir.js";

/** What a profile makes of the file: its version, what XMP says, and what the display list may have. */
export interface ProfileRules {
  readonly version: "1.4" | "1.7" | "2.0";
  readonly compact: boolean;
  /** an Info dictionary beside the XMP packet */
  readonly info: boolean;
  readonly pdfa: PdfaId | null;
  /** part of ISO 14289 that it keeps to besides */
  readonly ua: 1 | null;
  readonly transparency: boolean;
  /** each CIDFont's descriptor has a CIDSet (ISO 19005-1, 6.3.5) */
  readonly cidSet: boolean;
  /** ±, in a content stream or a dictionary (ISO 19005-1, 6.1.12) */
  readonly largestNumber: number;
}

/** The PDF/A identification of an XMP packet. */
export interface PdfaId {
  readonly part: 1 | 2 | 3 | 4;
  readonly conformance: "A" | "B" | "U" | null;
}

const PLAIN: ProfileRules = {
  version: "1.7",
  compact: true,
  info: true,
  pdfa: null,
  ua: null,
  transparency: true,
  cidSet: false,
  largestNumber: 1e6,
};
const pdfa = (part: PdfaId["part"], conformance: PdfaId["conformance"]): ProfileRules => ({ ...PLAIN, pdfa: { part, conformance } });

/** The profiles this backend writes. Naming one in a request that is not here is refused by the compiler's check. */
export const PROFILES: Readonly<Partial<Record<Profile, ProfileRules>>> = {
  "pdfa-1b": { ...pdfa(1, "B"), version: "1.4", compact: false, transparency: false, cidSet: true, largestNumber: 32767 },
  "pdfa-2b": pdfa(2, "B"),
  "pdfa-2u": pdfa(2, "U"),
  "pdfa-3b": pdfa(3, "B"),
  "pdfa-3u": pdfa(3, "U"),
  "pdfa-ua1": { ...pdfa(2, "A"), ua: 1 },
  "pdfa-4": { ...pdfa(4, null), version: "2.0", info: false },
};

/** @throws Error for a profile that this backend does not write */
export function rulesFor(head: Pick<IrHead, "profile">): ProfileRules {
  if (head.profile === null) return PLAIN;
  const rules = PROFILES[head.profile];
  if (!rules) throw new Error(`profile ${head.profile} is not written by this version`);
  return rules;
}
