import { codePointName } from "../../../base/code-point.js";
import { normal } from "./node.js";

/** Severity of a finding; only errors make an invoice invalid. */
export type Severity = "error" | "warning";

export interface Finding {
  /** Official (BR-CO-15, CII-DT-097) or Platen's (XML-…, CII-…). */
  readonly rule: string;
  readonly severity: Severity;
  /** EN 16931-1: BT-112, BG-23. */
  readonly terms: readonly string[];
  /** XPath with the customary prefixes; positions among siblings of the same name. */
  readonly location: string;
  /** Line of the start tag, from 1; absent for findings about the whole file. */
  readonly line?: number;
  /** Path of the first term in the invoice as data, if the XML was written from it. */
  readonly path?: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export type StageName =
  "xml.well_formed" | "xml.structure" | "xml.en16931" | "xml.xrechnung" | "xml.peppol" | "xml.fr_ctc" | "drawing.total";

export interface Stage {
  readonly name: StageName;
  readonly status: "passed" | "failed" | "skipped";
  /** Milliseconds; absent without a clock. */
  readonly duration_ms?: number;
  readonly findings: readonly Finding[];
}

export interface Facts {
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

const LONGEST = 120;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/gu;
const named = (c: string): string => (c === " " ? c : `<${codePointName(c.codePointAt(0)!)}>`);

/** Quotes a text on one line, invisible characters as code points. */
export const quoted = (value: string): string => {
  const flat = normal(value).replace(UNSEEN, named);
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
};

/** JSON has no undefined. */
export const facts = ({ expected, actual }: Facts): { expected?: string; actual?: string } => ({
  ...(expected !== undefined && { expected: quoted(expected) }),
  ...(actual !== undefined && { actual: quoted(actual) }),
});
