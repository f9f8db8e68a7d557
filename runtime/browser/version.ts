// esbuild replaces the name by the version.
declare const PLATEN_VERSION: string;

export const VERSION = PLATEN_VERSION;
