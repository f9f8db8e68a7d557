import { expect, test } from "vitest";
import { CHECK_IDS, type AccessibilityReport, type Finding } from "../report.js";
import { earlOf } from "./earl.js";
import { htmlOf } from "./html.js";
import { requestOf } from "./pdf.js";

/* Forms of the report (AX-33), of a report that no document made. */

/** Anchors of the criteria at A and AA in https://www.w3.org/TR/WCAG22/, with their names. */
const CRITERIA: readonly (readonly [string, string, string])[] = [
  ["1.1.1", "Non-text Content", "non-text-content"],
  ["1.2.1", "Audio-only and Video-only (Prerecorded)", "audio-only-and-video-only-prerecorded"],
  ["1.2.2", "Captions (Prerecorded)", "captions-prerecorded"],
  ["1.2.3", "Audio Description or Media Alternative (Prerecorded)", "audio-description-or-media-alternative-prerecorded"],
  ["1.2.4", "Captions (Live)", "captions-live"],
  ["1.2.5", "Audio Description (Prerecorded)", "audio-description-prerecorded"],
  ["1.3.1", "Info and Relationships", "info-and-relationships"],
  ["1.3.2", "Meaningful Sequence", "meaningful-sequence"],
  ["1.3.3", "Sensory Characteristics", "sensory-characteristics"],
  ["1.3.4", "Orientation", "orientation"],
  ["1.3.5", "Identify Input Purpose", "identify-input-purpose"],
  ["1.4.1", "Use of Color", "use-of-color"],
  ["1.4.2", "Audio Control", "audio-control"],
  ["1.4.3", "Contrast (Minimum)", "contrast-minimum"],
  ["1.4.4", "Resize Text", "resize-text"],
  ["1.4.5", "Images of Text", "images-of-text"],
  ["1.4.10", "Reflow", "reflow"],
  ["1.4.11", "Non-text Contrast", "non-text-contrast"],
  ["1.4.12", "Text Spacing", "text-spacing"],
  ["1.4.13", "Content on Hover or Focus", "content-on-hover-or-focus"],
  ["2.1.1", "Keyboard", "keyboard"],
  ["2.1.2", "No Keyboard Trap", "no-keyboard-trap"],
  ["2.1.4", "Character Key Shortcuts", "character-key-shortcuts"],
  ["2.2.1", "Timing Adjustable", "timing-adjustable"],
  ["2.2.2", "Pause, Stop, Hide", "pause-stop-hide"],
  ["2.3.1", "Three Flashes or Below Threshold", "three-flashes-or-below-threshold"],
  ["2.4.1", "Bypass Blocks", "bypass-blocks"],
  ["2.4.2", "Page Titled", "page-titled"],
  ["2.4.3", "Focus Order", "focus-order"],
  ["2.4.4", "Link Purpose (In Context)", "link-purpose-in-context"],
  ["2.4.5", "Multiple Ways", "multiple-ways"],
  ["2.4.6", "Headings and Labels", "headings-and-labels"],
  ["2.4.7", "Focus Visible", "focus-visible"],
  ["2.4.11", "Focus Not Obscured (Minimum)", "focus-not-obscured-minimum"],
  ["2.5.1", "Pointer Gestures", "pointer-gestures"],
  ["2.5.2", "Pointer Cancellation", "pointer-cancellation"],
  ["2.5.3", "Label in Name", "label-in-name"],
  ["2.5.4", "Motion Actuation", "motion-actuation"],
  ["2.5.7", "Dragging Movements", "dragging-movements"],
  ["2.5.8", "Target Size (Minimum)", "target-size-minimum"],
  ["3.1.1", "Language of Page", "language-of-page"],
  ["3.1.2", "Language of Parts", "language-of-parts"],
  ["3.2.1", "On Focus", "on-focus"],
  ["3.2.2", "On Input", "on-input"],
  ["3.2.3", "Consistent Navigation", "consistent-navigation"],
  ["3.2.4", "Consistent Identification", "consistent-identification"],
  ["3.2.6", "Consistent Help", "consistent-help"],
  ["3.3.1", "Error Identification", "error-identification"],
  ["3.3.2", "Labels or Instructions", "labels-or-instructions"],
  ["3.3.3", "Error Suggestion", "error-suggestion"],
  ["3.3.4", "Error Prevention (Legal, Financial, Data)", "error-prevention-legal-financial-data"],
  ["3.3.7", "Redundant Entry", "redundant-entry"],
  ["3.3.8", "Accessible Authentication (Minimum)", "accessible-authentication-minimum"],
  ["4.1.2", "Name, Role, Value", "name-role-value"],
  ["4.1.3", "Status Messages", "status-messages"],
];

