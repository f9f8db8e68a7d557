export function concatBytes(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** The bytes in a buffer of their length, for caches: a view, such as a result of zlib, keeps all of a possibly much larger buffer. */
export const inOwnBuffer = (bytes: Uint8Array): Uint8Array => (bytes.buffer.byteLength > bytes.length ? new Uint8Array(bytes) : bytes);
