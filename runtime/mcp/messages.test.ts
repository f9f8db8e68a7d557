import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { wholeMessages } from "./messages.js";

const through = async (chunks: readonly string[], most: number): Promise<{ out: string; refused: unknown[] }> => {
  const refused: unknown[] = [];
  let out = "";
  for await (const part of Readable.from(chunks.map((c) => Buffer.from(c))).pipe(wholeMessages((id) => void refused.push(id), most)))
    out += (part as Buffer).toString();
  return { out, refused };
};

test("lines arrive whole, however they are cut; longer ones are refused by their id", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ id: fc.nat(), size: fc.integer({ min: 0, max: 60 }), first: fc.boolean() })),
      fc.integer({ min: 1, max: 40 }),
      async (messages, cut) => {
        const lines = messages.map(({ id, size, first }) => {
          const params = "p".repeat(size);
          return `${JSON.stringify(first ? { jsonrpc: "2.0", id, params } : { method: "m", params, jsonrpc: "2.0", id })}\n`;
        });
        const text = lines.join("");
        const chunks = Array.from({ length: Math.ceil(text.length / cut) }, (_, i) => text.slice(i * cut, (i + 1) * cut));
        const { out, refused } = await through(chunks, 80);
        expect(out).toBe(lines.filter((l) => l.length <= 80).join(""));
        expect(refused).toEqual(messages.filter((_, i) => lines[i]!.length > 80).map((m) => m.id));
      },
    ),
    { numRuns: runs(100) },
  ));
