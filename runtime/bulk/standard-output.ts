// One document to standard output, once it is complete (BK-16).
import { createReadStream } from "node:fs";
import { RunEnd } from "./end.js";
import type { DoneLine, Found, Header, LogLine, RunLog } from "./index-file.js";
import { isOfIndex } from "./index-file.js";
import type { Put, Sink } from "./sink.js";
import { Spool, temporaryFile } from "./spool.js";

/** Standard output. */
export class OutputSink implements Sink {
  readonly #part = temporaryFile();
  #spool: Spool | null = null;

  prepare(): void {
    // it is there
  }

  size(): Promise<null> {
    return Promise.resolve(null);
  }

  put(): Promise<Put> {
    throw new Error("standard output takes a document as it is made");
  }

  spool(): Spool {
    return (this.#spool = new Spool(this.#part));
  }

  /** @throws RunEnd 141 */
  async putSpooled(_name: string, spool: Spool): Promise<Put> {
    const gone = new Promise<never>((_, reject) => process.stdout.once("error", reject));
    const written = (async () => {
      const chunks: AsyncIterable<Uint8Array> = createReadStream(spool.file, { highWaterMark: 1 << 18 });
      for await (const chunk of chunks)
        await new Promise<void>((resolve, reject) => process.stdout.write(chunk, (e) => (e ? reject(e) : resolve())));
    })();
    try {
      await Promise.race([written, gone]);
    } catch (e) {
      written.catch(() => undefined);
      throw new RunEnd(141, "the reader of standard output has gone", { cause: e });
    }
    return "there";
  }

  clear(): void {
    this.#spool?.remove();
  }
}

/** Refused records of a run without index: each is a line of standard error. */
export class ToldLog implements RunLog {
  readonly index = "standard output";
  readonly errors = "standard error";

  constructor(readonly tell: (line: string) => void) {}

  find(): Promise<Found | null> {
    return Promise.resolve(null);
  }

  async *lines(): AsyncGenerator<LogLine> {
    // no run goes on
  }

  begin(_header: Header): Promise<void> {
    return Promise.resolve();
  }

  resume(): Promise<number> {
    return Promise.resolve(0);
  }

  add(line: LogLine): Promise<void> {
    if (!isOfIndex(line)) this.tell(JSON.stringify(line));
    return Promise.resolve();
  }

  done(_line: DoneLine | null): Promise<void> {
    return Promise.resolve();
  }

  clear(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
