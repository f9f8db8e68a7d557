import { lookup } from "../../../../base/lookup.js";

/*
 * Separate from tokens.ts and tree.ts, which require well-formed XML: resvg escapes only quotation marks. einvoice/xml/xml.ts refuses document
 * types, whereas the SVG reader expands their entities within a budget.
 */
export interface SvgNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgNode[];
}

const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (s: string): string =>
  s.includes("&")
    ? s.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, dec?: string, name?: string) => {
        if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
        if (dec) return String.fromCodePoint(Number(dec));
        return lookup(ENTITIES, name!) ?? all;
      })
    : s;

/** Reads a file's tree; null without a root. */
export function parseSvg(xml: string): SvgNode | null {
  const root: { children: SvgNode[] } = { children: [] };
  const stack: { children: SvgNode[] }[] = [root];
  for (const [, closing, name, attributes, empty] of xml.matchAll(TAG)) {
    if (closing) {
      stack.pop();
      continue;
    }
    const read: Record<string, string> = {};
    for (const [, key, double, single] of attributes!.matchAll(ATTRIBUTE))
      read[key!.replace(/^xlink:/, "")] = unescaped(double ?? single ?? "");
    const children: SvgNode[] = [];
    const node = { name: name!, attributes: read, children };
    stack.at(-1)!.children.push(node);
    if (!empty) stack.push(node);
  }
  return root.children[0] ?? null;
}
