// A remote signer for the documents of a program (SG-32, SG-34).
import type { Algorithms, CscAccess } from "../core/given.js";
import { CscClient } from "../csc/client.js";
import { CscFault } from "../csc/fault.js";
import { postJson } from "../csc/post.js";
import { unavailable } from "../core/fault.js";
import { NetworkFault } from "../core/network.js";
import { openHook, type OpenSigner } from "../signer.js";

/** Reads the credential. @throws RenderError API-505 where the service does not answer as it should */
export async function openRemote(access: CscAccess, { digest, pss = false }: Algorithms): Promise<OpenSigner> {
  const client = await answered(CscClient.open(access, pss, postJson));
  return openHook(
    { certificates: client.certificates, algorithm: client.scheme, sign: (data, by) => answered(client.sign(data, by.digest)) },
    { digest },
  );
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (e) {
    if (e instanceof CscFault || e instanceof NetworkFault) return unavailable("signer", e.message);
    throw e;
  }
}
