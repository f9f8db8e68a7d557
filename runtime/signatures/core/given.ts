// Signers that a program gives (SG-34): types alone, without those of Node.
import type { Tsa } from "./options.js";

/** A signature algorithm. */
export type Scheme = "rsa_pkcs1" | "rsa_pss" | "ecdsa" | "ed25519";
/** A digest that signing uses. */
export type Digest = "sha256" | "sha384" | "sha512";

/** A key that stays where it is, such as in an HSM. */
export interface Signer {
  /** in PEM or DER: the key's and its chain, in any order */
  readonly certificates: readonly (string | Uint8Array)[];
  readonly algorithm: Scheme;
  /** Signs `data`, the DER of the signed attributes; ECDSA in DER. The result is verified. */
  sign(data: Uint8Array, options: { readonly digest: Digest }): Promise<Uint8Array>;
}

/** Key files, as bytes or PEM. */
export type KeyFiles =
  | { readonly pkcs12: Uint8Array; readonly password?: string | undefined; readonly certificates?: readonly (string | Uint8Array)[] }
  | {
      readonly key: string | Uint8Array;
      readonly certificates?: readonly (string | Uint8Array)[];
      readonly password?: string | undefined;
    };

export interface Algorithms {
  readonly digest?: Digest | undefined;
  /** RSASSA-PSS instead of PKCS #1 v1.5 */
  readonly pss?: boolean | undefined;
}

/** A signer's `csc`, with the contents of its files. */
export interface CscAccess {
  /** address of the service to which methods are appended, such as https://example.com/csc/v2 */
  readonly url: string;
  readonly credentialId: string;
  readonly client?: { readonly id: string; readonly secret: string };
  /** access token; in place of `client` */
  readonly token?: string;
  readonly pin?: string;
  readonly otp?: string;
}

/** A key file, a remote signer, or a hook for a key that is elsewhere, with what its levels need. */
export type GivenSigner = (KeyFiles | Signer | { readonly csc: CscAccess }) &
  Algorithms & {
    /** level of signatures that name none */
    readonly level?: string;
    readonly tsa?: Tsa;
    /** roots, in PEM or DER */
    readonly trust?: readonly Uint8Array[];
    /** OCSP answers, CRLs and certificates, which precede the network */
    readonly revocation?: readonly Uint8Array[];
  };
