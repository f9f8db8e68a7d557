// A book to the characters that no font of their text has.
import type { Book } from "../box/page.js";
import { messageOf, RenderError, type Problem } from "../core/fail.js";
import type { World } from "../core/world.js";
import type { ShapedBox } from "./protocol.js";
import { zoneRows } from "./table/slices.js";
import { textSetter, type TextSetter } from "../text/line/text-lines.js";
import { TextEngine } from "../text/shape/engine.js";
import { BookShaper, type ValueOf } from "../text/shape/shape-book.js";

/** Each character once for the place in the request that it is at. `lower`: charts shape their text while they are lowered */
export function missingGlyphs(lower: (engine: TextEngine) => Book, world: World): readonly Problem[] {
  const found = new Map<string, Problem>();
  const engine = new TextEngine(world, (p) => {
    const key = messageOf(p);
    if (!found.has(key)) found.set(key, p);
  });
  const shaper = new BookShaper(engine);
  const text = textSetter(engine);
  const book = lower(engine);
  for (let i = 0; i < book.length; i++) {
    const sequence = sequenceOf(book, i);
    if (!sequence) continue;
    for (const { box } of shaper.sequence(sequence, ANY_VALUE).streams) shapeRows(box, text);
    for (const { variants } of sequence.master.furniture)
      for (const { canvas } of variants) shapeRows(shaper.canvas(canvas, ANY_VALUE), text);
  }
  return [...found.values()];
}

/** Null where lowering fails for another reason, which is not what is looked for. */
function sequenceOf(book: Book, i: number): ReturnType<Book["sequence"]> | null {
  try {
    return book.sequence(i);
  } catch (e) {
    if (e instanceof RenderError) return null;
    throw e;
  }
}

/** Which page it is has no say in which characters there are, digits aside. */
const ANY_VALUE: ValueOf = () => ({ text: "0123456789", reserve: 0 });

/** Rows are shaped when they are asked for. */
function shapeRows(box: ShapedBox, text: TextSetter): void {
  switch (box.kind) {
    case "drawing":
    case "text":
    case "labelled":
      return;
    case "label":
      text.labelSizes(box);
      return;
    case "canvas":
    case "container":
    case "flow":
      for (const child of box.children as readonly { readonly box: ShapedBox }[]) shapeRows(child.box, text);
      return;
    case "columns":
      return shapeRows(box.body, text);
    case "stack":
      for (const child of box.children) shapeRows(child, text);
      return;
    case "grid":
      for (const { cells } of box.rows) for (const cell of cells) shapeRows(cell, text);
      return;
    case "anchored":
      shapeRows(box.inner, text);
      for (const part of [...box.before, ...box.after]) shapeRows(part.box, text);
      return;
    case "table": {
      for (const { cells } of zoneRows(box)) for (const { content } of cells) if (content) shapeRows(content, text);
      const { rows } = box;
      for (let i = 0; i < rows.length; i++) for (const { content } of rows.at(i).cells) if (content) shapeRows(content, text);
    }
  }
}
