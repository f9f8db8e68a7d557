// HTML in Markdown as rules of markdown-it: tags are found within lines, and names that are not HTML's are text.
import { tagAt } from "../../compiler/core/html-tags.js";

interface Token {
  map: [number, number] | null;
  content: string;
}
interface BlockState {
  readonly src: string;
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
  readonly tShift: readonly number[];
  readonly sCount: readonly number[];
  readonly blkIndent: number;
  line: number;
  getLines(begin: number, end: number, indent: number, keepLastLineFeed: boolean): string;
  push(type: string, tag: string, nesting: number): Token;
}
interface InlineState {
  readonly src: string;
  pos: number;
  pending: string;
}
interface BlockRuler {
  at(
    name: string,
    rule: (state: BlockState, line: number, end: number, silent: boolean) => boolean,
    options: { readonly alt: readonly string[] },
  ): void;
}
interface InlineRuler {
  before(name: string, own: string, rule: (state: InlineState, silent: boolean) => boolean): void;
}
export interface HtmlRules {
  readonly block: { readonly ruler: BlockRuler };
  readonly inline: { readonly ruler: InlineRuler };
}

const INDENT = 4;
const LESS_THAN = 0x3c;
/** Begin and end of blocks that are not tags (CommonMark, HTML blocks 2 to 5). */
const BLOCKS = [
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
] as const;

/** A block of tags is a paragraph: its tags are found, and refused, one by one. */
export function addHtml({ block, inline }: HtmlRules): void {
  block.ruler.at("html_block", markup, { alt: ["paragraph", "reference", "blockquote"] });
  inline.ruler.before("html_inline", "angle_bracket", bracket);
}

function markup(state: BlockState, start: number, end: number, silent: boolean): boolean {
  const lineOf = (line: number): string => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
  if (state.sCount[start]! - state.blkIndent >= INDENT) return false;
  const first = lineOf(start);
  const ends = BLOCKS.find(([begins]) => begins.test(first))?.[1];
  if (!ends) return false;
  if (silent) return true;
  let after = start + 1;
  for (let ended = ends.test(first); !ended && after < end && state.sCount[after]! >= state.blkIndent; after++)
    ended = ends.test(lineOf(after));
  state.line = after;
  const token = state.push("html_block", "", 0);
  token.map = [start, after];
  token.content = state.getLines(start, after, state.blkIndent, true);
  return true;
}

function bracket(state: InlineState, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== LESS_THAN || tagAt(state.src, state.pos) !== "text") return false;
  if (!silent) state.pending += "<";
  state.pos++;
  return true;
}
