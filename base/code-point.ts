/** Names a code point as Unicode does: `U+00E9`. */
export const codePointName = (cp: number): string => `U+${cp.toString(16).toUpperCase().padStart(4, "0")}`;
