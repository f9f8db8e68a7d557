// Check of the sizes of what is pressed: areas of links, and form fields.
import type { Rect } from "../../ir/ir.js";
import type { Steps } from "../../compiler/core/patch.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { Place } from "../document/places.js";
import { boxOf, byPlace, seenNode, shortened, type Check, type Draft } from "./check.js";
import { labelOf, widgetsOf } from "./fields.js";
import { linksOf, linkSteps } from "./links.js";

/** 24 CSS pixels in points. */
const LEAST_TARGET = 18;

/** A part of a text. */
const isInline = ({ steps, element }: Place): boolean =>
  element === null || steps.slice(element.steps.length).some((step) => step === "spans" || step === "inlines");

interface Target {
  readonly kind: "link" | "field";
  /** link or field: one may have several areas */
  readonly of: object;
  readonly steps: Steps;
  readonly text: Pick<Draft, "text">;
  readonly page: number;
  readonly rect: Rect;
  readonly isSmall: boolean;
}

const isSmall = ({ width, height }: Rect): boolean => Math.min(width, height) < LEAST_TARGET - 0.01;

function targetsOf(doc: JudgedDocument): readonly Target[] {
  const links = linksOf(doc).flatMap(({ node, link, page }): readonly Target[] => {
    if (isInline(node.place)) return [];
    const { text } = seenNode(doc, node);
    const about = { kind: "link", of: node, steps: linkSteps(node.place), text: text === undefined ? {} : { text }, page } as const;
    return link.rects.map((rect) => ({ ...about, rect, isSmall: isSmall(rect) }));
  });
  const fields = widgetsOf(doc).map((placed): Target => {
    const { widget, page, steps } = placed;
    const label = labelOf(placed);
    const text = label === "" ? {} : { text: shortened(label) };
    return { kind: "field", of: widget, steps, text, page, rect: widget.rect, isSmall: isSmall(widget.rect) };
  });
  return [...links, ...fields];
}

const ABOUT = {
  link: ["the area of the link", "enlarge it by padding"],
  field: ["the field", "enlarge it by width and height"],
} as const;

export const targetSize: Check = (doc) => {
  const targets = targetsOf(doc);
  const drafts: Draft[] = [];
  const byPage = new Map<number, Target[]>();
  for (const target of targets) byPage.set(target.page, [...(byPage.get(target.page) ?? []), target]);
  for (const list of byPage.values()) {
    const sorted = [...list].sort((a, b) => a.rect.y - b.rect.y);
    const tallest = sorted.reduce((most, { rect }) => Math.max(most, rect.height), 0);
    sorted.forEach((target, i) => {
      if (!target.isSmall) return;
      const reach = target.rect.y + target.rect.height / 2;
      const crowding = (step: 1 | -1): Target | null => {
        for (let k = i + step; sorted[k]; k += step) {
          const other = sorted[k]!;
          if (Math.abs(other.rect.y - reach) > 2 * LEAST_TARGET + tallest + target.rect.height) return null;
          if (other.of !== target.of && meets(target, other)) return other;
        }
        return null;
      };
      const other = crowding(1) ?? crowding(-1);
      if (!other) return;
      const { width, height } = target.rect;
      const least = Math.round((Math.min(width, height) * 25.4 * 100) / 72) / 100;
      drafts.push({
        severity: "person",
        steps: target.steps,
        message: `${ABOUT[target.kind][0]} is smaller than 6.35 mm, and ${other.kind === target.kind ? "another" : "a"} ${other.kind} is next to it: ${ABOUT[target.kind][1]}, or move them apart`,
        ...target.text,
        page: target.page + 1,
        box: boxOf(target.rect),
        measured: least,
        required: 6.35,
      });
    });
  }
  return { tested: targets.length, drafts: byPlace(drafts) };
};

/** The circle around the middle of a small target meets another target, or its circle if that is small. */
function meets(a: Target, b: Target): boolean {
  const x = a.rect.x + a.rect.width / 2;
  const y = a.rect.y + a.rect.height / 2;
  const nearX = Math.min(Math.max(x, b.rect.x), b.rect.x + b.rect.width);
  const nearY = Math.min(Math.max(y, b.rect.y), b.rect.y + b.rect.height);
  if (Math.hypot(nearX - x, nearY - y) < LEAST_TARGET / 2 - 0.001) return true;
  if (!b.isSmall) return false;
  return Math.hypot(b.rect.x + b.rect.width / 2 - x, b.rect.y + b.rect.height / 2 - y) < LEAST_TARGET - 0.001;
}
