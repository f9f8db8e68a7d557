// Sections of the report for people, which HTML and PDF draw.
import { SEVERITIES, type AccessibilityReport, type Finding } from "../report.js";
import { clausesOf, documentName, OUTCOME_WORDS, placeOf, SEVERITY_WORDS, STANDARDS, valuesOf } from "./words.js";

/** A line of text; `language` is that of a quotation from the document. */
export interface Line {
  readonly text: string;
  readonly language?: string;
}

export interface ReportTable {
  readonly caption: string;
  /** the first one names the row; `share`: of the width, of 100 */
  readonly columns: readonly { readonly name: string; readonly share: number }[];
  readonly rows: readonly (readonly (readonly Line[])[])[];
}

export interface ReportSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly table: ReportTable | null;
  readonly list: readonly string[];
}

interface ReportContent {
  readonly title: string;
  readonly sections: readonly ReportSection[];
}

const plain = (...texts: readonly string[]): readonly Line[] => texts.filter((text) => text !== "").map((text) => ({ text }));

export const contentOf = (report: AccessibilityReport): ReportContent => ({
  title: `Accessibility report: “${documentName(report.target)}”`,
  sections: [verdictOf(report), findingsOf(report), criteriaOf(report), checksOf(report), ...notJudgedOf(report)],
});

const VERDICTS: Readonly<Record<AccessibilityReport["verdict"], string>> = {
  fails: "The document fails: at least one clause is broken.",
  person: "No check has failed, but a person must tell whether the findings below break a clause.",
  passes: "No check has found a fault.",
};

function verdictOf({ verdict, target, summary, engine }: AccessibilityReport): ReportSection {
  const { title, language, pages, profile, accessibility, tagged, judged, sha256 } = target;
  const facts: readonly (readonly [string, readonly Line[]])[] = [
    ["Title", title === null ? plain("none") : [{ text: title, ...ofDocument(language) }]],
    ["Language", plain(language ?? "none")],
    ["Pages", plain(String(pages))],
    ["Profile", plain(profile ?? "none")],
    ["PDF/UA of the document", plain(accessibility === null ? "none" : STANDARDS[accessibility])],
    ["Tags", plain(tagged ? "yes" : "no")],
    ["Judged by", plain(`WCAG 2.2 at levels A and AA, ${STANDARDS[judged]}, Matterhorn Protocol`)],
    ["SHA-256 of the request", plain(sha256)],
    ["Program", plain(`${engine.name} ${engine.version}`)],
    ["Findings that fail", plain(String(summary.fail))],
    ["Findings that need a person", plain(String(summary.person))],
    ["Findings that are advice", plain(String(summary.advice))],
  ];
  return {
    heading: "Result",
    paragraphs: [
      VERDICTS[verdict],
      "A program can tell a part of what makes a document accessible; “A person must tell” marks what it cannot decide, and “Not tested” what it does not look at.",
    ],
    table: {
      caption: "Document and result",
      columns: [
        { name: "Property", share: 32 },
        { name: "Value", share: 68 },
      ],
      rows: facts.map(([name, value]) => [plain(name), value]),
    },
    list: [],
  };
}

function findingsOf({ findings, target, truncated }: AccessibilityReport): ReportSection {
  return {
    heading: "Findings",
    paragraphs: [
      ...(findings.length === 0 ? ["There are none."] : []),
      ...(truncated ? [`There are more findings than these ${findings.length}; the counts above have all.`] : []),
    ],
    table:
      findings.length === 0
        ? null
        : {
            caption: `Findings: ${SEVERITIES.map((s) => SEVERITY_WORDS[s].toLowerCase()).join(", then ")}`,
            columns: [
              { name: "No.", share: 7 },
              { name: "Severity", share: 13 },
              { name: "Finding", share: 38 },
              { name: "Place", share: 24 },
              { name: "Clauses", share: 18 },
            ],
            rows: findings.map((f, i) => [
              plain(String(i + 1)),
              plain(SEVERITY_WORDS[f.severity]),
              findingLines(f, target.language),
              plain(f.path === "" ? "Whole document" : f.path, placeOf(f)),
              plain(clausesOf(f, target)),
            ]),
          },
    list: [],
  };
}

const findingLines = (f: Finding, language: string | null): readonly Line[] => [
  ...plain(f.message, valuesOf(f), f.count > 1 ? `found ${f.count} times` : ""),
  ...(f.text === undefined || f.text.trim() === "" ? [] : [{ text: `“${f.text}”`, ...ofDocument(language) }]),
];

const criteriaOf = ({ criteria }: AccessibilityReport): ReportSection => ({
  heading: "Success criteria of WCAG 2.2",
  paragraphs: ["“Passed” stands only where the checks cover a criterion wholly."],
  table: {
    caption: "Success criteria at levels A and AA",
    columns: [
      { name: "Criterion", share: 58 },
      { name: "Level", share: 12 },
      { name: "Outcome", share: 30 },
    ],
    rows: criteria.map(({ id, name, level, outcome }) => [plain(`${id} ${name}`), plain(level), plain(OUTCOME_WORDS[outcome])]),
  },
  list: [],
});

const checksOf = ({ checks }: AccessibilityReport): ReportSection => ({
  heading: "Checks",
  paragraphs: [],
  table: {
    caption: "Outcome of each check",
    columns: [
      { name: "Check", share: 34 },
      { name: "Outcome", share: 30 },
      { name: "Tested", share: 18 },
      { name: "Findings", share: 18 },
    ],
    rows: checks.map(({ id, outcome, tested, findings }) => [
      plain(id),
      plain(OUTCOME_WORDS[outcome]),
      plain(String(tested)),
      plain(String(findings)),
    ]),
  },
  list: [],
});

const notJudgedOf = ({ not_judged: notJudged }: AccessibilityReport): readonly ReportSection[] =>
  notJudged.length === 0 ? [] : [{ heading: "Not judged", paragraphs: [], table: null, list: notJudged }];

/** A tag that is not well-formed would mislead a reader. */
const ofDocument = (language: string | null): { readonly language?: string } =>
  language !== null && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? { language } : {};
