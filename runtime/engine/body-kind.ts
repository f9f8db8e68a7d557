/** Kinds: document request; template id with records; document request with an invoice; brief. */
export type BodyKind = "document" | "template" | "e_invoice" | "brief";
