import { expect, test } from "vitest";
import type { Finding } from "../../runtime/errors/findings.js";
import { chainOf, mistakeOf, paragraphs } from "./mistakes.js";

/* Patches mend, and chains of them end (FH-6, FH-7). */

const isError = (f: Finding): boolean => f.severity === "error";
const same = (a: Finding, b: Finding): boolean => a.rule === b.rule && a.path === b.path && a.message === b.message;
const isWithin = (pointer: string, place: string): boolean => pointer === place || pointer.startsWith(`${place}/`);

/** API-001 is found before all others. */
const isEarlier = (a: Finding, b: Finding): boolean => a.code === "API-001" && b.code !== "API-001";

/** Words that a document prints, and what is in its data. */
function wordsOf(value: unknown, field = ""): readonly string[] {
  if (typeof value === "string")
    return PRINTED.has(field) ? (value.replace(/\{\{?[^{}]*\}?\}/g, " ").match(/(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu) ?? []) : [];
  if (Array.isArray(value)) return value.flatMap((item) => wordsOf(item, field));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => wordsOf(inner, key));
}
const PRINTED = new Set(
  "content text value title subtitle label name header headers header footer items data rows columns author subject keywords parts".split(
    " ",
  ),
);

/** Everything that a value says, in keys and strings. */
const allOf = (value: unknown): string => JSON.stringify(value).toLowerCase();

const mistakes = paragraphs()
  .map(mistakeOf)
  .filter((m) => m !== null);

test("each patch loses its finding, leaves fewer errors, makes none at its places, and keeps the words", async () => {
  const faults: string[] = [];
  let count = 0;
  for (const { body, shown } of mistakes) {
    const { steps } = await chainOf(body);
    for (const { finding, before, found, after, left } of steps) {
      count++;
      const fault = (what: string): number => faults.push(`${what}: ${finding.message.slice(0, 120)} in ${shown.slice(0, 120)}`);
      if (left.some((f) => same(f, finding))) fault("the finding stays");
      const [was, is] = [found.filter(isError), left.filter(isError)];
      const [first, next] = [was[0], is[0]];
      if (!first && next) fault("a warning's patch makes an error");
      if (first && next && isEarlier(next, first)) fault("an earlier stage fails");
      if (first && next && first.code === "API-001" && next.code === "API-001" && is.length >= was.length) fault("no fewer errors");
      const written = finding.patch!.flatMap(({ op, path }) => (op === "remove" ? [] : [path]));
      const made = is.filter((f) => !was.some((w) => same(f, w)) && written.some((place) => isWithin(f.path, place)));
      if (made.length > 0) fault(`it makes ${made[0]!.message.slice(0, 90)}`);
      const kept = allOf(after);
      const lost = wordsOf(before).filter((word) => !kept.includes(word.toLowerCase()));
      if (lost.length > 0) fault(`it loses ${lost.join(" ")}`);
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(250);
});

test("a chain of patches ends within eight steps a mistake", async () => {
  for (const { body, shown } of mistakes) {
    const { steps, left } = await chainOf(body);
    const found = steps[0]?.found.length ?? 0;
    expect(steps.length, shown).toBeLessThanOrEqual(Math.max(8, 2 * found));
    expect(left.filter((f) => isError(f) && f.patch)).toEqual([]);
  }
});

test("what is suggested has a patch, or what is meant is there", async () => {
  for (const { body } of mistakes) {
    const { steps, left } = await chainOf(body);
    const all = [...(steps[0]?.found ?? []), ...left].filter((f) => /^\S+: did you mean /.test(f.message) && !f.patch);
    for (const f of all)
      expect([f.path, f.suggestion, f.rule]).toEqual([f.path, f.suggestion, expect.stringMatching(/^(shape-unknown|brief-shape)$/)]);
  }
});
