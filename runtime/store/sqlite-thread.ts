// Program of the thread that executes a database's statements: locks and slow disks hold up no answer that needs none.
import { messageOf } from "../../base/error.js";
import { parentPort, workerData } from "node:worker_threads";
import { DatabaseError } from "./database.js";
import { failureOf } from "./sqlite.js";
import type { Answer, Call, Result, ThreadData } from "./sqlite-messages.js";
import { openFile, type SqliteFile } from "./sqlite-statements.js";

const port = parentPort!;
const send = (answer: Answer, bytes: readonly ArrayBuffer[] = []): void => port.postMessage(answer, bytes);

function opened(): SqliteFile | null {
  const { dir, identity } = workerData as ThreadData;
  try {
    const file = openFile(dir, identity);
    send({ opened: { ino: file.identity!.ino, dev: file.identity!.dev } });
    return file;
  } catch (e) {
    send({ unopened: messageOf(e) });
    return null;
  }
}

const resultOf = (file: SqliteFile, { kind, statements, until }: Extract<Call, { readonly id: number }>): Promise<Result> =>
  kind === "together"
    ? file.togetherUntil(until, statements)
    : kind === "run"
      ? file.runUntil(until, statements[0]!)
      : file.allUntil(until, statements[0]!);

/** Whole buffers: moved, not copied. */
function bytesIn(result: Result): readonly ArrayBuffer[] {
  if (!Array.isArray(result)) return [];
  const rows = result;
  return rows.flatMap((row) =>
    Object.values(row).flatMap((v) => (v instanceof Uint8Array && v.byteLength === v.buffer.byteLength ? [v.buffer as ArrayBuffer] : [])),
  );
}

async function answer(file: SqliteFile, call: Extract<Call, { readonly id: number }>): Promise<void> {
  const { id } = call;
  try {
    const result = await resultOf(file, call);
    send({ id, result }, bytesIn(result));
  } catch (e) {
    const unusable = e instanceof DatabaseError ? e.message : failureOf(e);
    send(unusable === null ? { id, faulty: messageOf(e) } : { id, unusable });
  }
  // only the end of the thread ends a transaction of which the driver knows nothing
  if (file.isLost) process.exit();
}

const file = opened();
if (file)
  port.on("message", (call: Call) => {
    if (call.kind === "close") void file.close().finally(() => process.exit());
    else void answer(file, call);
  });
