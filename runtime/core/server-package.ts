// The package platen-server: packages that the service uses and the library does not.
import { version } from "./package.js";

/** End of a message about a part that is absent. */
export const INSTALL_SERVER = `npm install platen-server@${version}`;

/** True for a failed import of platen-server or of a package that it contains. */
export const lacksServer = (e: unknown): boolean =>
  e instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String((e as { code?: unknown }).code)) && e.message.includes("platen-server");
