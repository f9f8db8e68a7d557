/** Template id with records; template with records to preview; invoice to be shown; file to be signed or verified. */
export type BodyKind = "document" | "template" | "e_invoice" | "brief" | "preview" | "show" | "sign" | "verify" | ViewKind;

/** A request or brief whose pages are shown, or which is checked. */
export type ViewKind = "check" | "png" | "svg" | "text";
