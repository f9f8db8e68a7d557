// A file with its changes, written anew: what the catalog leads to, without earlier revisions.
import { concatBytes } from "../../../base/bytes.js";
import { PdfName, PdfRef, PdfStream, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";
import { ByteWriter } from "../syntax/bytes.js";
import { identifiers, writeObject } from "./append.js";
import type { Changes } from "./changes.js";
import { ValueWriter } from "./value.js";

interface RewriteTools {
  readonly md5: (bytes: Uint8Array) => Uint8Array;
  /** zlib (RFC 1950) */
  readonly deflate: (bytes: Uint8Array) => Uint8Array;
}

/** Objects of an object stream. */
const IN_STREAM = 100;
const HEAD = "%âãÏÓ\n";
const same = (bytes: Uint8Array): Uint8Array => bytes;
const NO_DICT: PdfDict = new Map();

/** Objects are numbered in the order in which they are reached. Packed in object streams if the version has them and the file did. */
export function rewritten(changes: Changes, { md5, deflate }: RewriteTools): Uint8Array {
  const { file } = changes;
  const w = new ByteWriter(Math.max(1 << 14, file.source.length));
  w.ascii(`%PDF-${file.version}\n${HEAD}`);
  const numbers = new Map<number, PdfRef>();
  const waiting: { readonly ref: PdfRef; readonly object: PdfObject }[] = [];
  const refOf = (ref: PdfRef): PdfRef | null => {
    const known = numbers.get(ref.num);
    if (known) return known;
    const object = changes.get(ref);
    if (object === null) return null;
    const made = new PdfRef(numbers.size + 1, 0);
    numbers.set(ref.num, made);
    waiting.push({ ref: made, object });
    return made;
  };
  const values = new ValueWriter(w, refOf);
  const places = new Map<number, Place>();
  const packs = file.crossReference !== null && file.crossReference.kind !== "table";
  const packed: { readonly num: number; readonly bytes: Uint8Array }[] = [];
  // the catalog is not packed: readers of encrypted files need it early
  const root = rootOf(changes);
  const roots = [root, file.trailer.get("Info")].flatMap((object) => (object instanceof PdfRef ? (refOf(object) ?? []) : []));
  for (let i = 0; i < waiting.length; i++) {
    const { ref, object } = waiting[i]!;
    if (packs && !(object instanceof PdfStream)) {
      const own = new ByteWriter(256);
      new ValueWriter(own, refOf).write(object, same);
      packed.push({ num: ref.num, bytes: own.take() });
      continue;
    }
    places.set(ref.num, { at: w.length });
    writeObject(values, file, ref, object);
  }
  let next = numbers.size + 1;
  for (let from = 0; from < packed.length; from += IN_STREAM) {
    const some = packed.slice(from, from + IN_STREAM);
    const num = next++;
    let at = 0;
    const head = some.map(({ num: of, bytes }) => `${of} ${(at += bytes.length + 1) - bytes.length - 1}`).join(" ");
    const data = concatBytes([ascii(`${head}\n`), ...some.flatMap(({ bytes }) => [bytes, [10]])]);
    some.forEach(({ num: of }, index) => places.set(of, { inside: num, index }));
    places.set(num, { at: w.length });
    const dict = new Map<string, PdfObject>([
      ["Type", new PdfName("ObjStm")],
      ["N", some.length],
      ["First", head.length + 1],
      ["Filter", new PdfName("FlateDecode")],
    ]);
    writeObject(values, file, new PdfRef(num, 0), new PdfStream(dict, deflate(data), null));
  }
  let encrypt: PdfRef | null = null;
  if (file.encryption) {
    encrypt = new PdfRef(next++, 0);
    places.set(encrypt.num, { at: w.length });
    w.ascii(`${encrypt.num} 0 obj\n`);
    values.dict(file.encryption, same);
    w.ascii("\nendobj\n");
  }
  const [catalog, info] = roots;
  const id = identifiers(file, md5, w.view());
  const trailer = (size: number): PdfDict =>
    new Map<string, PdfObject>([
      ["Size", size],
      ["Root", catalog ?? null],
      ...(info ? ([["Info", info]] as const) : []),
      ...(encrypt ? ([["Encrypt", encrypt]] as const) : []),
      ["ID", id],
    ]);
  const plain = new ValueWriter(w);
  const start = w.length;
  if (packs) {
    places.set(next, { at: start });
    writeStream(plain, next, places, trailer(next + 1), deflate);
  } else {
    w.ascii(`xref\n0 ${next}\n0000000000 65535 f \n`);
    for (let num = 1; num < next; num++) {
      const place = places.get(num)!;
      w.ascii(`${String("at" in place ? place.at : 0).padStart(10, "0")} 00000 n \n`);
    }
    w.ascii("trailer\n");
    plain.dict(trailer(next), same);
    w.byte(10);
  }
  w.ascii(`startxref\n${start}\n%%EOF\n`);
  return w.take();
}

type Place = { readonly at: number } | { readonly inside: number; readonly index: number };

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Reference to the catalog that the reader found. */
function rootOf(changes: Changes): PdfRef {
  const { file } = changes;
  const given = file.trailer.get("Root");
  if (given instanceof PdfRef && file.get(given) === file.catalog) return given;
  const found = file.refs().find((ref) => file.get(ref) === file.catalog);
  return found ?? changes.add(file.catalog.size > 0 ? file.catalog : NO_DICT);
}

const OFFSET = 4;

function writeStream(
  values: ValueWriter,
  num: number,
  places: ReadonlyMap<number, Place>,
  trailer: PdfDict,
  deflate: RewriteTools["deflate"],
): void {
  const { w } = values;
  const rows = new ByteWriter(1 << 12);
  const row = (kind: number, a: number, b: number): void => {
    rows.byte(kind);
    for (let i = OFFSET - 1; i >= 0; i--) rows.byte(Math.floor(a / 256 ** i) % 256);
    rows.byte(b >> 8);
    rows.byte(b & 255);
  };
  row(0, 0, 65535);
  for (let n = 1; n <= num; n++) {
    const place = places.get(n)!;
    if ("at" in place) row(1, place.at, 0);
    else row(2, place.inside, place.index);
  }
  const data = deflate(rows.view());
  w.ascii(`${num} 0 obj\n`);
  values.dict(
    new Map<string, PdfObject>([
      ["Type", new PdfName("XRef")],
      ["W", [1, OFFSET, 2]],
      ["Filter", new PdfName("FlateDecode")],
      ["Length", data.length],
      ...trailer,
    ]),
    same,
  );
  w.ascii("\nstream\n");
  w.bytes(data);
  w.ascii("\nendstream\nendobj\n");
}
