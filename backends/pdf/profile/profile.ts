// PDF version, file structure, XMP identification and allowed content of PDF/A and PDF/UA profiles.
import type { Level } from "../../../pdf-reader/judge/judge.js";
import type { OpenTables, Profile } from "../../../ir/ir.js";

export interface ProfileRules {
  readonly title: string;
  readonly version: "1.4" | "1.7" | "2.0";
  readonly compact: boolean;
  /** writes an Info dictionary in addition to XMP */
  readonly info: boolean;
  readonly pdfa: PdfaId | null;
  /** part of ISO 14289 in addition; null for none */
  readonly ua: 1 | 2 | null;
  /** opacity, masks, alpha channels; if forbidden, the clause */
  readonly transparency: true | string;
  /** ISO 19005-1, 6.3.5 */
  readonly cidSet: boolean;
  /** glyph 0 may be shown; if forbidden, the clause */
  readonly notdef: true | string;
  /** DeviceCMYK without a colour profile; if forbidden, the clause */
  readonly deviceCmyk: true | string;
  /** 16-bit images, ICC version 4 (PDF 1.5); if forbidden, the clause */
  readonly deepPictures: true | string;
  /** attachments of any type; if forbidden, the clause */
  readonly attachments: true | string;
  readonly limits: Limits | null;
}

export interface Limits {
  readonly clause: string;
  readonly number: number;
  /** bytes of a string */
  readonly string: number;
  /** bytes of a name */
  readonly name: number;
  /** elements of an array */
  readonly array: number;
  /** nesting depth of saved graphics states */
  readonly nesting: number;
  /** minimum and maximum page side, points */
  readonly page: readonly [number, number];
}

interface PdfaId {
  readonly part: 1 | 2 | 3 | 4;
  readonly conformance: "A" | "B" | "F" | "U" | null;
}

const PLAIN: ProfileRules = {
  title: "PDF",
  version: "1.7",
  compact: true,
  info: true,
  pdfa: null,
  ua: null,
  transparency: true,
  cidSet: false,
  notdef: true,
  deviceCmyk: true,
  deepPictures: true,
  attachments: true,
  limits: null,
};

const pdfa1 = (): ProfileRules => ({
  ...PLAIN,
  title: "PDF/A-1",
  version: "1.4",
  compact: false,
  pdfa: { part: 1, conformance: "B" },
  transparency: "ISO 19005-1, 6.4",
  cidSet: true,
  deviceCmyk: "ISO 19005-1, 6.2.3.3",
  deepPictures: "ISO 19005-1, 6.1.1",
  attachments: "ISO 19005-1, 6.1.11",
  limits: { clause: "ISO 19005-1, 6.1.12", number: 32767, string: 65535, name: 127, array: 8191, nesting: 28, page: [0, Infinity] },
});

const pdfa23 = (part: 2 | 3, conformance: "A" | "B" | "U"): ProfileRules => ({
  ...PLAIN,
  title: `PDF/A-${part}`,
  pdfa: { part, conformance },
  notdef: `ISO 19005-${part}, 6.2.11.8`,
  deviceCmyk: `ISO 19005-${part}, 6.2.4.3`,
  // part 2 allows PDF/A attachments, which are not verified here
  attachments: part === 3 || "ISO 19005-2, 6.8",
  limits: {
    clause: `ISO 19005-${part}, 6.1.13`,
    number: 2147483647,
    string: 32767,
    name: 127,
    array: Infinity,
    nesting: 28,
    page: [3, 14400],
  },
});

const pdfa4 = (conformance: "F" | null): ProfileRules => ({
  ...PLAIN,
  title: conformance === "F" ? "PDF/A-4f" : "PDF/A-4",
  version: "2.0",
  info: false,
  pdfa: { part: 4, conformance },
  notdef: "ISO 19005-4, 6.2.10.7",
  deviceCmyk: "ISO 19005-4, 6.2.4.3",
  attachments: conformance === "F" || "ISO 19005-4, 6.9",
});

const PROFILES: Readonly<Record<Profile, ProfileRules>> = {
  "pdfa-1b": pdfa1(),
  "pdfa-2b": pdfa23(2, "B"),
  "pdfa-2u": pdfa23(2, "U"),
  "pdfa-3b": pdfa23(3, "B"),
  "pdfa-3u": pdfa23(3, "U"),
  "pdfa-ua1": { ...pdfa23(2, "A"), ua: 1 },
  "pdfa-2b+ua1": { ...pdfa23(2, "B"), ua: 1 },
  "pdfa-2u+ua1": { ...pdfa23(2, "U"), ua: 1 },
  "pdfa-3b+ua1": { ...pdfa23(3, "B"), ua: 1 },
  "pdfa-3u+ua1": { ...pdfa23(3, "U"), ua: 1 },
  "pdfa-4": pdfa4(null),
  "pdfa-4f": pdfa4("F"),
  "pdfa-4+ua2": { ...pdfa4(null), ua: 2 },
  "pdfa-4f+ua2": { ...pdfa4("F"), ua: 2 },
};

/** Returns the level of conformance; null without a profile. */
export const levelOf = ({ pdfa, ua }: Pick<ProfileRules, "pdfa" | "ua">): Level | null =>
  pdfa && { part: pdfa.part, unicode: pdfa.conformance === "A" || pdfa.conformance === "U", accessible: ua !== null };

/** Returns the rules of a document's profile; without one those of plain PDF. */
export const rulesFor = (head: Pick<OpenTables, "profile">): ProfileRules => (head.profile === null ? PLAIN : PROFILES[head.profile]);
