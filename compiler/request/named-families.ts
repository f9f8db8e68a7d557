const WITHOUT_LOOKS = new Set(["datasets", "projections"]);

/** Family of payment slips (MS-27). */
export const SLIP_FAMILY = "Liberation Sans";

/** All `font_family` and `emoji_family` strings of a request, anywhere, and the family of a payment slip; other types are ignored. */
export function namedFamilies(request: object): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const v of value) visit(v);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, v] of Object.entries(value)) {
        if ((key === "font_family" || key === "emoji_family") && typeof v === "string") names.add(v);
        else if (key === "type" && v === "payment_slip") names.add(SLIP_FAMILY);
        else if (!WITHOUT_LOOKS.has(key)) visit(v);
      }
    }
  };
  visit(request);
  return names;
}
