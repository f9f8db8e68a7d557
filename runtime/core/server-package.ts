// platen-server: packages of the service only.
import { memberOf } from "../../base/lookup.js";
import { version } from "./package.js";

export const INSTALL_SERVER = `npm install platen-server@${version}`;

/** Failed import of platen-server, or of a package that it contains. */
export const lacksServer = (e: unknown): boolean =>
  e instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(memberOf(e, "code"))) && e.message.includes("platen-server");
