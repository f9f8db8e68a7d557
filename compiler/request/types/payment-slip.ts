// Payment slips of Swiss QR-bills.
import type { Placement } from "./common.js";
import type { BarcodePayload } from "./payload.js";

/** Receipt and payment part of a Swiss QR-bill, 210 × 105 mm, as the style guide of SIX has them. A page has at most one, and then no footer. */
export interface PaymentSlip {
  /** Type of the element or node. */
  type: "payment_slip";
  /** The bill, of kind `swiss_qr`; another kind is API-002. */
  payload: BarcodePayload;
  /** Language of the headings; by default that of the document, otherwise `en`. */
  language?: "de" | "fr" | "it" | "en";
  /** Lines at the upper edge and between the parts: with scissors, with a sentence above them, plain, or none for perforated paper. @default "scissors" */
  lines?: "scissors" | "text" | "plain" | "none";
  /** Comment for readers of the request; not rendered. */
  comment?: string;
}

/** A payment slip on a page; by default at the left and lower edges of the page. */
export interface PaymentSlipElement extends PaymentSlip {
  /** Position of the slip. It does not flow. */
  layout?: Placement;
}
