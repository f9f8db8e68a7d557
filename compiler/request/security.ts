// Security settings to the algorithm that they ask for.
import type { SecuritySettings } from "./types/document.js";

/** What documents are locked with; where nothing is said it is the stronger one (decisions §1, security). */
export const algorithmOf = (security: SecuritySettings | undefined): NonNullable<SecuritySettings["algorithm"]> =>
  security?.algorithm ?? "aes_256";
