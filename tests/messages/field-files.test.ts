import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkFile, kindOfInput } from "../../runtime/views/check.js";
import { detectProfile, validateInvoice } from "../../compiler/einvoice/judge/validate.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { messageOf } from "../../compiler/core/fail.js";
import { engine } from "../../golden/cases.js";
import { testData } from "../support/tools.js";

const folder = testData("field");

type Right = "accepted" | { readonly warns: RegExp } | { readonly refuses: RegExp };

const FILES: Readonly<Record<string, Right>> = {
  // for information by the official rules, as neither has a date of delivery
  "01-vatex-VATEX-EU-132-1O.xml": { warns: /^BR-DE-TMP-32/ },
  "01-vatex-VATEX-FR-CGI261-5.xml": { warns: /^BR-DE-TMP-32/ },
  "01-vatex-VATEX-.xml": { refuses: /^BR-CL-22$/ },
  "02-date-nbsp.xml": { refuses: /^CII-DT-097$/ },
  "03-attachment-base64-loose-bits.xml": { refuses: /^CII-VALUE$/ },
  "04-two-boms.xml": { refuses: /^XML-WELL-FORMED$/ },
  "07-fx-minimum-no-organization-id.xml": { refuses: /^FX-SCH-A-000408$/ },
  "e-fx09-basicwl-global-id.json": { refuses: /^settings\.e_invoice\.xml\.content: FX-SCH-A-000440: .*schemeID/ },
  "b80-dm-latin1-reader.json": "accepted",
  "b82-pdf417-latin1-reader.json": "accepted",
  "b47-maxi-4.json": "accepted",
  "b87-imb-05.json": { refuses: /^pages\[0\]\.elements\[0\]\.content: .*0 to 4/ },
  "b01-gs1dm-paren-serial.json": "accepted",
  "b89-gs1-paren-misparse.json": { warns: /^pages\[0\]\.elements\[0\]\.content: \(10\) ends the value of \(21\)/ },
  "c30-negative-label-lost.json": "accepted",
  "c20-waterfall.json": "accepted",
  "c33-pie-leaders.json": "accepted",
  "c34-bubbles-edge.json": "accepted",
  "t22-absent-compare.json": { warns: /\bn may be absent/ },
  "t40-minus-noise.json": { warns: /may be absent/ },
  "t41-half-cent-minus.json": { warns: /may be absent/ },
  "t45-date-tokens.json": { warns: /date/ },
  "04-template-chart-gap.json": "accepted",
  "05-template-lint-locale-for-grouping.json": { refuses: /the grouping of number\(\) must be true or false/ },
  "11-template-first-of-empty-list.json": "accepted",
  "array-as-text.template.json": { warns: /printed as JSON/ },
  "10b-svg-illustrator-entities.json": "accepted",
  "10d-svg-webfont-import.json": "accepted",
  "40c-svg-inkscape-empty-flowroot.json": "accepted",
  "54-svg-form-image-file-missing.json": "accepted",
  "54-svg-form-win1252.json": "accepted",
  "41c-svg-emoji-before-thai.json": "accepted",
  "41d-svg-chart-labels-indic.json": "accepted",
  "11e-display-p3-photo-pdfa-1b.json": "accepted",
  "11e-display-p3-photo-pdfa-2b.json": "accepted",
  "11f-cmyk-without-marker.json": "accepted",
  "11f-cmyk-without-marker-pdfa2b.json": "accepted",
  "14-header-text-too-high.json": { warns: /^flow_document\.page_masters\.m\.header\.elements\[0\]: / },
  "17c-watermark-long-center.json": { warns: /^layers\.watermark\.template\.content: / },
  "15-my-narrow-columns.json": "accepted",
  "21d-url-beside-amount.json": "accepted",
  "21e-url-beside-fit-content.json": "accepted",
  "23-footer-off-the-page.json": { refuses: /^flow_document\.page_masters\.m\.footer\.elements\[0\]: (?!.*paginate).*layout\.height/ },
  "02-joined-rows-higher-than-page.json": { refuses: /row_span joins 60 rows.*fewer rows/ },
  "28c-english-compounds-with-hyphens.json": "accepted",
  "39c-hangul-filler.json": "accepted",
  "48-baselines-of-scripts-in-a-row.json": "accepted",
  "measuring-left-a-rest-min.json": "accepted",
  "cjk-50000-characters-one-paragraph.json": "accepted",
  "rotated-link-region.json": "accepted",
  "clip-link-region.json": "accepted",
  "polygon-miter-flow.json": "accepted",
  "ellipse-rotated-flow.json": "accepted",
  "paginating-container-moves-whole.json": "accepted",
  "include-zero-never.json": { warns: /include_zero: .*axis of bars .*zero/ },
  "frame-width-negative.json": { refuses: /^pages\[0\]\.elements\[0\]\.frame\.width: / },
};

async function found(name: string): Promise<{ readonly errors: readonly string[]; readonly warnings: readonly string[] }> {
  const bytes = readFileSync(path.join(folder, name));
  const sent = new SentBody(bytes);
  const kind = kindOfInput(sent);
  if (kind === "xml") {
    const { standard, profile } = detectProfile(bytes) ?? { standard: "factur_x" as const, profile: "en16931" as const };
    const { findings } = validateInvoice(bytes, { standard, profile, level: "strict" });
    const rules = (severity: string): readonly string[] => findings.filter((f) => f.severity === severity).map((f) => f.rule);
    return { errors: rules("error"), warnings: rules("warning") };
  }
  const { errors, warnings } = await checkFile(kind, engine, sent, {});
  return { errors: errors.map(messageOf), warnings: warnings.map(messageOf) };
}

describe("inputs that failed", () => {
  test.each(Object.entries(FILES))("%s", async (name, right) => {
    const { errors, warnings } = await found(name);
    if (right === "accepted") expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    else if ("warns" in right) {
      expect(errors).toEqual([]);
      expect(warnings).toContainEqual(expect.stringMatching(right.warns));
    } else {
      expect(errors).not.toEqual([]);
      for (const error of errors) expect(error).toMatch(right.refuses);
    }
  });

  test("each file has an expectation, but for records of templates and a display list, which other tests read", () => {
    const names = readdirSync(folder).filter((f) => f !== "README.md" && !/\.data\d\.json$/.test(f) && f !== "ir-damaged-1.json");
    expect(names.sort()).toEqual(Object.keys(FILES).sort());
  });
});
