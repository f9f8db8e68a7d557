import type { Src } from "../core/src.js";
import type { Warnings } from "./warnings.js";

interface Moving {
  readonly src: Src;
  readonly line: number;
}

export function warnOfMoving(w: Warnings, pictures: readonly Moving[]): void {
  for (const { src, line } of pictures)
    w.add(
      "picture-moves",
      src,
      `the SVG file has an animation in line ${line} without an end state that can be drawn: the page shows the state that it begins with`,
    );
}
