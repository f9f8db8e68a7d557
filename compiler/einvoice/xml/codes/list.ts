/** List of release 1.3.16 of the EN 16931 artefacts, as all lists. */
export const list = (codes: string): ReadonlySet<string> => new Set(codes.trim().split(/\s+/));
