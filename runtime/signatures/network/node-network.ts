// Requests by fetch, with the bounds of SG-20 and the redirects of SG-25.
import { setTimeout as after } from "node:timers/promises";
import { hostOf, NetworkFault, type AuthorityRequest, type Network } from "../core/network.js";

const ANSWER_TIME = 10_000;
/** Pauses before the second and third try. */
const PAUSES = [1000, 2000];
const MOST_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Goes to any host of http and https. */
export const nodeNetwork: Network = (request) => withTries(request, answered);

/** Again after a fault of the network or 5xx. @throws NetworkFault */
export async function withTries(request: AuthorityRequest, answer: Network): Promise<Uint8Array> {
  for (let tried = 0; ; tried++)
    try {
      return await answer(request);
    } catch (e) {
      const pause = PAUSES[tried];
      if (!(e instanceof NetworkFault) || !e.isPassing || pause === undefined || Date.now() + pause >= request.until) throw e;
      await after(pause);
    }
}

async function answered(request: AuthorityRequest): Promise<Uint8Array> {
  const host = hostOf(request.address);
  const left = Math.min(ANSWER_TIME, request.until - Date.now());
  if (left <= 0) throw new NetworkFault(`${host}: the time of the signature is used up`, false);
  const signal = AbortSignal.timeout(left);
  try {
    const response = await redirected(request, signal);
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new NetworkFault(`${host} answered with status ${response.status}`, response.status >= 500);
    }
    return await bodyOf(response, request.mostBytes, host);
  } catch (e) {
    if (e instanceof NetworkFault) throw e;
    throw new NetworkFault(signal.aborted ? `${host}: no answer within ${Math.ceil(left / 1000)} s` : `${host} cannot be reached`, true, {
      cause: e,
    });
  }
}

async function redirected({ address, post, access }: AuthorityRequest, signal: AbortSignal): Promise<Response> {
  const first = urlOf(address);
  for (let url = first, redirects = 0; ; redirects++) {
    const isSameOrigin = url.origin === first.origin;
    const response = await fetch(url, {
      signal,
      redirect: "manual",
      headers: {
        ...(post && { "content-type": post.type }),
        // access is that of the first host alone
        ...(access !== undefined && isSameOrigin && { authorization: `Basic ${Buffer.from(access).toString("base64")}` }),
      },
      ...(post && { method: "POST", body: Uint8Array.from(post.body) }),
    });
    const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (redirects === MOST_REDIRECTS) throw new NetworkFault(`${first.host}: more than ${MOST_REDIRECTS} redirects`, false);
    url = urlOf(new URL(location, url).href);
  }
}

function urlOf(address: string): URL {
  let url: URL | null = null;
  try {
    url = new URL(address);
  } catch {
    // below
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new NetworkFault(`${hostOf(address)}: an address of http or https without a password is required`, false);
  return url;
}

async function bodyOf(response: Response, most: number, host: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return new Uint8Array(Buffer.concat(parts));
    length += next.value.length;
    if (length > most) {
      await reader!.cancel();
      throw new NetworkFault(`${host}: the answer has more than ${most} bytes`, false);
    }
    parts.push(next.value);
  }
}
