import { describe, expect, test } from "vitest";
import type { Arrange, Container } from "../box/box.js";
import { PlainText } from "../box/plain-text.js";
import { textSetter } from "../text/line/text-lines.js";
import { Boxes, textEngine } from "../../tests/support/painted.js";
import { createContext } from "./fill.js";

const cx = createContext(textSetter(textEngine));
const boxes = new Boxes();
const text = (content: string) => {
  const box = boxes.text(content, 0);
  return { ...box, frame: { ...box.frame, width: "space" as const } };
};
const words = "several short words";
const sizes = cx.sizes(text(words));
const longest = Math.max(...words.split(" ").map((w) => cx.sizes(text(w)).max));

function container(arrange: Arrange, width: number | "space" = "space"): Container {
  const made = boxes.container("inherit", 0, { clip: false, fill: false }, () => [text(words), boxes.drawing(30, 10, "inherit")]);
  return {
    ...(made as Container),
    width,
    padding: { top: 0, right: 2, bottom: 0, left: 3 },
    arrange,
    children: (made as Container).children.map((c, i) => ({ ...c, x: 7 * i, room: 500 })),
  };
}
const linear = (axis: "horizontal" | "vertical", wrap = false): Arrange => ({
  mode: "linear",
  axis,
  gap: 4,
  main: "start",
  cross: "start",
  wrap,
});

describe("content sizes", () => {
  test("of a text are its longest word and its only line", () => {
    expect(sizes.min).toBeCloseTo(longest, 6);
    expect(sizes.max).toBeGreaterThan(sizes.min);
    const frame = { ...text(words).frame, padding: { top: 0, right: 1, bottom: 0, left: 2 }, columns: 2, columnGap: 5 };
    expect(cx.sizes({ ...text(words), frame })).toEqual({ min: 2 * sizes.min + 8, max: 2 * sizes.max + 8 });
    expect(cx.sizes({ ...text(words), frame: { ...frame, width: 44 } })).toEqual({ min: 44, max: 44 });
  });

  test("of a plain text are those of the text of the same words", () => {
    const { look, align, direction, lineHeight, wrap, language } = text(words).paragraphs[0]!;
    const style = { look, paragraph: { align, direction, lineHeight, wrap }, language, languageDeclared: false };
    const { id, src, tag } = boxes.common("inherit");
    const plain = new PlainText(id, src, tag, words, style);
    const found = cx.sizes(plain);
    expect(found.min).toBeCloseTo(sizes.min, 6);
    expect(found.max).toBeCloseTo(sizes.max, 6);
  });

  test("of containers are those of their children: side by side, one below the other, or where they are placed", () => {
    expect(cx.sizes(container(linear("horizontal")))).toEqual({ min: sizes.min + 30 + 4 + 5, max: sizes.max + 30 + 4 + 5 });
    expect(cx.sizes(container(linear("horizontal", true))).min).toBeCloseTo(Math.max(sizes.min, 30) + 5, 6);
    expect(cx.sizes(container(linear("vertical")))).toEqual({ min: Math.max(sizes.min, 30) + 5, max: Math.max(sizes.max, 30) + 5 });
    expect(cx.sizes(container({ mode: "coordinate" }))).toEqual({
      min: Math.max(sizes.min, 37) + 5,
      max: Math.max(sizes.max, 37) + 5,
    });
    expect(cx.sizes(container(linear("vertical"), 60))).toEqual({ min: 60, max: 60 });
  });

  test("of flows and columns are those of what is in them", () => {
    const flow = boxes.flow("inherit", () => [text(words), boxes.drawing(30, 10, "inherit")]);
    const inside = { min: Math.max(sizes.min, 30), max: Math.max(sizes.max, 30) };
    expect(cx.sizes(flow)).toEqual(inside);
    expect(cx.sizes(boxes.columns("inherit", 3, () => flow))).toEqual({ min: 3 * inside.min, max: 3 * inside.max });
  });
});

describe("the width of the space", () => {
  test("is that of texts and containers that have none of their own; without an end, they are as wide as their content", () => {
    for (const box of [text(words), container(linear("vertical"))]) {
      expect(cx.measure(box, 200).width).toBe(200);
      expect(cx.measure(box, Infinity).width).toBeCloseTo(cx.sizes(box).max, 6);
    }
    const placed = cx.measure(container(linear("vertical")), 200).children[0]!;
    expect(placed.fragment.width).toBe(195);
  });

  test("breaks a text anew for each width, and gives the same lines for the same", () => {
    const box = text(words);
    const narrow = cx.measure(box, sizes.min + 1).text!.columns[0]!.lines.length;
    expect(narrow).toBe(3);
    expect(cx.measure(box, sizes.max + 1).text!.columns[0]!.lines).toHaveLength(1);
    expect(cx.measure(box, sizes.min + 1).text!.columns[0]!.lines).toHaveLength(3);
  });
});
