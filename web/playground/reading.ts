// For screen readers, from the structure tree.
import type { Reading } from "platen/browser";

const TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    H: "h2",
    Title: "h2",
    P: "p",
    Artifact: "p",
    Caption: "p",
    Note: "p",
    L: "ul",
    LI: "li",
    TOC: "ul",
    TOCI: "li",
    Table: "table",
    THead: "thead",
    TBody: "tbody",
    TFoot: "tfoot",
    TR: "tr",
    TH: "th",
    TD: "td",
  }),
);
const BELOW: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    li: ["ul"],
    tr: ["table", "thead", "tbody", "tfoot"],
    thead: ["table"],
    tbody: ["table"],
    tfoot: ["table"],
    th: ["tr"],
    td: ["tr"],
  }),
);

/** The page has the only first heading: documents begin at the second level. */
const tagOf = (role: string, parent: string): string => {
  const level = /^H([1-6])$/.exec(role)?.[1];
  const tag = level ? `h${Math.min(6, Number(level) + 1)}` : (TAGS.get(role) ?? "");
  return tag !== "" && (BELOW.get(tag)?.includes(parent) ?? true) ? tag : "";
};

export function readingOf(list: readonly Reading[], parent: Node, within = "div"): void {
  for (const { role, text, alt, kids } of list) {
    const tag = tagOf(role, within);
    const into = tag === "" ? parent : parent.appendChild(document.createElement(tag));
    if (alt !== undefined && role === "Figure") {
      const figure = into.appendChild(document.createElement("p"));
      figure.textContent = alt;
    }
    if (text !== undefined) into.appendChild(document.createTextNode(tag === "" ? `${text} ` : text));
    if (kids) readingOf(kids, into, tag === "" ? within : tag);
  }
}
