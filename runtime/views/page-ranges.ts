/**
 * Indices of pages in the order written.
 * @throws TypeError for a page that the document lacks, and a range that ends before it begins
 */
export function pageIndices(ranges: string | undefined, count: number): readonly number[] {
  if (ranges === undefined) return Array.from({ length: count }, (_, i) => i);
  return ranges.split(",").flatMap((item) => {
    const [, first, dash, last] = /^\s*(\d+)\s*(-)?\s*(\d+)?\s*$/.exec(item)!;
    const from = Number(first);
    const to = dash === undefined ? from : last === undefined ? count : Number(last);
    const beyond = Math.max(from, to);
    if (beyond > count) throw new TypeError(`pages: the document has ${count} page${count === 1 ? "" : "s"}; found ${item.trim()}`);
    if (to < from) throw new TypeError(`pages: a range must end at its first page or later; found ${item.trim()}`);
    return Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
  });
}
