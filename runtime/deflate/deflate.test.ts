import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import * as pako from "pako";
import { expect, test } from "vitest";
import { Deflater, type Deflating } from "./deflate.js";
import { SharedParts } from "./deflate-shared.js";
import { deflateWhole } from "./deflate-whole.js";
import { packageRoot } from "../core/package.js";
import { PortableDeflater } from "./portable-deflate.js";
import { runs } from "../../tests/support/runs.js";

function lines(length: number, seed: number): Uint8Array {
  let said = "";
  for (let i = seed; said.length < length; i++) said += `${(i * 7919) % 600}.${i % 1000} 0 Td\n(${(i * 31).toString(36)} of ${i % 97})Tj\n`;
  return new TextEncoder().encode(said.slice(0, length));
}

const PART = 16_400;
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.constantFrom(PART, 1.5 * PART - 1, 1.5 * PART, 2.5 * PART + 1, 5 * PART, 119_999, 120_000, 200_001),
);
const windows = fc.constantFrom(9, 12, 15);

const made = (bytes: Deflating): Uint8Array => (bytes instanceof Uint8Array ? bytes : bytes());

async function helped(): Promise<Deflater> {
  const deflater = new Deflater(6);
  for (let i = 0; i < 400; i++) {
    const later = deflater.later(lines(60_000, i), 15);
    if (!(later instanceof Uint8Array)) return (later(), deflater);
    await after(5);
  }
  throw new Error("the thread does not start");
}

test("what is deflated in parts inflates to what it was", () => {
  const deflater = new Deflater(6);
  fc.assert(
    fc.property(lengths, windows, fc.nat(1000), (length, window, seed) => {
      const bytes = lines(length, seed);
      const now = deflater.now(bytes, window);
      expect(inflateSync(now).equals(bytes)).toBe(true);
      expect((now[0]! >> 4) + 8).toBe(window);
    }),
    { numRuns: runs(60) },
  );
});

test("streams of rows are one part, by this thread, the other and in JavaScript", async () => {
  const deflater = await helped();
  const portable = new PortableDeflater(() => pako, 6);
  for (const length of [5000, 10_000, 123_000]) {
    const bytes = lines(length, length);
    const whole = deflateSync(bytes, { level: 6, windowBits: 14 });
    expect(Buffer.compare(deflater.now(bytes, 14), whole)).toBe(0);
    expect(Buffer.compare(made(deflater.later(bytes, 14)), whole)).toBe(0);
    expect(Buffer.compare(portable.deflate(bytes, 14), pako.deflate(bytes, { level: 6, windowBits: 14 }))).toBe(0);
  }
  await deflater.close();
});

test("zlib in JavaScript has the bytes of a new state, whatever it deflated before", () => {
  const deflater = new PortableDeflater(() => pako, 6);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(fc.nat(600), fc.nat(200_000)), windows, fc.nat(1000)), { minLength: 1, maxLength: 6 }),
      (all) => {
        for (const [length, windowBits, seed] of all) {
          const bytes = seed % 5 === 0 ? new Uint8Array(randomBytes(length)) : lines(length, seed);
          expect(Buffer.compare(deflater.deflate(bytes, windowBits), pako.deflate(bytes, { level: 6, windowBits }))).toBe(0);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test("a stream in one piece has the bytes of a new state of zlib, whatever was deflated before it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(fc.nat(600), fc.nat(24_599), fc.nat(120_000)), windows, fc.nat(1000)), { minLength: 1, maxLength: 20 }),
      (all) => {
        for (const [length, windowBits, seed] of all) {
          const bytes = seed % 5 === 0 ? new Uint8Array(randomBytes(length)) : lines(length, seed);
          expect(Buffer.compare(deflateWhole(bytes, 6, windowBits), deflateSync(bytes, { level: 6, windowBits }))).toBe(0);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test("on the other thread the bytes are the same, whoever is sooner and in whatever order they are called for", async () => {
  const deflater = await helped();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(lengths, windows, fc.nat(1000), fc.nat()), { minLength: 1, maxLength: 12 }),
      fc.constantFrom("at once", "after a while", "never, in part"),
      async (all, when) => {
        const given = all.map(([length, window, seed, turn]) => ({ bytes: lines(length, seed), window, turn }));
        const asked = given.map(({ bytes, window, turn }) => {
          const own = bytes.slice();
          const later = deflater.later(own, window);
          own.fill(0);
          return { later, turn, bytes, window };
        });
        if (when === "after a while") await after(5);
        for (const { later, bytes, window } of asked.toSorted((a, b) => a.turn - b.turn).slice(when === "never, in part" ? 1 : 0)) {
          expect(Buffer.compare(made(later), deflater.now(bytes, window))).toBe(0);
          expect(Buffer.compare(made(later), made(later))).toBe(0);
        }
      },
    ),
    { numRuns: runs(40) },
  );
  await deflater.close();
});

test("small streams go together, and each has the bytes that it has alone", async () => {
  const deflater = await helped();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.constantFrom(12, 13, 13, 13), fc.nat(1000)), { maxLength: 200 }),
      fc.nat(),
      (all, turn) => {
        const asked = all.map(([length, window, seed]) => {
          const bytes = lines(length, seed);
          return { later: deflater.later(bytes, window), alone: deflater.now(bytes, window) };
        });
        for (let i = 0; i < asked.length; i++) {
          const { later, alone } = asked[(i + turn) % asked.length]!;
          expect(Buffer.compare(made(later), alone)).toBe(0);
        }
      },
    ),
    { numRuns: runs(30) },
  );
  await deflater.close();
});

