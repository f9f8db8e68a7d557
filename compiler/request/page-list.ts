// Page lists of imports: "1-3, 8, 10-" (PDF-15).
import { must, type Reason } from "../help/reason.js";

/** From 1; `to` is null for the last page. */
interface PageRange {
  readonly from: number;
  readonly to: number | null;
}

/** Maximum characters of a list (PDF-39). */
const MOST_CHARACTERS = 10_000;
const FORM = 'pages and ranges between commas, such as "1-3, 8, 10-"';
const ITEM = /^ *(\d{1,15})(?: *(-) *(\d{1,15})?)? *$/;

/** Ranges in the list's order; a reason if malformed. "1-3, 8, 10-" (PDF-15) */
export function pageRanges(list: string): readonly PageRange[] | { readonly fault: Reason } {
  if (list.length > MOST_CHARACTERS) return { fault: must(`a list of at most ${MOST_CHARACTERS} characters`, `${list.length} characters`) };
  const ranges: PageRange[] = [];
  for (const item of list.split(",")) {
    const parts = ITEM.exec(item);
    if (!parts) return { fault: must(FORM, list.length > 40 ? JSON.stringify(item.slice(0, 40)) : JSON.stringify(list)) };
    const from = Number(parts[1]);
    const to = parts[2] === undefined ? from : parts[3] === undefined ? null : Number(parts[3]);
    if (from === 0) return { fault: must("pages from 1", JSON.stringify(item.trim())) };
    if (to !== null && to < from)
      return {
        fault: must("ranges from a page to itself or a later one", JSON.stringify(item.trim()), {
          suggestion: `"${to === 0 ? 1 : to}-${from}"`,
        }),
      };
    ranges.push({ from, to });
  }
  return ranges;
}

/** A range to the last page has at least one. */
export const leastPages = (ranges: readonly PageRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + (to === null ? 1 : to - from + 1), 0);
