/** Kinds: document request; template id with records; document request with an invoice; brief; an invoice to be shown. */
export type BodyKind = "document" | "template" | "e_invoice" | "brief" | "show";
