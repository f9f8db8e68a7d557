// Time stamps of an authority (SG-19).
import type { SigningEnvironment } from "../environment/environment.js";
import type { Digest } from "../core/given.js";
import { createHash } from "node:crypto";
import { Asn1Fault } from "../asn1/read.js";
import { faultOfTimeStamp, isAnswerTo, timeStampOf, timeStampRequest, tokenOf } from "../cms/time-stamp.js";
import { unavailable } from "../core/fault.js";
import type { Tsa } from "../core/options.js";
import { hostOf, NetworkFault } from "../core/network.js";

const MOST_BYTES = 1 << 20;

/** A token over the data. @param until milliseconds of `Date.now()` @throws RenderError API-505 */
export async function timeStamped(
  tsa: Tsa,
  data: readonly Uint8Array[],
  digest: Digest,
  { crypto, network, until }: Pick<SigningEnvironment, "crypto" | "network"> & { readonly until: number },
): Promise<Uint8Array> {
  const hash = createHash(digest);
  for (const part of data) hash.update(part);
  const imprint = new Uint8Array(hash.digest());
  const nonce = crypto.random(8);
  const body = timeStampRequest(digest, imprint, nonce);
  const host = hostOf(tsa.url);
  try {
    const answer = await network({
      address: tsa.url,
      post: { type: "application/timestamp-query", body },
      access: tsa.access,
      mostBytes: MOST_BYTES,
      until,
    });
    const token = tokenOf(answer);
    const stamp = timeStampOf(token);
    if (!isAnswerTo(stamp, digest, imprint, nonce)) return unavailable("tsa", `${host}: the time stamp is of another request`);
    const fault = faultOfTimeStamp(stamp, data);
    return fault === null ? token : unavailable("tsa", `${host}: the time stamp ${fault}`);
  } catch (e) {
    if (e instanceof NetworkFault) return unavailable("tsa", e.message);
    if (e instanceof Asn1Fault) return unavailable("tsa", `${host}: ${e.message}`);
    throw e;
  }
}
