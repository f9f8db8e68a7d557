/** Template id with records; template with records to preview; invoice to be shown. */
export type BodyKind = "document" | "template" | "e_invoice" | "brief" | "preview" | "show";
