const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };

export const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();
const decoded = (text: string): string => text.replace(/&(?:lt|gt|amp|quot);/g, (e) => ENTITIES[e]!);

const BLOCKS = /^(p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|tr|th|td)$/;
const LEAVES = /^(p|h[1-6]|pre|th|td)$/;

export const addressesIn = (html: string): readonly string[] => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => decoded(href!));

/** Without comments and thematic breaks; tight items are paragraphs, checkboxes markers. */
export function referenceTree(html: string): string {
  let out = "";
  const open: string[] = [];
  let text = "";
  const flush = (): void => {
    const shown = squeezed(text);
    if (open.length > 0 && LEAVES.test(open.at(-1)!)) out += shown;
    else if (shown !== "") out += `p[${shown}]`;
    text = "";
  };
  for (const part of html.replace(/<!--(?:-?>|[^]*?-->)/g, "").match(/<[^>]+>|[^<]+/g) ?? []) {
    const tag = /^<(\/?)([a-z][a-z0-9]*)/.exec(part);
    if (!tag) {
      text += decoded(part);
      continue;
    }
    const [, end, name] = tag;
    if (name === "br") text += "\n";
    if (name === "thead" || name === "tbody" || !BLOCKS.test(name!)) continue;
    flush();
    if (name === "hr") continue;
    if (end) {
      out += "]";
      open.pop();
    } else {
      out += `${name}[`;
      open.push(name!);
    }
  }
  flush();
  return out;
}
