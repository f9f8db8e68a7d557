// In the order of their marks.
import { append } from "../../base/many.js";
import { isNoted, NO_NOTES } from "../box/note.js";
import type { Note } from "../box/text.js";
import type { TextLine } from "../text/line/paragraph.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import type { Fragment } from "./protocol/protocol.js";

interface Mark {
  readonly start: number;
  readonly note: Note;
}

/** ascending; null if absent */
const MARKS = new WeakMap<ShapedParagraph, readonly Mark[] | null>();

function marksOf(paragraph: ShapedParagraph): readonly Mark[] | null {
  let marks = MARKS.get(paragraph);
  if (marks === undefined) {
    const found: Mark[] = [];
    for (const { run, start } of paragraph.runs)
      if (typeof run.text === "object" && "mark" in run.text && run.text.note) found.push({ start, note: run.text.note });
    MARKS.set(paragraph, (marks = found.length > 0 ? found : null));
  }
  return marks;
}

export function notesOfLine(line: TextLine): readonly Note[] {
  const marks = marksOf(line.paragraph);
  const range = marks && line.range;
  if (!range) return NO_NOTES;
  const { start, end } = range;
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  let notes: Note[] | null = null;
  for (let i = low; i < marks.length && marks[i]!.start < end; i++) (notes ??= []).push(marks[i]!.note);
  return notes ?? NO_NOTES;
}

const KNOWN = new WeakMap<Fragment, readonly Note[]>();

export function notesIn(fragment: Fragment): readonly Note[] {
  if (!isNoted(fragment.box)) return NO_NOTES;
  let notes = KNOWN.get(fragment);
  if (!notes) KNOWN.set(fragment, (notes = found(fragment)));
  return notes;
}

function found({ box, text, table, children }: Fragment): readonly Note[] {
  if (table) return table.notes;
  const notes: Note[] = [];
  if (text && box.kind === "text") {
    for (const { lines } of text.columns) for (const line of lines) append(notes, notesOfLine(line));
    return notes;
  }
  for (const child of children) append(notes, notesIn(child.fragment));
  return notes;
}
