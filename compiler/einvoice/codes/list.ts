// A code list as it is written in a file of this folder to a set.

/** Codes between white space. The lists are those of the EN 16931 artefacts, release 1.3.16. */
export const list = (codes: string): ReadonlySet<string> => new Set(codes.trim().split(/\s+/));
