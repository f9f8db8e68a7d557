import { append } from "../../base/many.js";
import type { OutlineItem } from "../../ir/ir.js";

interface Item extends OutlineItem {
  readonly children: Item[];
}

/** `place`: in reading order, by box numbers. An import's item has no level. */
interface Entry {
  readonly level: number | null;
  readonly item: OutlineItem;
  readonly place: number;
}

/** The parent of an entry is the last preceding one of a lower level. */
export class Outline {
  readonly #painted: Entry[] = [];
  readonly #placed: Entry[] = [];

  /** Adds a heading in paint order; one without text has no entry. `level`: from 1 */
  add(level: number, title: string, destination: number, place: number): void {
    if (title !== "") this.#painted.push({ level, item: { title, destination, children: [] }, place });
  }

  /** Inserts a heading by its place in reading order, whenever it is painted. */
  insert(level: number, title: string, destination: number, place: number): void {
    if (title !== "") this.#placed.push({ level, item: { title, destination, children: [] }, place });
  }

  append(item: OutlineItem, place: number): void {
    this.#painted.push({ level: null, item, place });
  }

  get items(): readonly OutlineItem[] {
    const items: OutlineItem[] = [];
    const open: { readonly level: number; readonly item: Item }[] = [];
    for (const { level, item } of this.#inOrder()) {
      if (level === null) {
        items.push(item);
        continue;
      }
      while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
      const own: Item = { title: item.title, destination: item.destination, children: [] };
      (open.at(-1)?.item.children ?? items).push(own);
      open.push({ level, item: own });
    }
    return items;
  }

  #inOrder(): readonly Entry[] {
    if (this.#placed.length === 0) return this.#painted;
    const placed = [...this.#placed].sort((a, b) => a.place - b.place);
    const out: Entry[] = [];
    let k = 0;
    for (const entry of this.#painted) {
      while (k < placed.length && placed[k]!.place < entry.place) out.push(placed[k++]!);
      out.push(entry);
    }
    append(out, placed.slice(k));
    return out;
  }
}
