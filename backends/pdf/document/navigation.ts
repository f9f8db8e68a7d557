// Outline, named destinations and page labels (ISO 32000-1, 12.3 and 12.4.2).
import type { Destination, OutlineItem, PageLabel } from "../../../ir/ir.js";
import type { PdfFile } from "../syntax/file.js";
import { isAsciiText, name, text, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import { nameTree, numberTree } from "../syntax/tree.js";

/** User space of a page by that of the display list, points. */
export interface PageOf {
  readonly ref: Ref;
  readonly toUser: (x: number, y: number) => readonly [number, number];
}

/** Explicit destination (ISO 32000-1, 12.3.2.2): its view, or the top left corner at the current zoom. */
export function destinationArray({ x, y, view }: Destination, { ref, toUser }: PageOf): PdfValue {
  if (view) return [ref, name(view.fit), ...view.at];
  const [left, top] = toUser(x, y);
  return [ref, name("XYZ"), left, top, null];
}

/** Name tree (12.3.2.3) in byte order of the written names; null if empty. */
export function destinations(file: PdfFile, all: readonly Destination[], pageOf: (page: number) => PageOf): Dict | null {
  const entries = all.flatMap((d) =>
    d.name === null ? [] : [[text(d.name), destinationArray(d, pageOf(d.page)), sortKey(d.name)] as const],
  );
  if (entries.length === 0) return null;
  entries.sort(([, , a], [, , b]) => (a < b ? -1 : a > b ? 1 : 0));
  return nameTree(
    file,
    entries.map(([key, value]) => [key, value]),
  );
}

/** Byte order of text strings: ASCII precedes strings with a byte order mark. */
export const sortKey = (s: string): string => (isAsciiText(s) ? s : `\ufffe${s}`);

/** Outline (12.3.3) with all items open; null if empty. */
export function outline(file: PdfFile, items: readonly OutlineItem[], target: (destination: number) => PdfValue): Ref | null {
  if (items.length === 0) return null;
  const root = file.reserve();
  const write = (list: readonly OutlineItem[], parent: Ref): { readonly first: Ref; readonly last: Ref; readonly shown: number } => {
    const refs = list.map(() => file.reserve());
    let shown = list.length;
    list.forEach((item, i) => {
      const inner = item.children.length > 0 ? write(item.children, refs[i]!) : null;
      shown += inner?.shown ?? 0;
      file.add(
        {
          Title: text(item.title),
          Parent: parent,
          ...(i > 0 && { Prev: refs[i - 1]! }),
          ...(i + 1 < refs.length && { Next: refs[i + 1]! }),
          ...(inner && { First: inner.first, Last: inner.last, Count: inner.shown }),
          Dest: target(item.destination),
        },
        refs[i],
      );
    });
    return { first: refs[0]!, last: refs.at(-1)!, shown };
  };
  const { first, last, shown } = write(items, root);
  return file.add({ Type: name("Outlines"), First: first, Last: last, Count: shown }, root);
}

const LABEL_STYLES = { decimal: "D", roman: "r", alpha: "a", upper_roman: "R", upper_alpha: "A", none: null } as const;

/** Page labels (12.4.2) must begin at the first page; null if empty. */
export function pageLabels(file: PdfFile, labels: readonly PageLabel[]): Dict | null {
  if (labels.length === 0) return null;
  const sorted = [...labels].sort((a, b) => a.from - b.from);
  const all = sorted[0]!.from === 0 ? sorted : [{ from: 0, style: "decimal" as const, start: 1, prefix: "" }, ...sorted];
  return numberTree(
    file,
    all.map(({ from, style, start, prefix }) => [
      from,
      {
        ...(LABEL_STYLES[style] && { S: name(LABEL_STYLES[style]) }),
        ...(prefix !== "" && { P: text(prefix) }),
        ...(start !== 1 && { St: start }),
      },
    ]),
  );
}
