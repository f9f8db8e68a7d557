import { PictureFault } from "../fault.js";

/** A piece of an SVG file: a tag, or what stands between tags. Comments are left out. */
export interface Token {
  readonly kind: "tag" | "text";
  readonly text: string;
  /** of a tag: without its prefix; empty for declarations and instructions */
  readonly name: string;
  /** of a tag: what stands between its name and its end */
  readonly rest: string;
  readonly closing: boolean;
  /** has no content: `<a/>` */
  readonly empty: boolean;
}

const text = (said: string): Token => ({ kind: "text", text: said, name: "", rest: "", closing: false, empty: false });
const unclosed = (what: string): never => {
  throw new PictureFault("svg", `the SVG file cannot be read: ${what} is not closed`);
};

/**
 * Cuts a file at its tags, in one go over it, whatever is in it.
 * @throws PictureFault where something is not closed
 */
export function tokensOf(svg: string): readonly Token[] {
  const out: Token[] = [];
  let at = 0;
  const to = (mark: string, from: number, what: string): number => {
    const end = svg.indexOf(mark, from);
    return end < 0 ? unclosed(what) : end + mark.length;
  };
  while (at < svg.length) {
    const open = svg.indexOf("<", at);
    if (open < 0) {
      out.push(text(svg.slice(at)));
      break;
    }
    if (open > at) out.push(text(svg.slice(at, open)));
    if (svg.startsWith("<!--", open)) {
      at = to("-->", open + 4, "a comment");
      continue;
    }
    if (svg.startsWith("<![CDATA[", open)) {
      at = to("]]>", open, "a CDATA section");
      out.push(text(svg.slice(open, at)));
      continue;
    }
    at = endOfTag(svg, open);
    out.push(tagOf(svg.slice(open, at)));
  }
  return out;
}

/** After the `>` that ends a tag: not one inside quotes, nor, in a DOCTYPE, inside brackets. */
function endOfTag(svg: string, open: number): number {
  let brackets = 0;
  for (let i = open + 1; i < svg.length; i++) {
    const c = svg[i]!;
    if (c === '"' || c === "'") {
      i = svg.indexOf(c, i + 1);
      if (i < 0) return unclosed("a quotation mark");
    } else if (c === "[") brackets++;
    else if (c === "]") brackets--;
    else if (c === ">" && brackets <= 0) return i + 1;
  }
  return unclosed("a tag");
}

function tagOf(tag: string): Token {
  const m = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(tag);
  if (!m) return { ...text(tag), kind: "tag" };
  const empty = tag.endsWith("/>");
  return { kind: "tag", text: tag, name: m[2]!, rest: tag.slice(m[0].length, empty ? -2 : -1), closing: m[1] === "/", empty };
}

/** An attribute of a tag. */
export function attributeOf(rest: string, name: string): string | undefined {
  const m = attributePattern(name).exec(rest);
  return m ? (m[1] ?? m[2]) : undefined;
}
export const attributePattern = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
