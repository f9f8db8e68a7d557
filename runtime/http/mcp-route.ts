// POST /mcp: tools of the Model Context Protocol over streamable HTTP, without sessions (R19).
import { parsedJson } from "../../base/json.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "platen-server/fastify";
import { UNBOUNDED, type Accounts, type Admitted } from "../accounts/accounts.js";
import { boundsOf } from "../accounts/bounds.js";
import { processModule } from "../core/package.js";
import type { CorsOrigins } from "../core/settings.js";
import { errorBody, publicError, ServiceError } from "../errors/errors.js";
import type { ServiceToolAnswer, ServiceToolCall } from "../mcp/in-process.js";
import type { ToolResult } from "../mcp/sdk.js";
import type { Templates } from "../owner/templates.js";
import { Abandoned } from "../pool/pool.js";
import { refuseFull, type Renders } from "./request/answer-render.js";
import type { Doorkeeper } from "./request/auth.js";
import { clientGone } from "./request/client-gone.js";
import { callerOf, type Authenticated } from "./request/context.js";
import { checkMedia } from "./request/media-type.js";
import { giving, refundUnsent } from "./request/refund.js";
import { note } from "./request/request-log.js";

export const CALLS_MODULE = processModule("calls", "mcp/in-process.js");

export interface McpRoute extends Renders {
  readonly doorkeeper: Doorkeeper;
  readonly accounts: Accounts;
  readonly templates: Templates;
  readonly maxPages: number;
  /** public base URL; null if not configured */
  readonly baseUrl: string | null;
  readonly corsOrigin: CorsOrigins | null;
}

/** Tools that cost credits: pages of the document, or one. */
const COSTS: ReadonlyMap<string, "pages" | "one"> = new Map<string, "pages" | "one">([
  ["render", "pages"],
  ["preview", "one"],
]);
const MOST_TEMPLATES = 1000;
/** Of a JSON-RPC answer besides the result. */
const ENVELOPE_BYTES = 256;

const PARSE_ERROR = { jsonrpc: "2.0", error: { code: -32700, message: "the body is not JSON" }, id: null };

export function mcpRoute(app: FastifyInstance, cx: McpRoute): void {
  const { doorkeeper, pool, traffic } = cx;
  app.post("/mcp", {
    onRequest: async (req) => {
      await doorkeeper.admit(req, "render");
      checkOrigin(req, cx);
      checkMedia(req);
    },
    handler: async (req, reply) => {
      const gone = clientGone(reply);
      traffic.declared(req.raw);
      if (pool.full) await refuseFull(gone);
      const body = await traffic.read(req.raw, reply.raw);
      const message = parsed(body);
      if (message === undefined) return reply.code(400).header("Content-Type", "application/json").send(PARSE_ERROR);
      const [{ createServer }, { sdk }] = await Promise.all([import("../mcp/server.js"), import("../mcp/sdk.js")]);
      const calls = new ToolCalls(req, reply.raw, callerOf(req), gone, cx);
      const server = createServer((name, given) => calls.answer(name, given));
      server.onerror = (e) => req.log.debug({ reason: e.message }, "a message of a tools client was not answered");
      const transport = new (sdk().StreamableHTTPServerTransport)({ enableJsonResponse: true });
      await server.connect(transport);
      reply.hijack();
      try {
        for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
        await answered(transport, req.raw, reply.raw, withoutCancellations(message));
      } catch (e) {
        failed(req, reply.raw, e, cx);
      } finally {
        await server.close().catch((e: unknown) => req.log.error(e));
      }
      return reply;
    },
  });
}

interface Transport {
  handleRequest(req: IncomingMessage, res: ServerResponse, body: unknown): Promise<void>;
}

async function answered(transport: Transport, req: IncomingMessage, res: ServerResponse, message: unknown): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (res.closed) resolve();
    else res.once("close", resolve);
  });
  await Promise.race([transport.handleRequest(req, res, message), closed]);
  await closed;
}

/** A request and its cancellation in one body: the transport would wait for an answer that the cancelled one does not have. */
const withoutCancellations = (message: unknown): unknown =>
  Array.isArray(message) ? message.filter((m: unknown) => !isCancellation(m)) : message;

const isCancellation = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "method" in message && message.method === "notifications/cancelled";

/** Answers a failure of the transport: Fastify no longer does. */
function failed(req: FastifyRequest, res: ServerResponse, e: unknown, { metrics }: McpRoute): void {
  const error = publicError(e);
  if (!(e instanceof ServiceError)) req.log.error(e);
  metrics.refused(error.code);
  note(req, { code: error.code });
  if (res.headersSent) return void res.destroy();
  res.writeHead(error.status, { "Content-Type": "application/json" }).end(JSON.stringify(errorBody(error, req.id)));
}