const finding = (more: Partial<Finding>): Finding => ({
  ...{ check: "contrast", severity: "fail", message: "the text is too pale", path: "/pages/0/elements/0/style/color", count: 1 },
  ...{ wcag: ["1.4.3"], pdfua: [], matterhorn: ["04-001"] },
  ...more,
});
const HOSTILE = `<script>alert("x")</script> & {page} \u0001`;
const report = (more: Partial<AccessibilityReport> = {}): AccessibilityReport => ({
  schema_version: 1,
  engine: { name: "Platen", version: "9.9.9" },
  target: {
    ...{ title: HOSTILE, language: "de", pages: 2, profile: null, accessibility: null, tagged: false, judged: "ua1" },
    sha256: "0".repeat(64),
  },
  verdict: "fails",
  summary: { fail: 1, person: 1, advice: 1 },
  findings: [
    finding({ measured: 2.31, required: 4.5, line: 3, column: 7, page: 1, text: "blasse Schrift" }),
    finding({ check: "list-look", severity: "person", wcag: ["1.3.1"], pdfua: ["7.6"], text: HOSTILE, path: "" }),
    finding({ check: "security", severity: "advice", wcag: [], pdfua: ["7.16"], matterhorn: ["26-002"] }),
  ],
  checks: CHECK_IDS.map((id) => ({ id, outcome: "passed", tested: 2, findings: 0 })),
  criteria: CRITERIA.map(([id, name]) => ({ id, name, level: "A", outcome: id === "1.4.3" ? "failed" : "untested" })),
  not_judged: ["One raster picture: text in it cannot be known."],
  truncated: false,
  ...more,
});

interface Node {
  readonly "@id"?: string;
  readonly "@type": string;
  readonly "earl:test"?: { readonly "@id": string };
  readonly "earl:assertedBy"?: { readonly "@id": string };
  readonly "earl:subject"?: { readonly "@id": string };
  readonly "earl:mode"?: string;
  readonly "earl:result"?: Readonly<Record<string, string>>;
}

test("EARL has its context inline, a criterion's assertion by its anchor, and one a finding", () => {
  const earl = JSON.parse(earlOf(report())) as { readonly "@context": object; readonly "@graph": readonly Node[] };
  expect(earl["@context"]).toMatchObject({ earl: "http://www.w3.org/ns/earl#", dct: "http://purl.org/dc/terms/" });
  const of = (type: string): readonly Node[] => earl["@graph"].filter((node) => node["@type"] === `earl:${type}`);
  const [software, subject, assertions] = [of("Software"), of("TestSubject"), of("Assertion")];
  expect([software.length, subject.length, assertions.length]).toEqual([1, 1, 58]);
  for (const { "earl:assertedBy": by, "earl:subject": about, "earl:mode": mode } of assertions)
    expect([by, about, mode]).toEqual([{ "@id": software[0]!["@id"] }, { "@id": subject[0]!["@id"] }, "earl:automatic"]);
  expect(assertions.slice(0, 55).map((a) => a["earl:test"]!["@id"])).toEqual(
    CRITERIA.map(([, , anchor]) => `http://www.w3.org/TR/WCAG22/#${anchor}`),
  );
  const results = assertions.map((a) => a["earl:result"]!);
  expect(results.filter((r) => r["earl:outcome"] === "earl:failed")).toHaveLength(2);
  expect(results.slice(55).map((r) => [r["earl:outcome"], r["earl:pointer"]])).toEqual([
    ["earl:failed", "/pages/0/elements/0/style/color"],
    ["earl:cantTell", ""],
    ["earl:passed", "/pages/0/elements/0/style/color"],
  ]);
  expect(results[55]!["dct:description"]).toBe("the text is too pale (WCAG 1.4.3, Matterhorn 04-001; measured 2.31, required 4.5)");
  expect(assertions[57]!["earl:test"]!["@id"]).toBe("urn:platen:accessibility:security");
});

