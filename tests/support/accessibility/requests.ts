// Requests for faults, and the form of a fault: a document with it, and a twin without.
import type { CheckId, Severity } from "../../../accessibility/report.js";

export type Obj = Record<string, unknown>;

interface SeededFault {
  readonly check: CheckId;
  readonly name: string;
  readonly severity: Severity;
  readonly path: string;
  readonly good: object;
  readonly bad: object;
  /** the report offers a patch */
  readonly isMended?: boolean;
}

export const LONG = "This paragraph has more characters than any heading before it, and says what the part is about.";

export const metadata = { title: "Visitors of the town library", language: "en" };
/** Not demanded of PDF/UA-1, so that the judge alone finds a fault. */
export const settings: Obj = { profile: "pdfa-2u", metadata };

export const text = (content: unknown, more: Obj = {}): Obj => ({
  type: "text",
  layout: { left: 0, flow: true, gap_after: 4 },
  content,
  ...more,
});
export const at = (left: number, top: number, content: unknown, more: Obj = {}): Obj => ({
  type: "text",
  layout: { left, top },
  content,
  ...more,
});

export const canvas = (elements: readonly unknown[], more: Obj = {}): Obj => ({
  settings: { ...settings, layout: { page_margin: { top: 20, left: 20, right: 20, bottom: 20 } }, ...more },
  pages: [{ size: "a4", elements }],
});

export const flow = (content: readonly unknown[], more: Obj = {}): Obj => ({
  settings: { ...settings, ...more },
  flow_document: {
    page_masters: { body: { size: "a4", layout: { page_margin: { top: 20, left: 20, right: 20, bottom: 20 } } } },
    segments: [{ page_master: "body", content }],
  },
});

export const block = (element: Obj, more: Obj = {}): Obj => ({ type: "block", element, ...more });
export const para = (content: unknown, style: Obj = {}): Obj =>
  block({ type: "text", content, ...(Object.keys(style).length > 0 && { style }) });
export const heading = (level: number, content: string): Obj =>
  block(
    { type: "text", content, style: { font_size: 24 - level, font_weight: "bold" } },
    { semantics: { role: "heading", heading_level: level } },
  );

interface Told {
  readonly severity?: Severity;
  readonly isMended?: boolean;
}

type Fault = (check: CheckId, name: string, path: string, ...documents: readonly [object, object, Told?]) => void;

/** A list, and the function that adds to it. */
export function faultList(): { readonly faults: readonly SeededFault[]; readonly fault: Fault } {
  const faults: SeededFault[] = [];
  const fault: Fault = (check, name, path, ...[good, bad, { severity, isMended } = {}]) => {
    faults.push({ check, name, severity: severity ?? "fail", path, good, bad, ...(isMended !== undefined && { isMended }) });
  };
  return { faults, fault };
}

export const PERSON: Told = { severity: "person" };
export const PERSON_MENDED: Told = { severity: "person", isMended: true };
export const MENDED: Told = { isMended: true };

export const E0 = "/pages/0/elements/0";
export const E1 = "/pages/0/elements/1";
export const N0 = "/flow_document/segments/0/content/0";
export const N1 = "/flow_document/segments/0/content/1";

export const column = (key: string, header?: string, more: Obj = {}): Obj => ({
  key,
  ...(header !== undefined && { header }),
  width: { mode: "fixed", value: 40 },
  ...more,
});
export const table = (columns: readonly Obj[], rows: readonly Obj[], more: Obj = {}): Obj => ({
  type: "table",
  columns,
  rows,
  grid: { horizontal: { width: 0.2 } },
  ...more,
});
export const headed = (cell: Obj): Obj =>
  flow([
    block(
      table(
        [column("a", "Room"), column("b", "Visitors")],
        [
          { a: cell, b: 12 },
          { a: "Attic", b: 3 },
        ],
      ),
    ),
  ]);
