// A runtime profile to what the service can do, as /health tells (core contract, Versioning).
import type { Capability } from "../../compiler/request/policy.js";
import type { RuntimeProfile } from "../core/settings.js";

/** Only what works. */
const ALL = [
  "layout.fixed_canvas",
  "layout.flow_document",
  "layout.chart",
  "data.projection",
  "render.template",
  "render.e_invoice",
  "output.pdfa",
  "output.pdfua",
  "output.encryption",
] as const;

/** What each profile goes without (core contract, POST /api/v1/pdf/render 4). */
export const LACKING: Readonly<Record<RuntimeProfile, readonly Capability[]>> = {
  full: [],
  "shipping-label": ["layout.flow_document", "data.projection"],
};

export const capabilitiesOf = (profile: RuntimeProfile): readonly string[] =>
  ALL.filter((name) => !(LACKING[profile] as readonly string[]).includes(name));
