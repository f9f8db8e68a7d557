// One exchange over HTTP, without redirects (SG-20, SG-25).
import { ownRequest } from "../../core/own-connection.js";
import { NetworkFault } from "../core/network.js";

interface Exchange {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
  readonly mostBytes: number;
  /** milliseconds for the whole exchange */
  readonly timeoutMs: number;
  /** address that the host was resolved to and that is connected to; default: the system resolves it */
  readonly pinned?: string;
}

interface Exchanged {
  readonly status: number;
  /** address of a redirect */
  readonly location?: string | undefined;
  readonly body: Uint8Array;
}

/** @throws NetworkFault with the host alone */
export async function exchange(url: URL, given: Exchange): Promise<Exchanged> {
  const timeout = AbortSignal.timeout(Math.max(1, given.timeoutMs));
  try {
    return await sent(url, given, timeout);
  } catch (e) {
    if (e instanceof NetworkFault) throw e;
    const code = e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : "the connection failed";
    throw new NetworkFault(`${url.host}: ${timeout.aborted ? `no answer for ${given.timeoutMs} ms` : code}`, true);
  }
}

function sent(url: URL, { method, headers, body, mostBytes, pinned }: Exchange, signal: AbortSignal): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const request = ownRequest(url, { method, headers: { "User-Agent": "Platen", ...headers, ...length }, signal, pinned });
    request.on("response", (answer) => {
      const parts: Buffer[] = [];
      let read = 0;
      answer.on("data", (part: Buffer) => {
        read += part.length;
        if (read > mostBytes) {
          reject(new NetworkFault(`${url.host}: an answer of more than ${mostBytes} bytes`, false));
          request.destroy();
        } else parts.push(part);
      });
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body: new Uint8Array(Buffer.concat(parts)) }),
      );
      answer.on("error", reject);
      answer.on("aborted", () => reject(new NetworkFault(`${url.host}: the connection ended early`, true)));
    });
    request.on("error", reject);
    request.end(body);
  });
}
