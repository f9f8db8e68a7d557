import { unitAt } from "../../../../base/code-unit.js";
import { PictureFault } from "../../fault.js";

const LINE_FEED = 10;
/** Characters of a file. */
const MAX_LENGTH = 8 << 20;

/** Token of a style sheet, which is never a comment. */
export interface Token {
  readonly kind: "tag" | "text";
  readonly text: string;
  /** tags: local name; empty for declarations and instructions */
  readonly name: string;
  readonly rest: string;
  readonly closing: boolean;
  /** `<a/>` */
  readonly empty: boolean;
  /** tags: qualified name */
  readonly tag: string;
  /** CDATA: no entities */
  readonly cdata: boolean;
  /** line, from 1 */
  readonly line: number;
}

const NO_TAG = { name: "", rest: "", closing: false, empty: false, tag: "" };
const text = (characters: string, line: number, cdata = false): Token => ({ kind: "text", text: characters, ...NO_TAG, cdata, line });
const unclosed = (what: string): never => {
  throw new PictureFault("svg", `the SVG file cannot be read: ${what} is not closed`);
};

/** Linear time. @throws PictureFault for an unclosed construct, or a too long file */
export function tokensOf(svg: string): readonly Token[] {
  if (svg.length > MAX_LENGTH) throw new PictureFault("svg", `the SVG file has ${svg.length} characters, at most ${MAX_LENGTH} are read`);
  const out: Token[] = [];
  let at = 0;
  const to = (mark: string, from: number, what: string): number => {
    const end = svg.indexOf(mark, from);
    return end < 0 ? unclosed(what) : end + mark.length;
  };
  let line = 1;
  let counted = 0;
  const lineOf = (place: number): number => {
    for (; counted < place; counted++) if (unitAt(svg, counted) === LINE_FEED) line++;
    return line;
  };
  while (at < svg.length) {
    const open = svg.indexOf("<", at);
    if (open < 0) {
      out.push(text(svg.slice(at), lineOf(at)));
      break;
    }
    if (open > at) out.push(text(svg.slice(at, open), lineOf(at)));
    if (svg.startsWith("<!--", open)) {
      at = to("-->", open + 4, "a comment");
      continue;
    }
    if (svg.startsWith("<![CDATA[", open)) {
      at = to("]]>", open, "a CDATA section");
      out.push(text(svg.slice(open + 9, at - 3), lineOf(open), true));
      continue;
    }
    at = endOfTag(svg, open);
    out.push(tagOf(svg.slice(open, at), lineOf(open)));
  }
  return out;
}

/** Finds the end of a tag, not in quotes, or brackets of a DOCTYPE. */
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

function tagOf(tag: string, line: number): Token {
  const m = /^<(\/?)((?:[\w.-]+:)?)([\w.-]+)/.exec(tag);
  if (!m) return { ...text(tag, line), kind: "tag" };
  const empty = tag.endsWith("/>");
  const rest = tag.slice(m[0].length, empty ? -2 : -1);
  return { kind: "tag", text: tag, name: m[3]!, rest, closing: m[1] === "/", empty, tag: m[2]! + m[3]!, cdata: false, line };
}

export function attributeOf(rest: string, name: string): string | undefined {
  const m = attributePattern(name).exec(rest);
  return m ? (m[1] ?? m[2]) : undefined;
}
const attributePattern = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
