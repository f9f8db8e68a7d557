// One run: records to documents, with an index from which a killed run goes on.
import { createHash } from "node:crypto";
import { InputFault, RunEnd, wrong } from "./end.js";
import { isPart, type Line, type LogLine, type RunLog, type Totals } from "./index-file.js";
import type { InputRecord, RecordProblem, Records } from "./input.js";
import type { NamePattern } from "./name-pattern.js";
import type { Stop } from "./stop.js";
import { worked, type Make } from "./workers.js";

interface RunPlan<M> {
  readonly records: Records;
  /** null: documents have no names */
  readonly pattern: NamePattern | null;
  /** dotted path; null: records have no key */
  readonly key: string | null;
  readonly log: RunLog;
  readonly workers: number;
  readonly make: Make<M>;
  readonly delivery: Delivery<M>;
  /** refused records that the run may have */
  readonly mostRefused: number;
}

/** Counts, and records that earlier runs had done. */
export type RunTotals = { -readonly [K in keyof Totals]: Totals[K] } & { resumed: number };

/** The run ended at this place: code 3. */
export class EndedByData extends RunEnd {
  constructor(message: string) {
    super(3, message);
  }
}

export interface Item {
  readonly n: number;
  readonly record: InputRecord;
  readonly key: string | undefined;
  readonly name: string | null;
  readonly nameProblem: RecordProblem | null;
  /** of an earlier run */
  readonly line: Line | null;
}

/** A document, or why there is none; `known`: an earlier run has dealt with the record. */
export type Outcome<M> = M | { readonly problem: RecordProblem } | "known";

/** Puts documents into place, and writes the lines of index and errors, in the order of the records. */
export interface Delivery<M> {
  /** Outcome without a render; null: the record must be rendered. */
  known(item: Item): Promise<"known" | { readonly problem: RecordProblem } | null>;
  take(item: Item, outcome: Outcome<M>): Promise<void>;
  /** The input has ended: nothing follows. `isWhole`: it could be read to its end */
  end(isWhole: boolean): Promise<void>;
  /** Lets go of what is not whole. */
  close(): void;
}

/** State of a run while it works. */
interface Running {
  readonly totals: RunTotals;
  /** records that an earlier run had done */
  readonly earlier: number;
  readonly stop: Stop;
  readonly signal: AbortSignal;
}

/** Works on all records. @throws EndedByData; RunEnd; the reason of the signal */
export async function work<M>(plan: RunPlan<M>, { totals, earlier, stop, signal }: Running): Promise<void> {
  const { delivery, make, workers, log, mostRefused } = plan;
  const items = stop.until(itemsOf(plan, ofRecords(log.lines()), earlier));
  try {
    for await (const { item, outcome } of worked(items, { make, workers, signal, known: (one) => delivery.known(one) })) {
      totals.records++;
      await delivery.take(item, outcome);
      if (totals.refused > mostRefused)
        throw new EndedByData(
          mostRefused === 0
            ? `record ${item.n} is refused (--on-error stop)`
            : `more than ${mostRefused} records are refused (--max-failures)`,
        );
    }
    if (stop.isRequested) return;
    if (totals.records < earlier) throw wrong(`the index has ${earlier} records, the input ${totals.records}: the sources have changed`);
    await delivery.end(true);
  } catch (e) {
    if (!(e instanceof InputFault)) throw e;
    const { source, offset, message } = e;
    await delivery.end(false);
    await log.add({ n: totals.records + 1, source, offset, code: "API-001", path: "", message });
    throw new EndedByData(`the input cannot be read on: ${message}`);
  } finally {
    delivery.close();
  }
}

async function* ofRecords(lines: AsyncGenerator<LogLine>): AsyncGenerator<Line, undefined> {
  for await (const line of lines) if (!isPart(line)) yield line;
}

/**
 * Records with their numbers, keys and names.
 * @param lines of an earlier run
 * @param earlier number of its records
 */
export async function* itemsOf(
  { records, pattern, key: keyPath }: Pick<RunPlan<unknown>, "records" | "pattern" | "key">,
  lines: AsyncGenerator<Line, undefined> | null,
  earlier: number,
): AsyncGenerator<Item, void> {
  let n = 0;
  for await (const record of records.read()) {
    n++;
    const line = n <= earlier ? ((await lines?.next())?.value ?? null) : null;
    const value = keyPath === null ? undefined : record.find(keyPath, true);
    const key = value === undefined || typeof value === "object" ? undefined : String(value);
    // a record that cannot be read has no values for a name
    const named = record.problem || !pattern ? null : pattern.nameOf({ n, key, record_sha256: record.sha256, find: record.find });
    const name = named && "name" in named ? named.name : null;
    const nameProblem = named && "reason" in named && record.isObject() ? problemOfName(named.reason, named.field) : null;
    yield { n, record, key, name, nameProblem, line };
  }
  await lines?.return(undefined);
}

/** JSON Pointer of a dotted path. */
const pointer = (path: string): string =>
  path === ""
    ? ""
    : `/${path
        .split(".")
        .map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"))
        .join("/")}`;

export const problemOfName = (reason: string, field = ""): RecordProblem => ({
  code: "API-002",
  path: pointer(field),
  message: `name: ${reason}`,
});

/** @throws RunEnd 2 if the record is not that of the line */
export function checkRecord({ n, line, record }: Item): void {
  if (line && line.record_sha256 !== record.sha256) throw wrong(`record ${n} is not the one of the index: its bytes have changed`);
}

/** Counts a refused record, and writes its line. */
export async function refuse(log: RunLog, totals: RunTotals, item: Item, { code, path, message }: RecordProblem): Promise<void> {
  totals.refused++;
  await log.add({ ...placeOf(item), record_sha256: item.record.sha256, code, path, message });
}

/** Beginning of the line of a record. */
export const placeOf = ({ n, key, record: { source, offset } }: Item) => ({ n, ...(key !== undefined && { key }), source, offset });

/** Hash of all that decides bytes, names and lines of a run. */
export const runHash = (parts: readonly unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
