// Problems of what an e-invoice request means: standard, profile, rule sets and XML have to fit.
import { formatFound, type Problem } from "../../core/fail.js";
import { atMost, type Limits } from "../../core/limits.js";
import { must, type Reason } from "../../help/reason.js";
import { allowedBy } from "../../request/policy.js";
import { documentProblem, settingsProblem } from "./place.js";
import type { Shape } from "./shape.js";

/** Reported, never skipped: no official rules exist. */
export const NO_PEPPOL = "Peppol has no rules for CII (release 2026.5), which this invoice is: leave out the rule set peppol";

/** Problems of standards, profiles, rule sets and XML that do not fit; `allowed` is absent if the service takes every standard. */
export function meaningProblems(
  { request, settings: s }: Shape,
  allowed: readonly string[] | undefined,
  limits: Limits,
): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, path: readonly (string | number)[], reason: string | Reason): void =>
    void problems.push(settingsProblem(rule, path, reason));
  const document = (rule: string, setting: string, reason: string | Reason): void =>
    void problems.push(documentProblem(rule, setting, reason));
  const profile = request.settings?.profile?.trim() ?? "";
  if (profile !== "" && profile !== "pdfa-3b")
    document("e-invoice-profile", "profile", must('"pdfa-3b", which every e-invoice is', formatFound(profile), { advice: "leave it out" }));
  if (request.settings?.accessibility === "ua2")
    document("e-invoice-accessibility", "accessibility", must('"ua1", as an e-invoice is PDF/A-3', formatFound("ua2")));
  if (request.settings?.attachments !== undefined)
    document("e-invoice-attachments", "attachments", "an e-invoice has no other files in its PDF: leave attachments out");
  if (allowed && !allowed.includes(s.standard)) add("policy-standard", ["standard"], allowedBy(allowed, s.standard));
  if ((s.standard === "xrechnung") !== (s.profile === "xrechnung"))
    add(
      "e-invoice-combination",
      ["profile"],
      s.standard === "xrechnung"
        ? must('"xrechnung", as the standard is', formatFound(s.profile))
        : must(`another profile with the standard ${s.standard}`, formatFound(s.profile), {
            advice: 'it requires "standard": "xrechnung"',
          }),
    );
  if (s.version !== undefined && s.standard !== "zugferd")
    add("e-invoice-version", ["version"], "version belongs to the standard zugferd: leave it out");
  const { standard, profile: level }: { readonly standard: string; readonly profile: string } = s;
  if (level === "extended_ctc_fr" && standard === "zugferd")
    add(
      "e-invoice-combination",
      ["profile"],
      must("another profile with the standard zugferd", formatFound(level), { advice: 'it requires "standard": "factur_x"' }),
    );
  const sets = s.validation?.rule_sets ?? [];
  if (sets.length > 0 && s.validation?.level !== "strict")
    add("e-invoice-rule-sets", ["validation", "rule_sets"], 'rule sets need the level strict: set validation.level to "strict"');
  if (sets.includes("peppol")) add("e-invoice-rule-sets", ["validation", "rule_sets", sets.indexOf("peppol")], NO_PEPPOL);
  if (s.xml && s.profile_loss !== undefined)
    add("e-invoice-profile-loss", ["profile_loss"], "profile_loss belongs to an invoice sent as data: leave it out beside xml");
  const size = s.xml ? new TextEncoder().encode(s.xml.content).length : null;
  if (size === 0) add("e-invoice-xml", ["xml", "content"], "it is empty: it holds the invoice's XML");
  // embedded as received: receivers differ on byte order marks
  if (s.xml?.content.startsWith("\ufeff"))
    add("e-invoice-mark", ["xml", "content"], "it begins with a byte order mark (U+FEFF): leave it out");
  if (size !== null && size > limits.einvoice_xml_bytes)
    add("e-invoice-xml", ["xml", "content"], must(`${atMost(limits, "einvoice_xml_bytes")} bytes of UTF-8`, `${size} bytes`));
  return problems;
}
