// CommonMark; tables, strikethrough, footnotes and autolinks of GFM.
import type { MarkdownParser, MarkdownToken } from "../../compiler/core/world.js";
import { addressLength, isMail } from "./markdown-autolinks.js";
import { addFootnotes, type MarkdownItRules } from "./markdown-footnotes.js";
import { addHtml, type HtmlRules } from "./markdown-html.js";
import { addStrikethrough, type StrikethroughRules } from "./markdown-strikethrough.js";

interface LinkMatch {
  url: string;
  readonly schema: string;
}
interface Linkify {
  test: (text: string) => boolean;
  match: (text: string) => readonly LinkMatch[] | null;
  set(options: object): void;
  add(schema: string, rule: object | null): void;
}
interface MarkdownIt {
  readonly block: MarkdownItRules["block"] & HtmlRules["block"];
  readonly inline: MarkdownItRules["inline"] & StrikethroughRules["inline"] & HtmlRules["inline"];
  readonly core: { readonly ruler: { disable(rule: string): void } };
  parse(source: string, env: object): readonly MarkdownToken[];
  readonly linkify: Linkify;
  normalizeLink(address: string): string;
  normalizeLinkText(address: string): string;
  validateLink(address: string): boolean;
}
type Constructor = new (preset: string, options: object) => MarkdownIt;
export type MarkdownModule = Constructor | { readonly default: Constructor };

/** blocks deeper than this are not parsed; 32 are allowed */
const MOST_NESTED = 100;

export function markdownParser(module: MarkdownModule): MarkdownParser {
  const MarkdownIt = "default" in module ? module.default : module;
  const it = new MarkdownIt("default", { html: true, linkify: true, maxNesting: MOST_NESTED });
  addFootnotes(it);
  addStrikethrough(it);
  addHtml(it);
  it.core.ruler.disable("text_join");
  const encode = it.normalizeLink.bind(it);
  it.normalizeLink = (address) => address;
  it.normalizeLinkText = (address) => address;
  // refused with their place, not left as text
  it.validateLink = () => true;
  it.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  for (const schema of ["ftp:", "//"]) it.linkify.add(schema, null);
  it.linkify.add("www.", {
    validate: addressLength,
    normalize: (match: LinkMatch): void => void (match.url = `http://${match.url}`),
  });
  for (const schema of ["http:", "https:"])
    it.linkify.add(schema, {
      validate: (text: string, at: number): number => {
        const length = text.startsWith("//", at) ? addressLength(text, at + 2) : 0;
        return length > 0 ? length + 2 : 0;
      },
    });
  // the block test overlooks addresses after a tilde
  it.linkify.test = (text) => /www\.|[:@]/i.test(text);
  const match = it.linkify.match.bind(it.linkify);
  it.linkify.match = (text) => match(text)?.filter(({ schema, url }) => schema !== "mailto:" || isMail(url.slice("mailto:".length))) ?? [];
  return { parse: (source) => it.parse(source, {}), encoded: encode };
}
