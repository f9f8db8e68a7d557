import { RULE_SETS, type RuleSet } from "../../../compiler/einvoice/xml/guideline.js";
import { UsageError } from "./cli-files.js";

/** @throws UsageError for another name */
export function ruleSetsOf(given: string): readonly RuleSet[] {
  return given.split(",").map((name) => {
    const found = RULE_SETS.find((set) => set === name.trim());
    if (!found) throw new UsageError(`--rules: must be of ${RULE_SETS.join(", ")}; found ${name.trim()}`);
    return found;
  });
}
