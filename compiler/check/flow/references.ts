import { formatFound } from "../../core/fail.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { Landmarks } from "../../landmark/landmarks.js";
import { referenceOf, textParts, titleOf, type VariableName } from "../../landmark/variables.js";
import type {
  MaterializedElement,
  MaterializedFlow,
  MaterializedLayers,
  MaterializedMaster,
  MaterializedNode,
  MaterializedTable,
} from "../../request/materialized.js";
import { MASTER_VARIANTS } from "../../request/master.js";
import type { ContentsNode } from "../../request/types/flow-node.js";
import type { Block, BlockContent, TextContent } from "../../request/types/text.js";
import { unknownName } from "../data/names.js";
import type { Report } from "../values/report.js";
import { ContentsSizes, MAX_CHARACTERS, MAX_ENTRIES } from "./contents-sizes.js";
import { ReferenceLengths } from "./reference-lengths.js";

const PARTS = ["header", "footer"] as const;
/** characters that references insert into a document */
const MAX_INSERTED = 1 << 20;

/** Checks references (L15, L16, L19). */
export function checkReferences(r: Report, flow: MaterializedFlow, landmarks: Landmarks): void {
  const src = at(ROOT, "flow_document");
  const check = new ReferenceCheck(r, landmarks);
  for (const [name, master] of Object.entries(flow.page_masters)) check.master(master, at(src, "page_masters", name));
  check.inBody = true;
  flow.segments.forEach(({ content }, i) => check.nodes(content, at(src, "segments", i, "content")));
}

class ReferenceCheck {
  inBody = false;
  readonly #names: readonly string[];
  readonly #lengths: ReferenceLengths;
  #contents: ContentsSizes | null = null;
  #inserted = 0;
  #entries = 0;
  #characters = 0;

  constructor(
    readonly r: Report,
    readonly landmarks: Landmarks,
  ) {
    this.#names = [...landmarks.targets.keys()];
    this.#lengths = new ReferenceLengths(landmarks);
  }

  master({ header, footer, layers, variants }: MaterializedMaster, src: Src): void {
    this.#elements(header?.elements, at(src, "header", "elements"));
    this.#elements(footer?.elements, at(src, "footer", "elements"));
    if (layers) this.#layers(layers, at(src, "layers"));
    for (const variant of MASTER_VARIANTS)
      for (const part of PARTS) this.#elements(variants?.[variant]?.[part]?.elements, at(src, "variants", variant, part, "elements"));
  }

