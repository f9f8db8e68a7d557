// Server of the Model Context Protocol.
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot, version } from "../core/package.js";
import { sdk, type McpServer } from "./sdk.js";
import { listedTools } from "./tool-schemas.js";
import { callTool, type Tools } from "./tools.js";

/** First section of docs/agents.md. */
const instructions = (): string => {
  const text = readFileSync(path.join(packageRoot, "docs/agents.md"), "utf8");
  return text
    .slice(0, text.indexOf("\n## "))
    .replace(/^# .*\n+/, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .trim();
};

/** @param running calls that have not answered */
export function createServer(tools: Tools, running: Set<Promise<unknown>>): McpServer {
  const { CallToolRequestSchema, ListToolsRequestSchema, Server } = sdk();
  const server = new Server({ name: "platen", version }, { capabilities: { tools: {} }, instructions: instructions() });
  const listed = listedTools();
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }) as never);
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const call = callTool(params.name, params.arguments, tools, signal);
    running.add(call);
    void call.catch(() => undefined).finally(() => running.delete(call));
    return call;
  });
  return server;
}
