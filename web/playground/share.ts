// Texts in the fragment of an address: `#1/` and the raw deflate of their JSON.

interface Shared {
  readonly request: string;
  readonly data?: string;
}

/** Characters of a fragment, bytes after inflation. */
export const MOST_LINK = 64 << 10;
const MOST_TEXT = 4 << 20;
const FORM = "1";

export class ShareError extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new ShareError(`the link holds more than ${MOST_TEXT >> 20} MiB of text`);
    parts.push(value);
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export async function fragmentOf(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"), Infinity);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#${FORM}/${btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** @throws ShareError if malformed or damaged */
export async function readFragment(fragment: string): Promise<Shared> {
  const [, form, data] = /^#([^/]*)\/(.*)$/s.exec(fragment) ?? [];
  if (form === undefined || data === undefined) throw new ShareError("the link cannot be read: it has no form");
  if (form !== FORM) throw new ShareError(`the link has the form ${JSON.stringify(form)}, which this playground does not know`);
  try {
    const binary = atob(data.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(
      Uint8Array.from(binary, (c) => c.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
      MOST_TEXT,
    );
    const shared = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Partial<Shared> | null;
    if (typeof shared?.request !== "string") throw new ShareError("the link cannot be read: it has no request");
    const { request, data: record } = shared;
    if (record !== undefined && typeof record !== "string") throw new ShareError("the link cannot be read: its data is not a text");
    return { request, ...(record !== undefined && { data: record }) };
  } catch (e) {
    if (e instanceof ShareError) throw e;
    throw new ShareError("the link cannot be read: it is damaged or cut off");
  }
}
