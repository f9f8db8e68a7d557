import type { OutlineItem } from "../../ir/ir.js";

interface Item extends OutlineItem {
  readonly children: Item[];
}

/** The parent of an entry is the last preceding one of a lower level. */
export class Outline {
  readonly items: OutlineItem[] = [];
  readonly #open: { readonly level: number; readonly item: Item }[] = [];

  /** A heading without text has no entry. `level`: from 1 */
  add(level: number, title: string, destination: number): void {
    if (title === "") return;
    while (this.#open.length > 0 && this.#open.at(-1)!.level >= level) this.#open.pop();
    const item: Item = { title, destination, children: [] };
    (this.#open.at(-1)?.item.children ?? this.items).push(item);
    this.#open.push({ level, item });
  }

  append(item: OutlineItem): void {
    this.items.push(item);
  }
}
