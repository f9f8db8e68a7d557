// A text of the request to problems with its blocks, inlines, styles and frame.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type {
  Block,
  BlockContent,
  Inline,
  ListBlock,
  ParagraphStyle,
  RunStyle,
  TextElement,
  TextFrame,
  TextStyle,
} from "../request/types/text.js";
import { checkLink, type LinkTargets } from "./links.js";
import type { Report } from "./report.js";
import { checkFill, checkRun, checkStroke, type KnownFonts, MIN_FONT_SIZE } from "./style.js";
import type { TextProfile } from "./text-profile.js";

/** What the check of a text knows of its location. */
export interface TextPlace {
  readonly profile: TextProfile;
  readonly fonts: KnownFonts;
  readonly targets: LinkTargets;
  /** an element around the text has a link */
  readonly linked: boolean;
}

/** A text element's content, styles and frame; its placement and link are checked where all elements' are. */
export function checkText(r: Report, el: TextElement, src: Src, place: TextPlace): void {
  const { content } = el;
  const blocks = typeof content === "object" && "blocks" in content;
  if (blocks && el.style)
    r.add("style-with-blocks", at(src, "style"), "style belongs to plain and span text; block text takes defaults and frame");
  if (!blocks && el.frame)
    r.add("frame-without-blocks", at(src, "frame"), "frame belongs to block text; plain and span text takes width and height in style");
  if (!blocks && el.defaults)
    r.add("defaults-without-blocks", at(src, "defaults"), "defaults belong to block text; plain and span text takes style");
  checkTextStyle(r, el.style, at(src, "style"), place);
  checkRun(r, el.defaults?.run, at(src, "defaults", "run"), place.fonts);
  checkParagraphStyle(r, el.defaults?.paragraph, at(src, "defaults", "paragraph"));
  checkFrame(r, el.defaults?.frame, at(src, "defaults", "frame"));
  checkFrame(r, el.frame, at(src, "frame"));
  checkTogether(r, el, src, place.profile);
  if (typeof content === "string") return;
  const inside = at(src, "content");
  const linked = el.link !== undefined || place.linked;
  if ("blocks" in content) return checkBlocks(r, content, inside, place, linked);
  const inline = new InlineCheck(r, place, linked);
  content.spans.forEach((span, i) => {
    const here = at(inside, "spans", i);
    checkRun(r, span.style, at(here, "style"), place.fonts);
    inline.link(span.link, at(here, "link"));
  });
}

/** Block text, of any location. `linked`: an element around it has a link. */
export function checkBlocks(r: Report, content: BlockContent, src: Src, place: TextPlace, linked: boolean): void {
  const inline = new InlineCheck(r, place, linked);
  content.blocks.forEach((block, i) => inline.block(block, at(src, "blocks", i)));
  if (inline.breaks && inline.counts)
    r.add(
      "page-break-and-numbers",
      at(src, "blocks"),
      "one text cannot have both page_break blocks and page variables; frame.overflow paginate breaks where the page does",
    );
}

/** What may not be combined in one text: its frame, its rotation, its place and its page breaks. */
function checkTogether(r: Report, el: TextElement, src: Src, profile: TextProfile): void {
  const blocks = typeof el.content === "object" && "blocks" in el.content ? el.content.blocks : null;
  const frame: TextFrame = { ...el.defaults?.frame, ...el.frame };
  const own = (field: keyof TextFrame): Src => at(src, ...(el.frame?.[field] !== undefined ? ["frame"] : ["defaults", "frame"]), field);
  const overflow = blocks ? frame.overflow : el.style?.text_overflow;
  const overflowSrc = blocks ? own("overflow") : at(src, "style", "text_overflow");
  const shrinks = blocks ? frame.shrink_to_fit : el.style?.shrink_to_fit;
  const { where } = profile;
  if (overflow === "paginate") {
    if (!profile.continues) r.add("paginate-location", overflowSrc, `text in ${where} cannot use paginate`);
    if ((el.rotation ?? 0) % 360 !== 0) r.add("paginate-rotation", overflowSrc, "paginate cannot be combined with a rotation");
    if (shrinks) r.add("paginate-shrink", overflowSrc, "paginate cannot be combined with shrink_to_fit");
  }
  if (!profile.columns && (frame.columns ?? 1) > 1)
    r.add("columns-location", own("columns"), `text in ${where} cannot have several columns`);
  if (!blocks?.some((b) => b.type === "page_break")) return;
  if (frame.height !== undefined) r.add("page-break-height", own("height"), "a frame with a height cannot be combined with page_break");
  if (overflow === "clip" || overflow === "ellipsis")
    r.add("page-break-overflow", overflowSrc, `${overflow} cannot be combined with page_break`);
  if ((el.rotation ?? 0) % 360 !== 0) r.add("page-break-rotation", at(src, "rotation"), "a rotation cannot be combined with page_break");
}

class InlineCheck {
  breaks = false;
  counts = false;

  constructor(
    readonly r: Report,
    readonly place: TextPlace,
    /** the element carries a link of its own */
    readonly linked: boolean,
  ) {}

  link(link: TextElement["link"], src: Src): void {
    if (!link) return;
    const { profile } = this.place;
    if (!profile.links) this.r.add("text-location", src, `text in ${profile.where} cannot have links of its own`);
    if (this.linked)
      this.r.add("inline-link-in-link", src, "the element, or one around it, has a link already: its text cannot have others");
    checkLink(this.r, link, src, this.place.targets);
  }

