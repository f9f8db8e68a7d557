import { describe, expect, test, vi } from "vitest";
import { isEditOf, EditSession, largeBody, type LargeBody } from "./edit-session.js";

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
    const session = new EditSession(1000);
    expect(session.next(false)).toBeNull();
    const cache = session.next(true)!;
    expect(cache.bound).toBe(1000);
    expect(session.next(null)).toBeNull();
    expect(session.next(true)).toBe(cache);
    cache.set("a", 1, 10);
    expect(session.next(false)).toBeNull();
    // a render that still uses it
    expect([cache.bytes, cache.get("a"), cache.set("b", 2, 10), cache.bytes]).toEqual([0, undefined, false, 0]);
    expect(session.next(true)).not.toBe(cache);
    session.release();
  });

  test("is absent without room", () => {
    const session = new EditSession(0);
    expect([session.next(false), session.next(true), session.next(true)]).toEqual([null, null, null]);
  });

  test("that is given up for want of memory begins again with another document", () => {
    const session = new EditSession(1000);
    expect(session.giveUp()).toBe(false);
    const cache = session.next(true)!;
    expect(session.giveUp()).toBe(true);
    expect(cache.set("a", 1, 10)).toBe(false);
    expect([session.next(true), session.next(null), session.next(true), session.giveUp()]).toEqual([null, null, null, false]);
    expect(session.next(false)).toBeNull();
    expect(session.next(true)).not.toBeNull();
    session.release();
  });

  test("ends after a rest, which each edit begins anew", () => {
    vi.useFakeTimers();
    try {
      const rested = vi.fn();
      const session = new EditSession(1000, rested);
      const cache = session.next(true);
      vi.advanceTimersByTime(59_000);
      expect(session.next(true)).toBe(cache);
      vi.advanceTimersByTime(59_000);
      expect(session.next(null)).toBeNull();
      expect(rested).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1000);
      expect(rested).toHaveBeenCalledOnce();
      expect(session.next(true)).not.toBe(cache);
      session.next(false);
      vi.advanceTimersByTime(100_000);
      expect(rested).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
