// markdown-it as the parser of Markdown: CommonMark, tables and strikethrough of GFM, and its autolinks.
import type { MarkdownParser, MarkdownToken } from "../../compiler/core/world.js";

interface Linkify {
  set(options: object): void;
  add(schema: string, rule: object | null): void;
}
interface MarkdownIt {
  parse(source: string, env: object): readonly MarkdownToken[];
  readonly linkify: Linkify;
  normalizeLink(address: string): string;
  normalizeLinkText(address: string): string;
  validateLink(address: string): boolean;
}
type Constructor = new (preset: string, options: object) => MarkdownIt;
/** The module, as required. */
export type MarkdownModule = Constructor | { readonly default: Constructor };

/** Blocks deeper than this are no longer parsed; at most 32 are allowed. */
const MOST_NESTED = 100;

export function markdownParser(module: MarkdownModule): MarkdownParser {
  const MarkdownIt = "default" in module ? module.default : module;
  const it = new MarkdownIt("default", { html: true, linkify: true, maxNesting: MOST_NESTED });
  const encode = it.normalizeLink.bind(it);
  it.normalizeLink = (address) => address;
  it.normalizeLinkText = (address) => address;
  // refused with their place, not left as text
  it.validateLink = () => true;
  it.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  for (const schema of ["ftp:", "//"]) it.linkify.add(schema, null);
  it.linkify.add("www.", {
    validate: (text: string, at: number): number =>
      /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*(?:[/?#][^\s<]*)?/i.exec(text.slice(at, at + 2048))?.[0].replace(/[?!.,:*_~'")]+$/, "").length ?? 0,
    normalize: (match: { url: string }): void => void (match.url = `http://${match.url}`),
  });
  return { parse: (source) => it.parse(source, {}), encoded: encode };
}
