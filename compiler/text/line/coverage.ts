// The shape pass: finds a face for every character before layout. Glyphs are made when layout reads lines.
import type { Box, Table, TextBox } from "../../box/box.js";
import { noteBox, notesOfText } from "../../box/note.js";
import { PlainText } from "../../box/plain-text.js";
import { readsFacts } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import type { TableRow } from "../../box/table.js";
import type { Paragraph } from "./paragraph.js";
import type { TextSetter } from "./text-lines.js";

/** Boxes that do not depend on layout are visited once. */
export class Coverage {
  readonly #covered = new WeakSet<Box>();

  /** Skips rows of tables: see `coverRow`. @throws RenderError API-002 if a strict family lacks a character, API-504 if all fonts do */
  cover(box: Box, text: TextSetter): void {
    if (this.#covered.has(box)) return;
    eachText(box, (found) => text.cover(found));
    if (!readsFacts(readsOf(box))) this.#covered.add(box);
  }
}

/** Shaped paragraphs of the texts in boxes without table rows, for dumps. */
export function shapedTexts(boxes: Iterable<Box>, text: TextSetter): readonly object[] {
  const out: object[] = [];
  for (const box of boxes)
    eachText(box, (found) => out.push({ box: found.id, src: found.src, paragraphs: shownOf(text.paragraph(found)) }));
  return out;
}

const shownOf = ({ shaped }: Paragraph): readonly object[] =>
  shaped.map(({ text, base, segments }) => ({
    text,
    base,
    segments: segments.map(({ kind, start, end, width, item }) => ({
      kind,
      start,
      end,
      width,
      font: item.context.face.info.postScriptName,
      size: item.size,
    })),
  }));

/** Cells of a row, on its creation. @throws as `Coverage` */
export function coverRow({ cells }: TableRow<Box>, text: TextSetter): void {
  for (let k = 0; k < cells.length; k++) {
    const { content } = cells[k]!;
    if (content instanceof PlainText) text.cover(content);
    else if (content) eachText(content, (found) => text.cover(found));
  }
}

/** Texts in a box, in source order. `rows`: of a table; its texts are skipped if absent */
export function eachText(box: Box, found: (text: TextBox) => void, rows?: (table: Table) => Iterable<TableRow<Box>>): void {
  const inside = (inner: Box): void => eachText(inner, found, rows);
  switch (box.kind) {
    case "drawing":
      return;
    case "table":
      if (rows) for (const { cells } of rows(box)) for (const { content } of cells) if (content) inside(content);
      return;
    case "text":
      found(box);
      for (const note of notesOfText(box)) found(noteBox(note));
      return;
    case "labelled":
      for (const { text } of box.texts) found(text);
      return;
    case "canvas":
    case "container":
    case "flow":
      for (const child of box.children) inside(child.box);
      return;
    case "columns":
      return inside(box.body);
    case "stack":
      for (const child of box.children) inside(child);
      return;
    case "grid":
      for (const { cells } of box.rows) for (const cell of cells) inside(cell);
      return;
    case "anchored":
      inside(box.inner);
      for (const part of [...box.before, ...box.after]) inside(part.box);
  }
}
