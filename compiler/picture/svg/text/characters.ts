import { codePointName } from "../../../../base/code-point.js";
import { absentHelp, namesOf } from "../../../core/families.js";
import type { AbsentFamily } from "../../../core/world.js";
import { isControl } from "../../../text/shape/controls.js";
import { isIgnorable } from "../../../text/unicode/ucd.js";
import { PictureFault } from "../../fault.js";
import type { SvgElement } from "../tree/tree.js";
import type { Leaf } from "./leaves.js";

/** @throws PictureFault if a character has no face */
export function checkCovered(text: SvgElement, leaves: readonly Leaf[], absent: readonly AbsentFamily[]): void {
  for (const { text: string, stack } of leaves)
    for (const char of string) {
      const cp = char.codePointAt(0)!;
      if (isControl(cp) || isIgnorable(cp) || stack.pick(cp) !== null) continue;
      const name = codePointName(cp);
      const whole = leaves
        .map((l) => l.text)
        .join("")
        .replace(/\s+/g, " ")
        .trim();
      const shown = [...whole].length > 40 ? `${[...whole].slice(0, 40).join("")}…` : whole;
      const help = absentHelp(absent, cp);
      throw new PictureFault(
        "glyph",
        `${name} "${char}" of the text ${JSON.stringify(shown)} in line ${text.line} of the SVG file is covered by none of the fonts (tried ${namesOf(stack.all.map((c) => c.family))})${help === "" ? "" : `; ${help}`}`,
      );
    }
}
