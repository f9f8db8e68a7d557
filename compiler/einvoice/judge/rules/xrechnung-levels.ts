// Levels that KoSIT's scenarios of XRechnung 3.0 give to rules of EN 16931 (customLevel, configuration of 2026-01-31).
import type { Finding, Severity } from "../../xml/finding.js";
import type { Invoice } from "../terms/invoice.js";
import { isExtension } from "./xrechnung.js";

/** Codes that the standard's lists gain before the rules do. */
const MILDER = ["BR-CL-21", "BR-CL-23"];
/** Repeated elements would be read as one. */
const STRICTER_IN_CII = ["CII-SR-452", "CII-SR-453", "CII-SR-454"];
/** Lines below others, which the extension has. */
const SUB_LINES = "UBL-CR-646";

/** In a credit note only the scenario of vehicles names it; its schema has no such lines. */
const levelOf = (rule: string, i: Invoice): Severity | null => {
  if (MILDER.includes(rule)) return "warning";
  if (i.syntax === "cii") return STRICTER_IN_CII.includes(rule) ? "error" : null;
  return rule === SUB_LINES && !isExtension(i) ? "error" : null;
};

export const atLevels = (findings: readonly Finding[], i: Invoice): readonly Finding[] =>
  findings.map((f) => {
    const severity = levelOf(f.rule, i);
    return severity === null || severity === f.severity ? f : { ...f, severity };
  });
