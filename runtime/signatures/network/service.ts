// Networks of the service: to what the operator configured, and to what certificates name (SG-25).
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { reachOf, type Cidr } from "../../core/addresses.js";
import { NetworkFault, type AuthorityRequest, type Network } from "../core/network.js";
import { answered, timeLeft, webAddress, withTries } from "./authority.js";

type Lookup = (hostname: string) => Promise<readonly { readonly address: string }[]>;
const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** Connects to addresses that the operator configured. */
export const configuredNetwork: Network = (request) => withTries(request.until, () => answered(request));

/** Connects to public addresses, and those of `allowed`; the resolved address is the one that is connected to. */
export function publicNetwork(allowed: readonly Cidr[], lookup: Lookup = allAddresses): Network {
  const once: Network = async (request) => {
    const url = webAddress(request.address);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const found = isIP(host) === 0 ? await within(url, request, lookup) : [{ address: host }];
    const isPublic = found.length > 0 && found.every(({ address }) => reachOf(address, allowed) !== "refused");
    if (!isPublic) throw new NetworkFault(`${url.hostname}: the address is not public`, false);
    return answered(request, { pinned: found[0]!.address });
  };
  return (request) => withTries(request.until, () => once(request));
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
