/** Template id with records; template with records to preview; invoice to be shown; PDF file and what is done with it. */
export type BodyKind = "document" | "template" | "e_invoice" | "brief" | "preview" | "show" | FileKind | ViewKind;

/** A PDF file that is signed or verified, or whose form is read or filled. */
type FileKind = "sign" | "verify" | "read_form" | "fill_form";

/** A request or brief whose pages are shown, or which is checked. */
export type ViewKind = "check" | "png" | "svg" | "text";
