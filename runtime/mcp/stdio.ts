// The server on standard input and output (R13).
import { once } from "node:events";
import { createToolPool } from "../library/pool.js";
import type { PoolOptions } from "../library/options.js";
import { Files } from "./files.js";
import { MOST_MESSAGE_BYTES, wholeMessages } from "./messages.js";
import { Pictures, withPictures } from "./pictures.js";
import { sdk } from "./sdk.js";
import { createServer } from "./server.js";
import { BUILT_IN } from "./templates.js";
import { callTool } from "./tools.js";

/**
 * Resolves at the end of input, when calls that run have answered.
 * @param root folder of files that tools read and write; null: none
 */
export async function serveStdio(root: string | null, options: PoolOptions, log: (line: string) => void): Promise<void> {
  const pool = createToolPool({ workers: 1, ...options });
  const running = new Set<Promise<unknown>>();
  const files = new Files(root);
  const pictures = new Pictures(files, root, options.assetDir ?? null);
  const tools = { documents: withPictures(pool, pictures), files, templates: BUILT_IN, pictures: () => pictures.names() };
  const server = createServer((name, given, signal) => {
    const call = callTool(name, given, tools, signal);
    running.add(call);
    void call.catch(() => undefined).finally(() => running.delete(call));
    return call;
  });
  server.onerror = (e) => log(`platen mcp: ${e.name.endsWith("ZodError") ? "a message is not JSON-RPC 2.0" : e.message}`);
  const unread = once(process.stdout, "error");
  const refuse = (id: string | number | null): void => {
    const error = { code: -32600, message: `the message has more than ${MOST_MESSAGE_BYTES} bytes` };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
  };
  const input = process.stdin.pipe(wholeMessages(refuse));
  const ended = Promise.race([once(input, "end"), once(process.stdin, "close")]);
  await server.connect(new (sdk().StdioServerTransport)(input, process.stdout, { maxBufferSize: MOST_MESSAGE_BYTES }));
  await Promise.race([ended, unread]);
  await Promise.allSettled([...running]);
  // last answers are written in later turns
  await new Promise((resolve) => setImmediate(resolve));
  await pool.close({ graceMs: 0 });
}
