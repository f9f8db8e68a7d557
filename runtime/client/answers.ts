// Parts of answers, and queries.
import type { Transport } from "./transport.js";
import type { DownloadedArtifact, Page, PageOptions, RenderedPdf, StoredFile } from "./types.js";

export function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")}`;
}

export const fileOf = async (answer: Response): Promise<StoredFile> => ({
  bytes: new Uint8Array(await answer.arrayBuffer()),
  contentType: answer.headers.get("content-type") ?? "",
  etag: answer.headers.get("etag") ?? "",
});

export const artifactOf = async (answer: Response): Promise<DownloadedArtifact> => ({
  bytes: new Uint8Array(await answer.arrayBuffer()),
  contentType: answer.headers.get("content-type") ?? "",
  fileName: fileNameOf(answer.headers.get("content-disposition") ?? ""),
  requestId: answer.headers.get("x-request-id") ?? "",
});

export const pagesOf = ({ headers }: Response): number => Number(headers.get("platen-pages") ?? 0);

export async function pdfOf(answer: Response): Promise<RenderedPdf> {
  return {
    pdf: new Uint8Array(await answer.arrayBuffer()),
    fileName: fileNameOf(answer.headers.get("content-disposition") ?? ""),
    requestId: answer.headers.get("x-request-id") ?? "",
  };
}

/** RFC 5987 name if present. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? "document.pdf";
}

/** The JSON of an answer, as the service's description has it. */
export async function jsonOf<T>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

/** A page of a list, of those that `filters` name. */
export function pageOf<Entry>(
  http: Transport,
  path: string,
  options: PageOptions,
  filters: Parameters<typeof queryOf>[0] = {},
): Promise<Page<Entry>> {
  const { limit, cursor } = options;
  return jsonOf<Page<Entry>>(http.get(path + queryOf({ limit, cursor, ...filters }), options));
}
