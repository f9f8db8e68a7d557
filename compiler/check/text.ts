import { show } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { Block, Inline, ParagraphStyle, RunStyle, TextElement, TextFrame, TextStyle } from "../request/types/text.js";
import type { Owner } from "./placement.js";
import type { Report } from "./report.js";
import { checkRun, type KnownFonts } from "./style.js";

const SECTION: Readonly<Record<Owner, string | null>> = { body: null, section: "a header or footer", layer: "a layer" };

/** A text element's content, styles and frame; its placement and link are checked where all elements' are. */
export function checkText(
  r: Report,
  el: TextElement,
  src: Src,
  { owner, fonts }: { readonly owner: Owner; readonly fonts: KnownFonts },
): void {
  const { content } = el;
  const blocks = typeof content === "object" && "blocks" in content;
  if (blocks && el.style)
    r.add("style-with-blocks", at(src, "style"), "style belongs to plain and span text; block text takes defaults and frame");
  if (!blocks && el.frame)
    r.add("frame-without-blocks", at(src, "frame"), "frame belongs to block text; plain and span text takes width and height in style");
  if (!blocks && el.defaults)
    r.add("defaults-without-blocks", at(src, "defaults"), "defaults belong to block text; plain and span text takes style");
  checkTextStyle(r, el.style, at(src, "style"), fonts);
  checkRun(r, el.defaults?.run, at(src, "defaults", "run"), fonts);
  checkParagraphStyle(r, el.defaults?.paragraph, at(src, "defaults", "paragraph"));
  checkFrame(r, el.defaults?.frame, at(src, "defaults", "frame"));
  checkFrame(r, el.frame, at(src, "frame"));
  checkPaginate(r, el, src, owner);
  if (typeof content === "string") return;
  const inside = at(src, "content");
  if ("spans" in content) {
    content.spans.forEach((span, i) => {
      const here = at(inside, "spans", i);
      checkRun(r, span.style, at(here, "style"), fonts);
      if (span.link) r.unbuilt(at(here, "link"), "a link on a span");
    });
  } else content.blocks.forEach((block, i) => checkBlock(r, block, at(inside, "blocks", i), { owner, fonts }));
}

function checkPaginate(r: Report, el: TextElement, src: Src, owner: Owner): void {
  const places = [
    { value: el.style?.text_overflow, src: at(src, "style", "text_overflow") },
    {
      value: el.frame?.overflow ?? el.defaults?.frame?.overflow,
      src: at(src, ...(el.frame?.overflow ? ["frame"] : ["defaults", "frame"]), "overflow"),
    },
  ];
  const found = places.find((p) => p.value === "paginate");
  if (!found) return;
  const where = SECTION[owner];
  if (where) r.add("paginate-location", found.src, `text in ${where} cannot use paginate`);
  if ((el.rotation ?? 0) % 360 !== 0) r.add("paginate-rotation", found.src, "paginate cannot be combined with a rotation");
}

function checkBlock(r: Report, block: Block, src: Src, { owner, fonts }: { readonly owner: Owner; readonly fonts: KnownFonts }): void {
  if (block.type !== "paragraph") {
    const where = SECTION[owner];
    if (where) r.add("section-block", at(src, "type"), `a ${block.type} is not allowed in ${where}, only paragraphs are`);
    else r.unbuilt(at(src, "type"), `a ${block.type} block`);
    return;
  }
  checkParagraphStyle(r, block.style, at(src, "style"));
  block.inlines.forEach((inline, i) => checkInline(r, inline, at(src, "inlines", i), fonts));
}

function checkInline(r: Report, inline: Inline, src: Src, fonts: KnownFonts): void {
  if (inline.type === "text") {
    checkRun(r, inline.style, at(src, "style"), fonts);
    if (inline.link) r.unbuilt(at(src, "link"), "a link on an inline text");
  }
  if (inline.type !== "variable") return;
  checkRun(r, inline.style, at(src, "style"), fonts);
  if (inline.scope !== "system")
    r.add("variable-scope", at(src, "scope"), `found ${show(inline.scope)}: only system variables resolve in JSON Render`);
  else if (inline.name !== "page" && inline.name !== "total_pages")
    r.add("variable-name", at(src, "name"), `found ${show(inline.name)}, allowed are page and total_pages`);
}

const NOT_WIRED = [
  ...(["space_before", "space_after", "indent_left", "indent_right", "indent_first_line", "hanging_indent"] as const),
  ...(["keep_together", "keep_with_next", "widow_orphan_control", "tabs"] as const),
];

function checkParagraphStyle(r: Report, style: ParagraphStyle | undefined, src: Src): void {
  if (!style) return;
  r.positive(style.line_height, src, "line_height");
  for (const field of NOT_WIRED)
    if (style[field] !== undefined) r.add("not-wired", at(src, field), `the layout feature ${field} is not wired`);
}

const UNBUILT_FRAME = ["min_font_size", "padding", "stroke", "fill", "columns", "column_gap"] as const;
const BUILT_OVERFLOW = ["visible", "paginate"];

function checkFrame(r: Report, frame: TextFrame | undefined, src: Src): void {
  if (!frame) return;
  r.positive(frame.width, src, "width");
  r.positive(frame.height, src, "height");
  if (frame.overflow && !BUILT_OVERFLOW.includes(frame.overflow)) r.unbuilt(at(src, "overflow"), `overflow ${frame.overflow}`);
  if (frame.shrink_to_fit) r.unbuilt(at(src, "shrink_to_fit"), "shrink_to_fit");
  for (const field of UNBUILT_FRAME) if (frame[field] !== undefined) r.unbuilt(at(src, field), field);
}

/** A plain text style, in an element or in defaults. */
export function checkTextStyle(r: Report, style: TextStyle | undefined, src: Src, fonts: KnownFonts): void {
  if (!style) return;
  checkRun(r, style as RunStyle, src, fonts);
  r.positive(style.line_height, src, "line_height");
  r.positive(style.width, src, "width");
  r.positive(style.height, src, "height");
  if (style.text_overflow && !BUILT_OVERFLOW.includes(style.text_overflow))
    r.unbuilt(at(src, "text_overflow"), `text_overflow ${style.text_overflow}`);
  if (style.wrap_policy && style.wrap_policy !== "normal") r.unbuilt(at(src, "wrap_policy"), `wrap_policy ${style.wrap_policy}`);
  if (style.shrink_to_fit) r.unbuilt(at(src, "shrink_to_fit"), "shrink_to_fit");
  if (style.min_font_size !== undefined) r.unbuilt(at(src, "min_font_size"), "min_font_size");
}
