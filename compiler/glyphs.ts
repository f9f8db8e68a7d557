// A book to the characters that no font of their text has.
import type { Book } from "./box/page.js";
import type { Problem } from "./core/fail.js";
import { pathOf } from "./core/src.js";
import type { World } from "./core/world.js";
import type { ShapedBox } from "./layout/protocol.js";
import { TextEngine } from "./text/shape/engine.js";
import { BookShaper, type ValueOf } from "./text/shape/shape-book.js";

/** Each character once for the place in the request that it is at. */
export function missingGlyphs(book: Book, world: World): readonly Problem[] {
  const found = new Map<string, Problem>();
  const engine = new TextEngine(world, (p) => {
    const key = `${pathOf(p.src)}: ${p.reason}`;
    if (!found.has(key)) found.set(key, p);
  });
  const shaper = new BookShaper(engine);
  for (let i = 0; i < book.length; i++) {
    const sequence = book.sequence(i);
    for (const { box } of shaper.sequence(sequence, ANY_VALUE).streams) shapeRows(box);
    for (const { variants } of sequence.master.furniture) for (const { canvas } of variants) shapeRows(shaper.canvas(canvas, ANY_VALUE));
  }
  return [...found.values()];
}

/** Which page it is has no say in which characters there are, digits aside. */
const ANY_VALUE: ValueOf = () => ({ text: "0123456789", reserve: 0 });

/** Rows are shaped when they are asked for. */
function shapeRows(box: ShapedBox): void {
  switch (box.kind) {
    case "drawing":
    case "text":
      return;
    case "canvas":
    case "container":
    case "flow":
      for (const child of box.children as readonly { readonly box: ShapedBox }[]) shapeRows(child.box);
      return;
    case "columns":
      return shapeRows(box.body);
    case "table": {
      const header = box.header?.(0);
      for (let i = 0; header && i < header.length; i++) header.at(i);
      for (let i = 0; i < box.rows.length; i++) box.rows.at(i);
    }
  }
}
