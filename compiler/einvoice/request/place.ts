// Place of an e-invoice's settings in its request, and problems there.
import { problemOf, type Problem } from "../../core/fail.js";
import { at, ROOT, type Src } from "../../core/src.js";
import type { Reason } from "../../help/reason.js";

/** Place of `settings.e_invoice`. */
export const SETTINGS: Src = at(ROOT, "settings", "e_invoice");

/** Returns a problem of a field below the settings of the invoice. */
export const settingsProblem = (rule: string, path: readonly (string | number)[], reason: string | Reason): Problem =>
  problemOf("API-002", rule, at(SETTINGS, ...path), reason);

/** A problem of a setting of the document that carries the invoice. */
export const documentProblem = (rule: string, setting: string, reason: string | Reason): Problem =>
  problemOf("API-002", rule, at(ROOT, "settings", setting), reason);
