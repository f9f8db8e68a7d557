// Used part of the protocol's SDK, as one file of the build (scripts/release/vendor.mjs).
import { createRequire } from "node:module";
import path from "node:path";
import type * as server from "@modelcontextprotocol/sdk/server/index.js";
import type * as stdio from "@modelcontextprotocol/sdk/server/stdio.js";
import type * as http from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type * as types from "@modelcontextprotocol/sdk/types.js";
import { packageRoot } from "../core/package.js";

type Sdk = Pick<typeof server, "Server"> &
  Pick<typeof stdio, "StdioServerTransport"> &
  Pick<typeof http, "StreamableHTTPServerTransport"> &
  Pick<typeof types, "CallToolRequestSchema" | "ListToolsRequestSchema" | "McpError" | "ErrorCode">;

export const sdk = (): Sdk => createRequire(import.meta.url)(path.join(packageRoot, "dist/vendor/mcp-sdk.cjs")) as Sdk;

export type McpServer = server.Server;
export type ToolResult = types.CallToolResult;
