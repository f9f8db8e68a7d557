// Records to documents in processes.
import { createHash } from "node:crypto";
import { RenderError } from "../../compiler/core/fail.js";
import { publicError } from "../errors/errors.js";
import type { LibraryOptions } from "../library/library.js";
import type { RecordPool } from "../library/pool.js";
import { inOrder } from "../library/in-order.js";
import type { DisplayedRecord } from "../library/display-record.js";
import { MOST_OF_GROUP, RecordGroups, type OnRecords } from "../library/record-groups.js";
import { POOL_UNAVAILABLE, type HeldRecord, type SentTemplate } from "../library/records.js";
import type { Rendered } from "../library/library.js";
import { RunEnd } from "./end.js";
import { problemOfError, type InputRecord, type RecordProblem } from "./input.js";

/** A document. */
export interface Made {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly sha256: string;
}

type Sent = NonNullable<InputRecord["sent"]>;

/** Makes the document of a record in a process. */
export type Make<M> = (sent: Sent) => Promise<M>;

/** Template and options of each record, and the number of processes. */
interface Making {
  readonly template: SentTemplate;
  readonly workers: number;
  readonly options: LibraryOptions;
}

/** Documents as PDFs. @param most records that are sent to a process at once */
export function rendering(pool: RecordPool, { template, options, workers }: Making, most?: number): Make<Made> {
  const send = (records: readonly HeldRecord[]): ReturnType<OnRecords> =>
    pool.renderRecords(template.source, template.isText, records, options);
  const groups = new RecordGroups<Rendered>(send, workers, most);
  return async (sent) => {
    const { pdf, pages } = await groups.add(sent);
    return { pdf, pages, sha256: createHash("sha256").update(pdf).digest("hex") };
  };
}

/** Documents as display lists. */
export function displaying(pool: RecordPool, { template, options, workers }: Making): Make<DisplayedRecord> {
  const send = (records: readonly HeldRecord[]): ReturnType<OnRecords> =>
    pool.displayRecords(template.source, template.isText, records, options);
  return new RecordGroups<DisplayedRecord>(send, workers).add;
}

type Outcome<M> = M | { readonly problem: RecordProblem };

/** Work on the records of a run. */
interface Work<T extends { readonly record: InputRecord }, M> {
  readonly make: Make<M>;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** a record's outcome without a render, such as of one whose file is there */
  readonly known: (item: T) => Promise<"known" | { readonly problem: RecordProblem } | null>;
}

/** Rules of errors that may be of the process, not of its record. */
const OF_PROCESS = new Set(["pool-bound", "pool-memory"]);
/** Records that are read for each process before they are needed (BK-22): those of a group, and of the next while these are rendered. */
const AHEAD = 2 * MOST_OF_GROUP;

class TryAgain extends Error {}

/** Renders records in order; one that took too much time or memory once more, alone. */
export async function* worked<T extends { readonly record: InputRecord }, M>(
  items: AsyncIterable<T>,
  { make, workers, signal, known }: Work<T, M>,
): AsyncGenerator<{ readonly item: T; readonly outcome: Outcome<M> | "known" }> {
  const tried = new WeakSet<T>();
  const work = async (item: T): Promise<{ item: T; outcome: Outcome<M> | "known" }> => {
    const { sent, problem } = item.record;
    const found = await known(item);
    if (found) return { item, outcome: found };
    if (problem || !sent) return { item, outcome: { problem: problem! } };
    try {
      return { item, outcome: await make(sent) };
    } catch (e) {
      if (signal.aborted || e instanceof TypeError) throw e;
      if (!(e instanceof RenderError)) {
        const { code, message } = publicError(e);
        return { item, outcome: { problem: { code, path: "", message } } };
      }
      if (e.rule === POOL_UNAVAILABLE) throw new RunEnd(75, `processes that render cannot be used: ${e.message}`, { cause: e });
      if (OF_PROCESS.has(e.rule) && !tried.has(item)) {
        tried.add(item);
        throw new TryAgain();
      }
      return { item, outcome: { problem: problemOfError(e) } };
    }
  };
  yield* inOrder(items, {
    hold: (item) => item,
    work,
    // those that no process has yet wait for the next group
    lanes: AHEAD * workers,
    ahead: AHEAD * workers - 1,
    signal,
    isTriedAgain: (e) => e instanceof TryAgain,
  });
}
