// A request to the profile it declares.
import type { DocumentRequest } from "./types/document.js";

/** What `settings.profile` may be (core contract, Settings). */
export const PROFILES = ["pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1"];

/** The profile as it was given; null where there is none, or nothing but blanks (decisions §1, Empty strings). */
export function profileOf(request: Pick<DocumentRequest, "settings">): string | null {
  const given = request.settings?.profile ?? "";
  return given.trim() === "" ? null : given;
}