  #layers({ background, watermark, stamp }: MaterializedLayers, src: Src): void {
    this.#elements(background?.elements, at(src, "background", "elements"));
    if (watermark) this.#content(watermark.template.content, at(src, "watermark", "template", "content"));
    this.#elements(stamp?.elements, at(src, "stamp", "elements"));
  }

  nodes(nodes: readonly MaterializedNode[], src: Src): void {
    nodes.forEach((node, i) => {
      const here = at(src, i);
      // Markdown has no variables (L33)
      if (node.type === "markdown" || node.type === "prose") return;
      if (node.type === "contents") this.#list(node, here);
      if ("element" in node && node.element) this.#element(node.element, at(here, "element"));
      else if ("content" in node && node.content) this.nodes(node.content, at(here, "content"));
    });
  }

  /** The first list that exceeds a bound is refused. */
  #list(node: ContentsNode, src: Src): void {
    const { entries, characters } = (this.#contents ??= new ContentsSizes(this.#lengths)).of(node);
    const exceeds = (): boolean => this.#entries > MAX_ENTRIES || this.#characters > MAX_CHARACTERS;
    const before = exceeds();
    this.#entries += entries;
    if (characters !== Infinity) this.#characters += characters;
    if (before || !exceeds()) return;
    const [most, found, unit] =
      this.#entries > MAX_ENTRIES ? [MAX_ENTRIES, this.#entries, "entries"] : [MAX_CHARACTERS, this.#characters, "characters"];
    this.r.add("contents-size", src, must(`at most ${most} ${unit} in the contents lists of a document`, String(found)));
  }

  #elements(elements: readonly MaterializedElement[] | undefined, src: Src): void {
    elements?.forEach((el, i) => this.#element(el, at(src, i)));
  }

  /** Other elements have no variables. */
  #element(el: MaterializedElement, src: Src): void {
    if (el.type === "text") this.#content(el.content, at(src, "content"));
    else if (el.type === "container") this.#elements(el.elements, at(src, "elements"));
    else if (el.type === "table") this.#table(el, src);
  }

  #content(content: TextContent, src: Src): void {
    if (typeof content === "string") this.#text(content, src);
    else if ("spans" in content) content.spans.forEach(({ text }, i) => this.#text(text, at(src, "spans", i, "text")));
    else this.#blocks(content.blocks, at(src, "blocks"));
  }

  #blocks(blocks: readonly Block[], src: Src): void {
    blocks.forEach((block, i) => {
      const here = at(src, i);
      if (block.type === "list") block.items.forEach((item, k) => this.#blocks(item.blocks, at(here, "items", k, "blocks")));
      else if (block.type === "paragraph")
        block.inlines.forEach((inline, k) => {
          if (inline.type === "variable" && inline.scope === "system") this.#variable(inline.name, at(here, "inlines", k, "name"));
          else if (inline.type === "footnote") this.#blocks(inline.blocks, at(here, "inlines", k, "blocks"));
        });
    });
  }

  #table({ columns, header, rows, projected, footer }: MaterializedTable, src: Src): void {
    columns.forEach((column, i) => this.#cell(column.header, at(src, "columns", i, "header")));
    for (const [zone, part] of [["header", header] as const, ["footer", footer] as const])
      part?.rows?.forEach((row, i) =>
        row.cells.forEach(({ content }, k) => this.#cell(content, at(src, zone, "rows", i, "cells", k, "content"))),
      );
    if (projected) for (const text of projected.texts()) this.#cell(text, at(src, "rows"));
    else this.#rows(rows, at(src, "rows"));
  }

  #rows(rows: MaterializedTable["rows"], src: Src): void {
    for (let i = 0; i < rows.length; i++) {
      const row = rows.at(i)!;
      for (const key in row) {
        const value = row[key];
        if (typeof value === "string") this.#cell(value, at(src, i, key));
        else if (typeof value === "object" && value !== null) this.#cell(value.content, at(src, i, key, "content"));
      }
    }
  }

  #cell(content: string | number | boolean | BlockContent | null | undefined, src: Src): void {
    if (typeof content === "string") this.#text(content, src);
    else if (typeof content === "object" && content !== null) this.#blocks(content.blocks, at(src, "blocks"));
  }

  #text(text: string, src: Src): void {
    if (!text.includes("{")) return;
    for (const part of textParts(text, true)) if (typeof part !== "string") this.#variable(part.variable, src);
  }

  #variable(name: VariableName, src: Src): void {
    const reference = referenceOf(name);
    if (!reference) return;
    const { kind, argument } = reference;
    if (kind === "heading") return this.#title(argument, src);
    const { r, landmarks } = this;
    const target = landmarks.targets.get(argument);
    if (!target) return r.add("reference-unknown", src, unknownName(argument, "destination", "of the document", this.#names));
    if (kind === "number" && target.number === null)
      r.add(
        "reference-number",
        src,
        `{number:…} needs a numbered heading or a caption with a counter: the destination ${formatFound(argument)} has no number`,
      );
    if (kind !== "text") return;
    if (target.text === null)
      return r.add("reference-text", src, `{text:…} needs a block with a text: the destination ${formatFound(argument)} has none`);
    const length = this.#lengths.of(argument);
    if (length === Infinity)
      return r.add(
        "reference-cycle",
        src,
        `the text of the destination ${formatFound(argument)} refers to itself: leave one of the references out`,
      );
    const before = this.#inserted;
    this.#inserted += length;
    if (before <= MAX_INSERTED && this.#inserted > MAX_INSERTED)
      r.add(
        "references-size",
        src,
        must(
          `at most ${MAX_INSERTED} characters that references insert into a document, with one for each reference in them`,
          String(this.#inserted),
        ),
      );
  }

  #title(argument: string, src: Src): void {
    const { r } = this;
    if (this.inBody)
      r.add(
        "title-place",
        src,
        "{heading:…} is a running title, for headers, footers and layers: in the body refer to a destination by {text:NAME}",
      );
    else if (!titleOf(argument))
      r.add(
        "title-level",
        src,
        must("{heading:LEVEL} or {heading:LEVEL:first}, with a level from 1 to 9", formatFound(`{heading:${argument}}`)),
      );
  }
}
