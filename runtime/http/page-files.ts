import { createHash } from "node:crypto";
import path from "node:path";
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { PAGE_POLICY } from "../docs/site/shell.js";
import { lookup } from "../../base/lookup.js";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

export const pageHeaders = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .header("Content-Type", lookup(TYPES, path.extname(name)) ?? "application/octet-stream")
    .header("Content-Security-Policy", PAGE_POLICY)
    .header("Referrer-Policy", "no-referrer");

export const tagOf = (body: string | Buffer): string => `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;

export const isFresh = (req: FastifyRequest, etag: string): boolean =>
  req.headers["if-none-match"]?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === etag) ?? false;
