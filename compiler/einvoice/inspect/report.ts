// Report on an incoming invoice (IN-9 to IN-15, IN-24).
import type { Operation } from "../../core/patch.js";
import type { Severity } from "../xml/finding.js";

type integer = number;

/** Decision about an invoice: book it, ask its sender, or send it back. */
export type Decision = "accept" | "ask" | "reject";

/** Effect of a finding on the decision. */
export type Effect = "reject" | "ask" | "note";

/** `format`: no invoice that can be extracted; `business`: the official rules; `content`: what the invoice and its pages say. */
export type FindingClass = "format" | "business" | "content";

/** Law that the effects follow. */
export type Law = "de" | "none";

/** Name of a stage. */
export type InspectStageName =
  | "find"
  | "xml.well_formed"
  | "xml.structure"
  | "xml.en16931"
  | "xml.xrechnung"
  | "xml.peppol"
  | "xml.fr_ctc"
  | "pdf.container"
  | "content"
  | "page";

/** Left, top, right and bottom in millimetres, from the top left corner of the page as shown. */
export type Box = readonly number[];

/** Report on a file that arrived: the invoice in it, its faults, and the answer to its sender. The same file and policy have the same report. */
export interface InspectReport {
  /** Version of this schema. */
  schema_version: 1;
  /** Name of the file, or its path below the folder; null if unknown. */
  name: string | null;
  /** Decision: the strongest effect of a finding. */
  decision: Decision;
  /** Rules that led to the decision, strongest first. */
  reasons: string[];
  /** Number of findings by effect. */
  summary: InspectSummary;
  /** Law that the effects follow: `de` for a seller and buyer in Germany, unless the policy names another. */
  law: Law;
  /** Kind of the file and of the invoice in it. */
  format: InspectFormat;
  /** Stages in order. */
  stages: InspectStage[];
  /** Findings by stage, then place. */
  findings: InspectFinding[];
  /** Terms of the invoice as the pages show them; null without pages or invoice. */
  comparison: PageComparison | null;
  /** Terms of the invoice; null for a file without a readable invoice. */
  invoice: { [field: string]: unknown } | null;
  /** Elements and attributes with a value that no term takes. */
  left_out: LeftOutValue[];
  /** Answer to the sender; null if the invoice is accepted. */
  answer: InspectAnswer | null;
  /** Releases of the applied rules; none without an invoice. */
  rules: string[];
  /** Hashes of the file and of the invoice in it. */
  hashes: InspectHashes;
}

/** Number of findings by effect. */
interface InspectSummary {
  /** Findings that refuse the invoice. */
  reject: integer;
  /** Findings that are a question to the sender. */
  ask: integer;
  /** Findings without consequence. */
  note: integer;
}

/** A value without a term. */
interface LeftOutValue {
  /** XPath of the element or attribute. */
  location: string;
  /** The value. */
  value: string;
}

/** SHA-256 in hexadecimal digits. */
interface InspectHashes {
  /** Hash of the file. */
  file_sha256: string;
  /** Hash of the invoice's XML; null without an invoice. */
  xml_sha256: string | null;
}

/** Kind of the file and of the invoice in it. */
export interface InspectFormat {
  /** Container by its bytes. */
  container: "xml" | "pdf" | "other";
  /** Name of the format; null if it is not known. */
  name: string | null;
  /** Syntax of the invoice; null without. */
  syntax: "cii" | "ubl" | null;
  /** Kind of the document; null without an invoice. */
  document: "invoice" | "credit_note" | null;
  /** Profile of the guideline; null if it is unknown. */
  profile: string | null;
  /** Specification identifier (BT-24); null if absent. */
  guideline: string | null;
  /** Encoding of the XML; null without. */
  encoding: string | null;
  /** File of the PDF that is judged; null without. */
  attachment: InspectAttachment | null;
  /** Number of pages of the PDF; null for other files. */
  pages: integer | null;
  /** True for a PDF with an invoice. */
  hybrid: boolean;
}

