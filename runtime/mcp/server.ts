import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot, version } from "../core/package.js";
import { WrongArgument } from "./arguments.js";
import { sdk, type McpServer, type ToolResult } from "./sdk.js";
import { listedTools } from "./tool-schemas.js";

let read: string | null = null;
const instructions = (): string => (read ??= firstSection(readFileSync(path.join(packageRoot, "docs/agents.md"), "utf8")));

const firstSection = (text: string): string =>
  text
    .slice(0, text.indexOf("\n## "))
    .replace(/^# .*\n+/, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .trim();

/** @throws WrongArgument */
export type ToolCall = (name: string, given: unknown, signal: AbortSignal) => Promise<ToolResult>;

export function createServer(call: ToolCall): McpServer {
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError, Server } = sdk();
  const server = new Server({ name: "platen", version }, { capabilities: { tools: {} }, instructions: instructions() });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools() }) as never);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    try {
      return await call(params.name, params.arguments, signal);
    } catch (e) {
      throw e instanceof WrongArgument ? new McpError(ErrorCode.InvalidParams, e.message) : e;
    }
  });
  return server;
}
