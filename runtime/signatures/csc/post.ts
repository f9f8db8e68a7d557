// HTTP to a remote signer that the operator configured (SG-20, SG-25, SG-32).
import { parsedJson } from "../../../base/json.js";
import { setTimeout as pause } from "node:timers/promises";
import { exchange, type Exchanged } from "../network/exchange.js";
import { NetworkFault } from "../core/network.js";
import { CscFault } from "./fault.js";

/** Answers with the JSON of a 200. @throws CscFault for another status, NetworkFault */
export type Post = (address: string, body: string, headers: Readonly<Record<string, string>>) => Promise<unknown>;

const MOST_BYTES = 1024 * 1024;
const ANSWER_MS = 10_000;
/** before the second and third try */
const PAUSES = [1000, 2000];

export const postJson: Post = async (address, body, headers) => {
  const url = new URL(address);
  const { status, body: answer } = await tried(url, body, headers);
  // its text may have secrets
  if (status !== 200) throw new CscFault(`${url.hostname}: the remote signer answered with status ${status}${faultOf(answer)}`);
  try {
    return parsedJson(new TextDecoder().decode(answer));
  } catch {
    throw new CscFault(`${url.hostname}: the remote signer's answer is not JSON`);
  }
};

async function tried(url: URL, body: string, headers: Readonly<Record<string, string>>): Promise<Exchanged> {
  for (let attempt = 0; ; attempt++) {
    const wait = PAUSES[attempt];
    try {
      const answer = await exchange(url, { method: "POST", headers, body, mostBytes: MOST_BYTES, timeoutMs: ANSWER_MS });
      if (answer.status < 500 || wait === undefined) return answer;
    } catch (e) {
      if (!(e instanceof NetworkFault) || !e.isPassing || wait === undefined) throw e;
    }
    await pause(wait);
  }
}

/** The error code of RFC 6749, which is a word. */
function faultOf(answer: Uint8Array): string {
  const [, word] = /"error"\s*:\s*"([a-z_]{1,40})"/.exec(new TextDecoder().decode(answer.subarray(0, 4096))) ?? [];
  return word === undefined ? "" : ` (${word})`;
}
