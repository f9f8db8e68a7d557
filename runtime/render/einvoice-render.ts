// The body of an e-invoice render to a PDF/A-3b that carries its XML.
import { RenderError } from "../../compiler/core/fail.js";
import { carrierOf, embeddingOf, relationshipOf } from "../../compiler/einvoice/container.js";
import { readEInvoice, type EInvoice } from "../../compiler/einvoice/request.js";
import { checkContainer } from "./einvoice-check.js";
import type { Engine, Rendered, RenderOptions } from "./engine.js";

/** @throws RenderError */
export async function renderEInvoice(engine: Engine, body: Uint8Array | object, options: RenderOptions = {}): Promise<Rendered> {
  options.entering?.("decode");
  const read = readEInvoice(body, options.policy);
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  const { request, settings, xml, xrechnung } = read;
  const { standard, profile, version } = settings;
  // the profile is the service's choice here: a policy bounds those that a request sets
  const { profiles: _own, ...policy } = options.policy ?? {};
  const embed = embeddingOf({ standard, profile, ...(version && { version }), xrechnung, xml });
  const rendered = await engine.renderLater(request, { ...options, policy, embed });
  selfCheck(rendered.pdf, read);
  return rendered;
}

/** What is given away is what was asked for. @throws Error where it is not, which nobody foresaw */
function selfCheck(pdf: Uint8Array, { settings, xml }: EInvoice): void {
  const { standard, profile, version } = settings;
  const missing = checkContainer(pdf, { xml, name: carrierOf(standard, version).fileName, relationship: relationshipOf(profile) });
  if (missing.length > 0) throw new Error(`the e-invoice's container lacks ${missing.join(", ")}`);
}
