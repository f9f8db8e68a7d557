// Answers of authorities within the bounds of SG-20.
import { setTimeout as after } from "node:timers/promises";
import { hostOf, NetworkFault, type AuthorityRequest } from "../core/network.js";
import { exchange } from "./exchange.js";

const ANSWER_MS = 10_000;
/** before the second and third try */
const PAUSES = [1000, 2000];
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Again after a fault of the network or 5xx. @param until milliseconds of `Date.now()` @throws NetworkFault */
export async function withTries<T>(until: number, answer: () => Promise<T>): Promise<T> {
  for (let tried = 0; ; tried++)
    try {
      return await answer();
    } catch (e) {
      const pause = PAUSES[tried];
      if (!(e instanceof NetworkFault) || !e.isPassing || pause === undefined || Date.now() + pause >= until) throw e;
      await after(pause);
    }
}

/** Milliseconds for one answer. @throws NetworkFault */
export function timeLeft({ address, until }: Pick<AuthorityRequest, "address" | "until">): number {
  const left = Math.min(ANSWER_MS, until - Date.now());
  if (left <= 0) throw new NetworkFault(`${hostOf(address)}: the time of the signature is used up`, false);
  return left;
}

/** @throws NetworkFault for another address than one of the web */
export function webAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new NetworkFault(`${hostOf(address)}: an address of http or https without a password is required`, false);
  return url;
}

/** One try. @param pinned address that the host was resolved to @throws NetworkFault */
export async function answered(
  request: AuthorityRequest,
  { redirects = 0, pinned }: { readonly redirects?: number; readonly pinned?: string } = {},
): Promise<Uint8Array> {
  const { address, post, access, mostBytes } = request;
  const until = Date.now() + timeLeft(request);
  const first = webAddress(address);
  for (let url = first, followed = 0; ; followed++) {
    const { status, location, body } = await exchange(url, {
      method: post ? "POST" : "GET",
      headers: {
        ...(post && { "Content-Type": post.type }),
        // access is that of the first host alone
        ...(access !== undefined && url.origin === first.origin && { Authorization: `Basic ${Buffer.from(access).toString("base64")}` }),
      },
      body: post?.body,
      mostBytes,
      timeoutMs: until - Date.now(),
      ...(pinned !== undefined && { pinned }),
    });
    if (status === 200) return body;
    if (redirects === 0 || location === undefined || !REDIRECTS.has(status))
      throw new NetworkFault(`${url.host} answered with status ${status}`, status >= 500);
    if (followed === redirects) throw new NetworkFault(`${first.host}: more than ${redirects} redirects`, false);
    url = webAddress(new URL(location, url).href);
  }
}
