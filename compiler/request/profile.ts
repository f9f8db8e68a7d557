import type { DocumentRequest } from "./types/document.js";

/** Values of `settings.profile` (core contract, Settings). */
export const PROFILES = ["pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1"];

/** Profiles beside which `settings.accessibility` is allowed (I37). */
export const ACCESSIBLE_PROFILES = ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"] as const;

export const isAccessible = (request: Pick<DocumentRequest, "settings">): boolean =>
  request.settings?.accessibility !== undefined || profileOf(request) === "pdfa-ua1";

/** The profile as given; null if absent or blank (decisions §1, Empty strings). */
export function profileOf(request: Pick<DocumentRequest, "settings">): string | null {
  const given = request.settings?.profile ?? "";
  return given.trim() === "" ? null : given;
}

/** PDF/A of the profiles that hold a document to PDF/UA too. */
const PDF_A_ALONE: ReadonlyMap<string, string> = new Map([
  ["pdfa-ua1", "pdfa-2u"],
  ["pdfa-ua2", "pdfa-4"],
]);

/** A request that PDF/UA does not refuse: its demands are left out, and those of PDF/A kept. */
export function withoutAccessibility(request: DocumentRequest): DocumentRequest {
  const { accessibility: _ua, ...settings } = request.settings ?? {};
  const profile = PDF_A_ALONE.get(profileOf(request) ?? "");
  return { ...request, settings: profile === undefined ? settings : { ...settings, profile } };
}
