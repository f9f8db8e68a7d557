/** What a body is: a document's description, a template's id with records, or a description with an invoice's XML. */
export type BodyKind = "document" | "template" | "e_invoice";
