// Delivery, retention and residency of an invoice's job, or the problems of what is asked (decisions §5).
import { formatFound, type Problem } from "../../core/fail.js";
import { breaks, must, type Reason } from "../../help/reason.js";
import type { EInvoiceSettings } from "../../request/types/einvoice.js";
import { COUNTRIES } from "../xml/codes/money.js";
import { settingsProblem } from "./place.js";
import { residencyOf, type Residency } from "./residency.js";

export const MAX_URL_SECONDS = 900;
export const MAX_TTL_HOURS = 23;
export const DEFAULT_URL_SECONDS = MAX_URL_SECONDS;
export const DEFAULT_TTL_HOURS = MAX_TTL_HOURS;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Problems of how an invoice is delivered and kept; `storedIn` is null if the service has no residency. */
export function deliveryProblems(s: EInvoiceSettings, storedIn: Residency | null): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, path: readonly (string | number)[], reason: string | Reason): void =>
    void problems.push(settingsProblem(rule, path, reason));
  const within = (path: readonly string[], value: number | undefined, most: number): void => {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= most))
      add("e-invoice-range", path, must(`a whole number from 1 to ${most}`, formatFound(value)));
  };
  const object = s.delivery?.mode === "object";
  if (s.validation?.execution === "async" && !(s.validation.level === "strict" && object))
    add(
      "e-invoice-async",
      ["validation", "execution"],
      'async needs the level strict and the delivery object: set validation.level to "strict" and delivery.mode to "object"',
    );
  if (s.report?.enabled && !object)
    add("e-invoice-report", ["report", "enabled"], 'a report needs the delivery object: set delivery.mode to "object"');
  within(["delivery", "url_ttl_seconds"], s.delivery?.url_ttl_seconds, MAX_URL_SECONDS);
  within(["retention", "ttl_hours"], s.retention?.ttl_hours, MAX_TTL_HOURS);
  const country = s.data_residency?.country;
  if (country !== undefined && !COUNTRIES.has(country))
    add(
      "e-invoice-country",
      ["data_residency", "country"],
      must("a code of ISO 3166-1 alpha-2, such as DE", formatFound(country), { suggestion: countryOf(country) }),
    );
  if (s.data_residency?.strict) {
    if ((s.data_residency.mode ?? "auto") === "auto" && country === undefined)
      add("e-invoice-residency", ["data_residency", "country"], "it is missing: strict needs a country, or a mode other than auto");
    else if (storedIn === "global" && residencyOf(s.data_residency) === "eu")
      add(
        "e-invoice-residency",
        ["data_residency", "strict"],
        breaks("a strict residency needs a service that keeps data there", "one that does not keep data in the EU alone"),
      );
  }
  if (s.job_id !== undefined && !UUID.test(s.job_id))
    add("e-invoice-job", ["job_id"], must("a UUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301", formatFound(s.job_id)));
  return problems;
}

const countryOf = (found: string): string | undefined =>
  COUNTRIES.has(found.trim().toUpperCase()) ? JSON.stringify(found.trim().toUpperCase()) : undefined;
