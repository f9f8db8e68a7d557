import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

interface OwnRequest {
  readonly method: "GET" | "POST";
  readonly headers: http.OutgoingHttpHeaders;
  readonly signal: AbortSignal;
  /** address that the host was resolved to and that is connected to; absent: the system resolves it */
  readonly pinned?: string | undefined;
}

/** Begins a request over a connection of its own, without a proxy and without redirects. */
export function ownRequest(url: URL, { pinned, ...options }: OwnRequest): http.ClientRequest {
  const isHttps = url.protocol === "https:";
  const agent = isHttps ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false });
  const lookup = pinned === undefined ? {} : { lookup: lookupOf(pinned) };
  return (isHttps ? https : http).request(url, { ...options, agent, ...lookup });
}

const lookupOf =
  (address: string): LookupFunction =>
  (_host, options, done) => {
    const family = address.includes(":") ? 6 : 4;
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
