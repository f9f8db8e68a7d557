import { describe, expect, test } from "vitest";
import { patched } from "../../compiler/core/patch.js";
import { CHECK_IDS } from "../../accessibility/report.js";
import { reportOf } from "../support/accessibility/report.js";
import { SEEDED_FAULTS } from "../support/accessibility/faults.js";

test("there are more than a hundred, and every check that a request can fail has one", () => {
  expect(SEEDED_FAULTS.length).toBeGreaterThanOrEqual(100);
  const seeded = new Set(SEEDED_FAULTS.map(({ check }) => check));
  // imported pages are files (tests/accessibility/report.test.ts)
  expect(CHECK_IDS.filter((id) => !seeded.has(id))).toEqual(["imported"]);
});

describe.each(SEEDED_FAULTS)("$check: $name", ({ check, severity, path, good, bad, isMended }) => {
  test("the twin has no such finding, and no failure but of tags", async () => {
    const { findings, checks } = await reportOf(good, false);
    expect(findings.filter((f) => f.check === check)).toEqual([]);
    expect(findings.filter((f) => f.severity === "fail" && f.check !== "tagged")).toEqual([]);
    expect(checks.find(({ id }) => id === check)!.outcome).not.toBe("failed");
  });

  test("the fault is found, and nothing else fails", async () => {
    const { findings, verdict, checks } = await reportOf(bad);
    const finding = findings.find((f) => f.check === check && f.path === path);
    expect(finding, JSON.stringify(findings.map((f) => `${f.check} ${f.path}`))).toMatchObject({ check, severity, path });
    expect(findings.filter((f) => f.severity === "fail" && f.check !== "tagged" && f.check !== check)).toEqual([]);
    if (severity !== "advice") expect(verdict).not.toBe("passes");
    expect(checks.find(({ id }) => id === check)!.outcome).toBe({ fail: "failed", person: "person", advice: "passed" }[severity]);
    if (isMended !== undefined) expect(finding!.patch !== undefined).toBe(isMended);
    if (!finding!.patch) return;
    const after = await reportOf(patched(bad, finding!.patch) as object, false);
    expect(after.findings.filter((f) => f.check === check && f.path === path)).toEqual([]);
    const failures = (list: typeof findings): readonly string[] =>
      list.filter((f) => f.severity === "fail").map((f) => `${f.check} ${f.path}`);
    expect(failures(after.findings).filter((f) => !failures(findings).includes(f))).toEqual([]);
  });
});
