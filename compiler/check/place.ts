// The context that a check of elements has: their owner, text profile, fonts and inherited settings.
import type { BarcodeEncoder } from "../core/world.js";
import type { Numbers } from "../locale/numbers.js";
import type { Defaults } from "../request/types/shape.js";
import type { NamedData } from "./data/named-data.js";
import type { LinkTargets } from "./links.js";
import type { Owner } from "./placement.js";
import type { KnownFonts } from "./style.js";
import type { TextProfile } from "./text-profile.js";

/** The place of elements, and what their checks need of the rest of the request. */
export interface CheckContext {
  readonly owner: Owner;
  readonly profile: TextProfile;
  /** settings.layout.flow, for bodies */
  readonly flow: boolean;
  readonly targets: LinkTargets;
  readonly fonts: KnownFonts;
  readonly numbers: Numbers;
  /** a text's width or height may come from here */
  readonly defaults: Defaults | undefined;
  /** an element around this one has a link, so that this one may not */
  readonly linked: boolean;
  readonly data: NamedData;
  readonly barcodes: () => BarcodeEncoder;
  /** the document is to be PDF/UA */
  readonly accessible: boolean;
}
