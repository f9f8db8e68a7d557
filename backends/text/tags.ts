import { standardOf, tagOf, type IrDocument, type StructNode } from "../../ir/ir.js";
import { markedTexts } from "./text.js";

/** One element per line, indented, as read by assistive technology; without artifacts. */
export function renderTags(doc: IrDocument): string {
  const { texts } = markedTexts(doc);
  const standard = standardOf(doc.profile);
  const lines: string[] = [];
  const go = (node: StructNode, indent: string): void => {
    const own = node.kids.filter((kid) => typeof kid === "number");
    const inner = node.kids.some((kid) => typeof kid !== "number");
    const about = [tagOf(node.role, standard), ...attributes(node)].join(" ");
    const text = own.map((mark) => texts.get(mark) ?? "").join("\n");
    lines.push(`${indent}${about}${!inner && text.trim() !== "" ? ` ${JSON.stringify(text)}` : ""}`);
    if (!inner) return;
    for (const kid of node.kids) {
      if (typeof kid === "number") {
        const own = texts.get(kid) ?? "";
        // a drawing has none
        if (own !== "") lines.push(`${indent}  ${JSON.stringify(own)}`);
      } else go(kid, `${indent}  `);
    }
  };
  go(doc.structure, "");
  return `${lines.join("\n")}\n`;
}

function attributes({ title, alt, lang, table, numbering }: StructNode): string[] {
  return [
    ...(lang === undefined ? [] : [`(${lang})`]),
    ...(title === undefined ? [] : [`title=${JSON.stringify(title)}`]),
    ...(alt === undefined ? [] : [`alt=${JSON.stringify(alt)}`]),
    ...(table?.scope === undefined ? [] : [`scope=${table.scope}`]),
    ...(table && table.rowSpan > 1 ? [`rows=${table.rowSpan}`] : []),
    ...(table && table.colSpan > 1 ? [`columns=${table.colSpan}`] : []),
    ...(numbering === undefined ? [] : [numbering]),
  ];
}