/** A file of the PDF that holds the invoice. */
interface InspectAttachment {
  /** Name of the file. */
  name: string;
  /** Relationship to the document; null if it is missing. */
  relationship: string | null;
  /** Names of all files that hold an invoice. */
  candidates: string[];
}

/** A stage of the inspection. */
export interface InspectStage {
  /** Name of the stage. */
  name: InspectStageName;
  /** `failed`: a finding of the stage refuses the invoice or is a question; `skipped`: the stage does not apply. */
  status: "passed" | "failed" | "skipped";
  /** Reason of a skipped stage. */
  why?: string;
}

/** A finding about the file, the invoice or its pages. */
export interface InspectFinding {
  /** Rule: official identifier if it has one. */
  rule: string;
  /** Stage that found it. */
  stage: InspectStageName;
  /** Class of the finding. */
  class: FindingClass;
  /** Severity: official where the rule is. */
  severity: Severity;
  /** Effect on the decision. */
  effect: Effect;
  /** Business terms and groups of EN 16931-1. */
  terms: string[];
  /** Items of § 14 (4) and § 14a UStG that the terms touch. */
  law: string[];
  /** XPath of an element, or place in the PDF; null for the whole file. */
  location: string | null;
  /** Line of the XML; null if unknown. */
  line: integer | null;
  /** Path of the first term in `invoice`; null if it has none. */
  path: string | null;
  /** Page from 1; null if no page is concerned. */
  page: integer | null;
  /** Place on the page, mm; null if no page is concerned. */
  box: Box | null;
  /** The fault. */
  message: string;
  /** Consequence of the fault. */
  why: string;
  /** Party that mends it. */
  mends: "sender" | "receiver";
  /** Act that mends it. */
  how: string;
  /** Required value; null without. */
  expected: string | null;
  /** Value found; null without. */
  actual: string | null;
  /** JSON Patch of `invoice` that mends it, as advice to the sender; null where the rule does not settle the value. */
  patch: readonly Operation[] | null;
}

/** Result of a term's search on the pages. */
export type TermResult = "same" | "differs" | "missing" | "not_readable";

/** Terms of the invoice as the pages show them. */
export interface PageComparison {
  /** Number of pages. */
  pages: integer;
  /** Number of pages whose text can be read. */
  readable_pages: integer;
  /** Terms that are compared. */
  terms: ComparedTerm[];
  /** Accounts, VAT numbers, dates and amounts of the pages that no term has; at most 50 of a kind. */
  page_only: PageValue[];
}

/** A term with its places on the pages. */
export interface ComparedTerm {
  /** Identifier of the term. */
  term: string;
  /** Path in `invoice`. */
  path: string;
  /** Value of the invoice. */
  value: string;
  /** Result of the search. */
  result: TermResult;
  /** Places of the value; of another value if it differs. */
  found: PageText[];
  /** Reason of a result other than `same`. */
  why?: string;
}

/** Text at a place of a page. */
export interface PageText {
  /** Text as shown. */
  text: string;
  /** Page from 1. */
  page: integer;
  /** Place, mm. */
  box: Box;
}

/** A value that only the page has. */
export interface PageValue extends PageText {
  /** Kind of the value. */
  kind: "iban" | "vat" | "date" | "amount";
}

/** Answer to the sender, as plain text. */
export interface InspectAnswer {
  /** Language of the text. */
  language: string;
  /** Subject line. */
  subject: string;
  /** Text of at most 4,000 characters. */
  text: string;
}

/** Reports on several files. */
export interface InspectReports {
  /** Version of this schema. */
  schema_version: 1;
  /** Strongest decision. */
  decision: Decision;
  /** Number of files by decision. */
  summary: { files: integer; accept: integer; ask: integer; reject: integer };
  /** Reports in the order of names. */
  reports: InspectReport[];
  /** Files that were not inspected. */
  skipped: { name: string; why: string }[];
}

/** A finding before its effect is known. */
export type FoundFault = Omit<InspectFinding, "effect">;
