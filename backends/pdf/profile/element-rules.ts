// Structure elements that a profile forbids.
import type { PdfImport, Role, StructNode } from "../../../ir/ir.js";
import { textLength } from "../syntax/object.js";
import { structureBreach, structureLimit, type Headings } from "./imported-rules.js";
import { newerBreach } from "./newer-rules.js";
import type { ProfileRules } from "./profile.js";
import { brokenRule, privateText, textViolation, uaRule, type Violation } from "./violation.js";

/** Rules of PDF/UA-2, which has no order of headings (ISO 14289-2, 8.2.5.12). */
const newerRules =
  (rules: ProfileRules, imports: ImportedParts): ((node: StructNode) => Violation | null) =>
  ({ role, alt, source, import: from }) => {
    if (from !== undefined) {
      const { structure } = imports.all[from]!;
      const bad = structure && newerBreach(structure);
      return bad && brokenRule(bad, { page: bad.page === null ? null : imports.pageOf(from, bad.page), source, rules });
    }
    if (role === "Figure" && (alt ?? "").trim() === "")
      return {
        source,
        found: 'a figure without alt (alt "" marks a picture as decoration)',
        clause: uaRule(rules, "requires one", "figure"),
      };
    return alt === undefined ? null : privateText(alt, source, "8.4.3");
  };

interface ImportedParts {
  readonly all: readonly PdfImport[];
  pageOf(index: number, page: number): number | null;
}

/**
 * Limits, and content without meaning for a screen reader. Called per element while the tree is written, so that a large tree is walked
 * once.
 */
export function elementRules(rules: ProfileRules, imports: ImportedParts): ((node: StructNode) => Violation | null) | null {
  const { limits, ua } = rules;
  if (ua === 2) return newerRules(rules, imports);
  if (!limits) return null;
  const headings: Headings = { level: 0, numbered: false, plain: false };
  return ({ role, alt, kids, source, import: from }) => {
    if (from !== undefined) {
      const { structure } = imports.all[from]!;
      const bad = structure && (ua ? structureBreach(structure, headings, limits) : structureLimit(structure, limits));
      return bad && brokenRule(bad, { page: bad.page === null ? null : imports.pageOf(from, bad.page), source, rules });
    }
    const bytes = alt === undefined ? 0 : textLength(alt);
    if (bytes > limits.string) return textViolation("a description", bytes, source, limits);
    if (kids.length > limits.array)
      return { source, found: `${kids.length} parts in one ${role}`, clause: `there must be at most ${limits.array} (${limits.clause})` };
    if (!ua) return null;
    if (role === "Figure" && (alt ?? "").trim() === "") {
      const found = 'a figure without alt (alt "" marks a picture as decoration)';
      return { source, found, clause: uaRule(rules, "requires one", "figure") };
    }
    const next = role.startsWith("H") ? HEADINGS.indexOf(role) + 1 : 0;
    if (next === 0) return null;
    const before = headings.level;
    headings.level = next;
    headings.numbered = true;
    if (headings.plain)
      return {
        source,
        found: "headings with levels after headings without (H)",
        clause: "PDF/UA-1 allows one kind in a document (ISO 14289-1, 7.4.4)",
      };
    if (next <= before + 1) return null;
    return {
      source,
      found: `a heading of level ${next} after ${before === 0 ? "none" : `one of level ${before}`}`,
      clause: "PDF/UA-1 allows no level to be left out (ISO 14289-1, 7.4.2)",
    };
  };
}
const HEADINGS: readonly Role[] = ["H1", "H2", "H3", "H4", "H5", "H6"];
