import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { matchers, toEqualDocument, toMatchDocument, type MatcherContext } from "../../runtime/testing/matchers.js";
import { render } from "../../runtime/library/library.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";

/* Matchers of documents in people's own tests (DF-25). */

expect.extend(matchers);

const folder = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-matchers-"));
const context: MatcherContext = { testPath: path.join(folder, "some.test.ts") };
const of = (...words: readonly string[]): DocumentRequest => ({
  pages: [{ size: "a4", elements: words.map((content, i) => ({ type: "text", layout: { left: 10, top: 10 + 8 * i }, content })) }],
});
const bytes = (name: string): Buffer => readFileSync(path.join(folder, name));
const match = (actual: unknown, file: string, more: Partial<MatcherContext> = {}): ReturnType<typeof toMatchDocument> =>
  toMatchDocument.call({ ...context, ...more }, actual, file);

afterEach(() => void vi.unstubAllEnvs());

describe("toEqualDocument", () => {
  test("a request equals its PDF, and its display list's", async () => {
    const { pdf } = await render(of("Hello"));
    await expect(of("Hello")).toEqualDocument(pdf);
    await expect(pdf).toEqualDocument(of("Hello"));
    await expect(pdf).not.toEqualDocument(of("Hullo"));
  });

  test("a failure shows 20 differences and the count", async () => {
    const words = Array.from({ length: 30 }, (_, i) => `word${i}`);
    const other = words.map((word) => `${word}x`);
    const short = await toEqualDocument.call({}, of("one", "two"), of("one", "too"));
    expect(short.pass).toBe(false);
    expect(short.message()).toMatch(
      /^page 1: word changed at 10\.0,\d+\.\d: "too" → "two" \(\/pages\/0\/elements\/1\)\n1 difference on 1 page \(1 word\)$/,
    );
    const long = await toEqualDocument.call({}, of(...words.slice(0, 12), ...other.slice(12)), of(...words));
    expect(long.message().split("\n").length).toBeLessThanOrEqual(21);
  });

  test("options are those of diff, and a wrong one is named", async () => {
    await expect(of("Hello")).toEqualDocument(of("Hullo"), { ignore: ["word", "tag"] });
    await expect(toEqualDocument.call({}, of("a"), of("a"), { tolerance: 99 })).rejects.toThrow(/^tolerance: /);
    await expect(toEqualDocument.call({}, 7, of("a"))).rejects.toThrow(TypeError);
  });
});

describe("toMatchDocument", () => {
  test("a file that is not there is written, then compared", async () => {
    vi.stubEnv("CI", "");
    expect(await match(of("Hello"), "approved/a.pdf")).toMatchObject({ pass: true });
    expect(bytes("approved/a.pdf").subarray(0, 5).toString()).toBe("%PDF-");
    expect(await match(of("Hello"), "approved/a.pdf")).toMatchObject({ pass: true });
    const { pdf } = await render(of("Hello"));
    expect(await match(pdf, "approved/b.pdf")).toMatchObject({ pass: true });
    expect(Buffer.compare(bytes("approved/b.pdf"), pdf)).toBe(0);
  });

  test("where CI is set nothing is written, and the test fails", async () => {
    vi.stubEnv("CI", "true");
    const { pass, message } = await match(of("Hello"), "never.pdf");
    expect(pass).toBe(false);
    expect(message()).toContain("never.pdf");
    expect(existsSync(path.join(folder, "never.pdf"))).toBe(false);
  });

  test("a difference leaves pictures beside the file, which an equal run removes", async () => {
    vi.stubEnv("CI", "");
    await match(of("Hello"), "c.pdf");
    const before = bytes("c.pdf");
    const { pass, message } = await match(of("Hullo"), "c.pdf");
    expect(pass).toBe(false);
    expect(message()).toContain('"Hello" → "Hullo"');
    expect(message()).toContain(path.join(folder, "c.pdf.diff"));
    expect(readdirSync(path.join(folder, "c.pdf.diff"))).toEqual(["page-0001.png"]);
    expect(Buffer.compare(bytes("c.pdf"), before)).toBe(0);
    expect(await match(of("Hello"), "c.pdf")).toMatchObject({ pass: true });
    expect(existsSync(path.join(folder, "c.pdf.diff"))).toBe(false);
  });

  test("-u writes a differing file anew", async () => {
    vi.stubEnv("CI", "");
    await match(of("Hello"), "d.pdf");
    expect(await match(of("Hullo"), "d.pdf", { snapshotState: { _updateSnapshot: "all" } })).toMatchObject({ pass: true });
    expect(await match(of("Hullo"), "d.pdf")).toMatchObject({ pass: true });
  });

  test(".not passes for a difference and writes nothing", async () => {
    vi.stubEnv("CI", "");
    mkdirSync(path.join(folder, "not"), { recursive: true });
    writeFileSync(path.join(folder, "not/e.pdf"), (await render(of("Hello"))).pdf);
    expect(await match(of("Hullo"), "not/e.pdf", { isNot: true })).toMatchObject({ pass: false });
    expect(await match(of("Hullo"), "not/none.pdf", { isNot: true })).toMatchObject({ pass: false });
    expect(readdirSync(path.join(folder, "not"))).toEqual(["e.pdf"]);
  });
});
