import { isOneOf } from "../../base/lookup.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { RuntimeProfile } from "../core/settings.js";

const ALL = [
  "layout.fixed_canvas",
  "layout.flow_document",
  "layout.chart",
  "data.projection",
  "input.pdf",
  "render.template",
  "render.e_invoice",
  "output.pdfa",
  "output.pdfua",
  "output.encryption",
  "output.forms",
  "output.signatures",
] as const;

/** Capabilities missing in a profile (core contract, POST /api/v1/pdf/render 4). */
export const LACKING: Readonly<Record<RuntimeProfile, readonly Capability[]>> = {
  full: [],
  "shipping-label": ["layout.flow_document", "data.projection"],
};

/** @param signs the service has signers */
export const capabilitiesOf = (profile: RuntimeProfile, signs: boolean): readonly string[] =>
  ALL.filter((name) => !isOneOf(LACKING[profile], name) && (signs || name !== "output.signatures"));
