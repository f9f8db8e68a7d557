// A face for every character before layout; glyphs are made with lines.
import { entryTexts, type Box, type Table, type TextBox } from "../../box/box.js";
import { noteBox, notesOfText } from "../../box/note.js";
import { readsFacts } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import type { TableRow } from "../../box/table.js";
import type { Paragraph } from "./paragraph.js";
import type { TextSetter } from "./text-lines.js";

const varies = (box: Box): boolean => readsFacts(readsOf(box));

/** Covers each box once, unless it depends on layout. */
export class Coverage {
  /** texts of each box that depend on layout */
  readonly #varying = new WeakMap<Box, readonly TextBox[]>();

  /** Without table rows: see `coverRow`. @throws RenderError API-002 if a strict family lacks a character, API-504 if all fonts do */
  cover(box: Box, text: TextSetter): void {
    const known = this.#varying.get(box);
    if (known) {
      for (let i = 0; i < known.length; i++) text.cover(known[i]!);
      return;
    }
    const varying: TextBox[] = [];
    const some = varies(box);
    eachText(box, (found) => {
      text.cover(found);
      if (some && varies(found)) varying.push(found);
    });
    this.#varying.set(box, varying);
  }
}

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

/** Covers a row on its creation. @throws as `Coverage` */
export function coverRow({ cells }: TableRow<Box>, text: TextSetter): void {
  const cover = (found: TextBox): void => text.cover(found);
  for (let k = 0; k < cells.length; k++) {
    const { content } = cells[k]!;
    // a plain text has no notes
    if (content?.kind === "text" && content.plain) text.cover(content);
    else if (content) eachText(content, cover);
  }
}

/** Table rows, skipped if absent; boxes that are entered, all if absent. */
interface TextSearch {
  readonly rows?: (table: Table) => Iterable<TableRow<Box>>;
  readonly within?: ((box: Box) => boolean) | undefined;
}
const ALL: TextSearch = {};

/** Visits the texts of a box in source order. */
export function eachText(box: Box, found: (text: TextBox) => void, search: TextSearch = ALL): void {
  if (search.within?.(box) === false) return;
  switch (box.kind) {
    case "drawing":
      return;
    case "table":
      if (search.rows)
        for (const { cells } of search.rows(box)) for (const { content } of cells) if (content) eachText(content, found, search);
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
      for (const child of box.children) eachText(child.box, found, search);
      return;
    case "columns":
      return eachText(box.body, found, search);
    case "stack":
      for (const child of box.children) eachText(child, found, search);
      return;
    case "grid":
      for (const { cells } of box.rows) for (const cell of cells) eachText(cell, found, search);
      return;
    case "entry":
      for (const text of entryTexts(box)) found(text);
      return;
    case "anchored":
      eachText(box.inner, found, search);
      for (const part of box.before) eachText(part.box, found, search);
      for (const part of box.after) eachText(part.box, found, search);
  }
}
