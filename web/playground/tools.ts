// Tools over the pages.
import type { Deeds } from "./deeds.js";
import { ICONS } from "./icons.js";
import { KINDS, type Kind } from "./palette.js";
import { toolbar, type Tool } from "./toolbar.js";

const tool = (name: keyof typeof ICONS, run: () => void): Tool => ({ name, icon: ICONS[name], run });

export function insertTools(root: HTMLElement, insert: (kind: Kind) => void): void {
  toolbar(
    root,
    KINDS.map((kind) => tool(kind, () => insert(kind))),
  );
}

export function arrangeTools(root: HTMLElement, deeds: Deeds): void {
  toolbar(root, [
    tool("Align left", () => deeds.align("left")),
    tool("Align centre", () => deeds.align("centre")),
    tool("Align right", () => deeds.align("right")),
    tool("Align top", () => deeds.align("top")),
    tool("Align middle", () => deeds.align("middle")),
    tool("Align bottom", () => deeds.align("bottom")),
    tool("Distribute horizontally", () => deeds.distribute("x")),
    tool("Distribute vertically", () => deeds.distribute("y")),
    tool("Bring forward", () => deeds.order(1)),
    tool("Send backward", () => deeds.order(-1)),
    tool("Duplicate", () => deeds.duplicate()),
    tool("Delete", () => deeds.remove()),
  ]);
}
