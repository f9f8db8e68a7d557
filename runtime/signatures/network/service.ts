// Networks of the service: to what the operator configured, and to what certificates name (SG-25).
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { reachOf, type Cidr } from "../../core/addresses.js";
import { exchange } from "./exchange.js";
import { NetworkFault, type AuthorityRequest, type Network } from "../core/network.js";
import { withTries } from "./node-network.js";

/** ms for one answer */
const ANSWER_MS = 10_000;

type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;
const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** To addresses that the operator configured. */
export const configuredNetwork: Network = (request) => withTries(request, (once) => answered(once, new URL(once.address)));

/** To public addresses, and those of `allowed`; the resolved address is the one that is connected to. */
export function publicNetwork(allowed: readonly Cidr[], lookup: Lookup = allAddresses): Network {
  const once: Network = async (request) => {
    const url = URL.canParse(request.address) ? new URL(request.address) : null;
    if (!url || !["http:", "https:"].includes(url.protocol))
      throw new NetworkFault("a certificate names an address that is not of the web", false);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const found = isIP(host) === 0 ? await within(url, request, lookup) : [{ address: host }];
    const isPublic = found.length > 0 && found.every(({ address }) => reachOf(address, allowed) !== "refused");
    if (!isPublic) throw new NetworkFault(`${url.hostname}: the address is not public`, false);
    return answered(request, url, found[0]!.address);
  };
  return (request) => withTries(request, once);
}

async function within(url: URL, request: AuthorityRequest, lookup: Lookup): Promise<readonly { readonly address: string }[]> {
  const late = timeLeft(request);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NetworkFault(`${url.hostname}: no answer for ${late} ms`, true)), late);
  });
  try {
    return await Promise.race([lookup(url.hostname), timeout]);
  } catch (e) {
    throw e instanceof NetworkFault ? e : new NetworkFault(`${url.hostname}: the name cannot be resolved`, true);
  } finally {
    clearTimeout(timer);
  }
}

const timeLeft = ({ until }: AuthorityRequest): number => Math.max(1, Math.min(ANSWER_MS, until - Date.now()));

async function answered(request: AuthorityRequest, url: URL, pinned?: string): Promise<Uint8Array> {
  const { post, access, mostBytes } = request;
  const { status, body } = await exchange(url, {
    method: post ? "POST" : "GET",
    headers: {
      ...(post && { "Content-Type": post.type }),
      ...(access !== undefined && { Authorization: `Basic ${Buffer.from(access).toString("base64")}` }),
    },
    body: post?.body,
    mostBytes,
    timeoutMs: timeLeft(request),
    ...(pinned !== undefined && { pinned }),
  });
  if (status !== 200) throw new NetworkFault(`${url.hostname}: an answer of status ${status}`, status >= 500);
  return body;
}
