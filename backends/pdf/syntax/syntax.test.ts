import { deflate, deflateSync, inflateSync } from "node:zlib";
import { deflate as pako } from "pako";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteWriter } from "./bytes.js";
import { PdfFile } from "./file.js";
import { Bytes, Name, Raw, Ref, Text, writeValue, type PdfValue } from "./object.js";

const latin = (b: Uint8Array): string => new TextDecoder("latin1").decode(b);
const written = (v: PdfValue): string => {
  const w = new ByteWriter();
  writeValue(w, v);
  return latin(w.view());
};

/** A reader of PDF objects, made for this test alone from ISO 32000-1, 7.3. */
class Reader {
  #at = 0;
  constructor(readonly s: string) {}
  value(): unknown {
    this.#space();
    const rest = this.s.slice(this.#at);
    const token = (re: RegExp): RegExpExecArray | null => {
      const m = re.exec(rest);
      if (m) this.#at += m[0].length;
      return m;
    };
    let m;
    if (rest.startsWith("<<")) return this.#dict();
    if ((m = token(/^<([0-9A-F]*)>/))) return { hex: m[1] };
    if (rest.startsWith("(")) return this.#literal();
    if (rest.startsWith("[")) return this.#array();
    if ((m = token(/^\/([^\s/<>[\]()]*)/))) return { name: decodeURIComponent(m[1]!.replace(/#/g, "%")) };
    if ((m = token(/^(\d+) 0 R/))) return { ref: Number(m[1]) };
    if ((m = token(/^-?\d*\.?\d+/))) return Number(m[0]);
    if ((m = token(/^(true|false|null)/))) return JSON.parse(m[0]) as unknown;
    throw new Error(`unreadable: ${rest.slice(0, 40)}`);
  }
  #space(): void {
    while (/\s/.test(this.s[this.#at] ?? "x")) this.#at++;
  }
  #dict(): unknown {
    this.#at += 2;
    const out: Record<string, unknown> = {};
    for (this.#space(); !this.s.startsWith(">>", this.#at); this.#space()) out[(this.value() as { name: string }).name] = this.value();
    this.#at += 2;
    return out;
  }
  #array(): unknown {
    this.#at++;
    const out: unknown[] = [];
    for (this.#space(); this.s[this.#at] !== "]"; this.#space()) out.push(this.value());
    this.#at++;
    return out;
  }
  #literal(): unknown {
    let out = "";
    for (this.#at++; this.s[this.#at] !== ")"; this.#at++) {
      if (this.s[this.#at] === "\\") this.#at++;
      out += this.s[this.#at];
    }
    this.#at++;
    return { text: out };
  }
}

const plain = (v: PdfValue): unknown => {
  if (v instanceof Name) return { name: v.value };
  if (v instanceof Text)
    return /^[\x20-\x7e]*$/.test(v.value)
      ? { text: v.value }
      : {
          hex: `FEFF${[...Array(v.value.length).keys()].map((i) => v.value.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0")).join("")}`,
        };
  if (v instanceof Bytes) return { hex: [...v.value].map((b) => b.toString(16).toUpperCase().padStart(2, "0")).join("") };
  if (v instanceof Ref) return { ref: v.num };
  if (Array.isArray(v)) return v.map(plain);
  if (typeof v === "number") return Math.round(v * 1000) / 1000 + 0;
  if (typeof v === "object" && v !== null && !(v instanceof Raw))
    return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, plain(x as PdfValue)]));
  return v;
};

const anyValue = fc.letrec<{ value: PdfValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.double({ min: -20_000, max: 20_000, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.string({ unit: "grapheme", maxLength: 8 }).map((s) => new Name(s.replaceAll("\0", ""))),
    fc.string({ unit: "binary", maxLength: 12 }).map((s) => new Text(s)),
    fc.uint8Array({ maxLength: 8 }).map((b) => new Bytes(b)),
    fc.integer({ min: 1, max: 999 }).map((n) => new Ref(n)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z0-9 #/]{0,6}$/), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test("what is written reads back", () => {
  fc.assert(
    fc.property(anyValue, (v) => {
      expect(new Reader(written(v)).value()).toEqual(plain(v));
    }),
    { numRuns: 1500 },
  );
});

test("numbers: shortest form with three decimals, no exponent, no minus zero", () => {
  const num = (v: number): string => {
    const w = new ByteWriter(1);
    w.num(v);
    return latin(w.view());
  };
  expect([0, -0, 1, -1, 0.5, -0.25, 1.0004, 0.0004, -0.0004, 123.456, 1e7, 100, 0.05, 0.001].map(num)).toEqual([
    "0",
    "0",
    "1",
    "-1",
    ".5",
    "-.25",
    "1",
    "0",
    "0",
    "123.456",
    "10000000",
    "100",
    ".05",
    ".001",
  ]);
  fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (t) => Number(num(t / 1000)) === t / 1000));
});

describe("files", () => {
  const make = (compact: boolean, pretty = false): { bytes: Uint8Array; refs: Ref[] } => {
    const file = new PdfFile({ version: "1.7", compact, pretty, deflate: (b) => deflateSync(b) });
    const refs = Array.from({ length: 450 }, (_, i) => file.add({ Index: i }));
    refs.push(file.stream({}, new TextEncoder().encode("stream ".repeat(30))));
    const root = file.add({ Type: new Name("Catalog") });
    return { bytes: file.finish(() => ({ Root: root })), refs };
  };

  test("a classic table points at every object", () => {
    const { bytes, refs } = make(false);
    const text = latin(bytes);
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    const rows = text.slice(start).split("\n");
    for (const { num } of refs) {
      const offset = Number(rows[2 + num]!.slice(0, 10));
      expect(text.slice(offset, offset + `${num} 0 obj`.length)).toBe(`${num} 0 obj`);
    }
  });

  test("a compressed one points at every object, in its object stream or out of it", () => {
    const { bytes, refs } = make(true);
    const text = latin(bytes);
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    const streamAt = (offset: number): Uint8Array => {
      const length = Number(/\/Length (\d+)/.exec(text.slice(offset))![1]);
      const data = text.indexOf("stream\n", offset) + 7;
      return inflateSync(bytes.subarray(data, data + length));
    };
    const table = streamAt(start);
    const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
    refs.slice(0, -1).forEach(({ num }, i) => {
      expect(view.getUint8(num * 7)).toBe(2);
      const holder = view.getUint32(num * 7 + 1);
      const offset = view.getUint32(holder * 7 + 1);
      const first = Number(/\/First (\d+)/.exec(text.slice(offset))![1]);
      const body = latin(streamAt(offset));
      const index = view.getUint16(num * 7 + 5);
      const head = body.slice(0, first).trim().split(" ").map(Number);
      expect(head[2 * index]).toBe(num);
      expect(body.slice(first + head[2 * index + 1]!).startsWith(`<</Index ${i}>>`)).toBe(true);
    });
  });

  test.each([true, false])(
    "streams deflated elsewhere give the same file, in whatever order they come back (compact %s)",
    async (compact) => {
      const waiting: (() => void)[] = [];
      const made = (later: boolean): PdfFile => {
        const file = new PdfFile({
          version: "1.7",
          compact,
          pretty: false,
          deflate: (b) => deflateSync(b, { level: 6 }),
          ...(later && {
            deflateLater: (b: Uint8Array) =>
              new Promise<Uint8Array>((resolve, reject) => {
                waiting.push(() => deflate(b, { level: 6 }, (e, data) => (e ? reject(e) : resolve(data))));
              }),
          }),
        });
        for (let i = 0; i < 12; i++) {
          file.stream({ Index: i }, new TextEncoder().encode(`${i} 0 m ${"1 0 0 -1 12.5 "} `.repeat(i * 100)));
          file.add({ Index: i });
        }
        return file;
      };
      const root = (): { Root: Ref } => ({ Root: new Ref(2) });
      const file = made(true);
      expect(() => file.finish(root)).toThrow("settle first");
      const settled = file.settle();
      expect(waiting.length).toBeGreaterThan(5);
      for (const start of waiting.reverse()) start();
      await settled;
      expect(Buffer.compare(file.finish(root), made(false).finish(root))).toBe(0);
    },
  );

  test("pretty is ASCII to the last stream", () => {
    const { bytes } = make(true, true);
    // the header's second line is binary by design
    expect(bytes.slice(20).every((b) => b < 0x80)).toBe(true);
  });
});

test("pako and zlib give the same bytes at level 6", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 5000 }),
        fc
          .array(fc.constantFrom("0 0 m ", "1 0 0 -1 12.5 ", "(AB) Tj\n"), { maxLength: 2000 })
          .map((a) => new TextEncoder().encode(a.join(""))),
      ),
      (b) => {
        expect(Buffer.compare(Buffer.from(pako(b, { level: 6 })), deflateSync(b, { level: 6 }))).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});
