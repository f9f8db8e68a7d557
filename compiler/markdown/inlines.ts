// Inline content of Markdown to inlines of block text.
import { formatFound } from "../core/fail.js";
import type { MarkdownParser, MarkdownToken } from "../core/world.js";
import type { MarkdownFault } from "../request/materialized.js";
import type { LinkSpec } from "../request/types/common.js";
import type { Inline, RunStyle } from "../request/types/text.js";
import type { Places } from "./places.js";
import { withValues } from "./values.js";

/** Receiver of faults, and targets of links. */
export interface InlineContext {
  readonly parser: MarkdownParser;
  readonly faults: MarkdownFault[];
  /** name of the destination of a `#name`: a heading's, or one of the document, checked later */
  readonly destination: (name: string, place: string) => string;
}

const MONO: RunStyle = { font_family: "Noto Sans Mono", font_mode: "prefer" };
const STYLES: Readonly<Record<string, RunStyle>> = {
  em_open: { font_style: "italic" },
  strong_open: { font_weight: "bold" },
  s_open: { decoration: { lines: ["line_through"] } },
};
const SCHEME = /^(https?:\/\/.|mailto:.|tel:.)/i;
const COMMENTS = /<!--[^]*?(-->|$)/g;

/** Name of the first tag, declaration or instruction in HTML without its comments; null if only text remains. */
export function htmlIn(html: string): string | null {
  const found = /<(?:[/?!]?[A-Za-z][A-Za-z0-9-]*|!\[CDATA\[|\?|!)/.exec(html.replace(COMMENTS, ""));
  return found && `${found[0]}${/[A-Za-z]$/.test(found[0]) ? ">" : ""}`;
}

export const textIn = (html: string): string => html.replace(COMMENTS, "").trim();

export const htmlFault = (place: string, name: string): MarkdownFault => ({
  rule: "markdown-html",
  reason: `${place}: raw HTML is not allowed, found ${name}: use Markdown, or write \\< for the character`,
});

export function inlinesOf(tokens: readonly MarkdownToken[], places: Places, context: InlineContext): Inline[] {
  const out: Inline[] = [];
  const styles: RunStyle[] = [];
  let link: LinkSpec | undefined;
  const push = (given: string, own?: RunStyle): void => {
    const text = withValues(given);
    if (text === "") return;
    const style = [...styles, ...(own ? [own] : [])].reduce<RunStyle>((all, one) => ({ ...all, ...one }), {});
    const last = out.at(-1);
    const run = { ...(Object.keys(style).length > 0 && { style }), ...(link && { link }) };
    if (last?.type === "text" && last.link === link && JSON.stringify(last.style) === JSON.stringify(run.style)) last.text += text;
    else out.push({ type: "text", text, ...run });
  };
  for (const token of tokens) {
    switch (token.type) {
      case "text":
      case "text_special":
        places.pass(token.content);
        push(token.content);
        break;
      case "code_inline":
        places.pass(token.content);
        push(token.content, MONO);
        break;
      case "softbreak":
        push(" ");
        break;
      case "hardbreak":
        out.push({ type: "line_break" });
        break;
      case "html_inline": {
        const place = places.find(token.content);
        const name = htmlIn(token.content);
        if (name !== null) context.faults.push(htmlFault(place, name));
        places.pass(token.content);
        break;
      }
      case "link_open":
        link = linkOf(token, places, context);
        break;
      case "link_close":
        link = undefined;
        break;
      case "image":
        context.faults.push({
          rule: "markdown-picture-place",
          reason: `${places.find("![")}: a picture stands alone in its paragraph, not within a line of text`,
        });
        break;
      default:
        if (token.type.endsWith("_close")) styles.pop();
        else styles.push(STYLES[token.type] ?? {});
    }
  }
  return out;
}

function linkOf(token: MarkdownToken, places: Places, { parser, faults, destination }: InlineContext): LinkSpec | undefined {
  const address = withValues(token.attrGet("href") ?? "");
  const automatic = token.markup === "autolink" || token.markup === "linkify";
  const place = places.find(token.markup === "autolink" ? "<" : automatic ? "" : "[");
  if (address.startsWith("#") && address.length > 1) return { target: { type: "destination", name: destination(address.slice(1), place) } };
  if (!SCHEME.test(address) || /[\x00-\x1f\x7f]/.test(address)) {
    faults.push({
      rule: "markdown-link",
      reason: `${place}: a link goes to http://, https://, mailto:, tel: or #name, found ${formatFound(address)}`,
    });
    return undefined;
  }
  return { target: { type: "url", url: parser.encoded(address) } };
}
