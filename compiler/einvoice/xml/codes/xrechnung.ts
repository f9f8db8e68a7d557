// XRechnung 3.0.2: older lists than the EN 16931 artefacts', larger in the extension.
import { ADDRESS_SCHEMES, SCHEMES } from "./document.js";
import { list } from "./list.js";
import { CLASSIFICATIONS } from "./reference.js";

/** Digital health applications. */
const HEALTH = list("XR01 XR02 XR03");

const made = (of: ReadonlySet<string>, without: ReadonlySet<string>, more: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...of, ...more].filter((code) => !without.has(code)));

/** ISO 6523 ICD. */
export const EXTENSION_SCHEMES = made(SCHEMES, list("0245 0246 0247 0248"), HEALTH);

/** EAS. */
export const EXTENSION_ADDRESS_SCHEMES = made(ADDRESS_SCHEMES, list("0242 0245 0246 0248"), HEALTH);

/** UNTDID 7143. */
export const VEHICLE_CLASSIFICATIONS = made(CLASSIFICATIONS, new Set(), list("CVD"));