function parsed(body: Buffer): unknown {
  try {
    return parsedJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Hosts that no name server gives to another address. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Pages of other origins are refused, so that none reaches a local service by DNS rebinding: Host is not trusted. @throws ServiceError
 * 403
 */
function checkOrigin(req: FastifyRequest, { baseUrl, corsOrigin }: Pick<McpRoute, "baseUrl" | "corsOrigin">): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  if (corsOrigin === "*" || corsOrigin?.includes(origin)) return;
  if (baseUrl !== null && origin === new URL(baseUrl).origin) return;
  const { localAddress = "", localPort } = req.raw.socket;
  const address = localAddress.replace(/^::ffff:/, "");
  const hosts = [...LOOPBACK, address.includes(":") ? `[${address}]` : address];
  if (hosts.some((host) => origin === new URL(`http://${host}:${localPort}`).origin)) return;
  throw new ServiceError("API-001", "the Origin must be the service's own, or one of PLATEN_CORS_ORIGIN", { status: 403 });
}

class ToolCalls {
  constructor(
    readonly req: FastifyRequest,
    readonly response: ServerResponse,
    readonly caller: Authenticated,
    readonly gone: AbortSignal,
    readonly cx: McpRoute,
  ) {}

  /** Failures are results, which a model reads (FH-25). @throws WrongArgument */
  async answer(name: string, given: unknown): Promise<ToolResult> {
    const { TOOLS } = await import("../mcp/tool-schemas.js");
    if (Object.hasOwn(TOOLS, name)) note(this.req, { tool: name });
    try {
      const result = await this.#paid(name, given);
      const sending = this.cx.traffic.answer(bytesOf(result), this.response);
      sending();
      return result;
    } catch (e) {
      const { WrongArgument } = await import("../mcp/arguments.js");
      if (e instanceof WrongArgument) throw e;
      if (e instanceof Abandoned) throw new Error("the client has gone");
      return await this.#failed(name, publicError(e));
    }
  }

  async #failed(name: string, e: ServiceError): Promise<ToolResult> {
    this.cx.metrics.refused(e.code);
    note(this.req, { code: e.code, ...(e.reason !== e.message && { reason: e.reason }) });
    const { refused, findingsResult } = await import("../mcp/tools.js");
    const finding = { severity: "error" as const, code: e.code, message: e.message, rule: "service", path: "" };
    return name === "check" && e.code === "API-501" ? findingsResult([finding]) : refused(e.code, e.message, [finding]);
  }

  async #paid(name: string, given: unknown): Promise<ToolResult> {
    const { accounts, maxPages } = this.cx;
    const { owner, policy, unlimited } = this.caller;
    const cost = COSTS.get(name);
    const admitted: Admitted = unlimited || cost === undefined ? UNBOUNDED : await accounts.admit(owner);
    const bounds = boundsOf(policy);
    const isPaid = cost === "pages" && admitted.payable < Math.min(bounds.maxPages ?? Infinity, maxPages);
    const { result, made } = await this.#told(name, given, { owner, ...bounds, ...(isPaid && { maxPages: admitted.payable }) });
    if (result.isError) {
      if (isPaid && result.structuredContent?.["code"] === "API-004") throw await accounts.overdrawn(owner, admitted.payable);
      return result;
    }
    if (cost === undefined) return result;
    if (admitted.paceMs > 0)
      await pause(admitted.paceMs, null, { signal: this.gone }).catch(() => {
        throw new Abandoned();
      });
    if (this.gone.aborted) throw new Abandoned();
    const paid = unlimited ? null : await accounts.charge(owner, cost === "one" ? 1 : made!.pages);
    if (paid)
      refundUnsent(
        this.response,
        giving(this.req.log, owner, () => accounts.giveBack(owner, paid)),
      );
    return result;
  }

  async #told(
    name: string,
    given: unknown,
    whose: Parameters<Renders["pool"]["callModule"]>[1],
  ): Promise<Extract<ServiceToolAnswer, { readonly result: unknown }>> {
    const { pool, metrics } = this.cx;
    const args = new TextEncoder().encode(JSON.stringify(given ?? null));
    const call: ServiceToolCall = { tool: name, args, templateIds: await this.#templateIds() };
    const { ofModule, phases, caches } = await pool.callModule(call, whose, this.gone);
    const told = ofModule as ServiceToolAnswer;
    if ("wrong" in told) {
      const { WrongArgument } = await import("../mcp/arguments.js");
      throw new WrongArgument(told.wrong);
    }
    if (told.made && name === "render") {
      metrics.rendered({ ...told.made, phases, caches });
      note(this.req, told.made);
    }
    return told;
  }

  async #templateIds(): Promise<readonly string[]> {
    return (await this.cx.templates.page(this.caller.owner, "active", null, MOST_TEMPLATES)).map((t) => t.id);
  }
}

const bytesOf = ({ content, structuredContent }: ToolResult): number =>
  content.reduce(
    (sum, part) => {
      if (part.type === "text") return sum + part.text.length;
      if (part.type === "image") return sum + part.data.length;
      return sum + (part.type === "resource" && "blob" in part.resource ? part.resource.blob.length : 0);
    },
    ENVELOPE_BYTES + JSON.stringify(structuredContent ?? null).length,
  );
