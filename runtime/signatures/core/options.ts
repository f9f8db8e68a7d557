// Options and results of signing (SG-1, SG-34).

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
