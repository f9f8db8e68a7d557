import { randomBytes } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Deflater } from "./deflate.js";
import { runs } from "../../tests/runs.js";

/** Lines like those of a content stream, about `length` bytes of them. */
function lines(length: number, seed: number): Uint8Array {
  let said = "";
  for (let i = seed; said.length < length; i++) said += `${(i * 7919) % 600}.${i % 1000} 0 Td\n(${(i * 31).toString(36)} of ${i % 97})Tj\n`;
  return new TextEncoder().encode(said.slice(0, length));
}

const PART = 1 << 15;
const lengths = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(PART, 2 * PART - 1, 2 * PART, 2 * PART + 1, 5 * PART, 200_001));
const windows = fc.constantFrom(9, 12, 15);

/** One whose thread has started. */
async function helped(): Promise<Deflater> {
  const deflater = new Deflater(6);
  for (let i = 0; i < 400; i++) {
    const made = deflater.later(lines(60_000, i), 15);
    if (made instanceof Promise) return (await made, deflater);
    await after(5);
  }
  throw new Error("the thread does not start");
}

test("what is deflated in parts inflates to what it was", () => {
  const deflater = new Deflater(6);
  fc.assert(
    fc.property(lengths, windows, fc.nat(1000), (length, window, seed) => {
      const bytes = lines(length, seed);
      const made = deflater.now(bytes, window);
      expect(inflateSync(made).equals(bytes)).toBe(true);
      // a zlib stream says how far it looks back (RFC 1950, 2.2)
      expect((made[0]! >> 4) + 8).toBe(window);
    }),
    { numRuns: runs(60) },
  );
});

test("on the other thread the bytes are the same, whoever is sooner", async () => {
  const deflater = await helped();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(lengths, windows, fc.nat(1000)), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (all, hurry) => {
        const given = all.map(([length, window, seed]) => ({ bytes: lines(length, seed), window }));
        const asked = given.map(({ bytes, window }) => {
          const own = bytes.slice();
          const made = deflater.later(own, window);
          own.fill(0);
          return made;
        });
        if (hurry) deflater.deflatePending();
        const made = await Promise.all(asked);
        made.forEach((m, i) => expect(Buffer.compare(m, deflater.now(given[i]!.bytes, given[i]!.window))).toBe(0));
      },
    ),
    { numRuns: runs(40) },
  );
  await deflater.close();
});

test("what cannot be deflated further comes back whole, and more than a thread may have waiting is done at once", async () => {
  const deflater = await helped();
  const noise = Array.from({ length: 40 }, () => new Uint8Array(randomBytes(100_000)));
  const asked = noise.map((n) => deflater.later(n, 15));
  expect(asked.some((a) => a instanceof Uint8Array)).toBe(true);
  expect(asked.some((a) => a instanceof Promise)).toBe(true);
  deflater.deflatePending();
  const made = await Promise.all(asked);
  made.forEach((m, i) => expect(inflateSync(m).equals(noise[i]!)).toBe(true));
  await deflater.close();
});

test("when the thread ends, what waits for it hears of it, and what comes later is done at once", async () => {
  const deflater = await helped();
  const waiting = deflater.later(lines(500_000, 1), 15);
  expect(waiting).toBeInstanceOf(Promise);
  const ended = deflater.close();
  await expect(waiting).rejects.toThrow("the thread that deflates has ended");
  await ended;
  const bytes = lines(70_000, 2);
  const made = deflater.later(bytes, 15);
  expect(made).toBeInstanceOf(Uint8Array);
  expect(inflateSync(made as Uint8Array).equals(bytes)).toBe(true);
});
