// Elements that filters draw (Filter Effects 1, feImage).
import type { SvgBudget } from "./tree/budget.js";
import { made, replaceChildren, walk, type SvgElement } from "./tree/tree.js";

/** Their identifier stays, whatever they declare. */
const DRAWN: ReadonlySet<string> = new Set(["g", "image", "svg", "symbol"]);

/** The normaliser moves a shape with a transform or an opacity into a group without its identifier: the filter refers to a group around a copy. */
export function groupFilterImages(root: SvgElement, fresh: () => string, budget: SvgBudget): void {
  const images = [...walk(root)].filter((el) => el.name === "feImage" && targetName(el) !== null);
  if (images.length === 0) return;
  const named = new Map<string, SvgElement>();
  for (const el of walk(root)) {
    const id = el.attributes.get("id");
    if (id !== undefined && !named.has(id)) named.set(id, el);
  }
  const groups: { readonly image: SvgElement; readonly parent: SvgElement; readonly group: SvgElement }[] = [];
  for (const image of images) {
    const name = targetName(image)!;
    const target = named.get(name);
    // the reader finds cycles of what is there, not of copies
    if (!target?.parent || DRAWN.has(target.name) || (image.parent && leadsTo(target, image.parent, named, budget))) continue;
    const group = made("g", { id: fresh() }, [made("use", { href: `#${name}` }, [], image.line)], image.line);
    groups.push({ image, parent: target.parent, group });
  }
  for (const { image, parent, group } of groups) {
    replaceChildren(parent, [...parent.children, made("defs", {}, [group], image.line)]);
    image.attributes.set("href", `#${group.attributes.get("id")!}`);
  }
}

function targetName(image: SvgElement): string | null {
  const href = (image.attributes.get("href") ?? "").trim();
  return href.startsWith("#") ? href.slice(1) : null;
}

/** True if drawing an element applies the filter, through any other filters. */
function leadsTo(el: SvgElement, filter: SvgElement, named: ReadonlyMap<string, SvgElement>, budget: SvgBudget): boolean {
  const seen = new Set<SvgElement>();
  const open = [el];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === filter) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    for (const inside of walk(next)) {
      budget.spend("held", 1);
      const refs = [...(inside.declared.get("filter") ?? "").matchAll(/url\(\s*["']?#([^"')]*)/g)].map((m) => m[1]!.trim());
      if (inside.name === "feImage" || inside.name === "use") refs.push(targetName(inside) ?? "");
      for (const ref of refs) {
        const target = named.get(ref);
        if (target) open.push(target);
      }
    }
  }
  return false;
}