test("what cannot be deflated further comes back whole, and more than a thread may have waiting is done at once", async () => {
  const deflater = await helped();
  const noise = Array.from({ length: 200 }, () => new Uint8Array(randomBytes(20_000)));
  const asked = noise.map((n) => deflater.later(n, 15));
  expect(asked.some((a) => a instanceof Uint8Array)).toBe(true);
  expect(asked.some((a) => !(a instanceof Uint8Array))).toBe(true);
  asked.forEach((a, i) => expect(inflateSync(made(a)).equals(noise[i]!)).toBe(true));
  const long = new Uint8Array(randomBytes(9_000_000));
  expect(inflateSync(made(deflater.later(long, 15))).equals(long)).toBe(true);
  await deflater.close();
});

test("when the thread ends, what it was given is made nevertheless, and what comes later is done at once", async () => {
  const deflater = await helped();
  const given = Array.from({ length: 40 }, (_, i) => lines(i % 2 === 0 ? 60_000 : 200, i));
  const waiting = given.map((bytes) => deflater.later(bytes, 15));
  const ended = deflater.close();
  waiting.forEach((later, i) => expect(inflateSync(made(later)).equals(given[i]!)).toBe(true));
  await ended;
  const bytes = lines(70_000, 2);
  const later = deflater.later(bytes, 15);
  expect(later).toBeInstanceOf(Uint8Array);
  expect(inflateSync(later as Uint8Array).equals(bytes)).toBe(true);
});

test("a released thread is replaced when there is as much to do as for the first", async () => {
  const deflater = await helped();
  const bytes = lines(60_000, 3);
  const before = deflater.later(bytes, 15);
  deflater.release();
  expect(inflateSync(made(before)).equals(bytes)).toBe(true);
  expect(deflater.later(bytes, 15)).toBeInstanceOf(Uint8Array);
  for (let waited = 0; waited < 2000 && deflater.later(bytes, 15) instanceof Uint8Array; waited++) await after(5);
  const later = deflater.later(bytes, 15);
  expect(later).not.toBeInstanceOf(Uint8Array);
  expect(inflateSync(made(later)).equals(bytes)).toBe(true);
  await deflater.close();
});

test("a sleeping thread is woken by what is worth it: many bytes in waiting, none that were done meanwhile", async () => {
  const memory = SharedParts.memory();
  const url = pathToFileURL(path.join(packageRoot, "dist/runtime/deflate/deflate-shared.js")).href;
  const program = `import(${JSON.stringify(url)}).then(({ SharedParts }) =>
    require("node:worker_threads").parentPort.postMessage(new SharedParts(require("node:worker_threads").workerData).waitForOffers(0)));`;
  const thread = new Worker(program, { eval: true, workerData: memory });
  const woken = once(thread, "message");
  // the flag that it sleeps
  while (Atomics.load(new Int32Array(memory), 2) === 0) await after(5);
  const shared = new SharedParts(memory);
  const offer = (length: number): number => {
    const slot = shared.next;
    shared.offer({ bytes: lines(length, 1), before: 0, last: true, window: 15, joined: 0 });
    return slot;
  };
  for (let i = 0; i < 20; i++) expect(shared.claim(offer(10_000))).toBe(true);
  expect(await Promise.race([woken, after(50, "asleep")])).toBe("asleep");
  for (let i = 0; i < 7; i++) offer(10_000);
  expect(await woken).toEqual([27]);
  await thread.terminate();
});
