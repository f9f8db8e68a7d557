// Judges a document by its display list and its request (AX-26).
import { pointerTo, type Patch } from "../compiler/core/patch.js";
import type { Problem } from "../compiler/core/fail.js";
import type { World } from "../compiler/core/world.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Blobs, IrDocument } from "../ir/ir.js";
import type { Draft } from "./checks/check.js";
import { CHECKS } from "./checks/table.js";
import { Glyphs } from "./contrast/glyphs.js";
import { CRITERIA } from "./criteria.js";
import { JudgedDocument } from "./document/judged-document.js";
import { inOrder, requestPositions } from "./document/request-order.js";
import { withRefused, type JudgedCheck, type Verdicts } from "./refused.js";
import { triedPatches, type Found } from "./trial.js";
import {
  CHECK_IDS,
  SEVERITIES,
  type AccessibilityReport,
  type CheckId,
  type CheckOutcome,
  type CriterionOutcome,
  type CriterionResult,
  type Engine,
  type Finding,
  type Outcome,
  type Summary,
} from "./report.js";

/** A compiled document. */
export interface Subject {
  /** Request as it was sent, decoded: paths of the display list point into it. */
  readonly request: DocumentRequest;
  /** All pages, with structure; compiled without PDF/UA where PDF/UA alone refuses the request. */
  readonly document: IrDocument;
  /** Pictures and fonts of the display list. */
  readonly blobs: Blobs;
  /** Problems with code API-502 by which PDF/UA alone refuses the request (AX-35); empty if it is accepted. */
  readonly refused: readonly Problem[];
}

export interface JudgeOptions {
  readonly engine: Engine;
  /** of the request as given, hexadecimal */
  readonly sha256: string;
  /** of the compilation: fonts by their weight, decoders of pictures, HarfBuzz */
  readonly world: World;
  /** Line and column of a JSON Pointer; absent unless the request was given as text. */
  readonly placeOf?: ((pointer: string) => { readonly line: number; readonly column: number } | undefined) | undefined;
  /** Request as a value, as given: patches apply to it. Absent: no patches (templates). */
  readonly root?: (() => unknown) | undefined;
  /** Compiles a patched value; null if it is refused by more than PDF/UA. Required with `root`. */
  readonly again?: ((root: unknown) => Promise<Subject | null>) | undefined;
  /** awaited between checks; an exception aborts and is rethrown */
  readonly turn?: (() => Promise<void>) | undefined;
}

const MOST_FINDINGS = 1000;
/** Pure: equal subjects have equal reports. */
export async function judge(subject: Subject, options: JudgeOptions): Promise<AccessibilityReport> {
  const glyphs = new Glyphs(options.world.harfbuzz);
  const documentOf = ({ request, document, blobs }: Subject): JudgedDocument =>
    new JudgedDocument({ request, document, blobs, world: options.world, glyphs, turn: options.turn });
  const doc = documentOf(subject);
  const first = await verdictsOf(doc, CHECK_IDS, options);
  const verdicts = withRefused(first, subject.refused);
  const positionOf = requestPositions(subject.request);
  const all = foundIn(verdicts);
  const placed = all.map((found) => ({ found, position: positionOf(found.draft.steps) })).sort((a, b) => inOrder(a.position, b.position));
  const bySeverity = SEVERITIES.map((severity) => placed.flatMap(({ found }) => (found.draft.severity === severity ? [found] : [])));
  const sorted = bySeverity.flat();
  const listed = sorted.slice(0, MOST_FINDINGS);
  const patches = await triedPatches(listed, all, subject.document.pages.length, options.root, async (root, changed) => {
    const made = await options.again?.(root);
    if (!made) return null;
    // a patch adds nothing to what a check applies to
    const ids = changed.filter((id) => first.get(id)!.tested > 0);
    return foundIn(withRefused(new Map([...first, ...(await verdictsOf(documentOf(made), ids, options))]), made.refused));
  });
  const findings = listed.map((found) => findingOf(found, doc, options, patches.get(found)));
  const [fail = 0, person = 0, advice = 0] = bySeverity.map((list) => list.length);
  const { metadata, pages } = subject.document;
  const { profile, metadata: given } = subject.request.settings ?? {};
  return {
    schema_version: 1,
    engine: options.engine,
    target: {
      // the display list has defaults of both
      title: given?.title?.trim() ? metadata.title : null,
      language: given?.language?.trim() ? metadata.language : null,
      pages: pages.length,
      profile: profile?.trim() || null,
      accessibility: doc.demanded,
      tagged: doc.isTagged,
      judged: doc.judged,
      sha256: options.sha256,
    },
    verdict: fail > 0 ? "fails" : person > 0 ? "person" : "passes",
    summary: { fail, person, advice } satisfies Summary,
    findings,
    checks: CHECK_IDS.map((id) => outcomeOf(id, verdicts.get(id)!)),
    criteria: criteriaOf(verdicts),
    not_judged: CHECK_IDS.flatMap((id) => verdicts.get(id)!.notJudged ?? []),
    truncated: sorted.length > MOST_FINDINGS,
  };
}

