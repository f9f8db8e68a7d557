// Incremental updates (ISO 32000-2, 7.5.6): the file as it is, then objects, their cross-reference and a trailer.
import { isList } from "../../../base/json.js";
import { concatBytes } from "../../../base/bytes.js";
import { PdfName, PdfRef, PdfStream, PdfString, type ChangeableFile, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";
import { ByteWriter } from "../syntax/bytes.js";
import type { Changes } from "./changes.js";
import { rangeText, ValueWriter, type Hole, type Span } from "./value.js";

interface UpdatedFile {
  readonly pdf: Uint8Array;
  /** length of the file before */
  readonly from: number;
  /** strings with their `<` and `>`, in the file */
  readonly holes: ReadonlyMap<Hole, Span>;
}

/** Entries of a cross-reference stream that a trailer does not have, and those that an update makes. */
const OF_STREAM: ReadonlySet<string> = new Set([
  "Type",
  "W",
  "Index",
  "Filter",
  "DecodeParms",
  "Length",
  "Prev",
  "XRefStm",
  "Size",
  "ID",
  "DL",
  "F",
]);
const NONE = new Uint8Array(0);
const same = (bytes: Uint8Array): Uint8Array => bytes;

/**
 * The file with its changes appended; without changes the same bytes.
 * @param md5 for the identifier of the file
 * @throws RangeError for a cross-reference that was rebuilt
 */
export function appended(changes: Changes, md5: (bytes: Uint8Array) => Uint8Array): UpdatedFile {
  const { file } = changes;
  const { source } = file;
  if (changes.isEmpty) return { pdf: source, from: source.length, holes: new Map() };
  // objects are read until here: what was rebuilt is known
  const { crossReference: form } = file;
  if (form === null) throw new RangeError("the cross-reference was rebuilt");
  const w = new ByteWriter(1 << 14);
  if (![10, 13].includes(source.at(-1)!)) w.byte(10);
  const values = new ValueWriter(w);
  // offsets count from the header
  const base = source.length - file.headerAt;
  const places = new Map<number, { readonly at: number; readonly gen: number }>();
  for (const { ref, object } of changes.all) {
    places.set(ref.num, { at: base + w.length, gen: ref.gen });
    writeObject(values, file, ref, object);
  }
  const id = identifiers(file, md5, w.view());
  let stream: { readonly at: number; readonly size: number } | null = null;
  const at = base + w.length;
  if (form.kind !== "table") {
    const num = changes.size;
    places.set(num, { at, gen: 0 });
    const dict = trailer(file, { size: num + 1, prev: form.kind === "stream" ? form.at : null, id });
    writeStream(values, new PdfRef(num, 0), places, dict);
    stream = { at, size: num + 1 };
  }
  let start = at;
  if (form.kind !== "stream") {
    start = base + w.length;
    writeTable(w, places);
    const dict = trailer(file, { size: stream?.size ?? changes.size, prev: form.at, id });
    w.ascii("trailer\n");
    values.dict(stream ? new Map([...dict, ["XRefStm", stream.at]]) : dict, same);
    w.byte(10);
  }
  w.ascii(`startxref\n${start}\n%%EOF\n`);
  const pdf = concatBytes([source, w.view()]);
  const moved = ({ from, to }: Span): Span => ({ from: source.length + from, to: source.length + to });
  const holes = new Map([...values.holes].map(([hole, span]) => [hole, moved(span)]));
  for (const { hole, at: place } of values.ranges) {
    const span = holes.get(hole);
    if (!span) throw new RangeError("a byte range without its hole");
    pdf.set(
      Uint8Array.from(rangeText(span, pdf.length), (c) => c.charCodeAt(0)),
      source.length + place,
    );
  }
  return { pdf, from: source.length, holes };
}

/** Writes an object with its number. Data of a stream is encrypted here, also that of the file, whose key depends on the number. */
export function writeObject(values: ValueWriter, file: ChangeableFile, ref: PdfRef, object: PdfObject): void {
  const { w } = values;
  const seal = (bytes: Uint8Array): Uint8Array => file.sealString(bytes, ref);
  w.ascii(`${ref.num} ${ref.gen} obj\n`);
  if (object instanceof PdfStream) {
    const data = file.sealStream(file.encoded(object), ref, object.dict);
    values.dict(new Map([...object.dict, ["Length", data.length]]), seal);
    w.ascii("\nstream\n");
    w.bytes(data);
    w.ascii("\nendstream");
  } else values.write(object, seal);
  w.ascii("\nendobj\n");
}

/** The first part stays; the second follows from what is written. */
export function identifiers(file: ChangeableFile, md5: (bytes: Uint8Array) => Uint8Array, update: Uint8Array): PdfObject {
  const given = file.get(file.trailer.get("ID"));
  const parts = isList(given) ? given.map((part) => file.get(part)) : [];
  const [first, second] = parts.map((part) => (part instanceof PdfString ? part.bytes : null));
  const changed = md5(concatBytes([first ?? NONE, second ?? NONE, md5(update)]));
  // the key of an encrypted file may follow from an identifier that is missing
  const made = file.encryption === null ? md5(file.source) : NONE;
  return [new PdfString(first ?? made), new PdfString(changed)];
}

function trailer(
  file: ChangeableFile,
  { size, prev, id }: { readonly size: number; readonly prev: number | null; readonly id: PdfObject },
): PdfDict {
  const retained = [...file.trailer].filter(([key]) => !OF_STREAM.has(key));
  return new Map<string, PdfObject>([["Size", size], ...retained, ...(prev === null ? [] : ([["Prev", prev]] as const)), ["ID", id]]);
}

/** Runs of numbers that follow one another. */
function runsOf(nums: Iterable<number>): readonly (readonly number[])[] {
  const out: number[][] = [];
  for (const num of [...nums].sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && last.at(-1)! + 1 === num) last.push(num);
    else out.push([num]);
  }
  return out;
}

type Places = ReadonlyMap<number, { readonly at: number; readonly gen: number }>;

function writeTable(w: ByteWriter, places: Places): void {
  w.ascii("xref\n");
  for (const run of runsOf(places.keys())) {
    w.ascii(`${run[0]!} ${run.length}\n`);
    for (const num of run) {
      const { at, gen } = places.get(num)!;
      w.ascii(`${String(at).padStart(10, "0")} ${String(gen).padStart(5, "0")} n \n`);
    }
  }
}

const OFFSET = 5;
const GENERATION = 2;

/** Neither its data nor its strings are encrypted. */
function writeStream(values: ValueWriter, ref: PdfRef, places: Places, trailerDict: PdfDict): void {
  const { w } = values;
  const runs = runsOf(places.keys());
  const data = new ByteWriter(1 << 12);
  for (const run of runs)
    for (const num of run) {
      const { at, gen } = places.get(num)!;
      data.byte(1);
      for (let i = OFFSET - 1; i >= 0; i--) data.byte(Math.floor(at / 256 ** i) % 256);
      data.byte(gen >> 8);
      data.byte(gen & 255);
    }
  w.ascii(`${ref.num} ${ref.gen} obj\n`);
  const own: PdfDict = new Map<string, PdfObject>([
    ["Type", new PdfName("XRef")],
    ["W", [1, OFFSET, GENERATION]],
    ["Index", runs.flatMap((run) => [run[0]!, run.length])],
    ["Length", data.length],
  ]);
  values.dict(new Map([...own, ...trailerDict]), same);
  w.ascii("\nstream\n");
  w.bytes(data.view());
  w.ascii("\nendstream\nendobj\n");
}
