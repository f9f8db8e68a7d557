/** Declared language, over what scripts imply: null if that of the structure element around; undefined if none is declared (AX-23). */
export type DeclaredLang = string | null | undefined;
