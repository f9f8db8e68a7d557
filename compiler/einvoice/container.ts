// Embedding of an invoice in a PDF: file name, relationship, XMP (decisions §5).
import type { XmpSchema } from "../../ir/ir.js";
import { lookup, keysOf } from "../../base/lookup.js";
import type { Embedding } from "../core/embedding.js";
import { guidelinesOf, type Profile, type Standard, type Version } from "./xml/guideline.js";

export interface Carrier {
  readonly fileName: string;
  readonly namespace: string;
  /** null: the version of the guideline identifier */
  readonly version: string | null;
}

const FACTUR_X = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const CARRIERS = {
  factur_x: { fileName: "factur-x.xml", namespace: FACTUR_X, version: "1.0" },
  zugferd: { fileName: "factur-x.xml", namespace: FACTUR_X, version: "1.0" },
  "zugferd 2.0": { fileName: "zugferd-invoice.xml", namespace: "urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#", version: "2p0" },
  xrechnung: { fileName: "xrechnung.xml", namespace: FACTUR_X, version: null },
} as const satisfies Record<string, Carrier>;

export const carrierOf = (standard: Standard, version: Version = "2.3"): Carrier =>
  CARRIERS[standard === "zugferd" && version === "2.0" ? "zugferd 2.0" : standard];

const LEVELS: Readonly<Record<Profile, string>> = {
  minimum: "MINIMUM",
  basic_wl: "BASIC WL",
  basic: "BASIC",
  en16931: "EN 16931",
  extended: "EXTENDED",
  extended_ctc_fr: "EXTENDED",
  xrechnung: "XRECHNUNG",
};

/** Level in XMP; undefined for a profile that no PDF of a standard has. */
export const levelOf = (profile: string): string | undefined => lookup(LEVELS, profile);

/** The two smallest profiles are incomplete invoices: the PDF is the invoice, the file its data. */
export const relationshipOf = (profile: Profile): "Data" | "Alternative" =>
  profile === "minimum" || profile === "basic_wl" ? "Data" : "Alternative";

export interface Carried {
  readonly standard: Standard;
  readonly profile: Profile;
  readonly version?: Version;
  readonly xrechnung: string | null;
  readonly xml: Uint8Array;
}

export function embeddingOf({ standard, profile, version, xrechnung, xml }: Carried): Embedding {
  const carrier = carrierOf(standard, version);
  const about = (name: string, value: string, description: string): XmpSchema["properties"][number] => ({
    name,
    value,
    type: "Text",
    category: "external",
    description,
  });
  return {
    files: [
      { name: carrier.fileName, mime: "text/xml", description: "The invoice as data", relationship: relationshipOf(profile), bytes: xml },
    ],
    statements: [
      {
        prefix: standard === "zugferd" && version === "2.0" ? "zf" : "fx",
        namespace: carrier.namespace,
        description: "What the electronic invoice in this document is",
        properties: [
          about("DocumentFileName", carrier.fileName, "Name of the embedded file"),
          about("DocumentType", "INVOICE", "Kind of the document"),
          about("Version", carrier.version ?? xrechnung ?? "3.0", "Version of the standard"),
          about("ConformanceLevel", LEVELS[profile], "Profile of the standard"),
        ],
      },
    ],
  };
}

const NAMES: Readonly<Record<Standard, string>> = { factur_x: "Factur-X", zugferd: "ZUGFeRD", xrechnung: "XRechnung" };

/** Standards; profiles in ascending order. */
export const STANDARDS = keysOf(NAMES);
export const PROFILES = keysOf(LEVELS);

export function combinations(): readonly object[] {
  const row = (standard: Standard, profile: Profile, version?: Version): object => {
    const { fileName } = carrierOf(standard, version);
    return {
      standard,
      standard_id: `${standard}${version === undefined ? "" : `_${version}`}`,
      name: `${NAMES[standard]}${version === undefined ? "" : ` ${version}`} ${LEVELS[profile]}`.replace(/(XRECHNUNG)$/, "").trim(),
      ...(version !== undefined && { version }),
      profile,
      document_type: "invoice",
      xml_format: "cii",
      embedded_file_name: fileName,
      af_relationship: relationshipOf(profile),
      conformance_level: LEVELS[profile],
      guideline: guidelinesOf(standard, profile, version)[0]!,
    };
  };
  const ofInvoices = PROFILES.filter((p) => p !== "xrechnung");
  // the French profile is of Factur-X alone (I17)
  const ofZugferd = ofInvoices.filter((p) => p !== "extended_ctc_fr");
  return [
    ...ofInvoices.map((p) => row("factur_x", p)),
    ...(["2.0", "2.3"] as const).flatMap((version) => ofZugferd.map((p) => row("zugferd", p, version))),
    row("xrechnung", "xrechnung"),
  ];
}
