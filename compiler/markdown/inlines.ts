import { formatFound } from "../core/fail.js";
import type { MarkdownParser, MarkdownToken } from "../core/world.js";
import { setEmphasis, type Emphasis } from "../core/emphasis.js";
import type { MarkdownFault } from "../request/materialized.js";
import type { LinkSpec } from "../request/types/common.js";
import type { Block, Inline, RunStyle } from "../request/types/text.js";
import { markupIn } from "../core/html-tags.js";
import type { Places } from "./places.js";
import { withValues } from "./values.js";
import { lookup } from "../../base/lookup.js";

export interface InlineContext {
  readonly parser: MarkdownParser;
  readonly faults: MarkdownFault[];
  /** destination of a `#name`: a heading's, or one of the document, checked later */
  readonly destination: (name: string, place: string) => string;
  /** of a label, one array for all marks; null in a footnote */
  readonly note: ((label: string) => Block[]) | null;
  /** `<br>` is a line break: in cells (SW-29) */
  readonly breaks: boolean;
}

const BREAK = /^<br(?: ?\/)?>$/i;

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(0, end);
}

const MONO: RunStyle = { font_family: "Noto Sans Mono", font_mode: "prefer" };
const STYLES: Readonly<Record<string, RunStyle>> = {
  em_open: { font_style: "italic" },
  strong_open: { font_weight: "bold" },
  s_open: { decoration: { lines: ["line_through"] } },
};
const EMPHASIS: Readonly<Record<string, "Strong" | "Em">> = { em_open: "Em", strong_open: "Strong" };
const SCHEME = /^(https?:\/\/.|mailto:.|tel:.)/i;
const COMMENT = "<!--";
/** The last alternative is one without an end: many of them take one scan. */
const COMMENTS = /<!--(?:-?>|[^]*?-->|[^]*)/g;
const withoutComments = (html: string): string => html.replace(COMMENTS, (found) => (found.endsWith("-->") ? "" : COMMENT));

/** First tag, declaration, instruction or comment without an end; null if only text remains. */
export const htmlIn = (html: string): string | null => markupIn(withoutComments(html));

export const textIn = (html: string): string => withoutComments(html).trim();

export const htmlFault = (place: string, name: string): MarkdownFault => ({
  rule: "markdown-html",
  reason:
    name === COMMENT
      ? `${place}: a comment has no end: write --> after it`
      : `${place}: raw HTML is not allowed, found ${name}: use Markdown, or write \\< for the character`,
});

export function inlinesOf(tokens: readonly MarkdownToken[], places: Places, context: InlineContext): Inline[] {
  const out: Inline[] = [];
  const styles: RunStyle[] = [];
  const emphasis: ("Strong" | "Em" | null)[] = [];
  let link: LinkSpec | undefined;
  const behind: (readonly string[])[] = [];
  // spaces at a line break in a cell are not its text
  let broken = false;
  const push = (given: string, own?: RunStyle): void => {
    const whole = withValues(given);
    const text = broken ? whole.replace(/^[ \t]+/, "") : whole;
    broken &&= text === "";
    if (text === "") return;
    const style = [...styles, ...(own ? [own] : [])].reduce<RunStyle>((all, one) => ({ ...all, ...one }), {});
    const last = out.at(-1);
    const run = { ...(Object.keys(style).length > 0 && { style }), ...(link && { link }) };
    if (last?.type === "text" && last.link === link && JSON.stringify(last.style) === JSON.stringify(run.style)) last.text += text;
    else {
      const inline: Inline = { type: "text", text, ...run };
      const kinds = [...new Set(emphasis.filter((kind) => kind !== null))];
      if (kinds.length > 0) setEmphasis(inline, kinds.join(" ") as Emphasis);
      out.push(inline);
    }
  };
  for (const token of tokens) {
    switch (token.type) {
      case "text":
        places.pass(token.content);
        push(token.content);
        break;
      case "text_special":
        places.pass(token.markup);
        push(token.content);
        break;
      case "code_inline":
        places.pass(token.markup);
        for (const part of token.content.split(" ")) if (part !== "") places.pass(part);
        places.pass(token.markup);
        push(token.content, MONO);
        break;
      case "softbreak":
        push(" ");
        break;
      case "hardbreak":
        out.push({ type: "line_break" });
        break;
      case "footnote_ref": {
        const place = places.find("[^");
        if (context.note) out.push({ type: "footnote", blocks: context.note(String(token.meta)) });
        else context.faults.push({ rule: "markdown-footnote", reason: `${place}: a footnote cannot have a footnote` });
        places.pass("[^");
        break;
      }
      case "html_inline": {
        const place = places.find(token.content);
        if (context.breaks && BREAK.test(token.content)) {
          const last = out.at(-1);
          if (last?.type === "text") last.text = withoutEnd(last.text);
          if (last?.type === "text" && last.text === "") out.pop();
          out.push({ type: "line_break" });
          broken = true;
        } else {
          const name = htmlIn(token.content);
          if (name !== null) context.faults.push(htmlFault(place, name));
        }
        places.pass(token.content);
        break;
      }
      case "link_open":
        link = linkOf(token, places, context);
        behind.push(isAutomatic(token) ? [] : ["]", token.attrGet("href") ?? "", token.attrGet("title") ?? ""]);
        break;
      case "link_close":
        link = undefined;
        for (const part of behind.pop() ?? []) places.pass(part);
        break;
      case "image":
        context.faults.push({
          rule: "markdown-picture-place",
          reason: `${places.find("![")}: a picture stands alone in its paragraph, not within a line of text`,
        });
        break;
      default:
        if (token.type.endsWith("_close")) {
          styles.pop();
          emphasis.pop();
        } else {
          styles.push(lookup(STYLES, token.type) ?? {});
          emphasis.push(lookup(EMPHASIS, token.type) ?? null);
        }
    }
  }
  return out;
}

const isAutomatic = ({ markup }: MarkdownToken): boolean => markup === "autolink" || markup === "linkify";

function linkOf(token: MarkdownToken, places: Places, { parser, faults, destination }: InlineContext): LinkSpec | undefined {
  const address = withValues(token.attrGet("href") ?? "");
  const place = places.find(token.markup === "autolink" ? "<" : isAutomatic(token) ? "" : "[");
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
