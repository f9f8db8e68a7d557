// Small streams that an earlier document deflated: documents of one template have many in common.
import { inOwnBuffer } from "../../../base/bytes.js";
import type { RenderCache } from "../../../base/render-cache.js";

type Deflate = (bytes: Uint8Array, window: number) => Uint8Array;

interface CachedStream {
  readonly plain: Uint8Array;
  readonly deflated: Uint8Array;
}

/** Bytes of a stream; longer ones differ from document to document. */
const MOST = 4096;

/** Deflates small streams once; null for others. */
export const deflatedOnce =
  (cache: RenderCache, deflate: Deflate) =>
  (bytes: Uint8Array, window: number): Uint8Array | null => {
    if (bytes.length > MOST) return null;
    // most streams are new: a key of their bytes would take longer to make than to compare
    const key = `stream ${window} ${bytes.length} ${signOf(bytes)}`;
    const known = cache.get(key) as CachedStream | undefined;
    if (known && isSame(known.plain, bytes)) return known.deflated;
    const deflated = inOwnBuffer(deflate(bytes, window));
    cache.set(key, { plain: bytes.slice(), deflated } satisfies CachedStream, bytes.length + deflated.length);
    return deflated;
  };

function signOf(bytes: Uint8Array): number {
  let sign = 0;
  for (let i = 0; i < bytes.length; i++) sign = Math.imul(sign ^ bytes[i]!, 0x5bd1e995) ^ (sign >>> 13);
  return sign;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
