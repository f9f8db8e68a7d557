// A profile's name to its rules: PDF version, file structure, XMP identification, and what a display list may contain.
import type { IrHead, Profile } from "../../../ir/ir.js";

/** What a profile makes of the file: its version, its XMP identification, and what the display list may have. */
export interface ProfileRules {
  /** of the standard, for messages */
  readonly title: string;
  readonly version: "1.4" | "1.7" | "2.0";
  readonly compact: boolean;
  /** an Info dictionary beside the XMP packet */
  readonly info: boolean;
  readonly pdfa: PdfaId | null;
  /** part of ISO 14289 that it keeps to besides */
  readonly ua: 1 | null;
  /** opacity, masks, pictures with alpha; where not, its clause */
  readonly transparency: true | string;
  /** each CIDFont's descriptor has a CIDSet (ISO 19005-1, 6.3.5) */
  readonly cidSet: boolean;
  /** glyph 0 may be shown; where not, its clause */
  readonly notdef: true | string;
  /** device CMYK, without a colour profile; where not, its clause */
  readonly deviceCmyk: true | string;
  /** pictures of 16 bits and profiles of ICC version 4 (both PDF 1.5); where not, its clause */
  readonly deepPictures: true | string;
  /** files of any kind may be attached; where not, its clause */
  readonly attachments: true | string;
  readonly limits: Limits | null;
}

/** What objects may measure. */
export interface Limits {
  readonly clause: string;
  /** ± */
  readonly number: number;
  /** bytes of a string */
  readonly string: number;
  /** bytes of a name */
  readonly name: number;
  /** elements of an array */
  readonly array: number;
  /** saved graphics states at once */
  readonly nesting: number;
  /** points a page's sides have */
  readonly page: readonly [number, number];
}

/** The PDF/A identification of an XMP packet. */
export interface PdfaId {
  readonly part: 1 | 2 | 3 | 4;
  readonly conformance: "A" | "B" | "U" | null;
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
  // part 2 allows files that are PDF/A themselves, which this backend does not judge
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

/** The profiles this backend writes. */
export const PROFILES: Readonly<Record<Profile, ProfileRules>> = {
  "pdfa-1b": pdfa1(),
  "pdfa-2b": pdfa23(2, "B"),
  "pdfa-2u": pdfa23(2, "U"),
  "pdfa-3b": pdfa23(3, "B"),
  "pdfa-3u": pdfa23(3, "U"),
  "pdfa-ua1": { ...pdfa23(2, "A"), ua: 1 },
  "pdfa-4": {
    ...PLAIN,
    title: "PDF/A-4",
    version: "2.0",
    info: false,
    pdfa: { part: 4, conformance: null },
    notdef: "ISO 19005-4, 6.2.10.7",
    deviceCmyk: "ISO 19005-4, 6.2.4.3",
    attachments: "ISO 19005-4, 6.9",
  },
};

/** The rules of a display list's profile; those of plain PDF where it has none. */
export const rulesFor = (head: Pick<IrHead, "profile">): ProfileRules => (head.profile === null ? PLAIN : PROFILES[head.profile]);