  block(block: Block, src: Src): void {
    const { blocks, where } = this.place.profile;
    if (!blocks.includes(block.type))
      return this.r.add("text-location", at(src, "type"), `a ${block.type} is not allowed in ${where}, allowed are: ${blocks.join(", ")}`);
    if (block.type === "page_break") this.breaks = true;
    else if (block.type === "list") this.#list(block, src);
    else {
      checkParagraphStyle(this.r, block.style, at(src, "style"));
      block.inlines.forEach((inline, i) => this.#inline(inline, at(src, "inlines", i)));
    }
  }

  #list(block: ListBlock, src: Src): void {
    for (const field of LIST_NOT_WIRED)
      if (block.list[field] !== undefined) this.r.add("not-wired", at(src, "list", field), `the layout feature ${field} is not wired`);
    block.items.forEach((item, i) =>
      item.blocks.forEach((inner, k) => {
        const here = at(src, "items", i, "blocks", k);
        if (inner.type === "page_break") this.r.add("page-break-in-list", at(here, "type"), "a page_break is not allowed inside a list");
        else this.block(inner, here);
      }),
    );
  }

  #inline(inline: Inline, src: Src): void {
    const { r, place } = this;
    const { inlines, where } = place.profile;
    if (!inlines.includes(inline.type))
      return r.add("text-location", at(src, "type"), `a ${inline.type} is not allowed in ${where}, allowed are: ${inlines.join(", ")}`);
    if (inline.type === "text") {
      checkRun(r, inline.style, at(src, "style"), place.fonts);
      this.link(inline.link, at(src, "link"));
    }
    if (inline.type !== "variable") return;
    checkRun(r, inline.style, at(src, "style"), place.fonts);
    if (inline.scope !== "system")
      r.add("variable-scope", at(src, "scope"), `found ${formatFound(inline.scope)}: only system variables resolve in JSON Render`);
    else if (inline.name !== "page" && inline.name !== "total_pages")
      r.add("variable-name", at(src, "name"), `found ${formatFound(inline.name)}, allowed are page and total_pages`);
    else this.counts = true;
  }
}

const NOT_WIRED = [
  "space_before",
  "space_after",
  "indent_left",
  "indent_right",
  "indent_first_line",
  "hanging_indent",
  "keep_together",
  "keep_with_next",
  "widow_orphan_control",
  "tabs",
] as const;
const LIST_NOT_WIRED = ["marker_gap", "item_spacing", "start_at", "continuation"] as const;

function checkParagraphStyle(r: Report, style: ParagraphStyle | undefined, src: Src): void {
  if (!style) return;
  r.positive(style.line_height, src, "line_height");
  for (const field of NOT_WIRED)
    if (style[field] !== undefined) r.add("not-wired", at(src, field), `the layout feature ${field} is not wired`);
}

const MAX_COLUMNS = 32;

/** What text is shrunk to is a size that text may have. */
function checkLeastSize(r: Report, size: number | undefined, src: Src): void {
  if (size !== undefined && !(size >= MIN_FONT_SIZE))
    r.add("font-size", at(src, "min_font_size"), `found ${formatFound(size)}, allowed is at least ${MIN_FONT_SIZE} points`);
}

function checkFrame(r: Report, frame: TextFrame | undefined, src: Src): void {
  if (!frame) return;
  r.positive(frame.width, src, "width");
  r.positive(frame.height, src, "height");
  checkLeastSize(r, frame.min_font_size, src);
  for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(frame.padding?.[edge], at(src, "padding"), edge);
  checkStroke(r, frame.stroke, at(src, "stroke"));
  checkFill(r, frame.fill, at(src, "fill"));
  r.notNegative(frame.column_gap, src, "column_gap");
  const columns = frame.columns ?? 1;
  if (columns < 1 || columns > MAX_COLUMNS)
    r.add("columns-range", at(src, "columns"), `found ${formatFound(columns)}, allowed is 1 to ${MAX_COLUMNS}`);
  if (frame.width === undefined) return;
  const across = (frame.padding?.left ?? 0) + (frame.padding?.right ?? 0) + (frame.column_gap ?? 0) * (columns - 1);
  if (!(frame.width - across > 0)) r.add("frame-room", src, `padding and column gaps leave no width: the frame has ${frame.width} mm`);
}

/** The shorthand of the frame in a text style. */
const FRAME_FIELDS = ["width", "height", "vertical_align", "text_overflow", "shrink_to_fit", "min_font_size"] as const;

/** A plain text style, in an element or in defaults. */
export function checkTextStyle(
  r: Report,
  style: TextStyle | undefined,
  src: Src,
  { fonts, profile }: { readonly fonts: KnownFonts; readonly profile: TextProfile },
): void {
  if (!style) return;
  checkRun(r, style as RunStyle, src, fonts);
  r.positive(style.line_height, src, "line_height");
  r.positive(style.width, src, "width");
  r.positive(style.height, src, "height");
  checkLeastSize(r, style.min_font_size, src);
  if (profile.frame) return;
  for (const field of FRAME_FIELDS)
    if (style[field] !== undefined) r.add("frame-location", at(src, field), `${field} is a frame's, and text in ${profile.where} has none`);
}
