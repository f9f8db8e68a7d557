import type { Standard } from "./guideline.js";
import { FACTUR_X_RELEASE, ZUGFERD_RELEASE } from "./schematron/table.js";

const EN_16931 = "EN 16931 1.3.16";

const RELEASES: Readonly<Record<Standard, readonly string[]>> = {
  factur_x: [EN_16931, `Factur-X ${FACTUR_X_RELEASE}`],
  zugferd: [EN_16931, `ZUGFeRD ${ZUGFERD_RELEASE} (Factur-X ${FACTUR_X_RELEASE})`],
  xrechnung: [EN_16931, "XRechnung 3.0.2"],
};

/** Names as in reports. */
export const releasesOf = (standard: Standard): readonly string[] => RELEASES[standard];
