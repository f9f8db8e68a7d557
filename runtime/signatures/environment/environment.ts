// Surroundings of signing.
import type { PdfBudgets, PdfCrypto } from "../../../pdf-reader/types.js";
import type { Crypto } from "../../../backends/pdf/syntax/encrypt.js";
import type { Network } from "../core/network.js";
import type { Certificate } from "../x509/certificate.js";
import type { LookDrawing, Tsa } from "../core/options.js";

/** Surroundings of a signature, of the process that signs. */
export interface SigningEnvironment {
  readonly budgets: PdfBudgets;
  readonly crypto: PdfCrypto & Pick<Crypto, "random">;
  /** of an encrypted file, in the encoding of its algorithm; default: the empty one */
  readonly password?: Uint8Array | undefined;
  /** claimed time in milliseconds: of SOURCE_DATE_EPOCH, else the clock */
  readonly time: number;
  readonly network: Network;
  readonly tsa?: Tsa | undefined;
  /** roots for B-LT */
  readonly trust: readonly Certificate[];
  /** OCSP answers, CRLs and certificates that are used before the network */
  readonly revocation: readonly Uint8Array[];
  /** A PDF of one page of the size: keys are in no process that renders in the service (SG-8). */
  drawLook(look: LookDrawing): Promise<Uint8Array>;
}
