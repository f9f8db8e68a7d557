import type { Profile } from "../../../compiler/einvoice/xml/guideline.js";
import { ROOT_TYPE, typesOf, type Child, type Types } from "../../../compiler/einvoice/xml/structure/tree.js";
import { valuesOf } from "../../../compiler/einvoice/xml/structure/values.js";
import type { Tree } from "./mutate.js";

const TEXTS: Readonly<Record<string, string>> = {
  Amount: "1.00",
  Quantity: "1",
  Number: "1",
  Boolean: "true",
  Formatted: "20260131",
  Date: "2026-01-31",
  Moment: "2026-01-31T00:00:00",
  Binary: "UERG",
};
const ATTRIBUTES: Readonly<Record<string, string>> = { format: "102", mimeCode: "application/pdf", filename: "a.pdf" };

function smallest(name: string, prefix: string, typeName: string, types: Types, profile: Profile): Tree {
  const type = types.get(typeName);
  const tree: Tree = { name: `${prefix}:${name}`, attributes: [], children: [], text: "" };
  if (!type) {
    tree.text = TEXTS[typeName] ?? "1";
    for (const a of valuesOf(profile)[typeName]!.required) tree.attributes.push([a, ATTRIBUTES[a]!]);
  } else {
    const needed = type.children.filter((c) => c.least > 0);
    for (const c of needed.length > 0 ? needed : type.children.slice(0, 1))
      tree.children.push(smallest(c.name, c.prefix, c.type, types, profile));
  }
  return tree;
}

export function grown(tree: Tree, profile: Profile, which: number): void {
  const types = typesOf(profile);
  const places: (() => void)[] = [];
  const visit = (t: Tree, typeName: string): void => {
    const type = types.get(typeName);
    if (!type) return;
    const local = (c: Tree): string => c.name.slice(c.name.indexOf(":") + 1);
    const order = (c: Tree): number => type.places.get(local(c)) ?? -1;
    type.children.forEach((child: Child, place) => {
      if (t.children.filter((c) => order(c) === place).length < child.most)
        places.push(() => {
          const index = t.children.findLastIndex((c) => order(c) <= place) + 1;
          t.children.splice(index, 0, smallest(child.name, child.prefix, child.type, types, profile));
        });
    });
    for (const c of t.children) {
      const child = type.children[order(c)];
      if (child) visit(c, child.type);
    }
  };
  visit(tree, ROOT_TYPE);
  places[which % places.length]?.();
}
