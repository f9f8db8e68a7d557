// Inputs as bytes: a file, or standard input.
import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { systemCode } from "../core/file-faults.js";
import { RunEnd, wrong } from "./end.js";

/** An input whose bytes can be read from any place. */
export interface Source {
  /** without folder */
  readonly name: string;
  /** null if unknown: standard input, which is read once */
  readonly size: number | null;
  /** @throws RunEnd 75 if it cannot be read */
  read(from: number): AsyncIterable<Uint8Array>;
}

/** @throws RunEnd 2 if it is not there */
export function fileSource(file: string): Source {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw wrong(`--data: the file ${file} does not exist`);
  if (!stats.isFile()) throw wrong(`--data: ${file} is neither a file nor a folder; - is standard input`);
  const { size } = stats;
  return { name: path.basename(file), size, read: (from) => (from >= size ? nothing() : bytesOf(file, from, size)) };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Bytes of a file as long as it was at the start. */
async function* bytesOf(file: string, from: number, size: number): AsyncGenerator<Uint8Array> {
  let at = from;
  const chunks: AsyncIterable<Uint8Array> = createReadStream(file, { start: from, end: size - 1, highWaterMark: 1 << 18 });
  try {
    for await (const chunk of chunks) {
      at += chunk.length;
      yield chunk;
    }
  } catch (e) {
    const code = systemCode(e);
    if (code === "EACCES" || code === "EPERM") throw wrong(`--data: ${file} cannot be read: permission denied`);
    if (code === "") throw e;
    throw new RunEnd(75, `--data: ${file} cannot be read: ${code}`, { cause: e });
  }
  if (at < size) throw new RunEnd(75, `--data: ${file} has become shorter while it was read`);
}

export const standardInput: Source = { name: "-", size: null, read: () => process.stdin };
