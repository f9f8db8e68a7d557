import type { DocumentRequest } from "./types/document.js";

/** Values of `settings.profile` (core contract, Settings). */
export const PROFILES = ["pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1", "pdfa-4f", "pdfa-ua2"];

type Accessibility = NonNullable<NonNullable<DocumentRequest["settings"]>["accessibility"]>;

/** Profiles beside which `settings.accessibility` is allowed (I37, AX-8). */
export const ACCESSIBLE_PROFILES: Readonly<Record<Accessibility, readonly string[]>> = {
  ua1: ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"],
  ua2: ["pdfa-4", "pdfa-4f"],
};

/** Profiles that are PDF/UA, and the part. */
export const PARTS_OF_UA: ReadonlyMap<string, Accessibility> = new Map([
  ["pdfa-ua1", "ua1"],
  ["pdfa-ua2", "ua2"],
]);

/** Profiles that allow attachments, besides none (AX-11). */
export const ATTACHING_PROFILES: readonly string[] = ["pdfa-3b", "pdfa-3u", "pdfa-4f"];

/** Returns the part of PDF/UA that the document conforms to; null for none. */
export const accessibilityOf = (request: Pick<DocumentRequest, "settings">): Accessibility | null =>
  request.settings?.accessibility ?? PARTS_OF_UA.get(profileOf(request) ?? "") ?? null;

export const isAccessible = (request: Pick<DocumentRequest, "settings">): boolean => accessibilityOf(request) !== null;

/** Returns the profile as given; null if absent or blank (decisions §1, Empty strings). */
export function profileOf(request: Pick<DocumentRequest, "settings">): string | null {
  const given = request.settings?.profile ?? "";
  return given.trim() === "" ? null : given;
}
