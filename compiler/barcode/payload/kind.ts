import type { BarcodeEncoder } from "../../core/world.js";
import type { BarcodePayload, PayloadAmount } from "../../request/types/payload.js";
import type { QrEncoding } from "../qr-segments.js";
import type { PayloadFields } from "./fields.js";

/** The string of a payload, and its encoding if the standard prescribes it. */
export interface PayloadText {
  readonly text: string;
  readonly encoding?: QrEncoding;
}

/** Kind of a symbol in a description. */
export type Title = Exclude<BarcodePayload["kind"], "ksef"> | "ksef_invoice" | "ksef_certificate";

/** Facts of a payload that describe its symbol (MS-9). */
export interface Summary {
  readonly title: Title;
  readonly payee?: string | undefined;
  readonly amount?: PayloadAmount | undefined;
  readonly currency?: string | undefined;
  readonly reference?: string | undefined;
}

/** Texts above and below a symbol. */
export interface Captions {
  readonly above: string;
  readonly below: string;
  /** mm, symbol to text */
  readonly offset: number;
  /** points; absent: inherited */
  readonly size?: number;
  /** smaller than inherited if the symbol is narrower than the text */
  readonly shrinks?: true;
}

/** A kind of payload. */
export interface Kind<P extends BarcodePayload> {
  /** Checks the fields and encodes them; the result counts only without faults. `encoder` checks GS1 identifiers */
  readonly encode: (payload: P, fields: PayloadFields, encoder: BarcodeEncoder) => PayloadText;
  readonly summary: (payload: P) => Summary;
  /** absent: QR codes only */
  readonly formats?: readonly string[];
  /** version of the symbol; absent: the smallest */
  readonly version?: number;
  /** range of the sides, mm; absent: any */
  readonly sides?: readonly [from: number, to: number];
  readonly captions?: (payload: P) => Captions | null;
  /** a Swiss cross in the middle */
  readonly cross?: true;
}
