// `platen pipe`: a record a line in, an answer a line out (BK-30, BK-31).
import { messageOf } from "../../base/error.js";
import { opendirSync, rmSync } from "node:fs";
import path from "node:path";
import type { Template } from "../../compiler/template/template.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import { createRecordPool } from "../library/pool.js";
import type { SentTemplate } from "../library/records.js";
import { optionsOf, type RenderSettings } from "./batch.js";
import { dateOf } from "./date.js";
import { RunEnd } from "./end.js";
import { Records, type RecordProblem } from "./input.js";
import { isFree, thisProcess, type Owner } from "./lock.js";
import { NamePattern } from "./name-pattern.js";
import { isObjectUrl, ObjectSink, storePlaceOf } from "./object-store.js";
import { itemsOf, problemOfName, type Item } from "./run.js";
import { FolderSink, inFile, type Sink } from "./sink.js";
import { standardInput } from "./source.js";
import { rendering, worked, type Made } from "./workers.js";

export interface PipeOptions {
  readonly template: SentTemplate & { readonly parsed: Template; readonly differs: boolean };
  /** signers of the records; null: there are none */
  readonly desk: SignerDesk | null;
  /** null: documents are in the answers */
  readonly out: string | null;
  readonly name: string | null;
  readonly key: string | null;
  readonly date: string | null;
  readonly workers: number;
  readonly settings: RenderSettings;
}

/** Answers until the input ends. @throws RunEnd */
export async function pipe(o: PipeOptions): Promise<void> {
  const { settings, key, workers, template } = o;
  const pattern = new NamePattern(o.name ?? "{record_sha256}", "", key !== null);
  const epoch = dateOf(o.date ?? undefined, process.env) ?? Math.floor(Date.now() / 1000);
  const sink = o.out === null ? null : await sinkOf(o.out);
  sink?.prepare();
  if (sink instanceof FolderSink) clearKilled(sink.folder);
  const inputs = [{ source: standardInput, format: "jsonl", isGzip: false }] as const;
  const form = { delimiter: null, decimal: ".", group: null, shard: null } as const;
  const records = new Records(inputs, { shape: template.parsed.plan.shape, ...form, most: settings.mostBytes });
  const abort = new AbortController();
  const output = new Output(() => abort.abort(new RunEnd(141, "the reader of standard output has gone")));
  const pool = createRecordPool({ workers, queue: 1024, timeoutMs: settings.timeoutMs, memoryMb: settings.memoryMb }, o.desk);
  try {
    await pool.ready.catch((e: unknown) => {
      throw new RunEnd(75, `processes that render cannot be started: ${messageOf(e)}`);
    });
    const results = worked(itemsOf({ records, pattern, key }, null, 0), {
      // an answer waits for no other record
      make: rendering(pool, { template, options: optionsOf(settings, epoch), workers }, 1),
      workers,
      signal: abort.signal,
      // no name is needed without files
      known: ({ nameProblem }) => Promise.resolve(sink && nameProblem && { problem: nameProblem }),
    });
    for await (const { item, outcome } of results) {
      if (outcome === "known") throw new Error("a pipe has no earlier run");
      await output.line(await answerOf(item, outcome, sink, template.differs));
    }
  } finally {
    sink?.clear();
    await pool.close({ graceMs: 0 });
  }
}

const sinkOf = async (out: string): Promise<Sink> =>
  isObjectUrl(out) ? new ObjectSink(await storePlaceOf(out, "--out")) : new FolderSink(out, pipeName(thisProcess()));

/** Name of a pipe's incomplete file: other pipes may be at work in the folder. */
const pipeName = ({ host, pid, start }: Owner): string => `pipe-${host}-${pid}-${start ?? ""}`;
const PIPE_FILE = /^\.pipe-(.*)-(\d+)-(\d*)\.part$/;

/** Removes incomplete files of pipes that were killed (BK-30). */
function clearKilled(folder: string): void {
  inFile(folder, () => {
    const names = opendirSync(folder);
    try {
      for (let entry = names.readSync(); entry; entry = names.readSync()) {
        const [, host = "", pid, start = ""] = PIPE_FILE.exec(entry.name) ?? [];
        const file = path.join(folder, entry.name);
        if (pid !== undefined && isFree(file, { host, pid: Number(pid), start: start || null })) rmSync(file, { force: true });
      }
    } finally {
      names.closeSync();
    }
  });
}

async function answerOf(
  item: Item,
  outcome: Made | { readonly problem: RecordProblem },
  sink: Sink | null,
  replace: boolean,
): Promise<object> {
  const { n, key } = item;
  const place = { n, ...(key !== undefined && { key }) };
  if ("problem" in outcome) return { ...place, ok: false, ...outcome.problem };
  const { pdf, pages, sha256 } = outcome;
  const made = { ...place, ok: true, pages, bytes: pdf.length, sha256 };
  if (!sink) return { ...made, pdf: Buffer.from(pdf).toString("base64") };
  const file = item.name!;
  const put = await sink.put(file, pdf, { replace });
  return put === "there" ? { ...made, file } : { ...place, ok: false, ...problemOfName(`${file}: ${put.refused}`) };
}

/** Standard output, which a reader may leave. */
class Output {
  #isGone = false;

  constructor(readonly gone: () => void) {
    process.stdout.on("error", () => {
      this.#isGone = true;
      gone();
    });
  }

  /** Waits for room. @throws RunEnd 141 */
  async line(value: object): Promise<void> {
    await new Promise<void>((resolve) => process.stdout.write(`${JSON.stringify(value)}\n`, () => resolve()));
    // the error comes after the write's end
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#isGone) throw new RunEnd(141, "the reader of standard output has gone");
  }
}
