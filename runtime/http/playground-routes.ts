// GET /playground, with the library for browsers (P11).
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import { packageRoot } from "../core/package.js";
import { ServiceError } from "../errors/errors.js";
import { isFresh, pageHeaders } from "./page-files.js";

function listed(folder: string, prefix: string): readonly (readonly [string, string])[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isFile() ? [[`${prefix}${name.split(path.sep).join("/")}`, file] as const] : [];
  });
}

export function playgroundRoutes(app: FastifyInstance, hasSandbox: boolean): void {
  const dist = path.join(packageRoot, "dist");
  let known: ReadonlyMap<string, string> | null = null;
  const files = (): ReadonlyMap<string, string> =>
    (known ??= new Map([...listed(path.join(dist, "playground"), ""), ...listed(path.join(dist, "browser"), "platen/")]));

  /** @param base of relative addresses: the page has one address with a slash and one without */
  const page = (reply: FastifyReply, base: string): FastifyReply => {
    const html = readFileSync(path.join(dist, "playground/index.html"), "utf8")
      .replace(/(href|src)="(playground\.[a-z]+)"/g, `$1="${base}$2"`)
      .replace('data-service=""', `data-service="${hasSandbox ? "present" : ""}" data-templates="present"`);
    return pageHeaders(reply, "index.html").header("Cache-Control", "no-cache").send(html);
  };
  app.get("/playground", (_req, reply) => page(reply, "playground/"));
  app.get("/playground/", (_req, reply) => page(reply, ""));
  app.get<{ Params: { readonly "*": string } }>("/playground/*", (req: FastifyRequest<{ Params: { readonly "*": string } }>, reply) => {
    const name = req.params["*"];
    const file = files().get(name);
    if (file === undefined) throw new ServiceError("API-404", "the playground has no such file");
    if (name === "index.html") return page(reply, "");
    const { size, mtimeMs } = statSync(file);
    const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    pageHeaders(reply, name).header("Cache-Control", "no-cache").header("ETag", etag);
    if (isFresh(req, etag)) return reply.code(304).send();
    return reply.send(readFileSync(file));
  });
}
