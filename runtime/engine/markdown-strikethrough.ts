// GFM: pairs of one or two tildes; longer runs are text.

interface Token {
  type: string;
  tag: string;
  nesting: number;
  markup: string;
  content: string;
}
interface Delimiter {
  readonly marker: number;
  readonly length: number;
  readonly token: number;
  end: number;
  open: boolean;
  close: boolean;
}
interface InlineState {
  readonly src: string;
  readonly tokens: readonly Token[];
  readonly delimiters: Delimiter[];
  readonly tokens_meta: readonly ({ readonly delimiters?: readonly Delimiter[] } | null)[];
  pos: number;
  scanDelims(start: number, canSplitWord: boolean): { readonly can_open: boolean; readonly can_close: boolean; readonly length: number };
  push(type: string, tag: string, nesting: number): Token;
}
interface Ruler<Rule> {
  at(name: string, rule: Rule): void;
}
export interface StrikethroughRules {
  readonly inline: {
    readonly ruler: Ruler<(state: InlineState, silent: boolean) => boolean>;
    readonly ruler2: Ruler<(state: InlineState) => void>;
  };
}

const TILDE = 0x7e;
const MARKERS = [0, -TILDE, TILDE] as const;

/** Replaces markdown-it's rules, which have pairs of two tildes only. */
export function addStrikethrough({ inline }: StrikethroughRules): void {
  inline.ruler.at("strikethrough", tildes);
  inline.ruler2.at("strikethrough", pairs);
}

function tildes(state: InlineState, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  state.push("text", "", 0).content = "~".repeat(length);
  const marker = MARKERS[length];
  if (marker) state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  state.pos += length;
  return true;
}

function pairs(state: InlineState): void {
  strike(state.tokens, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) strike(state.tokens, meta.delimiters);
}

function strike(tokens: readonly Token[], delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    if (Math.abs(marker) !== TILDE || end < 0) continue;
    become(tokens[token]!, "s_open", 1);
    become(tokens[delimiters[end]!.token]!, "s_close", -1);
  }
}

function become(token: Token, type: string, nesting: number): void {
  token.type = type;
  token.tag = "s";
  token.nesting = nesting;
  token.markup = token.content;
  token.content = "";
}
