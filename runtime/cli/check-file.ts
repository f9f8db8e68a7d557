// Findings of platen check: of a request, an e-invoice request or a template, by the content of the file.
import type { Problem } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { readJson } from "../../compiler/request/decode.js";
import type { Finding } from "../../compiler/einvoice/finding.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import { localeFiles } from "../locales.js";
import type { Engine } from "../render/engine.js";
import type { RenderOptions } from "../render/render-options.js";

export type InputKind = "request" | "e-invoice" | "template" | "xml";

export interface Checked {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "request" for everything that is not recognised, so that its messages are those of a request. */
export function kindOfInput(bytes: Uint8Array): InputKind {
  const start = new TextDecoder().decode(bytes.subarray(0, 256)).replace(/^\ufeff/, "");
  if (/^\s*</.test(start)) return "xml";
  const read = readJson(bytes);
  if ("problems" in read || !isObject(read.value)) return "request";
  const { schema, settings } = read.value;
  if (isObject(schema) && Array.isArray(schema["fields"])) return "template";
  return isObject(settings) && isObject(settings["e_invoice"]) ? "e-invoice" : "request";
}

/** @param bounds those of the command line */
export async function checkFile(
  kind: Exclude<InputKind, "xml">,
  engine: Engine,
  bytes: Uint8Array,
  bounds: RenderOptions,
): Promise<Checked> {
  if (kind === "template") return (await import("../../compiler/template/template.js")).lintTemplate(bytes, localeFiles);
  return kind === "e-invoice" ? checkEInvoice(engine, bytes, bounds) : engine.findings(bytes, { ...bounds, warnings: true });
}

/**
 * Rules that the invoice breaks are errors if they refuse the request or fail its job at the level that it asks for, else warnings: at the level
 * basic a PDF is made of an invoice that its receiver may refuse.
 */
async function checkEInvoice(engine: Engine, bytes: Uint8Array, bounds: RenderOptions): Promise<Checked> {
  const [{ findingReason, readEInvoice }, { validateInvoice }, { embeddingOf }] = await Promise.all([
    import("../../compiler/einvoice/request.js"),
    import("../../compiler/einvoice/validate.js"),
    import("../../compiler/einvoice/container.js"),
  ]);
  const read = readEInvoice(bytes);
  const refused = "problems" in read ? read.problems : [];
  if (refused.some((p) => p.rule !== "e-invoice-invalid")) return { errors: refused, warnings: [] };
  const { e_invoice: settings } = (JSON.parse(new TextDecoder().decode(bytes)) as { settings: { e_invoice: EInvoiceSettings } }).settings;
  const { standard, profile, version, validation = {} } = settings;
  const terms = { standard, profile, ...(version && { version }) };
  const xml = new TextEncoder().encode(settings.xml.content);
  const found = (level: "basic" | "strict"): readonly Finding[] => validateInvoice(xml, { ...terms, level }).findings;
  const fails = found(validation.level ?? "basic").filter((f) => f.severity === "error" || validation.fail_on_warnings);
  const failing = new Set(fails.map(findingReason));
  const errors = [...failing].map(problem);
  if ("problems" in read || errors.length > 0) return { errors: errors.length > 0 ? errors : refused, warnings: [] };
  const drawn = await engine.findings(read.request, {
    ...bounds,
    embed: embeddingOf({ ...terms, xrechnung: read.xrechnung, xml }),
    warnings: true,
  });
  const others = found("strict")
    .map(findingReason)
    .filter((reason) => !failing.has(reason));
  return { errors: drawn.errors, warnings: drawn.errors.length > 0 ? [] : [...drawn.warnings, ...others.map(problem)] };
}

const problem = (reason: string): Problem => ({
  code: "API-002",
  rule: "e-invoice-invalid",
  src: at(ROOT, "settings", "e_invoice", "xml", "content"),
  reason,
});
