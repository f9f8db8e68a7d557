// One attempt of a callback (Standard Webhooks 1.0; running, E2 to E4).
import { createHmac } from "node:crypto";
import { lookup as systemLookup } from "node:dns/promises";
import { addressOfHost } from "../accounts/callback-url.js";
import type { Callback } from "../accounts/tokens.js";
import { reachOf, type Cidr } from "../core/addresses.js";
import { ownRequest } from "../core/own-connection.js";

interface CallbackMessage {
  /** the same for all attempts */
  readonly id: string;
  readonly body: string;
}

export type Lookup = (hostname: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface SendOptions {
  readonly allowed: readonly Cidr[];
  readonly timeoutMs: number;
  readonly lookup?: Lookup;
  readonly signal: AbortSignal;
  /** Unix ms */
  readonly now: number;
}

/** HTTP status; null if there was none, with a reason without parts of the URL. */
export type Sent = { readonly status: number } | { readonly status: null; readonly reason: string };

/** Of an answer that is read. */
const MOST_ANSWER = 64 * 1024;

const allAddresses: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** @param secret whsec_ and base64 @param seconds Unix time */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}

/** Failures are results. Connects to the checked address; redirects are not followed. */
export async function sendCallback({ url, secret }: Callback, message: CallbackMessage, options: SendOptions): Promise<Sent> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([timeout, options.signal]);
  try {
    const target = new URL(url);
    const pinned = await within(signal, checkedAddress(target, options));
    if (pinned === null) return { status: null, reason: "the address is not public" };
    return { status: await answered(target, pinned, { ...message, secret }, options.now, signal) };
  } catch (e) {
    return { status: null, reason: timeout.aborted ? `no answer for ${options.timeoutMs} ms` : codeOf(e) };
  }
}

/** Messages may contain the host. */
const codeOf = (e: unknown): string => (e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : "the connection failed");

const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(new Error("aborted"));
      signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    }),
  ]);

/** @returns null if an address may not be reached; by http, only listed ones may */
async function checkedAddress({ hostname, protocol }: URL, { allowed, lookup = allAddresses }: SendOptions): Promise<string | null> {
  const literal = addressOfHost(hostname);
  const addresses = literal === null ? (await lookup(hostname)).map((a) => a.address) : [literal];
  const isReachable = (address: string): boolean => {
    const reach = reachOf(address, allowed);
    return reach === "listed" || (reach === "global" && protocol === "https:");
  };
  return addresses.every(isReachable) ? (addresses[0] ?? null) : null;
}

function answered(
  target: URL,
  pinned: string,
  message: CallbackMessage & { readonly secret: string },
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const { id, body, secret } = message;
  const seconds = Math.floor(now / 1000);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "User-Agent": "Platen",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatureOf(secret, id, seconds, body),
  };
  return new Promise((resolve, reject) => {
    const request = ownRequest(target, { method: "POST", headers, signal, pinned });
    request.on("response", (answer) => {
      const status = answer.statusCode ?? 0;
      let read = 0;
      const end = (): void => {
        resolve(status);
        request.destroy();
      };
      answer.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > MOST_ANSWER) end();
      });
      // the status counts, whatever becomes of the rest
      answer.on("end", end).on("error", end).on("close", end);
    });
    request.on("error", reject);
    request.end(body);
  });
}
