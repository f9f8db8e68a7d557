import { NO_SPACING, type Box, type Flow, type FlowChild, type Spacing } from "./box.js";

/** Flows are read from each group around them. */
const KNOWN = new WeakMap<Flow, Spacing>();

/** Returns the spacing at a box's edges (L2): flows are transparent, other groups are regions. */
export function spacingOf(box: Box): Spacing {
  if (box.kind === "anchored") return spacingOf(box.inner);
  if (box.kind !== "flow") return NO_SPACING;
  let known = KNOWN.get(box);
  if (!known) {
    const first = box.children.find(takesRoom);
    const last = box.children.findLast(takesRoom);
    known = { before: first ? spaceBefore(first) : 0, after: last ? spaceAfter(last) : 0 };
    KNOWN.set(box, known);
  }
  return known;
}

/** Returns the space of a child, or that of its content if larger. */
export const spaceBefore = ({ box, spacing }: FlowChild): number => Math.max(spacing.before, spacingOf(box).before);
export const spaceAfter = ({ box, spacing }: FlowChild): number => Math.max(spacing.after, spacingOf(box).after);

const takesRoom = ({ box }: FlowChild): boolean => !isRoomless(box);

/** A box without content does not part its neighbours. */
export function isVoid(box: Box): boolean {
  if (box.kind === "anchored") return isVoid(box.inner);
  return box.kind === "flow" && box.children.every((c) => isVoid(c.box));
}

/** True for a box without content, and for a text without characters. */
export function isRoomless(box: Box): boolean {
  if (box.kind === "anchored") return isRoomless(box.inner);
  if (box.kind === "flow") return box.padTop + box.padBottom === 0 && box.children.every((c) => isRoomless(c.box));
  if (box.kind !== "text" || box.plain) return false;
  const { paragraphs, frame } = box;
  if (paragraphs.length > 1 || frame.height !== null || frame.padding.top + frame.padding.bottom > 0) return false;
  return paragraphs.every((p) => p.marker === null && p.runs.every((run) => run.text === ""));
}

/** Takes no room, groups of other kinds included, whose neighbours may have a gap. */
export function isEmpty(box: Box): boolean {
  switch (box.kind) {
    case "anchored":
      return isEmpty(box.inner);
    case "flow":
      return box.padTop + box.padBottom === 0 && box.children.every((c) => isEmpty(c.box));
    case "columns":
      return box.height === null && isEmpty(box.body);
    case "stack":
      return box.height === null && box.children.every(isEmpty);
    case "grid":
      return box.rows.every(({ cells }) => cells.every(isEmpty));
    default:
      return isRoomless(box);
  }
}
