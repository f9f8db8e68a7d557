// Standard output as the destination of the log, which never holds the service up.
import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** Bytes that may wait for a reader. */
const MOST_WAITING = 1 << 20;
const WARN = 40;

/**
 * Writes lines to a stream. A line is dropped if the stream's reader has gone, or if too much waits for it; the number of lines dropped is a line of the log
 * once the reader has taken what waited.
 */
export class LogOutput {
  #dropped = 0;

  constructor(
    readonly stream: Writable = process.stdout,
    readonly mostWaiting = MOST_WAITING,
  ) {
    stream.on("error", () => undefined);
  }

  write(line: string): void {
    const { stream } = this;
    if (stream.writableLength > this.mostWaiting) return void this.#dropped++;
    if (this.#dropped > 0 && stream.writableLength === 0) {
      stream.write(
        `${JSON.stringify({ level: WARN, time: Date.now(), lines: this.#dropped, msg: "lines of the log were dropped, as they were not read" })}\n`,
      );
      this.#dropped = 0;
    }
    stream.write(line);
  }

  /** Done when all lines are written, or after so many milliseconds. */
  async flush(ms: number): Promise<void> {
    const { stream } = this;
    if (stream.writableLength > 0 && !stream.errored) await Promise.race([once(stream, "drain").catch(() => undefined), pause(ms)]);
  }
}
