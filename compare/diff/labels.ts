import type { PagePair, Sink } from "./collect.js";
import { Numbering } from "./sequence.js";
import { reportValue } from "./whole.js";

/**
 * Compares page labels (DF-12); neighbouring pages with other labels are one difference. A page that is put in or taken out moves the
 * labels of those after it: where one sequence of labels is the other with as many labels more as pages, they are equal.
 */
export function compareLabels(left: readonly string[], right: readonly string[], pairs: readonly PagePair[], sink: Sink): void {
  const common = Numbering.common(left, right, (label) => label).length;
  if (common === Math.min(left.length, right.length)) return;
  let a: string[] = [];
  let b: string[] = [];
  const end = (): void => {
    if (a.length > 0) reportValue(sink, "label", null, a.join(", "), b.join(", "));
    a = [];
    b = [];
  };
  for (const { left: i, right: j } of pairs) {
    const x = i === null ? undefined : left[i];
    const y = j === null ? undefined : right[j];
    if (x === undefined || y === undefined || x === y) end();
    else {
      a.push(x);
      b.push(y);
    }
  }
  end();
}
