// Remote signatures by the CSC API v2 (SG-32). Only hashes leave this process.
import type { CscAccess, Digest, Scheme } from "../core/given.js";
import { createHash } from "node:crypto";
import { Asn1 } from "../asn1/read.js";
import { integer, sequence } from "../asn1/write.js";
import { DIGEST_BYTES, isSignedBy, signatureIdentifier } from "../x509/algorithm.js";
import { Certificate } from "../x509/certificate.js";
import { MOST_TIME } from "../core/network.js";
import { CscFault } from "./fault.js";
import { activationOf, credentialOf, hashOid, signAlgorithm, signaturesOf, tokenOf, type Credential } from "./messages.js";
import type { Post } from "./post.js";

interface Waiting {
  readonly hash: Uint8Array;
  readonly data: Uint8Array;
  readonly digest: Digest;
  readonly resolve: (signature: Uint8Array) => void;
  readonly reject: (e: unknown) => void;
}

/** Part of a token's time after which another is fetched. */
const USED_UP = 0.9;

/** One credential. Signatures that are asked for at the same time share an authorization, as far as the credential allows. */
export class CscClient {
  readonly #waiting: Waiting[] = [];
  #token: { readonly text: string; readonly until: number } | null = null;
  #busy = false;

  private constructor(
    readonly access: CscAccess,
    readonly post: Post,
    readonly now: () => number,
  ) {}

  #credential!: Credential;
  #certificate!: Certificate;
  #scheme!: Scheme;

  /** Reads the credential. @throws CscFault, NetworkFault */
  static async open(access: CscAccess, isPss: boolean, post: Post, now: () => number = Date.now): Promise<CscClient> {
    const client = new CscClient(access, post, now);
    const credential = credentialOf(
      await client.#call(
        "credentials/info",
        { credentialID: access.credentialId, certificates: "chain", certInfo: false, authInfo: true },
        now() + MOST_TIME,
      ),
    );
    client.#credential = credential;
    client.#certificate = new Certificate(credential.certificates[0]!);
    client.#scheme = schemeOf(client.#certificate, isPss);
    return client;
  }

  get certificates(): readonly Uint8Array[] {
    return this.#credential.certificates;
  }

  get scheme(): Scheme {
    return this.#scheme;
  }

  /** Signature of data, of which the service sees the hash. @throws CscFault, NetworkFault */
  sign(data: Uint8Array, digest: Digest): Promise<Uint8Array> {
    const hash = new Uint8Array(createHash(digest).update(data).digest());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ hash, data, digest, resolve, reject });
      // signatures that are asked for in this turn are authorized together
      if (!this.#busy) {
        this.#busy = true;
        setImmediate(() => void this.#work());
      }
    });
  }

  async #work(): Promise<void> {
    for (let first; (first = this.#waiting[0]);) {
      const { digest } = first;
      const group = this.#waiting.filter((one) => one.digest === digest).slice(0, this.#credential.multisign);
      for (const one of group) this.#waiting.splice(this.#waiting.indexOf(one), 1);
      try {
        const signatures = await this.#signed(
          group.map(({ hash }) => hash),
          digest,
        );
        group.forEach((one, i) => this.#checked(one, signatures[i]!));
      } catch (e) {
        for (const { reject } of group) reject(e);
      }
    }
    this.#busy = false;
  }

  #checked({ data, digest, resolve, reject }: Waiting, given: Uint8Array): void {
    const key = this.#certificate.publicKey;
    const algorithm = { scheme: this.#scheme, digest, salt: DIGEST_BYTES[digest] };
    const signature = [given, ...(this.#scheme === "ecdsa" && given.length % 2 === 0 ? [derOf(given)] : [])].find(
      (form) => key && isSignedBy(algorithm, key, data, form),
    );
    if (signature) resolve(signature);
    else reject(new CscFault("a signature of the remote signer is not of its certificate's key"));
  }

  async #signed(hashes: readonly Uint8Array[], digest: Digest): Promise<readonly Uint8Array[]> {
    const { credentialId: credentialID, pin, otp } = this.access;
    const until = this.now() + MOST_TIME;
    const texts = hashes.map((hash) => Buffer.from(hash).toString("base64"));
    const of = { credentialID, hashes: texts, hashAlgorithmOID: hashOid(digest) };
    const authData = [...(pin === undefined ? [] : [{ id: "PIN", value: pin }]), ...(otp === undefined ? [] : [{ id: "OTP", value: otp }])];
    const authorization = { ...of, numSignatures: texts.length, ...(authData.length > 0 && { authData }) };
    const activation = this.#credential.isExplicit
      ? { SAD: activationOf(await this.#call("credentials/authorize", authorization, until)) }
      : {};
    const signAlgo = signAlgorithm(this.#scheme, digest, this.#credential);
    const pss = this.#scheme === "rsa_pss" && {
      signAlgoParams: Buffer.from(Asn1.of(signatureIdentifier("rsa_pss", digest)).item(1).raw).toString("base64"),
    };
    return signaturesOf(await this.#call("signatures/signHash", { ...of, ...activation, signAlgo, ...pss }, until), texts.length);
  }

  async #call(method: string, message: object, until: number): Promise<unknown> {
    const token = await this.#access(until);
    const headers = { "Content-Type": "application/json", ...(token !== null && { Authorization: `Bearer ${token}` }) };
    return this.post(addressOf(this.access.url, method), { body: JSON.stringify(message), headers, until });
  }

  async #access(until: number): Promise<string | null> {
    const { token, client, url } = this.access;
    if (token !== undefined) return token;
    if (!client) return null;
    if (this.#token && this.now() < this.#token.until) return this.#token.text;
    const form = new URLSearchParams({ grant_type: "client_credentials", client_id: client.id, client_secret: client.secret });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const given = tokenOf(await this.post(addressOf(url, "oauth2/token"), { body: form.toString(), headers, until }));
    this.#token = { text: given.token, until: this.now() + given.seconds * 1000 * USED_UP };
    return given.token;
  }
}

const addressOf = (url: string, method: string): string => `${url.replace(/\/+$/, "")}/${method}`;

function schemeOf({ publicKey }: Certificate, isPss: boolean): Scheme {
  const type = publicKey?.asymmetricKeyType;
  if (type === "rsa-pss" || (type === "rsa" && isPss)) return "rsa_pss";
  if (type === "rsa") return "rsa_pkcs1";
  if (type === "ec") return "ecdsa";
  throw new CscFault("the credential's key is neither RSA nor ECDSA");
}

/** An ECDSA signature of two numbers of equal length as a sequence. */
function derOf(pair: Uint8Array): Uint8Array {
  const half = pair.length / 2;
  return sequence(integer(pair.subarray(0, half)), integer(pair.subarray(half)));
}
