/** Kinds: document request; template id with records; document request with invoice XML. */
export type BodyKind = "document" | "template" | "e_invoice";
