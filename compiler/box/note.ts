import type { Box, TextBox, TextFrame } from "./box.js";
import type { RoleTag } from "./common.js";
import { NO_LINE_KEEP, UNFRAMED } from "./plain-text.js";
import type { Note } from "./text.js";

/** Notes continue in the next region, line by line (L25). */
const FRAME: TextFrame = { ...UNFRAMED, overflow: "paginate" };

const BOXES = new WeakMap<Note, TextBox>();

/** Returns the box of a note, the same object each time. */
export function noteBox(note: Note): TextBox {
  let box = BOXES.get(note);
  if (!box) {
    const { id, src, paragraphs, indented } = note;
    const lang = paragraphs.length === 1 ? paragraphs[0]!.lang : undefined;
    const tag: RoleTag = { role: "Note", alt: null, ...(lang !== undefined && { lang }) };
    box = { kind: "text", id, src, z: 0, tag, link: null, paragraphs, frame: FRAME, keep: NO_LINE_KEEP, indented };
    BOXES.set(note, box);
  }
  return box;
}

export function notesOfText(box: TextBox): readonly Note[] {
  if (box.plain) return NO_NOTES;
  let notes: Note[] | null = null;
  for (const { runs } of box.paragraphs)
    for (const { text } of runs) if (typeof text === "object" && "mark" in text && text.note) (notes ??= []).push(text.note);
  return notes ?? NO_NOTES;
}
export const NO_NOTES: readonly Note[] = [];

const NOTED = new WeakMap<Box, boolean>();

export function isNoted(box: Box): boolean {
  if (box.kind === "drawing" || (box.kind === "text" && box.plain)) return false;
  if (box.kind === "table") return box.noted;
  let noted = NOTED.get(box);
  if (noted === undefined) NOTED.set(box, (noted = contains(box)));
  return noted;
}

function contains(box: Box): boolean {
  switch (box.kind) {
    case "text":
      return notesOfText(box).length > 0;
    case "flow":
      return box.children.some((c) => isNoted(c.box));
    case "columns":
      return isNoted(box.body);
    case "stack":
      return box.children.some(isNoted);
    case "grid":
      return box.rows.some(({ cells }) => cells.some(isNoted));
    case "anchored":
      return isNoted(box.inner);
    case "table":
      return box.noted;
    // none (L20)
    case "drawing":
    case "labelled":
    case "canvas":
    case "container":
    case "entry":
      return false;
  }
}
