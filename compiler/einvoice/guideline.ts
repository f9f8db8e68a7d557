// Specification identifiers (BT-24) to the standards and profiles that they stand for.
import type { EInvoiceSettings } from "../request/types/einvoice.js";

export type Standard = EInvoiceSettings["standard"];
export type Profile = EInvoiceSettings["profile"];
/** Of ZUGFeRD. */
export type Version = NonNullable<EInvoiceSettings["version"]>;

const EN = "urn:cen.eu:en16931:2017";

/** The identifier of each Factur-X profile (Factur-X 1.0, 6.1); ZUGFeRD from 2.1 on has the same. */
const FACTUR_X: Readonly<Record<Exclude<Profile, "xrechnung">, string>> = {
  minimum: "urn:factur-x.eu:1p0:minimum",
  basic_wl: "urn:factur-x.eu:1p0:basicwl",
  basic: `${EN}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: EN,
  extended: `${EN}#conformant#urn:factur-x.eu:1p0:extended`,
};

/** ZUGFeRD 2.0's own. */
const ZUGFERD_2_0: Readonly<Record<Exclude<Profile, "xrechnung">, string>> = {
  minimum: "urn:zugferd.de:2p0:minimum",
  basic_wl: "urn:zugferd.de:2p0:basicwl",
  basic: `${EN}#compliant#urn:zugferd.de:2p0:basic`,
  en16931: EN,
  extended: `${EN}#conformant#urn:zugferd.de:2p0:extended`,
};

const XRECHNUNG_3 = `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

/** The present XRechnung's identifiers: of the core, its extension, and vehicle procurement. */
export const XRECHNUNG = {
  core: XRECHNUNG_3,
  extension: `${XRECHNUNG_3}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  vehicles: `${XRECHNUNG_3}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
} as const;

/** Any XRechnung's identifier, the earlier ones too, with its version. */
const ANY_XRECHNUNG = /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit:|xoev-de:kosit:standard:)xrechnung_(\d+\.\d+)(?:#|$)/;

/** The identifiers that a profile may have; [] for XRechnung's, which are a pattern. */
export function guidelinesOf(standard: Standard, profile: Profile, version: Version = "2.3"): readonly string[] {
  if (profile === "xrechnung") return Object.values(XRECHNUNG);
  const own = FACTUR_X[profile];
  return standard === "zugferd" && version === "2.0" && ZUGFERD_2_0[profile] !== own ? [ZUGFERD_2_0[profile], own] : [own];
}

/** Whether an identifier is one of the profile's. */
export const fits = (guideline: string, standard: Standard, profile: Profile, version?: Version): boolean =>
  profile === "xrechnung" ? ANY_XRECHNUNG.test(guideline) : guidelinesOf(standard, profile, version).includes(guideline);

/** The XRechnung version that an identifier names, "3.0"; null for other identifiers. */
export const xrechnungVersion = (guideline: string): string | null => ANY_XRECHNUNG.exec(guideline)?.[1] ?? null;

/** The standard, profile and version that an identifier stands for; null where it is unknown. */
export function detect(guideline: string): { standard: Standard; profile: Profile; version?: Version } | null {
  if (ANY_XRECHNUNG.test(guideline)) return { standard: "xrechnung", profile: "xrechnung" };
  for (const profile of Object.keys(FACTUR_X) as (keyof typeof FACTUR_X)[]) {
    if (FACTUR_X[profile] === guideline) return { standard: "factur_x", profile };
    if (ZUGFERD_2_0[profile] === guideline) return { standard: "zugferd", profile, version: "2.0" };
  }
  return null;
}
