import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { errorBody, ServiceError } from "../errors/errors.js";

/** Time for a client to read the answer before its connection closes. */
const LINGER_MS = 2000;

const VISIBLE = /^[\x21-\x7e]{1,128}$/;

/** Returns the request id of the caller if valid (decisions §3), else a new one. */
export const requestId = (given: string | readonly string[] | undefined): string =>
  typeof given === "string" && VISIBLE.test(given) ? given : randomUUID();

/**
 * Target in the form that all parts of the service read: proxies may send the absolute form (RFC 9112, 3.2.2), and clients may encode letters,
 * digits and - . _ ~ in its path, which changes no meaning (RFC 3986, 6.2.2.2).
 */
export function normalTarget(target: string): string {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const end = relative.search(/[?#]/);
  const path = end < 0 ? relative : relative.slice(0, end);
  const decoded = path.replace(/%(?:2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (code) =>
    String.fromCharCode(parseInt(code.slice(1), 16)),
  );
  return `${decoded || "/"}${end < 0 ? "" : relative.slice(end)}`;
}

export const pathOfTarget = (target: string): string => normalTarget(target).split(/[?#]/)[0]!;

type Refusal = (method: string, path: string) => ServiceError;

type LogFault = (id: string, refusal: ServiceError) => void;

/** Answers invalid HTTP, oversized headers, missing bodies, and methods with separate events in Node (CONNECT, Upgrade). */
export function answerFaults(server: Server, wrongMethod: Refusal, log: LogFault): void {
  server.on("connect", (req: IncomingMessage, socket: Duplex) =>
    answerRaw(socket, wrongMethod("CONNECT", "CONNECT"), requestId(req.headers["x-request-id"]), log),
  );
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => {
    const id = requestId(req.headers["x-request-id"]);
    const refusal = new ServiceError("API-001", "the expectation in the header Expect is not supported", { status: 417 });
    log(id, refusal);
    const body = JSON.stringify(errorBody(refusal, id));
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "X-Request-Id": id,
      Connection: "close",
    };
    res.writeHead(refusal.status, headers).end(body);
  });
}

interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}

const ending = new WeakSet<Duplex>();

export function answerParserError(given: Error, socket: Duplex, wrongMethod: Refusal, log: LogFault): void {
  const e: ParserError = given;
  if (e.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const current = (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage;
  if (current?.req.complete) {
    // invalid data after a complete request
    if (ending.has(socket)) return;
    ending.add(socket);
    current.shouldKeepAlive = false;
    current.once("finish", () => socket.end());
    return;
  }
  if (current?.headersSent) return void socket.destroy();
  const packet = Buffer.isBuffer(e.rawPacket) ? e.rawPacket.toString("latin1") : "";
  const parsed = e.bytesParsed ?? 0;
  const before = e.code === "HPE_INVALID_METHOD" ? "\n" : "\r\n\r\n";
  const last = parsed === 0 ? -1 : packet.lastIndexOf(before, parsed - 1);
  const head = packet.slice(last < 0 ? 0 : last + before.length).split(/\r?\n\r?\n/)[0]!;
  const id = /^x-request-id:[ \t]*(.*?)[ \t]*$/im.exec(head)?.[1];
  answerRaw(socket, errorOf(e, head, wrongMethod), requestId(id), log);
}

function errorOf({ code, reason }: ParserError, head: string, wrongMethod: Refusal): ServiceError {
  if (code === "HPE_HEADER_OVERFLOW") return new ServiceError("API-001", "the request's headers are too long", { status: 431 });
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new ServiceError("API-008", "the chunk extensions of the body are too long");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ServiceError("API-001", "the request was not received in time", { status: 408 });
  const line = /^([!#$%&'*+.^_`|~A-Za-z0-9-]+) (\S+) HTTP\/1\.[01]\r?(?:\n|$)/.exec(head);
  if (code === "HPE_INVALID_METHOD" && line) return wrongMethod(line[1]!, pathOfTarget(line[2]!));
  const why = reason !== undefined && /^[\x20-\x7e]{1,100}$/.test(reason) ? `: ${reason}` : "";
  return new ServiceError("API-001", `the request is not valid HTTP${why}`);
}

function answerRaw(socket: Duplex, e: ServiceError, id: string, log: LogFault): void {
  log(id, e);
  const body = JSON.stringify(errorBody(e, id));
  const head = [
    `HTTP/1.1 ${e.status} ${STATUS_CODES[e.status] ?? ""}`,
    "Content-Type: application/json",
    `X-Request-Id: ${id}`,
    ...(e.allow === null ? [] : [`Allow: ${e.allow}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ];
  socket.on("error", () => undefined);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
