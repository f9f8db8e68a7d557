import { expect, test } from "vitest";
import { problemOf } from "../compiler/core/fail.js";
import { srcOf } from "../compiler/core/src.js";
import { withRefused, type Verdicts } from "./refused.js";
import { CHECK_IDS } from "./report.js";

const none: Verdicts = new Map(CHECK_IDS.map((id) => [id, { tested: 0, found: [] }]));
const problem = (path: string, reason: string) => problemOf("API-502", "profile", srcOf(path), reason);

test("a refusal of PDF/UA is a failure of the check whose clause it names (AX-35)", () => {
  const found = withRefused(none, [
    problem("pages[0].elements[2]", "found a figure without alt; PDF/UA-1 requires one (ISO 14289-1, 7.3)"),
    problem(
      "pages[0].elements[3]",
      "found a heading of level 3 after one of level 1; PDF/UA-1 allows no level to be left out (ISO 14289-1, 7.4.2)",
    ),
    problem(
      "pages[1].import",
      "found imported pages without tags; PDF/UA-1 requires them (ISO 14289-1, 7.1): draw the pages as pictures with alt",
    ),
    problem("pages[0].elements[4].link.alt", "it is missing: in PDF/UA a link of a chart needs a description"),
  ]);
  expect(
    [...found].flatMap(([id, { found: list }]) => list.map(({ draft: { steps, severity } }) => [id, severity, steps.join("/")])),
  ).toEqual([
    ["heading-order", "fail", "pages/0/elements/3"],
    ["image-alt", "fail", "pages/0/elements/2"],
    ["link-text", "fail", "pages/0/elements/4/link/alt"],
    ["imported", "fail", "pages/1/import"],
  ]);
});

test("a failure that the check has found at the place is not told twice", () => {
  const draft = { severity: "fail", steps: ["pages", 0, "elements", 2], message: "the image has no alternative text" } as const;
  const own = { check: "image-alt", draft, pointer: "/pages/0/elements/2" } as const;
  const known: Verdicts = new Map([...none, ["image-alt", { tested: 1, found: [own] }]]);
  const found = withRefused(known, [
    problem("pages[0].elements[2]", "found a figure without alt; PDF/UA-1 requires one (ISO 14289-1, 7.3)"),
  ]);
  expect(found.get("image-alt")!.found).toEqual([own]);
});
