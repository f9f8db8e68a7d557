// Records that are short go to a process several at a time: a message to it, and the change of processes, takes as long as some of them.
import { RenderError } from "../../compiler/core/fail.js";
import { asData, asError, type Carried } from "../errors/carried.js";
import type { Options } from "./options.js";
import type { HeldRecord } from "./records.js";

/** Work on one record of a `SentTemplate`. */
type OnRecord<T> = (source: Uint8Array, isText: boolean, record: HeldRecord, options?: Options) => Promise<T>;

type RecordResult = { readonly value: unknown } | { readonly failure: Carried };

/** Work on several. A failure that is not of its record alone, such as want of memory, rejects. */
export type OnRecords = (
  source: Uint8Array,
  isText: boolean,
  records: readonly HeldRecord[],
  options?: Options,
) => Promise<readonly RecordResult[]>;

/** Works on one record after another, in a process. */
export const onEach =
  <T>(work: OnRecord<T>): OnRecords =>
  async (source, isText, records, options) => {
    const results: RecordResult[] = [];
    for (const record of records)
      results.push(
        await work(source, isText, record, options).then(
          (value) => ({ value }),
          (e: unknown) => {
            if (e instanceof RenderError) return { failure: asData(e) };
            throw e;
          },
        ),
      );
    return results;
  };

interface Waiting<T> {
  readonly record: HeldRecord;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Records of a group. */
export const MOST_OF_GROUP = 2;
/** ms of a record: longer ones are sent one at a time, so that a process's bounds are those of a record */
const SHORT_MS = 25;

/** Hands records to processes. A group that fails is worked on again record by record, so that each has the outcome that it has alone. */
export class RecordGroups<T> {
  readonly #waiting: Waiting<T>[] = [];
  #running = 0;
  #isShort = false;

  constructor(
    readonly send: (records: readonly HeldRecord[]) => Promise<readonly RecordResult[]>,
    readonly processes: number,
    readonly most = MOST_OF_GROUP,
  ) {}

  readonly add = (record: HeldRecord): Promise<T> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      this.#dispatch();
    });

  /** A group has the records that wait, and waits for no others. */
  #dispatch(): void {
    while (this.#running < this.processes && this.#waiting.length > 0) {
      this.#running++;
      void this.#work(this.#waiting.splice(0, this.#isShort ? this.most : 1)).finally(() => {
        this.#running--;
        this.#dispatch();
      });
    }
  }

  async #work(group: readonly Waiting<T>[]): Promise<void> {
    const began = performance.now();
    try {
      const results = await this.send(group.map(({ record }) => record));
      this.#isShort = performance.now() - began < SHORT_MS * group.length;
      for (const [i, result] of results.entries()) settle(group[i]!, result);
    } catch (e) {
      this.#isShort = false;
      if (group.length === 1) group[0]!.reject(e);
      else for (const one of group) await this.#work([one]);
    }
  }
}

function settle<T>({ resolve, reject }: Waiting<T>, result: RecordResult): void {
  // its process answers with the results of the work
  if ("value" in result) resolve(result.value as T);
  else reject(asError(result.failure));
}
