import { expect, test } from "vitest";
import { prefersAsync } from "./prefer.js";

/* RFC 7240 (running, D1). */
test("respond-async is preferred in any case, among others, with parameters", () => {
  for (const header of [
    ...[
      "respond-async",
      "RESPOND-Async",
      " respond-async ",
      "wait=10, respond-async",
      "respond-async, wait=100",
      "foo; bar, Respond-Async;x=y",
    ],
    ...[
      "respond-async; wait=10",
      'foo="a, b", respond-async',
      "a,,respond-async",
      'respond-async=""',
      "return=minimal;x=1 , respond-async",
    ],
  ])
    expect([header, prefersAsync(header)]).toEqual([header, true]);
  expect(prefersAsync(["wait=1", "respond-async"])).toBe(true);
});

test("other preferences are not", () => {
  for (const header of [
    "",
    "respond",
    "respond-asynchronously",
    "wait=10",
    'x="respond-async"',
    'x="a, respond-async"',
    "x=respond-async",
    "foo; respond-async",
    'a="',
    "x respond-async",
    "respond-async=no",
  ])
    expect([header, prefersAsync(header)]).toEqual([header, false]);
  expect(prefersAsync(undefined)).toBe(false);
});

test("a header of any length is read in one pass", () => {
  // would not end if it were read with backtracking
  for (const part of [" ", ";", '"', "\\", ",", "=", " ;", "a "]) expect(prefersAsync(part.repeat(100_000))).toBe(false);
});
