// Search index as a module, for use without a network (P14).
import type { Entry } from "../markdown.js";

interface Indexed {
  readonly file: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Kinds of rows, as the page of the search names them. */
type Kind = "page" | "section" | "field" | "route" | "term";

/** `[page, anchor, title, text, kind, code]` */
type Row = readonly [number, string, string, string, Kind, string];

/** Fields of this page are terms of the invoice model. */
const TERMS = "invoice-as-data.html";

const kindOf = (file: string, { id, kind }: Entry): Kind => {
  if (kind === "field" && file === TERMS) return "term";
  return kind ?? (id === "" ? "page" : "section");
};

/** Writes the module of the index. */
export function searchModule(pages: readonly Indexed[], tasks: readonly (readonly [string, string])[]): string {
  const rows = pages.flatMap(({ file, entries }, page) =>
    entries.map((entry): Row => [page, entry.id, entry.title, entry.text.replace(/\s+/g, " "), kindOf(file, entry), entry.code ?? ""]),
  );
  return `export default ${JSON.stringify({ tasks, pages: pages.map(({ file, title }) => [file, title]), rows })};\n`;
}
