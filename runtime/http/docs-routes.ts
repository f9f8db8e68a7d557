// GET /docs: the documentation site (program-browser-agents.md P14); its Markdown: agent-texts.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { Site } from "../docs/site.js";
import { ServiceError } from "../errors/errors.js";
import { markdownText, sendText } from "./agent-texts.js";
import { isKnown, pageHeaders, tagOf } from "./page-files.js";

export function docsRoutes(app: FastifyInstance, openapi: Readonly<Record<string, unknown>>): void {
  let made: Site | null = null;
  const site = (): Site => (made ??= new Site({ openapi, playground: "playground", isServed: true }));
  const tags = new Map<string, string>();
  const send = (req: FastifyRequest, reply: FastifyReply, name: string, body: string | Buffer): FastifyReply => {
    let etag = tags.get(name);
    if (etag === undefined) tags.set(name, (etag = tagOf(body)));
    pageHeaders(reply, name === "" ? "index.html" : name)
      .header("Cache-Control", "no-cache")
      .header("ETag", etag);
    return isKnown(req, etag) ? reply.code(304).send() : reply.send(body);
  };
  app.get("/docs", (req, reply) => send(req, reply, "", site().front()));
  app.get("/docs/", (req, reply) => send(req, reply, "index.html", site().file("index.html")!));
  app.get<{ Params: { readonly "*": string } }>("/docs/*", (req: FastifyRequest<{ Params: { readonly "*": string } }>, reply) => {
    const name = req.params["*"];
    const text = markdownText(name);
    if (text !== null) return sendText(req, reply, text, "markdown");
    const body = site().file(name);
    if (body === null) throw new ServiceError("API-404", "there is no such page; /docs and /llms.txt list the pages");
    return send(req, reply, name, body);
  });
}
