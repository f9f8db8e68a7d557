import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { inOrder } from "./in-order.js";

const turn = (n: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, n));
const all = async <T>(results: AsyncIterable<T>): Promise<T[]> => {
  const out: T[] = [];
  for await (const result of results) out.push(result);
  return out;
};
const hold = <T>(item: T): T => item;

test("results have the order of the input, no more items are read than allowed, no more are worked on than lanes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(6),
      fc.boolean(),
      async (items, lanes, ahead, isAsync) => {
        let read = 0;
        let taken = 0;
        let running = 0;
        let most = 0;
        function* input(): Generator<number> {
          for (const item of items) {
            read++;
            expect(read).toBeLessThanOrEqual(taken + 1 + ahead);
            yield item;
          }
        }
        async function* later(): AsyncGenerator<number> {
          for (const item of input()) {
            await turn(item % 2);
            yield item;
          }
        }
        const work = async (item: number, n: number): Promise<readonly [number, number]> => {
          most = Math.max(most, ++running);
          await turn(item);
          running--;
          return [item, n];
        };
        const out: (readonly [number, number])[] = [];
        for await (const result of inOrder(isAsync ? later() : input(), { hold, work, lanes, ahead })) {
          out.push(result);
          taken++;
        }
        expect(out).toEqual(items.map((item, i) => [item, i + 1]));
        expect(most).toBeLessThanOrEqual(lanes);
      },
    ),
    { numRuns: runs(60), seed },
  );
});

test("nothing is read before the first result is asked for", async () => {
  let read = 0;
  const results = inOrder(
    (function* () {
      for (;;) yield ++read;
    })(),
    { hold, work: (n: number) => Promise.resolve(n), lanes: 2, ahead: 3 },
  );
  await turn(5);
  expect(read).toBe(0);
  await results.next();
  await turn(5);
  expect(read).toBe(4);
  await results.return();
});

test("a result does not wait for an item that does not come, and leaving closes the input without it", async () => {
  let closed = false;
  let given = 0;
  const input: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => (given++ === 0 ? Promise.resolve({ done: false as const, value: 7 }) : new Promise<never>(() => undefined)),
      return: () => ((closed = true), new Promise(() => undefined)),
    }),
  };
  for await (const result of inOrder(input, { hold, work: (n: number) => Promise.resolve(n), lanes: 1, ahead: 1 })) {
    expect(result).toBe(7);
    break;
  }
  expect(closed).toBe(true);
});

test("a failure of the input comes after the results before it", async () => {
  function* input(): Generator<number> {
    yield 1;
    yield 2;
    throw new Error("torn");
  }
  const out: number[] = [];
  const reading = (async () => {
    for await (const result of inOrder(input(), { hold, work: (n: number) => Promise.resolve(n), lanes: 3, ahead: 9 })) out.push(result);
  })();
  await expect(reading).rejects.toThrow("torn");
  expect(out).toEqual([1, 2]);
});

test("an item that fails is tried again while no other is worked on", async () => {
  let running = 0;
  const tries = new Map<number, number>();
  const alone: number[] = [];
  const work = async (item: number): Promise<number> => {
    const now = ++running;
    const tried = (tries.get(item) ?? 0) + 1;
    tries.set(item, tried);
    if (tried === 2) alone.push(now);
    await turn(1);
    running--;
    if (item % 5 === 0 && tried === 1) throw new Error("first");
    return item;
  };
  const items = Array.from({ length: 40 }, (_, i) => i);
  expect(await all(inOrder(items, { hold, work, lanes: 4, ahead: 8, isTriedAgain: () => true }))).toEqual(items);
  expect(alone).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
});

test("an abort ends a wait for the input, with its reason", async () => {
  const control = new AbortController();
  const input: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<number>>(() => undefined) }),
  };
  const next = inOrder(input, { hold, work: (n: number) => Promise.resolve(n), lanes: 1, ahead: 1, signal: control.signal }).next();
  control.abort(new Error("enough"));
  await expect(next).rejects.toThrow("enough");
});
