// Memory of texts, estimated from their content.
import type { TextBox } from "../../box/box.js";
import type { StyledParagraph } from "../../box/text.js";

/** A text or a shaped paragraph with its objects. As measured on tables of Latin, Japanese, Arabic and QR codes. */
const TEXT = 1024;
/** Words and lines of shaped text, per UTF-16 unit. */
const UNIT = 80;

/** Bytes of a text's shaped paragraphs and lines; 0 if it is measured without them. */
export const bytesOfText = (text: TextBox): number =>
  // plain texts make their paragraphs when they are read
  text.plain?.face ? 0 : text.paragraphs.reduce((sum, p) => sum + bytesOfParagraph(p), TEXT);

const bytesOfParagraph = ({ runs }: StyledParagraph): number =>
  runs.reduce((sum, { text }) => sum + (typeof text === "string" ? text.length * UNIT : TEXT), TEXT);
