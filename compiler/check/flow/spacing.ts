// Contract rows L1, L3. Sums of indents depend on the cascade: lowering and layout refuse them.
import type { Src } from "../../core/src.js";
import type { NodeSpacing, TextIndent } from "../../request/types/named-style.js";
import type { Report } from "../values/report.js";

export function checkSpacing(r: Report, spacing: NodeSpacing | undefined, src: Src): void {
  r.notNegative(spacing?.before, src, "before");
  r.notNegative(spacing?.after, src, "after");
}

export function checkIndent(r: Report, indent: TextIndent | undefined, src: Src): void {
  r.notNegative(indent?.start, src, "start");
  r.notNegative(indent?.end, src, "end");
}