async function verdictsOf(doc: JudgedDocument, ids: readonly CheckId[], { turn }: JudgeOptions): Promise<Verdicts> {
  const verdicts = new Map<CheckId, JudgedCheck>();
  for (const id of ids) {
    const { drafts, ...verdict } = await CHECKS[id].run(doc);
    verdicts.set(id, { ...verdict, found: onePerPlace(id, drafts) });
    await turn?.();
  }
  return verdicts;
}

/** The worst of the findings at one place. */
function onePerPlace(check: CheckId, drafts: readonly Draft[]): readonly Found[] {
  const worst = new Map<string, Found>();
  for (const draft of drafts) {
    const pointer = draft.pointer ?? pointerTo(draft.steps);
    const known = worst.get(pointer);
    if (!known || SEVERITIES.indexOf(draft.severity) < SEVERITIES.indexOf(known.draft.severity))
      worst.set(pointer, { check, draft, pointer });
  }
  return [...worst.values()];
}

const foundIn = (verdicts: Verdicts): readonly Found[] => [...verdicts.values()].flatMap(({ found }) => found);

function findingOf({ check, draft, pointer }: Found, doc: JudgedDocument, { placeOf }: JudgeOptions, patch: Patch | undefined): Finding {
  const { severity, message, page, box, text, measured, required, count } = draft;
  const { wcag, pdfua, matterhorn } = CHECKS[check];
  return {
    check,
    severity,
    message,
    path: pointer,
    ...placeOf?.(pointer),
    ...(page !== undefined && { page }),
    ...(box && { box }),
    ...(text !== undefined && text !== "" && { text }),
    ...(measured !== undefined && { measured }),
    ...(required !== undefined && { required }),
    count: count ?? 1,
    wcag,
    pdfua: pdfua[doc.judged],
    matterhorn: draft.matterhorn ?? matterhorn,
    ...(patch && { patch }),
  };
}

function outcomeOf(id: CheckId, verdict: JudgedCheck): CheckOutcome {
  return { id, outcome: resultOf(verdict), tested: verdict.tested, findings: verdict.found.length };
}

function resultOf({ tested, found }: JudgedCheck): Outcome {
  if (found.some(({ draft }) => draft.severity === "fail")) return "failed";
  if (found.some(({ draft }) => draft.severity === "person")) return "person";
  return tested > 0 ? "passed" : "inapplicable";
}

/** Criteria that their checks cover wholly, and the check. */
const COVERED: ReadonlySet<string> = new Set(["1.4.3", "2.4.2", "3.1.1"]);

function criteriaOf(verdicts: Verdicts): readonly CriterionOutcome[] {
  return CRITERIA.map(({ id, name, level }) => ({ id, name, level, outcome: criterionOf(id, verdicts) }));
}

function criterionOf(id: string, verdicts: Verdicts): CriterionResult {
  const checks = CHECK_IDS.filter((check) => CHECKS[check].wcag.includes(id));
  if (checks.length === 0) return "untested";
  const results = checks.map((check) => resultOf(verdicts.get(check)!));
  if (results.includes("failed")) return "failed";
  if (results.every((result) => result === "inapplicable")) return "inapplicable";
  const isWhole = COVERED.has(id) && results.every((r) => r === "passed") && !(id === "1.4.3" && hasUnread(verdicts));
  return isWhole ? "passed" : "cant_tell";
}

/** Raster pictures may have text, whose contrast is unknown. */
const hasUnread = (verdicts: Verdicts): boolean =>
  (["contrast", "text-in-picture"] as const).some((id) => (verdicts.get(id)!.notJudged ?? []).length > 0);
