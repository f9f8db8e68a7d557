// The form of a check.
import type { Steps } from "../../compiler/core/patch.js";
import { pointerTo } from "../../compiler/core/patch.js";
import type { Rect } from "../../ir/ir.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { Extent, Run } from "../document/content.js";
import type { TreeNode } from "../document/tree.js";
import type { Finding, Severity } from "../core/finding.js";
import type { Mend } from "../core/patches.js";

/** A finding without what the table of checks and the request add to it. */
export interface Draft extends Pick<Finding, "message" | "page" | "box" | "text" | "measured" | "required"> {
  readonly severity: Severity;
  /** of the place in the request */
  readonly steps: Steps;
  /** JSON Pointer of `steps`, where it is known */
  readonly pointer?: string;
  /** words or pages; 1 if absent */
  readonly count?: number;
  /** Change that may mend it; it is tried. */
  readonly mend?: Mend | undefined;
  /** replaces the failure conditions of the table */
  readonly matterhorn?: readonly string[];
}

export interface Verdict {
  /** number of things that the check applies to */
  readonly tested: number;
  readonly drafts: readonly Draft[];
  /** sentences about content that the check cannot judge */
  readonly notJudged?: readonly string[];
}

export type Check = (doc: JudgedDocument) => Verdict | Promise<Verdict>;

const MOST_TEXT = 80;
const MM = 25.4 / 72;

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MOST_TEXT ? line : `${line.slice(0, MOST_TEXT - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const mm = (points: number): number => Math.round(points * MM * 100) / 100;

/** Left, top, right and bottom in millimetres. */
export const boxOf = ({ x, y, width, height }: Rect): readonly [number, number, number, number] => [
  mm(x),
  mm(y),
  mm(x + width),
  mm(y + height),
];

/** Page and box of an extent. */
const seenAt = (extent: Extent | undefined): Pick<Draft, "page" | "box"> =>
  extent === undefined ? {} : { page: extent.page + 1, box: boxOf(extent.box) };

/** Page, box and text of a node. */
export function seenNode(doc: JudgedDocument, node: TreeNode): Pick<Draft, "page" | "box" | "text"> {
  const text = shortened(doc.tree.text(node));
  return { ...seenAt(doc.tree.extents(node)[0]), ...(text !== "" && { text }) };
}

export const seenRun = ({ page, box, op }: Run): Pick<Draft, "page" | "box" | "text"> => ({
  ...seenAt({ page, box }),
  text: shortened(op.text),
});

/** Joins drafts of one place: the first has the count of all. */
export function byPlace(drafts: readonly Draft[]): readonly Draft[] {
  const known = new Map<string, Draft>();
  for (const draft of drafts) {
    const key = `${draft.severity} ${pointerTo(draft.steps)}`;
    const first = known.get(key);
    known.set(key, first ? { ...first, count: (first.count ?? 1) + (draft.count ?? 1) } : draft);
  }
  return [...known.values()];
}

/** Letters and digits in lower case, for comparison. */
export const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

export const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
