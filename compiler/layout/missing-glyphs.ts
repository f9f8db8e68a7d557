// Characters in no font of their text, and axes that its family lacks.
import type { Box, Table, TextBox } from "../box/box.js";
import type { Book } from "../box/page.js";
import type { TableRow } from "../box/table.js";
import { messageOf, RenderError, type Problem } from "../core/fail.js";
import type { World } from "../core/world.js";
import { zoneRows } from "./table/slices.js";
import { eachText } from "../text/line/coverage.js";
import { textSetter } from "../text/line/text-lines.js";
import type { ValueOf } from "../text/line/paragraph-source.js";
import { TextEngine } from "../text/shape/engine.js";

/** Each character once per place. `lower`: charts shape their text while they are lowered */
export function missingGlyphs(lower: (engine: TextEngine) => Book, world: World): readonly Problem[] {
  const found = new Map<string, Problem>();
  const note = (p: Problem): void => {
    const key = messageOf(p);
    if (!found.has(key)) found.set(key, p);
  };
  const engine = new TextEngine(world, { missing: note });
  const text = textSetter(engine).withValues(ANY_VALUE);
  const look = (box: TextBox): void => {
    try {
      text.cover(box);
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      note(e.problem);
    }
  };
  const book = lower(engine);
  for (let i = 0; i < book.length; i++) {
    const sequence = sequenceOf(book, i);
    if (!sequence) continue;
    for (const { box } of sequence.streams) eachText(box, look, { rows: rowsOf });
    for (const { variants } of sequence.master.furniture) for (const { canvas } of variants) eachText(canvas, look, { rows: rowsOf });
  }
  return [...found.values()];
}

/** Header and footer first. */
function* rowsOf(table: Table): Generator<TableRow<Box>> {
  yield* zoneRows(table);
  const { rows } = table;
  for (let i = 0; i < rows.length; i++) yield rows.at(i);
}

/** Null for another failure. */
function sequenceOf(book: Book, i: number): ReturnType<Book["sequence"]> | null {
  try {
    return book.sequence(i);
  } catch (e) {
    if (e instanceof RenderError) return null;
    throw e;
  }
}

/** Page numbers add digits only. */
const ANY_VALUE: ValueOf = () => ({ text: "0123456789", reserve: 0, others: [] });
