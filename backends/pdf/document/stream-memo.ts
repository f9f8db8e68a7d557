// Small streams that an earlier document deflated: documents of one template have many in common.
import type { RenderCache } from "../../../base/render-cache.js";

type Deflate = (bytes: Uint8Array, window: number) => Uint8Array;

/** Bytes of a stream; longer ones differ from document to document. */
const MOST = 4096;

/** Deflates small streams once; null for others. */
export const deflatedOnce =
  (cache: RenderCache, deflate: Deflate) =>
  (bytes: Uint8Array, window: number): Uint8Array | null => {
    if (bytes.length > MOST) return null;
    const key = `stream ${window} ${Reflect.apply(String.fromCharCode, null, bytes)}`;
    const known = cache.get(key) as Uint8Array | undefined;
    if (known) return known;
    const made = deflate(bytes, window);
    cache.set(key, made, made.length);
    return made;
  };
