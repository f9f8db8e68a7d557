import fc from "fast-check";
import { expect, test } from "vitest";
import { RenderCache } from "../../../base/render-cache.js";
import { deflatedOnce } from "./stream-memo.js";

test("a small stream is deflated once for each window, others every time", () => {
  let calls = 0;
  const deflate = (bytes: Uint8Array, window: number): Uint8Array => {
    calls++;
    return Uint8Array.of(window, bytes.length >> 8, bytes.length & 255, ...bytes.subarray(0, 4));
  };
  const once = deflatedOnce(new RenderCache(1 << 20), deflate);
  const distinct = new Set<string>();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(12, 15), (bytes, window) => {
      expect(once(bytes, window)).toEqual(deflate(bytes, window));
      calls--;
      distinct.add(`${window} ${bytes.join()}`);
    }),
  );
  expect(calls).toBe(distinct.size);
  expect(once(new Uint8Array(4097), 15)).toBeNull();
  expect(once(new Uint8Array(4096), 15)).not.toBeNull();
});

test("streams of one length and sign are told apart", () => {
  const found = new Map<number, Uint8Array>();
  const sign = (bytes: Uint8Array): number => bytes.reduce((n, byte) => Math.imul(n ^ byte, 0x5bd1e995) ^ (n >>> 13), 0);
  let pair: readonly [Uint8Array, Uint8Array] | null = null;
  for (let n = 1; !pair; n++) {
    const bytes = Uint8Array.of(n & 255, (n >> 8) & 255, (n >> 16) & 255, (n * 31) & 255, (n * 7) & 255);
    const known = found.get(sign(bytes));
    if (known) pair = [known, bytes];
    else found.set(sign(bytes), bytes);
  }
  const once = deflatedOnce(new RenderCache(1 << 20), (bytes) => bytes.slice());
  for (const bytes of [...pair, ...pair]) expect(once(bytes, 15)).toEqual(bytes);
});

test("without room it deflates every time", () => {
  let calls = 0;
  const once = deflatedOnce(new RenderCache(0), (bytes) => {
    calls++;
    return bytes;
  });
  once(Uint8Array.of(1), 15);
  once(Uint8Array.of(1), 15);
  expect(calls).toBe(2);
});
