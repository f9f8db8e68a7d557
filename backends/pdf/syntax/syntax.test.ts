import { deflateSync, inflateSync } from "node:zlib";
import { deflate as pako } from "pako";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteWriter } from "./bytes.js";
import { PdfFile } from "./file.js";
import { LARGEST_IN_FORM, ObjectForm } from "./object-form.js";
import { Bytes, Name, Raw, Ref, Text, writeValue, type Dict, type PdfValue } from "./object.js";
import { BytesInMemory } from "../../../base/sink.js";
import { runs } from "../../../tests/support/runs.js";

const latin = (b: Uint8Array): string => new TextDecoder("latin1").decode(b);
const written = (v: PdfValue): string => {
  const w = new ByteWriter();
  writeValue(w, v);
  return latin(w.view());
};

/** Independent reader of PDF objects, written from ISO 32000-1, 7.3. */
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
    { numRuns: runs(1500) },
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

/** Strings by value: encryption changes literal to hexadecimal strings. */
function strings(v: unknown): unknown {
  if (typeof v !== "object" || v === null) return v;
  if (Array.isArray(v)) return v.map((item) => strings(item));
  const one = v as Record<string, unknown>;
  if (Object.keys(one).length === 1 && typeof one["text"] === "string")
    return { hex: [...one["text"]].map((c) => c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")).join("") };
  return Object.fromEntries(Object.entries(one).map(([k, item]) => [k, strings(item)]));
}

interface ReadObject {
  readonly value: unknown;
  readonly stream?: string;
}

/** Undoes PNG's filter "Up" (ISO 32000-1, 7.4.4.4). */
function unpredicted(rows: Uint8Array, columns: number): Uint8Array {
  const count = rows.length / (columns + 1);
  const out = new Uint8Array(count * columns);
  for (let r = 0; r < count; r++) {
    expect(rows[r * (columns + 1)]).toBe(2);
    for (let c = 0; c < columns; c++) out[r * columns + c] = rows[r * (columns + 1) + 1 + c]! + (r === 0 ? 0 : out[(r - 1) * columns + c]!);
  }
  return out;
}

/** Independent reader (ISO 32000-1, 7.5). `locked`: reverses the test cipher below. */
function readBack(bytes: Uint8Array, locked = false): ReadonlyMap<number, ReadObject> {
  const text = latin(bytes);
  const start = Number(/startxref\n(\d+)/.exec(text)![1]);
  const undo = (data: Uint8Array, num: number): Uint8Array => (locked ? data.map((v) => v ^ (num & 255)) : data);
  const unlockedStrings = (v: unknown, num: number): unknown => {
    if (!locked || typeof v !== "object" || v === null) return v;
    if (Array.isArray(v)) return v.map((item) => unlockedStrings(item, num));
    const one = v as Record<string, unknown>;
    if (Object.keys(one).length === 1 && typeof one["hex"] === "string")
      return { hex: one["hex"].replace(/../g, (h) => (Number.parseInt(h, 16) ^ (num & 255)).toString(16).toUpperCase().padStart(2, "0")) };
    return Object.fromEntries(Object.entries(one).map(([k, item]) => [k, unlockedStrings(item, num)]));
  };
  const objectAt = (offset: number, open = false): ReadObject => {
    const [head, number] = /^(\d+) 0 obj\n/.exec(text.slice(offset, offset + 20))!;
    const num = open ? 0 : Number(number);
    const value = new Reader(text.slice(offset + head.length)).value();
    const { Length: length, Filter: filter } = (value ?? {}) as { Length?: number; Filter?: { name?: string } };
    if (typeof length !== "number" || !/^(?:(?!\nendobj)[^])*?\nstream\n/.test(text.slice(offset)))
      return { value: unlockedStrings(value, num) };
    const data = text.indexOf("\nstream\n", offset) + 8;
    let body = undo(bytes.subarray(data, data + length), num);
    if (filter?.name === "FlateDecode") body = inflateSync(body);
    const { DecodeParms: parameters, Type: type } = (value ?? {}) as { DecodeParms?: { Columns: number }; Type?: { name: string } };
    if (parameters && type?.name === "ObjStm") body = unpredicted(body, parameters.Columns);
    if (filter?.name === "ASCIIHexDecode") body = Uint8Array.from(latin(body).match(/[0-9A-F]{2}/g) ?? [], (h) => Number.parseInt(h, 16));
    return { value: unlockedStrings(value, num), stream: latin(body) };
  };
  const out = new Map<number, ReadObject>();
  if (text.startsWith("xref", start)) {
    const rows = text.slice(start).split("\n").slice(2);
    rows.forEach((row, num) => {
      if (/^\d{10} \d{5} n $/.test(row)) out.set(num, objectAt(Number(row.slice(0, 10))));
    });
    return out;
  }
  const { value, stream } = objectAt(start, true);
  expect(value).toMatchObject({ W: [1, 4, 2], DecodeParms: { Predictor: 12, Columns: 7 } });
  const above = new Uint8Array(7);
  for (let r = 0; r * 8 < stream!.length; r++) {
    expect(stream!.charCodeAt(r * 8)).toBe(2);
    for (let c = 0; c < 7; c++) above[c]! += stream!.charCodeAt(r * 8 + 1 + c);
    const view = new DataView(above.buffer);
    const [kind, at, index] = [above[0], view.getUint32(1), view.getUint16(5)];
    if (kind === 1 && at !== start) out.set(r, objectAt(at));
    if (kind === 2) out.set(r, { value: { in: at, index } });
  }
  for (const [num, { value: place }] of out) {
    const { in: holder, index } = (place ?? {}) as { in?: number; index?: number };
    if (typeof holder !== "number") continue;
    const { value: about, stream: body } = out.get(holder)!;
    const first = (about as { First: number }).First;
    const head = body!.slice(0, first).trim().split(/ +/).map(Number);
    expect(head[2 * index!]).toBe(num);
    out.set(num, { value: new Reader(body!.slice(first + head[2 * index! + 1]!)).value() });
  }
  return out;
}

describe("files", () => {
  const make = (compact: boolean, pretty = false): { bytes: Uint8Array; refs: Ref[] } => {
    const sink = new BytesInMemory();
    const file = new PdfFile({ sink, version: "1.7", compact, pretty, deflate: (b) => deflateSync(b) });
    const refs = Array.from({ length: 4500 }, (_, i) => file.add({ Index: i }));
    refs.push(file.stream({}, new TextEncoder().encode("stream ".repeat(30))));
    const root = file.add({ Type: new Name("Catalog") });
    file.finish(() => ({ Root: root }));
    return { bytes: sink.bytes(), refs };
  };

  test.each([true, false])("the cross-reference points at every object, in its object stream or out of it (compact %s)", (compact) => {
    const { bytes, refs } = make(compact);
    const objects = readBack(bytes);
    refs.slice(0, -1).forEach(({ num }, i) => expect(objects.get(num)).toEqual({ value: { Index: i } }));
    expect(objects.get(refs.at(-1)!.num)!.stream).toBe("stream ".repeat(30));
  });

  test("what is written as a file reads back: objects, streams, and where they stand", () => {
    const anyObject = fc.oneof(
      anyValue.map((value) => ({ value, stream: null })),
      fc
        .tuple(
          fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{1,5}x$/), anyValue, { maxKeys: 3, noNullPrototype: true }),
          fc.uint8Array({ maxLength: 300 }),
        )
        .map(([value, stream]) => ({ value: value as PdfValue, stream })),
    );
    fc.assert(
      fc.property(
        fc.array(anyObject, { minLength: 1, maxLength: 40 }),
        fc.constantFrom("compact", "classic", "pretty"),
        fc.boolean(),
        (all, way, locked) => {
          const sink = new BytesInMemory();
          const file = new PdfFile({
            sink,
            version: "1.7",
            compact: way !== "classic",
            pretty: way === "pretty",
            deflate: (b) => deflateSync(b),
            ...(locked && {
              encryption: { dict: {}, id: new Uint8Array(16), encrypt: (b: Uint8Array, num: number) => b.map((v) => v ^ (num & 255)) },
            }),
          });
          const refs = all.map(({ value, stream }) => (stream ? file.stream(value as Dict, stream) : file.add(value)));
          file.finish(() => ({ Root: refs[0]! }));
          const objects = readBack(sink.bytes(), locked);
          all.forEach(({ value, stream }, i) => {
            const found = objects.get(refs[i]!.num)!;
            if (stream) expect(found.stream).toBe(latin(stream));
            const { Length: _, Filter: __, ...rest } = stream ? (found.value as Record<string, unknown>) : {};
            expect(strings(stream ? rest : found.value)).toEqual(strings(plain(value)));
          });
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test("objects of one form, and long arrays of references, read back wherever they stand", () => {
    const number = fc.oneof(fc.nat(12), fc.nat(LARGEST_IN_FORM), fc.constantFrom(0, 9, 10, 99, 100, 999_999, 1_000_000, LARGEST_IN_FORM));
    const many = fc.record({
      count: fc.oneof(fc.nat(70), fc.nat(3000)),
      numbers: fc.array(fc.record({ from: number, step: fc.integer({ min: -3, max: 40 }) }), { maxLength: 12 }),
      key: fc.stringMatching(/^[A-Z]{1,40}$/),
      refs: fc.oneof(fc.nat(70), fc.nat(900)),
      run: fc.constantFrom(1, 1, 2, 9, 400),
    });
    fc.assert(
      fc.property(fc.array(many, { minLength: 1, maxLength: 3 }), fc.constantFrom("compact", "large", "classic", "pretty"), (all, way) => {
        const sink = new BytesInMemory();
        const options = { sink, version: "1.7", compact: way !== "classic", pretty: way === "pretty", deflate: deflateSync } as const;
        const file = new PdfFile({ ...options, deflate: (b) => deflateSync(b) });
        // files of many objects have larger object streams
        if (way === "large") for (let i = 0; i < 20_001; i++) file.number();
        const expected = new Map<number, unknown>();
        const forms = all.map(
          ({ key, numbers }) => new ObjectForm([`<</${key}[`, ...numbers.slice(1).map(() => " "), ...(numbers.length > 0 ? ["]>>"] : [])]),
        );
        const longest = Math.max(...all.map(({ count }) => count));
        // objects of several forms take turns
        for (let i = 0; i < longest; i++)
          all.forEach(({ count, numbers, key, run }, k) => {
            if (i >= count || numbers.length === 0) return;
            const own = numbers.map(({ from, step }) => Math.min(LARGEST_IN_FORM, Math.max(0, from + i * step)));
            const last = own.at(-1)!;
            const together = i % 50 === 0 ? Math.min(run, LARGEST_IN_FORM - last + 1) : 1;
            const num = file.numbers(together);
            file.put(forms[k]!, num, own, together);
            for (let n = 0; n < together; n++) expected.set(num + n, { [key]: [...own.slice(0, -1), last + n] });
          });
        for (const { refs, count } of all) {
          const nums = Array.from({ length: refs }, (_, i) => (i % 7 === count % 7 ? 0 : 1 + i * (1 + (count % 3))));
          const value = file.refs(nums);
          const holder = file.add({ Kids: value });
          const list = nums.map((n) => (n === 0 ? null : { ref: n }));
          expected.set(holder.num, { Kids: value instanceof Ref ? { ref: value.num } : list });
          if (value instanceof Ref) expected.set(value.num, list);
        }
        file.finish(() => ({ Root: file.add({}) }));
        const objects = readBack(sink.bytes());
        for (const [num, value] of expected) expect(objects.get(num)?.value).toEqual(value);
      }),
      { numRuns: runs(25) },
    );
  });

  test.each([true, false])(
    "streams deflated elsewhere give the same file, and are called for from the last one on (compact %s)",
    (compact) => {
      const called: number[] = [];
      const handed: number[] = [];
      let asked = 0;
      const made = (later: boolean): Uint8Array => {
        const sink = new BytesInMemory();
        const file = new PdfFile({
          sink,
          version: "1.7",
          compact,
          pretty: false,
          deflate: (b) => deflateSync(b, { level: 6 }),
          ...(later && {
            deflateLater: (b: Uint8Array) => {
              const own = b.slice();
              const n = asked++;
              handed.push(b.length);
              return n % 5 === 0 ? deflateSync(own, { level: 6 }) : () => (called.push(n), deflateSync(own, { level: 6 }));
            },
          }),
        });
        for (let i = 0; i < 12; i++) {
          file.stream({ Index: i }, new TextEncoder().encode(`${i} 0 m ${"1 0 0 -1 12.5 "} `.repeat(i * 400)));
          file.add({ Index: i });
        }
        file.finish(() => ({ Root: new Ref(2) }));
        return sink.bytes();
      };
      expect(Buffer.compare(made(true), made(false))).toBe(0);
      expect(called.length).toBeGreaterThan(5);
      expect(called).toEqual(called.toSorted((a, b) => b - a));
      expect(handed).toHaveLength(11);
      expect(handed).toEqual(handed.toSorted((a, b) => a - b));
    },
  );

  test("pretty is ASCII to the last stream", () => {
    const { bytes } = make(true, true);
    // the second header line is binary by design
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
    { numRuns: runs(60) },
  );
});
