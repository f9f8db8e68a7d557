// Texts for language models: GET /llms.txt, /llms-full.txt and /docs/NAME.md (program-browser-agents.md R22).
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { packageRoot } from "../core/package.js";
import { ServiceError } from "../errors/errors.js";

const folder = path.join(packageRoot, "docs");
const HOUR = "public, max-age=3600";

interface Text {
  readonly body: string;
  readonly etag: string;
}

const textOf = (body: string): Text => ({ body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` });
const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");

/** Pages in the order of llms.txt, then the others. */
export function fullText(): string {
  const listed = [...read("llms.txt").matchAll(/\]\(\/docs\/([\w-]+\.md)\)/g)].map((m) => m[1]!);
  const others = readdirSync(folder).filter((f) => f.endsWith(".md") && f !== "README.md" && !listed.includes(f));
  return `${[...new Set([...listed, ...others])].map((name) => plainPage(name, read(name))).join("\n\n")}\n`;
}

/** Of a table; longer ones are data that few documents need. */
const MOST_CHARACTERS = 12_000;

/** A page without long tables of data, pictures, anchors, comments and the alignment of tables; examples on one line. */
const plainPage = (name: string, text: string): string =>
  text
    .replace(/<!-- (fields|table): [^>]*-->[\s\S]*?<!-- \/\1 -->/g, (block) =>
      block.length > MOST_CHARACTERS ? `The table is in /docs/${name}.` : block,
    )
    .replace(/<!--[\s\S]*?-->\n*/g, "")
    .replace(/<a id="[^"]*"><\/a>\n*/g, "")
    .replace(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .replace(/<img[^>]*>\n*/g, "")
    .replace(/^\|.*\|$/gm, (row) => row.replace(/ {2,}/g, " ").replace(/-{3,}/g, "---"))
    .replace(/```json\n([\s\S]*?)```/g, (_, json: string) => `\`\`\`json\n${JSON.stringify(JSON.parse(json))}\n\`\`\``)
    .replace(/\n{3,}/g, "\n\n")
    .trim();

export function agentTextRoutes(app: FastifyInstance): void {
  const texts = new Map<string, Text>();
  const send = (req: FastifyRequest, reply: FastifyReply, name: string, type: string, make: () => string): FastifyReply => {
    let text = texts.get(name);
    if (!text) texts.set(name, (text = textOf(make())));
    reply.header("Cache-Control", HOUR).header("ETag", text.etag);
    if (req.headers["if-none-match"]?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === text.etag)) return reply.code(304).send();
    return reply.header("Content-Type", `text/${type}; charset=utf-8`).send(text.body);
  };
  app.get("/llms.txt", (req, reply) => send(req, reply, "llms.txt", "plain", () => read("llms.txt")));
  app.get("/llms-full.txt", (req, reply) => send(req, reply, "llms-full.txt", "plain", fullText));
  const pages = new Set(readdirSync(folder).filter((f) => f.endsWith(".md")));
  app.get<{ Params: { readonly name: string } }>("/docs/:name", (req, reply) => {
    const { name } = req.params;
    if (!pages.has(name)) throw new ServiceError("API-404", "there is no such page; /llms.txt lists the pages");
    return send(req, reply, name, "markdown", () => read(name));
  });
}
