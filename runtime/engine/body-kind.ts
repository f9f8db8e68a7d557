/**
 * Kinds: document request; template id with records; document request with an invoice; brief; template with records to preview; an invoice to
 * be shown.
 */
export type BodyKind = "document" | "template" | "e_invoice" | "brief" | "preview" | "show";
