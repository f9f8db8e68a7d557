import { steps } from "../../../base/steps.js";
import { noteBox } from "../../box/note.js";
import type { Note } from "../../box/text.js";
import { pt } from "../../core/units.js";
import type { BreakToken, Foot, LayoutContext, Space } from "./protocol.js";
import { memoryOfBoxes } from "./run.js";

/** Rule: distance from the text, width, distance from the notes (L23), points. */
export const RULE = { above: pt(2), width: pt(0.2), below: pt(1) } as const;
/** points, with distances */
export const RULE_ROOM = RULE.above + RULE.width + RULE.below;

interface NoteHeights {
  readonly width: number;
  readonly whole: number;
  readonly first: number;
}
const HEIGHTS = memoryOfBoxes<ReturnType<typeof noteBox>, NoteHeights>();

/** Returns heights in points, measured once at a width. */
export function heightsOf(note: Note, width: number, cx: LayoutContext): NoteHeights {
  const box = noteBox(note);
  const memory = cx.run.of(HEIGHTS);
  const known = memory.get(box);
  if (known?.width === width) return known;
  const heights = { width, whole: cx.measure(box, width).height, first: firstLine(note, width, null, cx) };
  memory.set(box, heights);
  return heights;
}

export function firstLine(note: Note, width: number, rest: BreakToken | null, cx: LayoutContext): number {
  const filled = cx.fill(noteBox(note), { width, height: 0, later: 0, measure: false, foot: null }, rest);
  return filled.kind === "refuse" ? 0 : filled.fragment.height;
}

/** All notes are whole except the last, of which one line is enough (L25). */
export class FootTally {
  /** height of all notes with the rule, points */
  whole = 0;
  /** if the last note is cut after its first line */
  #spare = 0;
  #paid: boolean;

  constructor(
    readonly given: Foot,
    readonly cx: LayoutContext,
  ) {
    this.#paid = given.paid;
  }

  /** Returns the height if the notes end here, points. */
  get least(): number {
    return this.whole - this.#spare;
  }

  /** Points. */
  leastWith(notes: readonly Note[]): number {
    if (notes.length === 0) return this.whole;
    const { width, closed } = this.given;
    if (closed) return Infinity;
    steps.notes += notes.length;
    let height = this.whole + (this.#paid ? 0 : RULE_ROOM);
    for (let i = 0; i < notes.length; i++) {
      const { whole, first } = heightsOf(notes[i]!, width, this.cx);
      height += i < notes.length - 1 ? whole : first;
    }
    return height;
  }

  add(notes: readonly Note[]): void {
    this.#spare = 0;
    if (notes.length === 0) return;
    if (!this.#paid) this.whole += RULE_ROOM;
    this.#paid = true;
    for (const note of notes) {
      const { whole, first } = heightsOf(note, this.given.width, this.cx);
      this.whole += whole;
      this.#spare = whole - first;
    }
  }

  get foot(): Foot {
    const { width, closed } = this.given;
    return { width, paid: this.#paid, closed };
  }
}

/** Returns the foot of an empty region like the given one. */
export const ownFoot = (foot: Foot | null): Foot | null => foot && { width: foot.width, paid: false, closed: false };

/** Returns the tally of notes; null in regions without notes. */
export const tallyOf = ({ foot }: Space, cx: LayoutContext): FootTally | null => (foot ? new FootTally(foot, cx) : null);
