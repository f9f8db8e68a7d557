// Options and results of signing (SG-1, SG-34).
import type { PdfBudgets, PdfCrypto } from "../../../base/pdf/types.js";
import type { Crypto } from "../../../backends/pdf/syntax/encrypt.js";
import type { Network } from "./network.js";
import type { Certificate } from "../x509/certificate.js";

/** PAdES baseline levels, from the lowest. */
export const LEVELS = ["b-b", "b-t", "b-lt", "b-lta"] as const;
export type Level = (typeof LEVELS)[number];

/** DocMDP permissions of a certification. */
export const CERTIFY = { no_changes: 1, fill_forms: 2, annotate: 3 } as const;
type Certify = keyof typeof CERTIFY;

/** Millimetres from the top left of the page as shown. */
export interface SignatureBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Content of a visible signature. */
export interface SignatureLook {
  /** with variables such as {name} */
  readonly text?: string | undefined;
  /** PNG, JPEG or SVG */
  readonly image?: Uint8Array | undefined;
}

/** A signature that is asked for. */
export interface SignatureRequest {
  readonly level?: Level | undefined;
  readonly field?: string | undefined;
  /** without `field`: a new one, also if the file has an unsigned one */
  readonly isNew?: boolean | undefined;
  /** from 1 */
  readonly page?: number | undefined;
  /** absent: invisible, unless the field is there and visible */
  readonly box?: SignatureBox | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contact?: string | undefined;
  readonly certify?: Certify | undefined;
  readonly appearance?: SignatureLook | undefined;
}

/** A time stamp authority. */
export interface Tsa {
  readonly url: string;
  /** user:password */
  readonly access?: string | undefined;
}

/** A look to be drawn: its text is complete. Points. */
export interface LookDrawing {
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly image: Uint8Array | null;
  /** PDF/A-1 has no transparency, the others take what PDF/A-2 does */
  readonly profile: "pdfa-1b" | "pdfa-2b";
}

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

export interface SignedPdf {
  readonly pdf: Uint8Array;
  /** full name */
  readonly field: string;
  readonly level: Level;
  readonly kind: "approval" | "certification" | "time_stamp";
  /** the certificate's name; null for time stamps alone */
  readonly signer: string | null;
  /** from 1: updates and the first version */
  readonly revision: number;
  readonly warnings: readonly string[];
}
