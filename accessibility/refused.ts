// Problems by which PDF/UA refuses a request are findings of its report (AX-35).
import type { Problem } from "../compiler/core/fail.js";
import { pointerOf, stepsOf } from "../compiler/core/src.js";
import type { Verdict } from "./checks/check.js";
import type { CheckId } from "./core/finding.js";
import type { Found } from "./trial.js";

/** Verdict of a check with its findings by place. */
export interface JudgedCheck extends Pick<Verdict, "tested" | "notJudged"> {
  readonly found: readonly Found[];
}

export type Verdicts = ReadonlyMap<CheckId, JudgedCheck>;

/** Checks by the clause of ISO 14289 that a message names. */
const BY_CLAUSE: readonly (readonly [RegExp, CheckId])[] = [
  [/\b7\.3\b|\b8\.2\.5\.28\b/, "image-alt"],
  [/\b7\.4\.\d|\b8\.2\.5\.12\b/, "heading-order"],
  [/\b7\.18\.5\b|\b8\.9\.4\b|a link of a chart/, "link-text"],
  [/a field without a label|without a group_label|radio without/, "field-label"],
  [/import/, "imported"],
];

/** Adds what no check has found at its place. */
export function withRefused(verdicts: Verdicts, refused: readonly Problem[]): Verdicts {
  const out = new Map(verdicts);
  for (const { src, reason } of refused) {
    const check = BY_CLAUSE.find(([clause]) => clause.test(reason))?.[1] ?? "tagged";
    const verdict = out.get(check)!;
    const place = pointerOf(src);
    const isFound = ({ draft: { severity }, pointer }: Found): boolean =>
      severity === "fail" && (pointer === place || place.startsWith(`${pointer}/`) || pointer.startsWith(`${place}/`));
    if (verdict.found.some(isFound)) continue;
    const found: Found = { check, pointer: place, draft: { severity: "fail", steps: stepsOf(src), message: reason } };
    out.set(check, { ...verdict, tested: Math.max(verdict.tested, 1), found: [...verdict.found, found] });
  }
  return out;
}
