import { expect, test } from "vitest";
import { failureOf, OutOfMemory } from "./failure.js";

const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (e) {
    return e;
  }
  throw new Error("nothing was thrown");
};
const deeper = (): number => 1 + deeper();

test("only what says that there is no memory is told as that", () => {
  for (const work of [
    () => new ArrayBuffer(2 ** 50),
    () => {
      throw new OutOfMemory();
    },
  ])
    expect(failureOf(thrown(work))).toMatchObject({ code: "API-501", exhausted: true, stack: null });
});

test.each([
  ["recursion", deeper],
  ["a length", () => new Array(-1)],
  ["a string's length", () => "x".repeat(2 ** 30)],
  ["digits", () => (1).toFixed(101)],
  ["a view's place", () => new DataView(new ArrayBuffer(1)).getUint8(2)],
])("a range error of %s is a failure of the program, with its stack for the log", (_, work) => {
  const e = thrown(work);
  expect(e).toBeInstanceOf(RangeError);
  expect(failureOf(e)).toMatchObject({
    code: "API-999",
    message: "",
    exhausted: false,
    stack: expect.stringContaining("RangeError") as string,
  });
});
