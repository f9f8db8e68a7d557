import type { BarcodeEncoder } from "../../core/world.js";
import type { Numbers } from "../../locale/numbers.js";
import type { Defaults } from "../../request/types/shape.js";
import type { MeaningPlace } from "./meaning.js";
import type { NamedData } from "../data/named-data.js";
import type { LinkTargets } from "./links.js";
import type { Owner } from "../values/placement.js";
import type { FontNames } from "../values/style.js";
import type { TextProfile } from "../values/text-profile.js";

export interface CheckContext {
  readonly owner: Owner;
  readonly profile: TextProfile;
  /** settings.layout.flow, for bodies */
  readonly flow: boolean;
  readonly targets: LinkTargets;
  readonly fonts: FontNames;
  readonly numbers: Numbers;
  /** may supply the width or height of a text */
  readonly defaults: Defaults | undefined;
  /** an outer link excludes others */
  readonly linked: boolean;
  readonly data: NamedData;
  readonly barcodes: () => BarcodeEncoder;
  readonly accessible: boolean;
  readonly meaning: MeaningPlace;
}
