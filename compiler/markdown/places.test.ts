import { describe, expect, test, vi } from "vitest";
import { Places } from "./places.js";

/** Characters that searches and columns read meanwhile. */
function readsOf(work: () => void): number {
  const found = vi.spyOn(String.prototype, "indexOf");
  const cut = vi.spyOn(String.prototype, "slice");
  try {
    work();
    let reads = 0;
    found.mock.calls.forEach(([, from = 0], i) => {
      const at = Number(found.mock.results[i]!.value);
      reads += (at < 0 ? String(found.mock.contexts[i]).length : at) - from;
    });
    for (const [from = 0, to = 0] of cut.mock.calls) reads += to - from;
    return reads;
  } finally {
    found.mockRestore();
    cut.mockRestore();
  }
}

describe("places in the source", () => {
  test("columns count characters, after any moves on a line", () => {
    const places = new Places(["😀a [^x] 😀 [^y]", "b [^z]"], 0, 2);
    expect(places.find("[^")).toBe("line 1, column 4");
    places.pass("[^");
    expect(places.here).toBe("line 1, column 6");
    expect(places.find("[^")).toBe("line 1, column 11");
    places.pass("[^y]");
    expect(places.find("[^")).toBe("line 2, column 3");
    expect(places.find("absent")).toBe("line 2, column 3");
  });
  test("a long line with many marks is read a bounded number of times", () => {
    const marks = 5000;
    const line = "word[^a] ".repeat(marks);
    const places = new Places([line], 0, 1);
    const all: string[] = [];
    const reads = readsOf(() => {
      for (let i = 0; i < marks; i++) {
        all.push(places.find("[^"));
        places.pass("[^");
      }
    });
    expect(all).toEqual(Array.from({ length: marks }, (_, i) => `line 1, column ${9 * i + 5}`));
    expect(reads).toBeLessThan(4 * line.length);
  });
  test("so is one with many parts that are written otherwise", () => {
    const line = "&copy; *x* ".repeat(5000);
    const places = new Places([line], 0, 1);
    const reads = readsOf(() => {
      for (let i = 0; i < 5000; i++) places.pass(`©${i}`);
    });
    expect(reads).toBeLessThan(16 * line.length);
  });
});
