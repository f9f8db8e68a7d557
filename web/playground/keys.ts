// Keys of the pages: moves, sizes, the clipboard, undo.
import type { Deeds } from "./deeds.js";

const ARROWS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

interface PageKeys {
  readonly deeds: Deeds;
  readonly isSelected: () => boolean;
  readonly deselect: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** @returns true if the key was one of the pages */
function pressed(e: KeyboardEvent, { deeds, isSelected, deselect, undo, redo }: PageKeys): boolean {
  const { key } = e;
  const isCommand = e.ctrlKey || e.metaKey;
  const arrow = ARROWS.get(key);
  if (arrow) {
    if (!isSelected()) return false;
    const step = e.shiftKey ? 10 : e.altKey ? 0.1 : 1;
    const run = { name: `${isCommand ? "size" : "move"} ${key} ${step}`, at: e.timeStamp };
    const [dx, dy] = [arrow[0] * step, arrow[1] * step];
    if (isCommand) deeds.size(dx, dy, run);
    else deeds.move(dx, dy, run);
    return true;
  }
  const plain = new Map<string, () => void>([
    [".", () => deeds.step(1)],
    [",", () => deeds.step(-1)],
    ["Escape", deselect],
    ["Delete", () => deeds.remove()],
    ["Backspace", () => deeds.remove()],
  ]);
  const commands = new Map<string, () => void>([
    ["c", () => deeds.copy()],
    ["x", () => deeds.cut()],
    ["v", () => deeds.paste()],
    ["d", () => deeds.duplicate()],
    ["a", () => deeds.selectAll()],
    ["y", redo],
    ["z", () => (e.shiftKey ? redo() : undo())],
  ]);
  const run = isCommand ? commands.get(key.toLowerCase()) : e.altKey ? undefined : plain.get(key);
  run?.();
  return run !== undefined;
}

export function pageKeys(root: HTMLElement, keys: PageKeys): void {
  root.addEventListener("keydown", (e) => {
    if (!e.defaultPrevented && pressed(e, keys)) e.preventDefault();
  });
}

/** F6 leads to the next of some places, Shift and F6 to the one before. */
export function placeKeys(places: readonly { readonly root: HTMLElement; readonly focus: () => void }[]): void {
  addEventListener("keydown", (e) => {
    if (e.key !== "F6") return;
    e.preventDefault();
    // the last: a pane contains others
    const at = places.findLastIndex(({ root }) => root.contains(document.activeElement));
    const next = at < 0 ? (e.shiftKey ? -1 : 0) : at + (e.shiftKey ? -1 : 1);
    places.at(next % places.length)!.focus();
  });
}
