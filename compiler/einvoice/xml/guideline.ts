// Specification identifiers (BT-24) of standards and profiles.
import { lookup, keysOf } from "../../../base/lookup.js";
import type { EInvoiceSettings } from "../../request/types/einvoice.js";

export type Standard = EInvoiceSettings["standard"];
export type Profile = EInvoiceSettings["profile"];
export type FacturXProfile = Exclude<Profile, "xrechnung" | "extended_ctc_fr">;
/** `peppol`: UBL only; `core`: EN 16931 for an unknown guideline. */
export type JudgedProfile = Profile | "peppol" | "core";
/** Rules beyond those of the profile. */
export type RuleSet = "peppol" | "fr_ctc";
export const RULE_SETS: readonly RuleSet[] = ["peppol", "fr_ctc"];
export type Version = NonNullable<EInvoiceSettings["version"]>;

const EN = "urn:cen.eu:en16931:2017";

/** Factur-X 1.0, 6.1; ZUGFeRD from 2.1. */
const FACTUR_X: Readonly<Record<Exclude<Profile, "xrechnung">, string>> = {
  minimum: "urn:factur-x.eu:1p0:minimum",
  basic_wl: "urn:factur-x.eu:1p0:basicwl",
  basic: `${EN}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: EN,
  extended: `${EN}#conformant#urn:factur-x.eu:1p0:extended`,
  extended_ctc_fr: `${EN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`,
};

const ZUGFERD_2_0: Readonly<Record<FacturXProfile, string>> = {
  minimum: "urn:zugferd.de:2p0:minimum",
  basic_wl: "urn:zugferd.de:2p0:basicwl",
  basic: `${EN}#compliant#urn:zugferd.de:2p0:basic`,
  en16931: EN,
  extended: `${EN}#conformant#urn:zugferd.de:2p0:extended`,
};

const XRECHNUNG_3 = `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;

/** Present version: core, extension, vehicle procurement. */
export const XRECHNUNG = {
  core: XRECHNUNG_3,
  extension: `${XRECHNUNG_3}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  vehicles: `${XRECHNUNG_3}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
} as const;

/** Any version, captured. */
const ANY_XRECHNUNG = /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xeinkauf\.de:kosit:|xoev-de:kosit:standard:)xrechnung_(\d+\.\d+)(?:#|$)/;

export function guidelinesOf(standard: Standard, profile: Profile, version: Version = "2.3"): readonly string[] {
  if (profile === "xrechnung") return Object.values(XRECHNUNG);
  const own = lookup(FACTUR_X, profile);
  if (own === undefined) return [];
  if (profile === "extended_ctc_fr") return [own];
  return standard === "zugferd" && version === "2.0" && ZUGFERD_2_0[profile] !== own ? [ZUGFERD_2_0[profile], own] : [own];
}

export const fits = (guideline: string, standard: Standard, profile: Profile, version?: Version): boolean =>
  profile === "xrechnung" ? ANY_XRECHNUNG.test(guideline) : guidelinesOf(standard, profile, version).includes(guideline);

export const xrechnungVersion = (guideline: string): string | null => ANY_XRECHNUNG.exec(guideline)?.[1] ?? null;

export function detect(guideline: string): { standard: Standard; profile: Profile; version?: Version } | null {
  if (ANY_XRECHNUNG.test(guideline)) return { standard: "xrechnung", profile: "xrechnung" };
  for (const profile of keysOf(FACTUR_X)) {
    if (FACTUR_X[profile] === guideline) return { standard: "factur_x", profile };
    if (profile !== "extended_ctc_fr" && ZUGFERD_2_0[profile] === guideline) return { standard: "zugferd", profile, version: "2.0" };
  }
  return null;
}

/** Peppol BIS Billing 3, and those that build on it. */
export const PEPPOL = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;

export const isPeppol = (guideline: string): boolean => guideline === PEPPOL || guideline.startsWith(`${PEPPOL}#`);

/** Returns the profile of a UBL guideline; null if it is unknown. */
export function detectUbl(guideline: string): JudgedProfile | null {
  if (ANY_XRECHNUNG.test(guideline)) return "xrechnung";
  if (isPeppol(guideline)) return "peppol";
  if (guideline === EN) return "en16931";
  return guideline === FACTUR_X.extended_ctc_fr ? "extended_ctc_fr" : null;
}