test("every outcome has its word in EARL", () => {
  const outcomes = ["failed", "cant_tell", "passed", "inapplicable", "untested"] as const;
  const criteria = outcomes.map((outcome) => ({ id: "1.4.3", name: "Contrast (Minimum)", level: "AA" as const, outcome }));
  const { "@graph": graph } = JSON.parse(earlOf(report({ criteria, findings: [] }))) as { readonly "@graph": readonly Node[] };
  expect(graph.slice(2).map((node) => node["earl:result"]!["earl:outcome"])).toEqual([
    ...["earl:failed", "earl:cantTell", "earl:passed", "earl:inapplicable", "earl:untested"],
  ]);
});

/** Elements in order; HTML of the report has no comment and quotes all attributes. */
const elementsOf = (html: string): readonly { readonly name: string; readonly attributes: string }[] =>
  [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*>/g)].map(([, name, attributes]) => ({
    name: name!,
    attributes: attributes!,
  }));

test("HTML is one file with a language, a title, one h1 and tables with scopes, and nothing from elsewhere", () => {
  const html = htmlOf(report());
  const elements = elementsOf(html);
  const count = (name: string): number => elements.filter((e) => e.name === name).length;
  expect([count("h1"), count("title"), count("html"), count("main")]).toEqual([1, 1, 1, 1]);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  const headers = elements.filter((e) => e.name === "th");
  expect(headers.length).toBeGreaterThan(80);
  expect(headers.filter((e) => !/ scope="(?:col|row)"/.test(e.attributes))).toEqual([]);
  expect(count("table")).toBe(count("caption"));
  for (const name of ["script", "link", "img", "iframe", "object"]) expect([name, count(name)]).toEqual([name, 0]);
  expect(html).not.toMatch(/ (?:src|href|on\w+)=|url\(|@import/);
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; {page}");
  expect(html).toContain('<span lang="de">“blasse Schrift”</span>');
  // elements are closed in order
  const open: string[] = [];
  for (const [, close, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^>]*)?>/g)) {
    if (close === "/") expect(open.pop()).toBe(name);
    else if (!["meta", "col"].includes(name!)) open.push(name!);
  }
  expect(open).toEqual([]);
});

test("a language that is none is not written, and a report without findings says so", () => {
  const none = report({ target: { ...report().target, language: 'de" onload="x', title: null }, findings: [], not_judged: [] });
  expect(elementsOf(htmlOf(none)).filter((e) => /onload|lang="de/.test(e.attributes))).toEqual([]);
  expect(htmlOf(none)).toContain("<p>There are none.</p>");
  expect(htmlOf(none)).toContain("Document without a title");
  expect(htmlOf(report({ truncated: true }))).toContain("more findings than these 3");
});

test("the request of the PDF prints braces and has neither controls nor a file's name as its title", () => {
  const request = requestOf(report({ target: { ...report().target, title: "scan.pdf" } }));
  expect(request.settings).toMatchObject({ metadata: { title: "Accessibility report: “scan.pdf”", language: "en" } });
  const { flow_document: drawn, settings } = requestOf(report());
  expect(JSON.stringify(drawn)).not.toContain("{page} \\u");
  expect(settings!.metadata!.title).toContain("{page} [U+0001]");
});
