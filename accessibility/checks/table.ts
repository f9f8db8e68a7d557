// The table of checks (AX-29): what each finds a breach of.
import type { CheckId, Ua } from "../core/finding.js";
import { colorAlone, graphicsContrast } from "./charts.js";
import type { Check } from "./check.js";
import { contrast } from "./contrast.js";
import { imported, outline, security, tagged, title } from "./document.js";
import { fieldLabel } from "./fields.js";
import { headingEmpty, headingLook, headingOrder } from "./headings.js";
import { altFileName, altRepeats, imageAlt, textInPicture } from "./images.js";
import { language, languageOfParts } from "./language.js";
import { linkText } from "./links.js";
import { listLook } from "./lists.js";
import { hiddenText, readingOrder } from "./order.js";
import { targetSize } from "./target-size.js";
import { tableHeaderEmpty, tableHeaders, tableLayout } from "./tables.js";

interface CheckRow {
  readonly run: Check;
  /** success criteria of WCAG 2.2 */
  readonly wcag: readonly string[];
  /** clauses of each edition of PDF/UA */
  readonly pdfua: { readonly [edition in Ua]: readonly string[] };
  /** failure conditions of the Matterhorn Protocol */
  readonly matterhorn: readonly string[];
}

const row = (run: Check, wcag: string, ua1: string, matterhorn: string, ua2: string): CheckRow => ({
  run,
  wcag: listed(wcag),
  pdfua: { ua1: listed(ua1), ua2: listed(ua2) },
  matterhorn: listed(matterhorn),
});

const listed = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

export const CHECKS: { readonly [id in CheckId]: CheckRow } = {
  tagged: row(tagged, "1.3.1", "7.1", "01-005", "8.2.1"),
  title: row(title, "2.4.2", "7.1", "06-003 06-004", "8.11.1"),
  language: row(language, "3.1.1", "7.2", "11-006 11-007", "8.4.4"),
  "language-of-parts": row(languageOfParts, "3.1.2", "7.2", "11-001", "8.4.4"),
  contrast: row(contrast, "1.4.3", "", "04-001", ""),
  "graphics-contrast": row(graphicsContrast, "1.4.11", "", "", ""),
  "color-alone": row(colorAlone, "1.4.1", "7.1", "04-001", ""),
  "heading-order": row(headingOrder, "1.3.1", "7.4.2", "14-002 14-003", ""),
  "heading-empty": row(headingEmpty, "2.4.6", "7.4", "14-001", "8.2.5.12"),
  "heading-look": row(headingLook, "1.3.1", "7.4", "14-001", "8.2.5.12"),
  "list-look": row(listLook, "1.3.1", "7.6", "16-003", "8.2.5.25"),
  "image-alt": row(imageAlt, "1.1.1", "7.3", "13-004", "8.2.5.28"),
  "alt-file-name": row(altFileName, "1.1.1", "7.3", "13-004", "8.2.5.28"),
  "alt-repeats": row(altRepeats, "1.1.1", "7.3", "", "8.2.5.28"),
  "text-in-picture": row(textInPicture, "1.4.5", "7.3", "13-008", "8.2.5.28"),
  "table-headers": row(tableHeaders, "1.3.1", "7.5", "15-001 15-002", "8.2.5.26"),
  "table-header-empty": row(tableHeaderEmpty, "1.3.1", "7.5", "", "8.2.5.26"),
  "table-layout": row(tableLayout, "1.3.2", "7.5", "15-004", "8.2.5.26"),
  "link-text": row(linkText, "2.4.4", "7.18.5", "28-012", "8.9.4.2"),
  "target-size": row(targetSize, "2.5.8", "", "", ""),
  "field-label": row(fieldLabel, "3.3.2 4.1.2", "7.18.4", "28-005", "8.10.2.3"),
  "reading-order": row(readingOrder, "1.3.2", "7.2", "09-001", "8.2.3"),
  "hidden-text": row(hiddenText, "1.3.1", "7.1", "01-002", "8.2.2"),
  outline: row(outline, "2.4.5", "7.17", "", ""),
  security: row(security, "", "7.16", "26-002", ""),
  imported: row(imported, "1.3.1", "7.1", "", "8.2.1"),
};
