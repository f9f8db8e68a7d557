import { isObject } from "../../base/json.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot, version } from "../core/package.js";
import { shownArgument, wrongArgument, WrongArgument, type Arguments } from "./arguments.js";
import { listedPrompts, promptMessage } from "./prompts.js";
import { readResource, resources } from "./resources.js";
import { sdk, type McpServer, type ToolResult } from "./sdk.js";
import { listedTools, TOOLS } from "./tool-schemas.js";
import { refusedArgument } from "./tools.js";

let read: string | null = null;
const instructions = (): string => (read ??= firstSection(readFileSync(path.join(packageRoot, "docs/agents.md"), "utf8")));

const firstSection = (text: string): string =>
  text
    .slice(0, text.indexOf("\n## "))
    .replace(/^# .*\n+/, "")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .trim();

/** @throws WrongArgument */
export type ToolCall = (name: string, given: Arguments | undefined, signal: AbortSignal) => Promise<ToolResult>;

export function createServer(call: ToolCall): McpServer {
  const { ErrorCode, ListToolsRequestSchema, McpError, Server } = sdk();
  const server = new Server(
    { name: "platen", version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: instructions() },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listedTools() }) as never);
  const refuse = (message: string): never => {
    throw new McpError(ErrorCode.InvalidParams, message);
  };
  // not by the schemas of the SDK, whose errors are those of its validator
  server.fallbackRequestHandler = async ({ method, params = {} }, { signal }) => {
    const { name, arguments: given, uri } = params;
    switch (method) {
      case "tools/call":
        if (typeof name !== "string") return refuse(`name: must be the name of a tool; found ${shownArgument(name)}`);
        if (!Object.hasOwn(TOOLS, name)) return refuse(`name: there is no tool ${JSON.stringify(name.slice(0, 100))}`);
        return called(call, name, given, signal);
      case "resources/list":
        return { resources: resources() };
      case "resources/templates/list":
        return { resourceTemplates: [] };
      case "resources/read": {
        const resource = typeof uri === "string" ? readResource(uri) : null;
        return resource ? { contents: [resource] } : refuse(`uri: there is no resource ${shownArgument(uri)}`);
      }
      case "prompts/list":
        return { prompts: listedPrompts() };
      case "prompts/get": {
        const message = promptMessage(typeof name === "string" ? name : "", isObject(given) ? given : {});
        return "wrong" in message ? refuse(String(message.wrong)) : message;
      }
      default:
        throw new McpError(ErrorCode.MethodNotFound, `there is no method ${JSON.stringify(method.slice(0, 100))}`);
    }
  };
  return server;
}

/** Wrong arguments are refused by a result, which a model reads (FH-25). */
async function called(call: ToolCall, name: string, given: unknown, signal: AbortSignal): Promise<ToolResult> {
  try {
    if (given !== undefined && !isObject(given)) throw wrongArgument("arguments", `must be an object; found ${shownArgument(given)}`);
    return await call(name, given, signal);
  } catch (e) {
    if (e instanceof WrongArgument) return refusedArgument(e);
    throw e;
  }
}
