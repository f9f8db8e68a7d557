// Writes a model as CII or UBL, with validation (I2, I3, I11, I12).
import { isOneOf, memberOf } from "../../base/lookup.js";
import { isObject } from "../../base/json.js";
import type { Limits } from "../../compiler/core/limits.js";
import { formatFound, problemOf, RenderError, type Problem } from "../../compiler/core/fail.js";
import { at, ROOT, srcOf, stepsOf, type Src } from "../../compiler/core/src.js";
import type { Finding } from "../../compiler/einvoice/xml/finding.js";
import type { RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import { decodeModel } from "../../compiler/einvoice/model/decode.js";
import { writeInvoice } from "../../compiler/einvoice/model/document.js";
import { modelReason, ModelValidation } from "../../compiler/einvoice/judge/model-validation.js";
import { PROFILES_OF, type WriteProfile } from "../../compiler/einvoice/model/room.js";
import type { Syntax } from "../../compiler/einvoice/xml/node.js";
import { InvoiceFile } from "../../compiler/einvoice/judge/validate.js";
import { LARGE } from "../../compiler/einvoice/xml/xml.js";
import { must, oneOf } from "../../compiler/help/reason.js";
import { readJson } from "../../compiler/request/decode.js";
import { explain } from "../../compiler/request/explain.js";
import schema from "../../compiler/request/validators/e-invoice-schema.js";

export interface WriteTerms {
  readonly syntax: Syntax;
  readonly profile?: WriteProfile | undefined;
  readonly profileLoss?: "refuse" | "allow" | undefined;
  readonly level?: "basic" | "strict" | undefined;
  readonly ruleSets?: readonly RuleSet[] | undefined;
}

export interface WrittenXml {
  readonly xml: string;
  /** findings that do not refuse it; at the level basic also those that make it invalid */
  readonly findings: readonly Finding[];
}

const MOST_PROBLEMS = 1_000;
const modelSchema = { ...schema.$defs["InvoiceModel"]!, $defs: schema.$defs };

export const modelShapes = (invoice: unknown, src: Src, most: number): readonly Problem[] =>
  explain(modelSchema, invoice, most).map(({ keyword, path, ...p }) => ({
    code: "API-001",
    rule: `shape-${keyword}`,
    src: at(src, ...path),
    ...p,
  }));

/** Returns all problems in table order, or the XML. @param src of the model */
export function writeModel(invoice: unknown, src: Src, terms: WriteTerms, limits: Limits): WrittenXml | readonly Problem[] {
  const shapes = modelShapes(invoice, src, MOST_PROBLEMS);
  if (shapes.length > 0) return shapes;
  const { model, problems } = decodeModel(invoice, src, limits);
  if (problems.length > 0) return problems;
  const written = writeInvoice(model, src, terms);
  if (!("xml" in written)) return written;
  const { profile, syntax } = written;
  const standard = profile === "xrechnung" ? "xrechnung" : "factur_x";
  const file = new InvoiceFile(new TextEncoder().encode(written.xml), undefined, [syntax], LARGE);
  const { level = "strict" } = terms;
  const { findings } = new ModelValidation(file, { standard, profile, ruleSets: terms.ruleSets }, written).verdict(level);
  const errors = findings.filter((f) => f.severity === "error");
  if (errors.length === 0 || level === "basic") return { xml: written.xml, findings };
  return errors.map((f) => problemOf("API-002", "e-invoice-invalid", at(src, ...stepsOf(srcOf(f.path ?? ""))), modelReason(f)));
}

/** Copies a model without fields that are undefined. @throws RenderError API-001 */
export function modelOfJson(given: unknown, src: Src): unknown {
  const read = readJson(given);
  if (!("problems" in read)) return read.value;
  const { path, ...problem } = read.problems[0]!;
  throw new RenderError({ code: "API-001", src: at(src, ...path), ...problem });
}

const FIELDS = ["invoice", "syntax", "profile", "profile_loss", "validation"];
const VALIDATION = ["level", "rule_sets"];

/** @throws RenderError API-001, API-002 */
export function writeBody(body: Uint8Array, limits: Limits): WrittenXml {
  const read = readJson(body);
  if ("problems" in read) throw new RenderError(shape(read.problems[0]!.path, read.problems[0]!.reason, read.problems[0]!.rule));
  const { value } = read;
  if (!isObject(value)) throw new RenderError(shape([], must("an object with invoice and syntax", formatFound(value)).text));
  onlyFields(value, FIELDS, []);
  for (const name of ["invoice", "syntax"])
    if (memberOf(value, name) === undefined) throw new RenderError(shape([], `the required field ${name} is missing`, "shape-required"));
  const { validation = {} } = value;
  if (!isObject(validation)) throw new RenderError(shape(["validation"], must("an object", formatFound(validation)).text));
  onlyFields(validation, VALIDATION, ["validation"]);
  const syntax = word(value["syntax"], ["cii", "ubl"] as const, ["syntax"])!;
  const terms: WriteTerms = {
    syntax,
    profile: profileIn(value["profile"], syntax),
    profileLoss: word(value["profile_loss"], ["refuse", "allow"] as const, ["profile_loss"]),
    level: word(validation["level"], ["strict", "basic"] as const, ["validation", "level"]),
    ruleSets: setsIn(validation["rule_sets"], validation["level"], syntax),
  };
  const written = writeModel(value["invoice"], at(ROOT, "invoice"), terms, limits);
  if (!("xml" in written)) throw new RenderError(written[0]!);
  return written;
}

const shape = (path: readonly (string | number)[], reason: string, rule = "shape-type"): Problem => ({
  code: "API-001",
  rule,
  src: at(ROOT, ...path),
  reason,
});

function onlyFields(value: Readonly<Record<string, unknown>>, fields: readonly string[], path: readonly string[]): void {
  for (const key of Object.keys(value))
    if (!fields.includes(key))
      throw new RenderError(shape([...path, key], `unknown field, allowed: ${fields.join(", ")}`, "shape-unknown"));
}

function word<T extends string>(given: unknown, words: readonly T[], path: readonly (string | number)[]): T | undefined {
  if (given === undefined || isOneOf(words, given)) return given;
  throw new RenderError(shape(path, must(oneOf(words.map((w) => JSON.stringify(w))), formatFound(given)).text, "shape-enum"));
}

/** A profile of another syntax is API-002 (I11). */
function profileIn(given: unknown, syntax: Syntax): WriteProfile | undefined {
  const all = [...new Set([...PROFILES_OF.cii, ...PROFILES_OF.ubl])];
  const profile = word(given, all, ["profile"]);
  checkProfile(profile, syntax);
  return profile;
}

export const peppolReason = "peppol has no rules for CII: write UBL, or leave it out";

const profileReason = (profile: string, syntax: Syntax): ReturnType<typeof must> =>
  must(`a profile of ${syntax}: ${PROFILES_OF[syntax].join(", ")}`, formatFound(profile));

/** @throws RenderError API-002 for an unknown profile, or one that the syntax lacks */
export function checkProfile(profile: string | undefined, syntax: Syntax): void {
  if (profile !== undefined && !isOneOf(PROFILES_OF[syntax], profile))
    throw new RenderError(problemOf("API-002", "invoice-profile", at(ROOT, "profile"), profileReason(profile, syntax)));
}

function setsIn(given: unknown, level: unknown, syntax: Syntax): readonly RuleSet[] | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) throw new RenderError(shape(["validation", "rule_sets"], must("an array", formatFound(given)).text));
  const sets = given.map((set: unknown, i) => word(set, ["peppol", "fr_ctc"] as const, ["validation", "rule_sets", i])!);
  checkRuleSets(sets, level, syntax, at(ROOT, "validation", "rule_sets"));
  return [...new Set(sets)];
}

/** @throws RenderError API-002 at level basic, or without rules for the syntax (I16) */
export function checkRuleSets(sets: readonly RuleSet[], level: unknown, syntax: Syntax, src: Src): void {
  const refuse = (reason: string): never => {
    throw new RenderError(problemOf("API-002", "e-invoice-rule-sets", src, reason));
  };
  if (sets.length > 0 && level === "basic") refuse("rule sets need the level strict");
  if (sets.includes("peppol") && syntax === "cii") refuse(peppolReason);
}
