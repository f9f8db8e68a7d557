// Footnotes of GFM as rules of markdown-it: `[^label]` in a text, and its definition, a block.

interface Token {
  map: [number, number] | null;
  meta: unknown;
  content: string;
}
/** `notes`: labels of definitions; `inNote`: a definition is being read. */
interface Env {
  notes?: Set<string>;
  inNote?: boolean;
}
interface BlockState {
  readonly src: string;
  readonly md: MarkdownItRules;
  readonly env: Env;
  readonly tokens: Token[];
  readonly bMarks: readonly number[];
  readonly eMarks: readonly number[];
  readonly tShift: readonly number[];
  readonly sCount: readonly number[];
  readonly blkIndent: number;
  parentType: string;
  line: number;
  isEmpty(line: number): boolean;
  getLines(begin: number, end: number, indent: number, keepLastLineFeed: boolean): string;
  push(type: string, tag: string, nesting: number): Token;
}
interface InlineState {
  readonly src: string;
  readonly env: Env;
  pos: number;
  push(type: string, tag: string, nesting: number): Token;
}
type BlockRule = (state: BlockState, line: number, end: number, silent: boolean) => boolean;
interface Ruler<Rule> {
  before(name: string, own: string, rule: Rule, options?: { readonly alt: readonly string[] }): void;
  getRules(chain: string): readonly Rule[];
}

export interface MarkdownItRules {
  readonly block: { readonly ruler: Ruler<BlockRule>; parse(text: string, it: MarkdownItRules, env: Env, out: Token[]): void };
  readonly inline: { readonly ruler: Ruler<(state: InlineState, silent: boolean) => boolean> };
}

const DEFINITION = /^\[\^([^\s[\]]+)\]:[ \t]*/;
const MARK = /\[\^([^\s[\]]+)\]/y;
const INDENT = 4;

/**
 * Tokens `footnote_open` … `footnote_close` around the blocks of a definition, and `footnote_ref` for a mark with one, each with the label
 * as `meta`; `footnote_nested` for a definition in another.
 */
export function addFootnotes({ block, inline }: MarkdownItRules): void {
  // also directly after a paragraph or a definition
  block.ruler.before("reference", "footnote", definition, { alt: ["paragraph", "reference"] });
  inline.ruler.before("link", "footnote_ref", mark);
}

const labelOf = (found: RegExpExecArray): string => found[1]!.toLowerCase();

const definition: BlockRule = (state, start, end, silent) => {
  const from = state.bMarks[start]! + state.tShift[start]!;
  if (state.sCount[start]! - state.blkIndent >= INDENT || !state.src.startsWith("[^", from)) return false;
  const line = state.src.slice(from, state.eMarks[start]);
  const found = DEFINITION.exec(line);
  if (!found) return false;
  if (silent) return true;
  const { env, tokens, md } = state;
  const after = lastLine(state, start, end);
  const map = (): [number, number] => [start, after];
  state.line = after;
  if (env.inNote) {
    state.push("footnote_nested", "", 0).map = map();
    return true;
  }
  const meta = labelOf(found);
  (env.notes ??= new Set()).add(meta);
  const open = state.push("footnote_open", "", 1);
  open.meta = meta;
  open.map = map();
  const first = tokens.length;
  env.inNote = true;
  md.block.parse([line.slice(found[0].length), ...textOf(state, start + 1, after)].join("\n"), md, env, tokens);
  env.inNote = false;
  for (const token of tokens.slice(first)) if (token.map) token.map = [token.map[0] + start, token.map[1] + start];
  state.push("footnote_close", "", -1);
  return true;
};

/** Last indented line, or line that continues a paragraph. */
function lastLine(state: BlockState, start: number, end: number): number {
  let after = start + 1;
  let blank = false;
  for (let line = after; line < end; line++) {
    if (state.isEmpty(line)) {
      blank = true;
      continue;
    }
    const indent = state.sCount[line]! - state.blkIndent;
    if (indent < INDENT && (blank || indent < 0 || begins(state, line, end))) break;
    after = line + 1;
    blank = false;
  }
  return after;
}

/** Otherwise the line continues a paragraph. */
function begins(state: BlockState, line: number, end: number): boolean {
  const { parentType } = state;
  state.parentType = "paragraph";
  const any = state.md.block.ruler.getRules("paragraph").some((rule) => rule(state, line, end, true));
  state.parentType = parentType;
  return any;
}

const textOf = (state: BlockState, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, i) => state.getLines(from + i, from + i + 1, state.blkIndent + INDENT, false));

function mark(state: InlineState, silent: boolean): boolean {
  if (!state.src.startsWith("[^", state.pos) || !state.env.notes) return false;
  MARK.lastIndex = state.pos;
  const found = MARK.exec(state.src);
  if (!found || !state.env.notes.has(labelOf(found))) return false;
  if (!silent) state.push("footnote_ref", "", 0).meta = labelOf(found);
  state.pos += found[0].length;
  return true;
}
