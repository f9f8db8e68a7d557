// Checks of headings: their order, their text, and texts that look like one.
import type { Steps } from "../../compiler/core/patch.js";
import { setting, type Mend } from "../core/patches.js";
import { fieldOf, isFields, type Place } from "../document/places.js";
import { sizeOf, type JudgedDocument } from "../document/judged-document.js";
import type { TreeNode } from "../document/tree.js";
import { seenNode, wordsIn, type Check, type Draft } from "./check.js";

const HEADING = /^H([1-9])$/;

const headingsOf = ({ tree }: JudgedDocument): readonly { readonly node: TreeNode; readonly level: number }[] =>
  tree.nodes.flatMap((node) => {
    const level = HEADING.exec(node.role)?.[1];
    return level === undefined ? [] : [{ node, level: Number(level) }];
  });

/** Object that says what the place is: an element with a role, or a node of a Flow Document. */
function roleHolder({ around }: Place): { readonly steps: Steps; readonly form: "role" | "semantics" } | null {
  for (const { steps, value } of [...around].reverse()) {
    if (isFields(value["semantics"]) && fieldOf(value["semantics"], "role") === "heading") return { steps, form: "semantics" };
    if (typeof value["role"] === "string" && /^h[1-6]$/.test(value["role"])) return { steps, form: "role" };
  }
  return null;
}

function levelSetting(place: Place, level: number): Mend | undefined {
  const holder = roleHolder(place);
  if (!holder) return undefined;
  if (holder.form === "semantics") return setting([...holder.steps, "semantics", "heading_level"], level);
  return level <= MOST_ROLES ? setting([...holder.steps, "role"], `h${level}`) : undefined;
}

/** Number of headings that skip a level. */
const skipsIn = (levels: readonly number[]): number => levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1).length;

/** A patch must not move the fault to the next heading. */
const mendsOrder = (levels: readonly number[], at: number, level: number): boolean => skipsIn(levels.with(at, level)) < skipsIn(levels);

export const headingOrder: Check = (doc) => {
  const severity = doc.demanded === "ua2" ? "advice" : "fail";
  const headings = headingsOf(doc);
  let before = 0;
  const drafts: Draft[] = [];
  const levels = headings.map(({ level }) => level);
  for (const [i, { node, level }] of headings.entries()) {
    if (level > before + 1) {
      const expected = before + 1;
      const mend = mendsOrder(levels, i, expected) ? levelSetting(node.place, expected) : undefined;
      const message =
        before === 0
          ? `the first heading has level ${level}, and should have level 1`
          : `a heading of level ${level} follows one of level ${before}: level ${expected} is skipped`;
      drafts.push({
        severity,
        steps: node.place.named,
        message,
        ...seenNode(doc, node),
        measured: level,
        required: expected,
        ...(mend && { mend }),
      });
    }
    before = level;
  }
  return { tested: headings.length, drafts };
};

export const headingEmpty: Check = (doc) => {
  const headings = headingsOf(doc);
  const drafts = headings
    .filter(({ node }) => wordsIn(doc.tree.text(node)).length === 0)
    .map(({ node }): Draft => ({
      severity: "fail",
      steps: node.place.named,
      message: "the heading has no letter or digit",
      ...seenNode(doc, node),
    }));
  return { tested: headings.length, drafts };
};

const LONGEST_HEADING = 120;
const LARGER = 1.2;
const MOST_ROLES = 6;
const NOT_TEXT = ["L", "Table", "TOC", "Note", "Caption", "Figure", "BlockQuote", "Code", "Link"] as const;

/** Paragraphs that no role or list explains, in reading order. */
const paragraphsOf = ({ tree }: JudgedDocument): readonly TreeNode[] =>
  tree.nodes.filter(
    (node) =>
      node.role === "P" &&
      !tree.within(node, ...NOT_TEXT) &&
      node.place.element?.value["type"] !== "table" &&
      tree.text(node).trim() !== "",
  );

/** Size of all letters of a paragraph; the largest of several. */
const sizeIn = (doc: JudgedDocument, node: TreeNode): number =>
  doc.tree.runs(node).reduce((most, run) => (run.op.text.trim() === "" ? most : Math.max(most, sizeOf(run))), 0);

const isBoldIn = (doc: JudgedDocument, node: TreeNode): boolean =>
  doc.tree.runs(node).every((run) => run.op.text.trim() === "" || doc.isBold(run));

/** A role that the request declares for a text: that of a paragraph says that it is no heading. */
function declaresRole({ around }: Place): boolean {
  return around.some(({ value }) => {
    const role = value["role"] ?? fieldOf(value["semantics"], "role");
    return typeof role === "string" && ["section", "article", "aside", "data", "row_header"].includes(role) === false;
  });
}

export const headingLook: Check = (doc) => {
  const { common, tree } = doc;
  const paragraphs = paragraphsOf(doc);
  const ofElement = new Map<string, number>();
  for (const { place } of paragraphs) ofElement.set(elementKey(place), (ofElement.get(elementKey(place)) ?? 0) + 1);
  const looks: { readonly node: TreeNode; readonly size: number }[] = [];
  let tested = 0;
  paragraphs.forEach((node, i) => {
    const text = tree.text(node).trim();
    if (text.length > LONGEST_HEADING || ofElement.get(elementKey(node.place)) !== 1 || declaresRole(node.place)) return;
    tested++;
    if (wordsIn(text).length === 0) return;
    const size = sizeIn(doc, node);
    if (size < LARGER * common.size - 0.001 && (common.isBold || !isBoldIn(doc, node))) return;
    const next = paragraphs[i + 1];
    if (!next || sizeIn(doc, next) !== common.size || tree.text(next).trim().length <= text.length) return;
    if (!common.isBold && size < LARGER * common.size && isBoldIn(doc, next)) return;
    looks.push({ node, size });
  });
  const sizes = new Set([...looks.map(({ size }) => size), ...headingsOf(doc).map(({ node }) => sizeIn(doc, node))]);
  const ranks = [...sizes].sort((a, b) => b - a);
  const headings = headingsOf(doc);
  const levels = headings.map(({ level }) => level);
  const drafts = looks.map(({ node, size }): Draft => {
    const rank = ranks.indexOf(size) + 1;
    const at = headings.filter((other) => other.node.index < node.index).length;
    const isInOrder = doc.demanded === "ua2" || skipsIn(levels.toSpliced(at, 0, rank)) <= skipsIn(levels);
    const mend = ranks.length <= MOST_ROLES && isInOrder ? headingSetting(node.place, rank) : undefined;
    return {
      severity: "person",
      steps: node.place.named,
      message: "a short text that looks like a heading is not one: give it a role if it begins a part, else that of a paragraph",
      ...seenNode(doc, node),
      measured: `${size} pt${isBoldIn(doc, node) ? ", bold" : ""}`,
      ...(mend && { mend }),
    };
  });
  return { tested, drafts };
};

const elementKey = ({ element, pointer }: Place): string => element?.steps.join("/") ?? pointer;

/** A heading: by its node in a Flow Document, by its element on a canvas. */
function headingSetting({ element, around }: Place, level: number): Mend | undefined {
  if (!element || element.value["type"] !== "text") return undefined;
  const node = around.at(around.findIndex(({ steps }) => steps === element.steps) - 1);
  if (element.steps.at(-1) !== "element") return setting([...element.steps, "role"], `h${level}`);
  return node && setting([...node.steps, "semantics"], { role: "heading", heading_level: level });
}
