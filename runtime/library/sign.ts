import { limitsWith } from "../../compiler/core/limits.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import { epochFrom } from "../core/epoch.js";
import type { SignedPdf } from "../signatures/core/options.js";
import type { OpenSigner } from "../signatures/signer.js";
import { engineOf } from "./engines.js";
import { checkOptions, type SignOptions } from "./options.js";

/** Keys are opened once for each object that names them and its algorithms. */
const opened = new WeakMap<SignOptions["signer"], Map<string, OpenSigner>>();

/**
 * Signs a PDF by an update: its bytes are the beginning of the result.
 * @throws RenderError for a file, a field or a certificate that is refused, and for a time stamp that is not to be had
 */
export async function sign(pdf: Uint8Array, options: SignOptions): Promise<SignedPdf> {
  checkOptions("sign", options);
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  const { signal, tsa, trust = [], revocation = [] } = options;
  signal?.throwIfAborted();
  const [{ signPdf }, { nodeCrypto }, { nodeNetwork }, { certificateFiles }] = await Promise.all([
    import("../signatures/sign.js"),
    import("../engine/crypto.js"),
    import("../signatures/network/node-network.js"),
    import("../signatures/revocation/certificate-files.js"),
  ]);
  const signer = await openSigner(options);
  const epoch = options.sourceDateEpoch ?? epochFrom(process.env);
  const signed = await signPdf(new Uint8Array(pdf), signer, options, {
    budgets: limitsWith(options.limits),
    crypto: nodeCrypto,
    time: epoch === null ? Date.now() : epoch * 1000,
    network: (request) => {
      signal?.throwIfAborted();
      return nodeNetwork(request);
    },
    tsa,
    trust: certificateFiles(trust.map((file, i) => ({ name: `trust[${i}]`, bytes: bytesOf(file) }))),
    revocation: revocation.map(bytesOf),
    async drawLook(look) {
      const { lookDrawer } = await import("../signatures/draw-look.js");
      return lookDrawer(await engineOf(options))(look);
    },
  });
  signal?.throwIfAborted();
  return signed;
}

const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);

/** @throws TypeError for a key, a password or a certificate that cannot be used */
async function openSigner({ signer, digest, pss }: SignOptions): Promise<OpenSigner> {
  const key = `${digest ?? ""} ${pss ?? false}`;
  const known = opened.get(signer)?.get(key);
  if (known) return known;
  const [{ openHook, openKeyFiles }, { KeyFault }] = await Promise.all([
    import("../signatures/signer.js"),
    import("../signatures/keys/password.js"),
  ]);
  try {
    const open =
      "csc" in signer
        ? await (await import("../signatures/signers/remote.js")).openRemote(signer.csc, { digest, pss })
        : "sign" in signer
          ? openHook(signer, { digest })
          : openKeyFiles(signer, { digest, pss });
    const of = opened.get(signer) ?? new Map<string, OpenSigner>();
    opened.set(signer, of.set(key, open));
    return open;
  } catch (e) {
    throw e instanceof KeyFault ? new TypeError(`signer: ${e.message}`, { cause: e }) : e;
  }
}
