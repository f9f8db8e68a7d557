import { describe, expect, test, vi } from "vitest";
import { isEditOf, KeptWork, largeBody, type LargeBody } from "./kept-work.js";

const body = (fill: (i: number) => number): Uint8Array => Uint8Array.from({ length: 1 << 17 }, (_, i) => fill(i));
const large = (bytes: Uint8Array, whose = "a"): LargeBody => largeBody(bytes, () => whose)!;
const first = body((i) => (i * i) >> 3);
const edited = body((i) => (i === 70_000 ? 1 : (i * i) >> 3));

test("an edit has the owner and bounds of the last body", () => {
  expect(isEditOf(large(first), large(edited))).toBe(true);
  expect(isEditOf(large(first, "b"), large(edited))).toBe(false);
  expect(isEditOf(null, large(first))).toBe(false);
  expect(isEditOf(large(first), large(body((i) => i * i * i)))).toBe(false);
  expect(largeBody(new Uint8Array(1000), () => expect.fail("small bodies are not described"))).toBeNull();
});

describe("work of a process", () => {
  test("begins with the first edit, continues with the next, and small bodies have no part in it", () => {
    const kept = new KeptWork(1000);
    expect(kept.next(false)).toBeNull();
    const cache = kept.next(true)!;
    expect(cache.bound).toBe(1000);
    expect(kept.next(null)).toBeNull();
    expect(kept.next(true)).toBe(cache);
    cache.set("a", 1, 10);
    expect(kept.next(false)).toBeNull();
    // a render that still uses it
    expect([cache.bytes, cache.get("a"), cache.set("b", 2, 10), cache.bytes]).toEqual([0, undefined, false, 0]);
    expect(kept.next(true)).not.toBe(cache);
    kept.release();
  });

  test("is absent without room", () => {
    const kept = new KeptWork(0);
    expect([kept.next(false), kept.next(true), kept.next(true)]).toEqual([null, null, null]);
  });

  test("that is given up for want of memory begins again with another document", () => {
    const kept = new KeptWork(1000);
    expect(kept.giveUp()).toBe(false);
    const cache = kept.next(true)!;
    expect(kept.giveUp()).toBe(true);
    expect(cache.set("a", 1, 10)).toBe(false);
    expect([kept.next(true), kept.next(null), kept.next(true), kept.giveUp()]).toEqual([null, null, null, false]);
    expect(kept.next(false)).toBeNull();
    expect(kept.next(true)).not.toBeNull();
    kept.release();
  });

  test("ends after a rest, which each edit begins anew", () => {
    vi.useFakeTimers();
    try {
      const rested = vi.fn();
      const kept = new KeptWork(1000, rested);
      const cache = kept.next(true);
      vi.advanceTimersByTime(59_000);
      expect(kept.next(true)).toBe(cache);
      vi.advanceTimersByTime(59_000);
      expect(kept.next(null)).toBeNull();
      expect(rested).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1000);
      expect(rested).toHaveBeenCalledOnce();
      expect(kept.next(true)).not.toBe(cache);
      kept.next(false);
      vi.advanceTimersByTime(100_000);
      expect(rested).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
