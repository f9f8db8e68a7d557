/** Forms of records. */
export const FORMATS = ["jsonl", "json", "csv", "tsv"] as const;
export type Format = (typeof FORMATS)[number];

const ENDINGS: Readonly<Record<string, Format>> = { jsonl: "jsonl", ndjson: "jsonl", json: "json", csv: "csv", tsv: "tsv" };

/** Form of a file by the ending of its name, and whether it is compressed; null: the ending is not known (BK-2). */
export function formatOf(name: string): { readonly format: Format | null; readonly isGzip: boolean } {
  const [, ending = "", gz] = /\.([a-z]+)(\.gz)?$/i.exec(name) ?? [];
  if (gz === undefined && ending.toLowerCase() === "gz") return { format: null, isGzip: true };
  const format = Object.hasOwn(ENDINGS, ending.toLowerCase()) ? ENDINGS[ending.toLowerCase()]! : null;
  return { format, isGzip: gz !== undefined };
}
