import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { needs } from "../../../tests/support/tools.js";
import { BIDI_CLASSES, bidiClasses, bracketOf, mirrorOf } from "./bidi-data.js";
import { bidiLevels, mirrored } from "./bidi.js";

const classOf = (cp: number): string => BIDI_CLASSES[bidiClasses()[cp]!]!;

test("classes of characters that are new or have changed since Unicode 13", () => {
  // DerivedBidiClass-17.0.0.txt
  const of17: Readonly<Record<string, readonly (number | readonly [number, number])[]>> = {
    NSM: [0x0898, [0x0899, 0x089f], 0x0c3c, 0x10efd, [0x10d69, 0x10d6d], 0x1e08f, [0x1e4ec, 0x1e4ef], 0x0897],
    AL: [
      [0x0870, 0x088e],
      [0x10ec2, 0x10ec4],
    ],
    AN: [[0x0890, 0x0891], [0x10d40, 0x10d49], 0x10d30],
    R: [[0x10f70, 0x10f81], [0x10d4a, 0x10d65], 0x10d6f],
    ET: [0x20c0, 0x20c1],
    ON: [0x1f6dc, 0x1fac8, [0x2ffc, 0x2fff], 0x31ef],
    L: [0x0c5d, 0x1e4d0, [0x11f02, 0x11f10]],
    BN: [0xfdd0, 0x10ffff, 0xe0080],
  };
  const wrong = Object.entries(of17).flatMap(([name, list]) =>
    list.flatMap((entry) => {
      const [from, to] = typeof entry === "number" ? [entry, entry] : entry;
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
        .filter((cp) => classOf(cp) !== name)
        .map((cp) => `U+${cp.toString(16)}: ${classOf(cp)}, not ${name}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test("an Arabic letter of Unicode 14 is written from right to left", () => {
  expect([...bidiLevels("\u0870\u0871 1", "auto").levels]).toEqual([1, 1, 1, 2]);
});

function* rows(file: string): Generator<readonly [from: number, to: number, fields: readonly string[]]> {
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const fields = line
      .split("#")[0]!
      .split(";")
      .map((f) => f.trim());
    if (fields.length < 2) continue;
    const [from, to = from] = fields[0]!.split("..").map((c) => Number.parseInt(c, 16)) as [number, number?];
    yield [from, to!, fields.slice(1)];
  }
}
const UCD = "/usr/share/unicode";
const has = (file: string): boolean => needs(`${file} (Debian's unicode-data)`, existsSync(`${UCD}/${file}`));

/** Changed after Unicode 15.0. */
const CHANGED: Readonly<Record<number, string>> = {
  0x1171e: "L",
  ...Object.fromEntries([0x1d6c1, 0x1d6fb, 0x1d735, 0x1d76f, 0x1d7a9].map((nabla) => [nabla, "ON"])),
};

test.runIf(has("extracted/DerivedBidiClass.txt") && has("extracted/DerivedGeneralCategory.txt"))(
  "classes of all assigned characters are those of DerivedBidiClass.txt",
  () => {
    // unassigned in 15.0, assigned since
    const assigned = new Uint8Array(0x110000);
    for (const [from, to, [category]] of rows(`${UCD}/extracted/DerivedGeneralCategory.txt`))
      if (category !== "Cn") assigned.fill(1, from, to + 1);
    let compared = 0;
    const wrong: string[] = [];
    for (const [from, to, [name]] of rows(`${UCD}/extracted/DerivedBidiClass.txt`))
      for (let cp = from; cp <= to; cp++) {
        if (assigned[cp] === 0) continue;
        compared++;
        if (classOf(cp) !== (CHANGED[cp] ?? name)) wrong.push(`U+${cp.toString(16)}: ${classOf(cp)}, not ${name!}`);
      }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(280_000);
  },
);

test.runIf(has("BidiMirroring.txt"))("mirror images are those of BidiMirroring.txt", () => {
  const wanted = new Map([...rows(`${UCD}/BidiMirroring.txt`)].map(([cp, , [image]]) => [cp, Number.parseInt(image!, 16)]));
  expect(wanted.size).toBeGreaterThan(420);
  for (const [cp, image] of wanted) expect(mirrorOf(cp)).toBe(image);
  for (let cp = 0; cp < 0x110000; cp++) if (!wanted.has(cp) && mirrorOf(cp) !== undefined) expect.unreachable(`U+${cp.toString(16)}`);
  expect(mirrored("\u2264")).toBe("\u2265");
  expect(mirrored("\u{1f600}")).toBe("\u{1f600}");
});

test.runIf(has("BidiBrackets.txt"))("brackets are those of BidiBrackets.txt, and those canonically equivalent are one", () => {
  const canonical = (cp: number): number => String.fromCodePoint(cp).normalize("NFD").codePointAt(0)!;
  const wanted = new Map<number, { readonly opens: boolean; readonly pair: number }>();
  for (const [cp, , [other, type]] of rows(`${UCD}/BidiBrackets.txt`))
    wanted.set(cp, { opens: type === "o", pair: canonical(type === "o" ? cp : Number.parseInt(other!, 16)) });
  expect(wanted.size).toBeGreaterThan(120);
  const found = Array.from({ length: 0x110000 }, (_, cp) => [cp, bracketOf(cp)] as const).filter(([, bracket]) => bracket);
  expect(new Map(found)).toEqual(wanted);
});
