// Texts inside clip paths to groups at the end of the file, with the ids by which the clip paths find them.
import type { Style } from "./style/style.js";
import { typesettingProperties } from "./text-box.js";
import { elementsOf, made, replaceChildren, walk, type SvgElement } from "./tree.js";

const hasText = (el: SvgElement): boolean => [...walk(el)].some((e) => e.name === "text");

/**
 * Takes texts out of clip paths: of a text in one, the normaliser keeps the first span. They are drawn at the end of the file instead, from
 * where the clip path finds them again.
 * @returns the ids of the groups that they are in, by those of the shapes in their places
 */
export function extractClipTexts(
  root: SvgElement,
  styles: ReadonlyMap<SvgElement, Style>,
  fresh: () => string,
): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  const held: SvgElement[] = [];
  for (const clip of [...walk(root)]) {
    if (clip.name !== "clipPath") continue;
    replaceChildren(
      clip,
      elementsOf(clip).map((c) => {
        if (!hasText(c)) return c;
        const [shape, group] = [fresh(), fresh()];
        out.set(shape, group);
        const style = styles.get(c);
        if (style) for (const [key, value] of typesettingProperties(style)) if (!c.attributes.has(key)) c.attributes.set(key, value);
        c.attributes.set("fill", "#000000");
        held.push(made("g", { id: group }, [c], c.line));
        return made("path", { id: shape, d: "M0 0H1V1H0z" }, [], c.line);
      }),
    );
  }
  if (held.length > 0) replaceChildren(root, [...root.children, ...held]);
  return out;
}
