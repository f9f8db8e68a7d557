import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/** Maximum bytes waiting for the reader. */
const MOST_WAITING = 1 << 20;
const WARN = 40;

/** Drops lines if the reader closed the stream or too many bytes wait; logs their number later. */
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

  async flush(ms: number): Promise<void> {
    const { stream } = this;
    if (stream.writableLength > 0 && !stream.errored) await Promise.race([once(stream, "drain").catch(() => undefined), pause(ms)]);
  }
}
