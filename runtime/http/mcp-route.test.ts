import type { IncomingMessage, ServerResponse } from "node:http";
import Fastify from "platen-server/fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { errorBody, ServiceError } from "../errors/errors.js";
import { mcpRoute, type McpRoute } from "./mcp-route.js";
import { Traffic } from "./request/traffic.js";

const transport = vi.hoisted(() => ({
  handle: (_req: unknown, _res: unknown): Promise<void> => Promise.resolve(),
  end: () => Promise.resolve(),
}));
vi.mock("../mcp/server.js", () => ({ createServer: () => ({ connect: () => Promise.resolve(), close: () => transport.end() }) }));
vi.mock("../mcp/sdk.js", () => ({
  sdk: () => ({
    StreamableHTTPServerTransport: class {
      handleRequest = (req: unknown, res: unknown): Promise<void> => transport.handle(req, res);
    },
  }),
}));

async function serving(refused: string[]): Promise<string> {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_req, _body, done) => done(null, undefined));
  mcpRoute(app, {
    doorkeeper: { admit: () => Promise.resolve({ id: "t", owner: "a", scopes: ["render"], policy: {}, unlimited: true }) },
    pool: { full: false },
    traffic: new Traffic({ bytes: 1000, setting: null }, 1000, 1000),
    metrics: { refused: (code: string) => refused.push(code) },
  } as unknown as McpRoute);
  onTestFinished(() => app.close());
  return app.listen({ port: 0, host: "127.0.0.1" });
}

const ask = (url: string): Promise<Response> =>
  fetch(`${url}/mcp`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

test.each([
  ["that is not foreseen", new Error("a secret"), new ServiceError("API-999", "")],
  ["with a code", new ServiceError("API-900", "full", { status: 503 }), new ServiceError("API-900", "full", { status: 503 })],
])("a failure of the transport %s is answered, even if its end fails too", async (_, failure, answer) => {
  transport.handle = () => Promise.reject(failure);
  transport.end = () => Promise.reject(new Error("it cannot end"));
  const refused: string[] = [];
  const r = await ask(await serving(refused));
  expect([r.status, r.headers.get("content-type")]).toEqual([answer.status, "application/json"]);
  const body = (await r.json()) as { req_id: string };
  expect(body).toEqual(errorBody(answer, body.req_id));
  expect(refused).toEqual([answer.code]);
});

test("a failure after the beginning of an answer closes its connection", async () => {
  transport.end = () => Promise.resolve();
  transport.handle = (_req, given) => {
    const res = given as ServerResponse<IncomingMessage>;
    res.writeHead(200, { "content-length": 100 }).write("{");
    return Promise.reject(new Error("broken"));
  };
  const answered = ask(await serving([])).then((r) => r.text());
  await expect(answered).rejects.toThrow();
});
