import { markedTexts } from "../../backends/text/text.js";
import type { IrDocument, StructNode } from "../../ir/ir.js";

export interface Reading {
  readonly role: string;
  readonly alt?: string;
  readonly text?: string;
  readonly kids?: readonly Reading[];
}

/** Elements in reading order; an element is on each of its pages. Artifacts are first, as `Artifact`. */
export function readings(doc: IrDocument): readonly (readonly Reading[])[] {
  const pages = doc.pages.map((page) => markedTexts({ pages: [page] }));
  const pagesOf = new Map<number, number[]>();
  pages.forEach(({ texts }, page) => {
    for (const mark of texts.keys()) pagesOf.set(mark, [...(pagesOf.get(mark) ?? []), page]);
  });
  const parts = (node: StructNode): ReadonlyMap<number, readonly Reading[]> => {
    const kids = new Map<number, Reading[]>();
    const add = (page: number, list: readonly Reading[]): void => {
      const known = kids.get(page);
      if (known) known.push(...list);
      else kids.set(page, [...list]);
    };
    for (const kid of node.kids) {
      if (typeof kid !== "number") for (const [page, list] of parts(kid)) add(page, list);
      else for (const page of pagesOf.get(kid) ?? []) add(page, [{ role: "", text: pages[page]!.texts.get(kid)! }]);
    }
    if (kids.size === 0 && node.box && node.alt !== undefined) kids.set(node.box.page, []);
    const alt = node.alt === undefined ? {} : { alt: node.alt };
    return new Map([...kids].map(([page, list]) => [page, [{ role: node.role, ...alt, kids: list }]]));
  };
  const made: Reading[][] = pages.map(({ artifacts }) => artifacts.map((text) => ({ role: "Artifact", text })));
  for (const kid of doc.structure.kids) {
    if (typeof kid === "number")
      for (const page of pagesOf.get(kid) ?? []) made[page]!.push({ role: "", text: pages[page]!.texts.get(kid)! });
    else for (const [page, list] of parts(kid)) made[page]!.push(...list);
  }
  return made;
}
