// Places of the documents, the index and the errors of a run (BK-12, BK-16 to BK-19).
import { createHash } from "node:crypto";
import path from "node:path";
import { wrong } from "./end.js";
import { errorsBeside, RunFiles, type RunLog } from "./index-file.js";
import { NamePattern } from "./name-pattern.js";
import { ObjectLog } from "./object-log.js";
import { folderOf, isFolderUrl, isObjectUrl, ObjectSink, storePlaceOf } from "./object-store.js";
import type { Joining, PartBounds } from "./part-delivery.js";
import { FolderSink, type Sink } from "./sink.js";
import { OutputSink, ToldLog } from "./standard-output.js";

/** A PDF for each record, one of all, or parts. */
export type Output =
  | { readonly kind: "out"; readonly folder: string }
  | (JoinedOutput & { readonly kind: "one"; readonly file: string })
  | (JoinedOutput & { readonly kind: "parts"; readonly folder: string; readonly bounds: PartBounds });

interface JoinedOutput {
  readonly title: string | null;
  /** a bookmark for each record */
  readonly hasEntries: boolean;
}

/** Names by which a run is placed. */
interface Naming {
  readonly name: string | null;
  readonly shard: string | null;
  readonly hasKey: boolean;
  readonly index: string | null;
  readonly errors: string | null;
}

/** Names and places of a run's files. */
interface OutputPlace {
  /** "" is standard output */
  readonly folder: string;
  /** null: index and errors are not written */
  readonly index: string | null;
  readonly errors: string | null;
  /** of a PDF for each record; null: documents are joined */
  readonly pattern: NamePattern | null;
  readonly joining: Joining | null;
}

const UNBOUNDED: PartBounds = { records: Infinity, pages: Infinity, bytes: Infinity };

/** @throws RunEnd 2 */
export function placeOf(output: Output, naming: Naming): OutputPlace {
  const { name, shard, hasKey } = naming;
  if (output.kind === "one") return placeOfOne(output, naming);
  const { folder } = output;
  const index = naming.index ?? within(folder, shard === null ? "index.jsonl" : `index-${shard}.jsonl`);
  const errors = naming.errors ?? errorsBeside(index);
  if (absolute(index) === absolute(errors)) throw wrong("--index and --errors name the same file");
  const place = { folder, index, errors };
  if (output.kind === "out") {
    const pattern = new NamePattern(name ?? (shard === null ? "{n:8}" : "{shard}-{n:8}"), shard ?? "", hasKey);
    return { ...place, pattern, joining: null };
  }
  const pattern = new NamePattern(name ?? (shard === null ? "part-{part:5}" : "part-{shard}-{part:5}"), shard ?? "", false, "part");
  const { bounds, title, hasEntries } = output;
  return { ...place, pattern: null, joining: { pattern, file: "", bounds, title, hasEntries } };
}

function placeOfOne({ file: given, title, hasEntries }: Extract<Output, { kind: "one" }>, { shard, index, errors }: Naming): OutputPlace {
  const joining = { pattern: null, bounds: UNBOUNDED, title, hasEntries };
  if (given === "-") return { folder: "", index, errors, pattern: null, joining: { ...joining, file: "-" } };
  if (isObjectUrl(given) ? isFolderUrl(given) : /[/\\]$/.test(given))
    throw wrong(`--one: ${given} is a folder; the name of a file is required`);
  const [, stem, extension] = /^(.*?)(\.pdf)?$/is.exec(given)!;
  const sharded = shard === null ? stem! : `${stem}-${shard}`;
  const [folder, file] = parted(`${sharded}${extension ?? ""}`);
  const ownIndex = index ?? `${sharded}.index.jsonl`;
  const own = { index: ownIndex, errors: errors ?? errorsBeside(ownIndex) };
  if (absolute(own.index) === absolute(own.errors)) throw wrong("--index and --errors name the same file");
  return { folder, ...own, pattern: null, joining: { ...joining, file } };
}

function parted(file: string): readonly [string, string] {
  if (!isObjectUrl(file)) return [path.dirname(file), path.basename(file)];
  const slash = file.lastIndexOf("/");
  return [file.slice(0, slash + 1), file.slice(slash + 1)];
}

const within = (folder: string, name: string): string =>
  isObjectUrl(folder) ? (folder.endsWith("/") ? folder + name : `${folder}/${name}`) : path.join(folder, name);
const absolute = (file: string): string => (isObjectUrl(file) ? file : path.resolve(file));

/** @param reserved files of the run, which no document replaces */
export async function sinkOf({ folder, index, joining }: OutputPlace, option: string, reserved: readonly string[]): Promise<Sink> {
  if (folder === "") return new OutputSink();
  if (!isObjectUrl(folder)) {
    const name = index === null || isObjectUrl(index) ? (index ?? "") : path.relative(folder, index);
    const run = createHash("sha256").update(name).digest("hex").slice(0, 16);
    const sink = new FolderSink(folder, run, reserved.map(absolute));
    if (joining?.pattern === null && sink.isInTheWay(joining.file))
      throw wrong(`--one: ${path.join(folder, joining.file)} is a folder or device`);
    return sink;
  }
  const place = await storePlaceOf(folder, option);
  const bucket = `s3://${place.store.bucket}/`;
  return new ObjectSink(
    { ...place, key: folderOf(place.key) },
    reserved.filter((url) => url.startsWith(bucket)).map((url) => url.slice(bucket.length)),
  );
}

/** @param tell prints what has no file. @throws RunEnd 2 if index and errors are not in one place */
export async function logOf({ index, errors }: OutputPlace, tell: (line: string) => void): Promise<RunLog> {
  if (index === null || errors === null) return new ToldLog(tell);
  if (isObjectUrl(index) !== isObjectUrl(errors)) throw wrong("--index and --errors must both be files, or objects of one bucket");
  if (!isObjectUrl(index)) return new RunFiles(index, errors);
  const [place, other] = [await storePlaceOf(index, "--index"), await storePlaceOf(errors, "--errors")];
  if (place.store.bucket !== other.store.bucket) throw wrong("--index and --errors must be objects of one bucket");
  if (place.key === "" || other.key === "") throw wrong("--index, --errors: an object has a key");
  return new ObjectLog(place, other.key);
}
