import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { messageOf, type Problem } from "../../compiler/core/fail.js";
import { DecodedRequest, readJson } from "../../compiler/request/decode.js";
import type { Finding } from "../../compiler/einvoice/finding.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { localeFiles } from "../engine/locales.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";

export type InputKind = "request" | "e-invoice" | "template" | "brief" | "xml";

export interface Checked {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "request" if unrecognised. */
export function kindOfInput(sent: SentBody): InputKind {
  const start = new TextDecoder().decode(sent.bytes!.subarray(0, 256)).replace(/^\ufeff/, "");
  if (/^\s*</.test(start)) return "xml";
  const read = readJson(sent);
  if ("problems" in read || !isObject(read.value)) return "request";
  const { schema, settings } = read.value;
  if (Object.hasOwn(read.value, "brief")) return "brief";
  if (isObject(schema) && Array.isArray(schema["fields"])) return "template";
  return isObject(settings) && isObject(settings["e_invoice"]) ? "e-invoice" : "request";
}

export async function checkFile(kind: Exclude<InputKind, "xml">, engine: Engine, sent: SentBody, bounds: RenderOptions): Promise<Checked> {
  if (kind === "template")
    return (await import("../../compiler/template/template.js")).lintTemplate(sent, {
      locales: localeFiles,
      limits: bounds.limits ?? CONTRACT_LIMITS,
    });
  if (kind === "brief") return checkBrief(engine, sent, bounds);
  return kind === "e-invoice" ? checkEInvoice(engine, sent, bounds) : engine.findings(sent, { ...bounds, warnings: true });
}

async function checkBrief(engine: Engine, sent: SentBody, bounds: RenderOptions): Promise<Checked> {
  const { briefRequest } = await import("../../compiler/brief/brief.js");
  const read = briefRequest(sent);
  if ("problems" in read) return { errors: read.problems, warnings: [] };
  const { errors, warnings } = await engine.findings(read.request, { ...bounds, warnings: true });
  return { errors: errors.map(read.placed), warnings: warnings.map(read.placed) };
}

/**
 * Invoice rules are errors if they refuse the request or fail its job at the requested level, else warnings: at level basic the PDF may
 * contain an invoice that its receiver refuses.
 */
async function checkEInvoice(engine: Engine, sent: SentBody, bounds: RenderOptions): Promise<Checked> {
  const [{ findingProblem, readEInvoice }, { embeddingOf }] = await Promise.all([
    import("../../compiler/einvoice/request.js"),
    import("../../compiler/einvoice/container.js"),
  ]);
  const read = readEInvoice(sent, undefined, { limits: bounds.limits ?? CONTRACT_LIMITS, locales: localeFiles });
  const refused = "problems" in read ? read.problems : [];
  const invoice = "problems" in read ? read.invoice : read;
  if (!invoice) return { errors: refused, warnings: [] };
  const { settings, validation, xml } = invoice;
  const { standard, profile, version, validation: wanted = {} } = settings;
  const textOf = (f: Finding): string => messageOf(findingProblem(f));
  /** A fault is reported once per place. */
  const unique = (list: readonly Finding[]): readonly Problem[] => [...new Map(list.map((f) => [textOf(f), findingProblem(f)])).values()];
  const found = (level: "basic" | "strict"): readonly Finding[] => validation.verdict(level).findings;
  const fails = found(wanted.level ?? "basic").filter((f) => f.severity === "error" || wanted.fail_on_warnings);
  const failing = new Set(fails.map(textOf));
  const errors = unique(fails);
  if ("problems" in read || errors.length > 0) return { errors: errors.length > 0 ? errors : refused, warnings: [] };
  const drawn = await engine.findings(new DecodedRequest(read.request), {
    ...bounds,
    embed: embeddingOf({ standard, profile, ...(version && { version }), xrechnung: read.xrechnung, xml }),
    warnings: true,
  });
  const others = found("strict").filter((f) => !failing.has(textOf(f)));
  return { errors: drawn.errors, warnings: drawn.errors.length > 0 ? [] : [...drawn.warnings, ...unique(others)] };
}
