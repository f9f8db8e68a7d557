// HTTP to a remote signer that the operator configured (SG-20, SG-25, SG-32).
import { parsedJson } from "../../../base/json.js";
import { timeLeft, withTries } from "../network/authority.js";
import { exchange } from "../network/exchange.js";
import { NetworkFault } from "../core/network.js";
import { CscFault } from "./fault.js";

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** milliseconds of `Date.now()` at which the signature's time is used up */
  readonly until: number;
}

/** Answers with the JSON of a 200. @throws CscFault for another status, NetworkFault */
export type Post = (address: string, message: Message) => Promise<unknown>;

const MOST_BYTES = 1024 * 1024;

export const postJson: Post = (address, message) => withTries(message.until, () => posted(address, message));

async function posted(address: string, { body, headers, until }: Message): Promise<unknown> {
  const url = new URL(address);
  const timeoutMs = timeLeft({ address, until });
  const { status, body: answer } = await exchange(url, { method: "POST", headers, body, mostBytes: MOST_BYTES, timeoutMs });
  // its text may have secrets
  const fault = `${url.hostname}: the remote signer answered with status ${status}`;
  if (status >= 500) throw new NetworkFault(fault, true);
  if (status !== 200) throw new CscFault(fault + faultOf(answer));
  try {
    return parsedJson(new TextDecoder().decode(answer));
  } catch {
    throw new CscFault(`${url.hostname}: the remote signer's answer is not JSON`);
  }
}

/** The error code of RFC 6749, which is a word. */
function faultOf(answer: Uint8Array): string {
  const [, word] = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(new TextDecoder().decode(answer.subarray(0, 4096))) ?? [];
  return word === undefined ? "" : ` (${word})`;
}
