// Search index as a module, for use without a network (program-browser-agents.md P14).
import type { Entry } from "./markdown.js";

export interface Indexed {
  readonly file: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** `[page, anchor, title, text]` */
type Row = readonly [number, string, string, string];

export function searchModule(pages: readonly Indexed[]): string {
  const rows = pages.flatMap(({ entries }, page) =>
    entries.map(({ id, title, text }): Row => [page, id, title, text.replace(/\s+/g, " ")]),
  );
  return `export default ${JSON.stringify({ pages: pages.map(({ file, title }) => [file, title]), rows })};\n`;
}
