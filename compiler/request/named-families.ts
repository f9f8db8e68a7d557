const WITHOUT_LOOKS = new Set(["datasets", "projections"]);

/** All `font_family` strings of a request, anywhere; other types are ignored. */
export function namedFamilies(request: object): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const v of value) visit(v);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, v] of Object.entries(value)) {
        if (key === "font_family" && typeof v === "string") names.add(v);
        else if (!WITHOUT_LOOKS.has(key)) visit(v);
      }
    }
  };
  visit(request);
  return names;
}
