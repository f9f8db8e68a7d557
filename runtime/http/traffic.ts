// Request bodies to bytes and answers to the wire, within limits of size, time and memory in all.
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError, unavailable } from "../errors/errors.js";

/** How much, and for how long, a refused body is still taken in. */
const DRAIN_FACTOR = 4;
const DRAIN_MS = 5000;
/** Room made at first where a body's length is not known, or larger: who declares much may send little. */
const LEAST_BYTES = 1 << 16;
/** An answer must be taken at this rate once its first time is over: 64 KB a second. */
const LEAST_BYTES_PER_MS = 64;

/**
 * Bodies that come and answers that go, of all connections: bytes are counted as they arrive, and given back when the exchange is over, so
 * slow clients cannot fill the memory.
 */
export class Traffic {
  #held = 0;

  constructor(
    /** bytes of one body */
    readonly bodyLimit: number,
    /** bytes of all */
    readonly limit: number,
    readonly requestMs: number,
  ) {}

  /** Bytes in flight. */
  get held(): number {
    return this.#held;
  }

  /**
   * The bytes that a body says it has, or a guess where it does not.
   * @throws ServiceError API-008 (413)
   */
  declared({ headers }: IncomingMessage, most = this.bodyLimit): number {
    const declared = Number(headers["content-length"] ?? LEAST_BYTES);
    if (declared > most) throw tooLarge(most);
    return declared;
  }

  /**
   * A whole body. Its bytes count until the response is closed.
   * @param most bytes, where that is less than the limit of one
   * @throws ServiceError API-008 (413) over the limit of one, API-900 (503) over that of all; the stream's own error where it breaks off
   */
  read(body: IncomingMessage, response: ServerResponse, most = this.bodyLimit): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const declared = this.declared(body, most);
      const exchange = new Exchange(this, response);
      const gathered = new Gathered(Math.min(declared, LEAST_BYTES), most);
      const finish = (result: Buffer | Error): void => {
        body.off("data", take).off("end", end).off("error", finish).off("close", cut);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const take = (chunk: Buffer): void => {
        try {
          if (exchange.held + chunk.length > most) throw tooLarge(most);
          exchange.take(chunk.length);
          gathered.add(chunk);
        } catch (e) {
          body.pause();
          finish(e as Error);
        }
      };
      const end = (): void => finish(gathered.bytes);
      const cut = (): void => finish(new Error("the body broke off"));
      body.on("data", take).on("end", end).on("error", finish).on("close", cut);
    });
  }

  /**
   * Counts an answer from now until it is sent.
   * @returns to be called when it is sent: closes a connection that stalls meanwhile, or is too slow altogether
   * @throws ServiceError API-900 (503) where all there is to hold is full
   */
  answer(length: number, response: ServerResponse): () => void {
    new Exchange(this, response).take(length);
    return () => this.#bounded(length, response);
  }

  #bounded(length: number, response: ServerResponse): void {
    // of answers that wait behind others of their connection, the response itself has no socket yet
    const { socket } = response.req;
    const close = (): void => void socket.destroy();
    response.setTimeout(this.requestMs, close);
    const timer = setTimeout(close, this.requestMs + length / LEAST_BYTES_PER_MS);
    response.once("close", () => clearTimeout(timer));
  }

  /**
   * Takes in what is left of a refused body, within bounds: a connection that is closed on unread bytes is reset, and a client that is
   * still sending would never see the answer. One that goes on for longer is closed once it is answered.
   */
  drain(body: IncomingMessage, response: ServerResponse): Promise<void> {
    if (body.readableEnded || body.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      let left = DRAIN_FACTOR * this.bodyLimit;
      const stop = (): void => {
        clearTimeout(timer);
        body.off("data", count).off("end", stop).off("close", stop).off("error", stop);
        if (!body.readableEnded && !body.destroyed && !response.headersSent) {
          response.setHeader("Connection", "close");
          response.once("finish", () => setTimeout(() => body.socket.destroy(), DRAIN_MS).unref());
        }
        resolve();
      };
      const count = (chunk: Buffer): void => {
        left -= chunk.length;
        if (left < 0) stop();
      };
      const timer = setTimeout(stop, Math.min(DRAIN_MS, this.requestMs));
      body.on("data", count).on("end", stop).on("close", stop).on("error", stop);
      body.resume();
    });
  }

  /** @throws ServiceError API-900 (503) */
  hold(bytes: number): void {
    if (this.#held + bytes > this.limit) throw unavailable("bodies and answers in flight have reached PLATEN_TRAFFIC_MB");
    this.#held += bytes;
  }

  /** Gives back bytes that were held. */
  release(bytes: number): void {
    this.#held -= bytes;
  }
}

const tooLarge = (most: number): ServiceError => new ServiceError("API-008", `the body is larger than ${most} bytes`);

/**
 * A body's chunks in one piece of memory. They are copied as they come: each is a view of what was read from the socket, which a chunk of one byte
 * would keep whole.
 */
class Gathered {
  #bytes: Buffer;
  #length = 0;

  constructor(
    least: number,
    readonly most: number,
  ) {
    this.#bytes = Buffer.allocUnsafeSlow(least);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.most, Math.max(2 * this.#bytes.length, length)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** What one response's bytes are; they are given back when it is closed. */
class Exchange {
  held = 0;

  constructor(
    readonly traffic: Traffic,
    readonly response: ServerResponse,
  ) {
    response.once("close", () => traffic.release(this.held));
  }

  take(bytes: number): void {
    if (this.response.closed) return;
    this.traffic.hold(bytes);
    this.held += bytes;
  }
}
