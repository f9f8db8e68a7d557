// GET /docs: the documentation site (P14); its Markdown: agent-texts.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { ICON } from "../docs/site/shell.js";
import { Site } from "../docs/site/site.js";
import { ServiceError } from "../errors/errors.js";
import { markdownText, sendText } from "./agent-texts.js";
import { isFresh, pageHeaders, tagOf } from "./page-files.js";

const DAY = "public, max-age=86400";

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
    return isFresh(req, etag) ? reply.code(304).send() : reply.send(body);
  };
  // browsers and crawlers ask for them unasked
  app.get("/favicon.ico", (_req, reply) => reply.header("Content-Type", "image/svg+xml").header("Cache-Control", DAY).send(ICON));
  app.get("/robots.txt", (_req, reply) =>
    reply.header("Content-Type", "text/plain; charset=utf-8").header("Cache-Control", DAY).send("User-agent: *\nDisallow: /api/\n"),
  );
  app.get("/docs", (req, reply) => send(req, reply, "", site().front()));
  app.get("/docs/", (req, reply) => send(req, reply, "index.html", site().file("index.html")!));
  app.get<{ Params: { readonly "*": string } }>("/docs/*", (req: FastifyRequest<{ Params: { readonly "*": string } }>, reply) => {
    const name = req.params["*"];
    const text = markdownText(name);
    if (text !== null) return sendText(req, reply, text, "markdown");
    const body = site().file(name);
    // the address without the ending is what people write
    if (body === null && site().file(`${name}.html`) !== null) return reply.redirect(`${name}.html`);
    if (body === null) throw new ServiceError("API-404", "there is no such page; /docs and /llms.txt list the pages");
    return send(req, reply, name, body);
  });
}
