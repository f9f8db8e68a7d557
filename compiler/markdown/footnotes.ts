import type { MarkdownToken } from "../core/world.js";

export const FOUND: Readonly<Record<string, string>> = {
  heading_open: "a heading",
  bullet_list_open: "a list",
  ordered_list_open: "a list",
  blockquote_open: "a quote",
  table_open: "a table",
  fence: "code",
  code_block: "code",
  hr: "a thematic break",
  html_block: "raw HTML",
  footnote_nested: "another footnote",
};

export interface Definition {
  readonly label: string;
  /** from 0 */
  readonly line: number;
  readonly tokens: readonly MarkdownToken[];
}

/** Takes notes from any block; other tokens remain. */
export function notesIn(all: readonly MarkdownToken[]): {
  readonly tokens: readonly MarkdownToken[];
  readonly notes: readonly Definition[];
} {
  const tokens: MarkdownToken[] = [];
  const notes: Definition[] = [];
  let inside: MarkdownToken[] | null = null;
  for (const token of all) {
    if (token.type === "footnote_open") {
      inside = [];
      notes.push({ label: String(token.meta), line: token.map![0], tokens: inside });
    } else if (token.type === "footnote_close") inside = null;
    else (inside ?? tokens).push(token);
  }
  return { tokens, notes };
}
