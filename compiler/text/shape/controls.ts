// No font draws them.

export const isControl = (c: number): boolean => (c >= 0x09 && c <= 0x0d) || c === 0x85 || c === 0x2028 || c === 0x2029;
