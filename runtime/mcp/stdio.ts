// The server on standard input and output (program-browser-agents.md R13).
import { once } from "node:events";
import { createToolPool } from "../library/pool.js";
import type { PoolOptions } from "../library/options.js";
import { Files } from "./files.js";
import { sdk } from "./sdk.js";
import { createServer } from "./server.js";

/**
 * Resolves at the end of input, when calls that run have answered.
 * @param root folder of files that tools read and write; null: none
 */
export async function serveStdio(root: string | null, options: PoolOptions, log: (line: string) => void): Promise<void> {
  const pool = createToolPool({ workers: 1, timeoutMs: 60_000, ...options });
  const running = new Set<Promise<unknown>>();
  const server = createServer({ pool, files: new Files(root) }, running);
  server.onerror = (e) => log(`platen mcp: ${e.message}`);
  const ended = Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
  const unread = once(process.stdout, "error");
  await server.connect(new (sdk().StdioServerTransport)());
  await Promise.race([ended, unread]);
  await Promise.allSettled([...running]);
  // the answers of the last calls are written in later turns
  await new Promise((resolve) => setImmediate(resolve));
  await pool.close({ graceMs: 0 });
}
