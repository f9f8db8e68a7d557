// Version of the package: esbuild replaces the name by its text.
declare const PLATEN_VERSION: string;

export const VERSION = PLATEN_VERSION;
