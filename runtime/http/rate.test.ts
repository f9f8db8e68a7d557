import { expect, test } from "vitest";
import { RateLimit } from "./rate.js";

test("an address has so many requests in any minute, each address its own", () => {
  let now = 0;
  const rate = new RateLimit(3, () => now);
  expect([1, 2, 3, 4].map(() => rate.take("a"))).toEqual([true, true, true, false]);
  expect(rate.take("b")).toBe(true);
  now = 30_000;
  expect(rate.take("a")).toBe(false);
  now = 60_000;
  expect([1, 2, 3, 4].map(() => rate.take("a"))).toEqual([true, true, true, false]);
});

test("what is remembered is bounded: the address that was longest without a request is forgotten", () => {
  const rate = new RateLimit(1, () => 0);
  expect(rate.take("first")).toBe(true);
  for (let i = 0; i < 9_999; i++) rate.take(`n${i}`);
  expect(rate.take("first")).toBe(false);
  for (let i = 0; i < 10_000; i++) rate.take(`m${i}`);
  expect(rate.take("first")).toBe(true);
});
