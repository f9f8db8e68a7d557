// Outline, named destinations and page labels (ISO 32000-1, 12.3 and 12.4.2).
import type { Destination, OutlineItem, PageLabel } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { isAsciiText, name, text, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import { nameTree, numberTree } from "../syntax/tree.js";

/** User space of a page by that of the display list, points. */
export interface PageOf {
  readonly ref: Ref;
  readonly toUser: (x: number, y: number) => readonly [number, number];
}

/** Returns an explicit destination (ISO 32000-1, 12.3.2.2): its view, or the top left corner at the current zoom. */
export function destinationArray({ x, y, view }: Destination, { ref, toUser }: PageOf): PdfValue {
  if (view) return [ref, name(view.fit), ...view.at];
  const [left, top] = toUser(x, y);
  return [ref, name("XYZ"), left, top, null];
}

/** Name tree (12.3.2.3) in byte order of the written names; null if empty. */
export function destinations(file: ObjectWriter, all: readonly Destination[], pageOf: (page: number) => PageOf): Dict | null {
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

/** Entries that lead to a destination. */
type Target = (destination: number) => Dict;

interface WrittenItems {
  readonly first: Ref;
  readonly last: Ref;
  readonly shown: number;
}

/** Items of one level, with all below them open. */
function writeItems(file: ObjectWriter, list: readonly OutlineItem[], parent: Ref, target: Target): WrittenItems {
  const refs = list.map(() => file.reserve());
  let shown = list.length;
  list.forEach((item, i) => {
    const inner = item.children.length > 0 ? writeItems(file, item.children, refs[i]!, target) : null;
    shown += inner?.shown ?? 0;
    file.add(
      {
        Title: text(item.title),
        Parent: parent,
        ...(i > 0 && { Prev: refs[i - 1]! }),
        ...(i + 1 < refs.length && { Next: refs[i + 1]! }),
        ...(inner && { First: inner.first, Last: inner.last, Count: inner.shown }),
        ...target(item.destination),
      },
      refs[i],
    );
  });
  return { first: refs[0]!, last: refs.at(-1)!, shown };
}

/** Outline (12.3.3) with all items open; null if empty. */
export function outline(file: ObjectWriter, items: readonly OutlineItem[], target: Target): Ref | null {
  if (items.length === 0) return null;
  const root = file.reserve();
  const { first, last, shown } = writeItems(file, items, root, target);
  return file.add({ Type: name("Outlines"), First: first, Last: last, Count: shown }, root);
}

/** An outline whose top level grows: an item is written when the next one is known. */
export class GrowingOutline {
  #root: Ref | null = null;
  #first: Ref | null = null;
  #open: { readonly ref: Ref; readonly entries: Dict } | null = null;
  #shown = 0;

  constructor(readonly file: ObjectWriter) {}

  /** Items of the top level, with all below them open. */
  add(items: readonly OutlineItem[], target: Target): void {
    for (const { title, destination, children } of items) this.#item(title, target(destination), children, target, "open");
  }

  /** An item with others below it, which are closed: there may be thousands of its level. */
  entry(title: string, dest: Dict, items: readonly OutlineItem[], target: Target): void {
    this.#item(title, dest, items, target, "closed");
  }

  #item(title: string, dest: Dict, children: readonly OutlineItem[], target: Target, is: "open" | "closed"): void {
    this.#root ??= this.file.reserve();
    const ref = this.file.reserve();
    const inner = children.length > 0 ? writeItems(this.file, children, ref, target) : null;
    const before = this.#shut(ref);
    this.#first ??= ref;
    this.#shown += 1 + (inner && is === "open" ? inner.shown : 0);
    const count = inner && (is === "open" ? inner.shown : -inner.shown);
    this.#open = {
      ref,
      entries: {
        Title: text(title),
        Parent: this.#root,
        ...(before && { Prev: before }),
        ...(inner && { First: inner.first, Last: inner.last, Count: count! }),
        ...dest,
      },
    };
  }

  #shut(next: Ref | null): Ref | null {
    const open = this.#open;
    if (open) this.file.add({ ...open.entries, ...(next && { Next: next }) }, open.ref);
    return open && open.ref;
  }

  /** Null if empty. */
  end(): Ref | null {
    const last = this.#shut(null);
    if (!last) return null;
    return this.file.add({ Type: name("Outlines"), First: this.#first!, Last: last, Count: this.#shown }, this.#root!);
  }
}

const LABEL_STYLES = { decimal: "D", roman: "r", alpha: "a", upper_roman: "R", upper_alpha: "A", none: null } as const;

/** Ranges of page labels (12.4.2), which begin at the first page. */
function withFirst(labels: readonly PageLabel[]): readonly PageLabel[] {
  const sorted = [...labels].sort((a, b) => a.from - b.from);
  return sorted[0]?.from === 0 ? sorted : [{ from: 0, style: "decimal", start: 1, prefix: "" }, ...sorted];
}

const labelDict = ({ style, start, prefix }: PageLabel): Dict => ({
  ...(LABEL_STYLES[style] && { S: name(LABEL_STYLES[style]) }),
  ...(prefix !== "" && { P: text(prefix) }),
  ...(start !== 1 && { St: start }),
});

/** Returns the labels of pages; null if there are none: pages are numbered. */
export function pageLabels(file: ObjectWriter, labels: readonly PageLabel[]): Dict | null {
  if (labels.length === 0) return null;
  return numberTree(
    file,
    withFirst(labels).map((label) => [label.from, labelDict(label)]),
  );
}

/** Returns the page labels of a document among others, by pages of the file. */
export const labelEntries = (labels: readonly PageLabel[], first: number): readonly (readonly [number, Dict])[] =>
  withFirst(labels).map((label) => [first + label.from, labelDict(label)]);
