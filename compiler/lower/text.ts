import type { TextBox } from "../box/box.js";
import type { StyledParagraph, StyledRun, Variable } from "../box/text.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { BlockContent, Inline, ParagraphBlock, RunStyle, TextElement, TextFrame as RequestFrame } from "../request/types/text.js";
import { resolveParagraph, resolveRun, resolveText, type FrameLook, type ParagraphLook, type TextScope } from "../style/text.js";
import type { LowerContext, Scope } from "./scope.js";

/** A text element's box; its place is the caller's. `available`: points to the right of it, for a text without a width. */
export function lowerText(el: TextElement, src: Src, scope: Scope, cx: LowerContext): Omit<TextBox<StyledParagraph>, "z" | "tag" | "link"> {
  const { paragraphs, frame } = lowerContent(el, src, scope, cx);
  return {
    kind: "text",
    id: cx.id(),
    src,
    paragraphs,
    frame: {
      width: frame.width === null ? 0 : pt(frame.width),
      fixed: frame.width !== null,
      height: frame.height === null ? null : pt(frame.height),
      overflow: frame.overflow === "paginate" ? "paginate" : "visible",
      valign: frame.valign,
      rotation: el.rotation ?? 0,
    },
    keep: { orphans: 1, widows: 1 },
  };
}

interface Lowered {
  readonly paragraphs: readonly StyledParagraph[];
  readonly frame: FrameLook;
}

function lowerContent(el: TextElement, src: Src, scope: Scope, cx: LowerContext): Lowered {
  const { content } = el;
  if (typeof content === "object" && "blocks" in content) return lowerBlocks(el, content, src, scope, cx);
  const text = resolveText(scope.text, el.style);
  const runs =
    typeof content === "string"
      ? textRuns(content, { look: text.look, src: at(src, "content") }, cx)
      : content.spans.flatMap((span, i) => {
          const here = at(src, "content", "spans", i);
          return textRuns(span.text, { look: resolveRun(text.look, span.style), src: here }, cx);
        });
  return { paragraphs: [paragraph(runs, text.paragraph, text.look, src, cx)], frame: text.frame };
}

function lowerBlocks(el: TextElement, content: BlockContent, src: Src, scope: Scope, cx: LowerContext): Lowered {
  const base: TextScope = {
    look: resolveRun(scope.text.look, el.defaults?.run),
    paragraph: resolveParagraph(scope.text.paragraph, el.defaults?.paragraph),
    frame: resolveFrame(resolveFrame(scope.text.frame, el.defaults?.frame), el.frame),
  };
  const paragraphs = content.blocks.flatMap((block, i) =>
    block.type === "paragraph" ? [lowerParagraph(block, at(src, "content", "blocks", i), base, cx)] : [],
  );
  return { paragraphs, frame: base.frame };
}

const resolveFrame = (up: FrameLook, own: RequestFrame | undefined): FrameLook => ({
  width: own?.width ?? up.width,
  height: own?.height ?? up.height,
  valign: own?.vertical_align ?? up.valign,
  overflow: own?.overflow ?? up.overflow,
});

function lowerParagraph(block: ParagraphBlock, src: Src, base: TextScope, cx: LowerContext): StyledParagraph {
  const runs = block.inlines.flatMap((inline, i) => inlineRuns(inline, at(src, "inlines", i), base, cx));
  return paragraph(runs, resolveParagraph(base.paragraph, block.style), base.look, src, cx);
}

function inlineRuns(inline: Inline, src: Src, base: TextScope, cx: LowerContext): readonly StyledRun[] {
  const look = (style: RunStyle | undefined): StyledRun["look"] => cx.look(resolveRun(base.look, style));
  switch (inline.type) {
    case "text":
      return [{ text: inline.text, look: look(inline.style), src: at(src, "text") }];
    case "variable":
      return [{ text: { variable: inline.name === "page" ? "page" : "total_pages" }, look: look(inline.style), src }];
    case "line_break":
      return [{ text: "\n", look: look(undefined), src }];
    case "tab":
      return [{ text: "\t", look: look(undefined), src }];
  }
}

const VARIABLE = /\{(page|total_pages)\}/g;

/** Cuts a string at its page variables; `${page}` keeps its dollar sign, other braces are literal. */
function textRuns(text: string, run: Pick<StyledRun, "look" | "src">, cx: LowerContext): readonly StyledRun[] {
  const look = cx.look(run.look);
  if (!text.includes("{")) return text === "" ? [] : [{ text, look, src: run.src }];
  const out: StyledRun[] = [];
  let from = 0;
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > from) out.push({ text: text.slice(from, match.index), look, src: run.src });
    out.push({ text: { variable: match[1] as Variable }, look, src: run.src });
    from = match.index + match[0].length;
  }
  if (from < text.length) out.push({ text: text.slice(from), look, src: run.src });
  return out;
}

function paragraph(runs: readonly StyledRun[], style: ParagraphLook, look: StyledRun["look"], src: Src, cx: LowerContext): StyledParagraph {
  return {
    runs,
    align: style.align,
    direction: style.direction,
    lineHeight: style.lineHeight,
    language: cx.language,
    look: cx.look(look),
    src,
  };
}
