// A brief to a Flow Document (R29).
import { isRightToLeft } from "../core/script-direction.js";
import { block, literal, literalCell, literalInlines, stack, styled } from "../request/build.js";
import { PRESETS } from "../request/page-size.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { BlockElement, FlowNode } from "../request/types/flow-node.js";
import type { StyleRule } from "../request/types/named-style.js";
import type { PageMaster } from "../request/types/page-master.js";
import type { CellValue, TableElement } from "../request/types/table.js";
import type { SpanContent, TextStyle } from "../request/types/text.js";
import type { Element } from "../request/types/element.js";
import type { Brief, Part } from "./form.js";
import { lookOf, type Look } from "./looks.js";
import type { BriefSettings } from "./read.js";
import { seriesLook, sliceColors } from "./series.js";

interface LoweredBrief {
  readonly request: DocumentRequest;
  /** part by index of the content; null before the parts */
  readonly parts: readonly (number | null)[];
}

export function lowerBrief(brief: Brief, settings: BriefSettings | undefined): LoweredBrief {
  const { title, language } = brief;
  const { direction = isRightToLeft(language) ? "rtl" : undefined } = settings ?? {};
  const page = new Lowering(brief, direction === "rtl");
  const content: FlowNode[] = [];
  const parts: (number | null)[] = [];
  const put = (nodes: readonly FlowNode[], part: number | null): void => {
    for (const node of nodes) {
      content.push(node);
      parts.push(part);
    }
  };
  put(page.letterhead(), null);
  put(page.heading(), null);
  brief.parts.forEach((part, i) => put(page.part(part), i));
  if (content.length === 0) put([block(text(" "))], null);
  return {
    request: {
      settings: {
        ...settings,
        ...(direction !== undefined && { direction }),
        metadata: { ...(title.trim() !== "" && { title }), ...(language !== "" && { language }), ...settings?.metadata },
        defaults: { text: page.look.text },
      },
      flow_document: {
        page_masters: { main: page.master() },
        styles: page.look.styles,
        style_scope: { rules: [...RULES] },
        segments: [{ page_master: "main", content: [{ type: "stack", layout: { gap: page.look.gap }, content }] }],
      },
    },
    parts,
  };
}

const heading = (level: number): StyleRule => ({ selector: { role: "heading", heading_level: level }, style: `heading_${level}` });
const RULES: readonly StyleRule[] = [heading(1), heading(2), heading(3), heading(4), { selector: { role: "caption" }, style: "caption" }];

/** Titles, and texts of charts. */
const oneLine = (given: string): string => given.replace(/[\n\v\f\x85\u2028\u2029]+/g, " ");

const text = (content: string, style?: TextStyle): BlockElement => ({ type: "text", content: literal(content), ...(style && { style }) });
const together = (gap: number, ...content: FlowNode[]): FlowNode => ({
  type: "stack",
  layout: { gap },
  pagination: { keep_together: true },
  content,
});

const FROM_RIGHT = { direction: "right_to_left" } as const;

/** mm */
const MARGIN = { a4: 22, letter: 22, a5: 15 } as const;
const SIGNATURE = 60;
const FOOTER = 12;

class Lowering {
  readonly look: Look;
  readonly margin: number;
  readonly width: number;
  readonly end: "left" | "right";
  readonly start: "left" | "right";

  constructor(
    readonly brief: Brief,
    readonly rtl: boolean,
  ) {
    const { paper, orientation, look, accent } = brief;
    const size = PRESETS[paper]!;
    this.margin = MARGIN[paper];
    this.width = (orientation === "portrait" ? size.width : size.height) - 2 * this.margin;
    this.end = rtl ? "left" : "right";
    this.start = rtl ? "right" : "left";
    this.look = lookOf(look, accent, paper === "a5");
  }

  master(): PageMaster {
    const { paper, orientation, footer, page_numbers: numbered } = this.brief;
    const { margin } = this;
    const small: TextStyle = { ...this.look.muted, width: this.width };
    const elements: Element[] = [];
    const row = (content: string | SpanContent, style: TextStyle): void =>
      void elements.push({ type: "text", layout: { left: 0, top: 5 }, style, content });
    const half = { ...small, width: this.width / 2 };
    if (footer.trim() !== "")
      row(
        literal(oneLine(footer)),
        numbered ? { ...half, width: 0.75 * this.width, text_align: this.start } : { ...small, text_align: this.start },
      );
    if (numbered) {
      const style = { ...small, width: 0.2 * this.width, text_align: this.end };
      elements.push({
        type: "text",
        layout: this.end === "right" ? { left: 0.8 * this.width, top: 5 } : { left: 0, top: 5 },
        style,
        content: "{page} / {total_pages}",
      });
      const first = elements[0];
      if (elements.length > 1 && first?.type === "text" && this.end === "left") first.layout = { left: 0.25 * this.width, top: 5 };
    }
    return {
      size: paper,
      orientation,
      layout: { page_margin: { top: margin, right: margin, bottom: elements.length > 0 ? margin - 8 : margin, left: margin } },
      ...(elements.length > 0 && { footer: { layout: { height: FOOTER }, elements } }),
    };
  }

  letterhead(): readonly FlowNode[] {
    const { sender, recipient, date, reference } = this.brief;
    const out: FlowNode[] = [];
    if (sender.trim() !== "") out.push(stack(2, styled(sender, "sender"), this.rule(this.width)));
    const right = [date, reference].filter((line) => line.trim() !== "");
    const beside = (lines: readonly string[]): FlowNode => stack(0, ...lines.map((line) => block(text(line, { text_align: this.end }))));
    if (recipient.trim() !== "" && right.length > 0)
      out.push({
        type: "grid",
        layout: {
          columns: [
            { mode: "fraction", value: 3 },
            { mode: "fraction", value: 2 },
          ],
          column_gap: 8,
          direction: this.rtl ? "right_to_left" : "left_to_right",
        },
        content: [block(text(recipient)), beside(right)],
      });
    else if (recipient.trim() !== "") out.push(block(text(recipient)));
    else if (right.length > 0) out.push(beside(right));
    if (out.length > 0) out.push(this.space(4));
    return out;
  }

  heading(): readonly FlowNode[] {
    const { title, subtitle } = this.brief;
    const out: FlowNode[] = [];
    if (title.trim() !== "")
      out.push(
        block(text(oneLine(title), this.look.title), {
          semantics: { role: "heading", heading_level: 1 },
          pagination: { keep_with_next: true },
        }),
      );
    // it looks like a heading
    if (subtitle.trim() !== "")
      out.push(block(text(subtitle, this.look.subtitle), { styles: ["subtitle"], semantics: { role: "paragraph" } }));
    if (out.length > 0 && this.look.titleRule) out.push(this.rule(this.width));
    return out;
  }

  part(part: Part): readonly FlowNode[] {
    switch (part.kind) {
      case "heading": {
        const level = (part.level === 0 ? 1 : part.level) + 1;
        return [
          block(text(part.text, level === 2 ? this.look.section : undefined), {
            semantics: { role: "heading", heading_level: level },
            pagination: { keep_with_next: true },
          }),
        ];
      }
      case "paragraph":
        return part.text
          .split(/\n[ \t]*\n\s*/)
          .filter((paragraph) => paragraph.trim() !== "")
          .map((paragraph) => block(text(paragraph.replace(/\n+$/, ""))));
      case "list":
        return [this.#list(part)];
      case "table":
        return [...(part.text.trim() === "" ? [] : [this.caption(part.text, true)]), block(this.#table(part))];
      case "key_figures":
        return [this.#figures(part)];
      case "chart":
        return [together(2, this.caption(part.text, true), block(this.#chart(part)))];
      case "image":
        return [together(2, block(this.#image(part)), this.caption(part.text, false))];
      case "signature":
        return this.#signatures(part);
      case "totals":
        return [block(this.#totals(part))];
      case "page_break":
        return [{ type: "break", kind: "page" }];
    }
  }

  caption(content: string, above: boolean): FlowNode {
    return block(text(content), { semantics: { role: "caption" }, ...(above && { pagination: { keep_with_next: true } }) });
  }

  rule(width: number): FlowNode {
    return block({ type: "rect", width, height: this.look.rule, fill: { color: this.look.line } }, { semantics: { decorative: true } });
  }

  space(height: number): FlowNode {
    return block({ type: "rect", width: 1, height, fill: { color: "#FFFFFF", opacity: 0 } }, { semantics: { decorative: true } });
  }

  #list({ items, variant }: Part): FlowNode {
    const kind = variant === "numbered" ? "ordered" : "bullet";
    return block({
      type: "text",
      frame: { width: this.width },
      content: {
        blocks: [
          {
            type: "list",
            list: { kind },
            items: items.map((item) => ({ blocks: [{ type: "paragraph", inlines: literalInlines(item) }] })),
          },
        ],
      },
    });
  }

  #table({ columns, rows }: Part): TableElement {
    const numeric = columns.map((_, k) => {
      const cells = rows.map((row) => row[k] ?? "").filter((cell) => cell.trim() !== "");
      return cells.length > 0 && cells.every(isNumber);
    });
    const { table } = this.look;
    // {page} in a header string would be a number
    const braces = columns.some((header) => header.includes("{"));
    return {
      type: "table",
      ...(this.rtl && FROM_RIGHT),
      columns: columns.map((header, k) => ({
        key: `c${k}`,
        header: braces ? "" : header,
        width: { mode: "auto" },
        text_align: numeric[k] ? this.end : this.start,
        ...(braces && { header_cell: NO_HEIGHT }),
      })),
      rows: rows.map((row) => Object.fromEntries(row.map((cell, k): [string, CellValue] => [`c${k}`, cellOf(cell)]))),
      cell: table.cell,
      header: {
        cell: table.header,
        ...(braces && {
          rows: [
            {
              cells: columns.map((header, k) => ({
                content: literalCell(header),
                text_align: numeric[k] ? this.end : this.start,
              })),
            },
          ],
        }),
      },
      ...(table.alternate && { body: { alternate_fill: table.alternate } }),
      grid: table.grid,
    };
  }

  #totals({ rows }: Part): TableElement {
    const { table, ink, line } = this.look;
    const strong = { text: { font_weight: "bold" as const, color: ink }, borders: { top: { width: 0.4, color: line } } };
    return {
      type: "table",
      ...(this.rtl && FROM_RIGHT),
      columns: [
        { key: "label", width: { mode: "auto" }, role: "row_header", text_align: this.end },
        { key: "value", width: { mode: "fixed", value: Math.min(45, this.width / 3) }, text_align: this.end },
      ],
      header: { show: false },
      rows: rows.map(([label = "", value = ""], j): Record<string, CellValue> => {
        const style = j === rows.length - 1 ? { style: strong } : {};
        return { label: { content: literalCell(label), ...style }, value: { content: literalCell(value), ...style } };
      }),
      cell: table.cell,
    };
  }

  #figures({ rows }: Part): FlowNode {
    const card = ([label = "", value = ""]: readonly string[]): FlowNode =>
      block({
        type: "text",
        frame: this.look.card,
        content: {
          blocks: [
            { type: "paragraph", inlines: literalInlines(label, this.look.figureLabel) },
            { type: "paragraph", inlines: literalInlines(value, this.look.figureValue) },
          ],
        },
      });
    const perRow = rows.length <= 3 ? rows.length : rows.length === 4 ? (this.width < 130 ? 2 : 4) : 3;
    const gap = 4;
    const width = (this.width - gap * (perRow - 1)) / perRow;
    const sized = (node: FlowNode): FlowNode => {
      if (node.type === "block" && node.element.type === "text") node.element.frame = { ...node.element.frame, width };
      return node;
    };
    return {
      type: "grid",
      layout: {
        columns: Array.from({ length: perRow }, () => ({ mode: "fraction", value: 1 }) as const),
        column_gap: gap,
        row_gap: gap,
        direction: this.rtl ? "right_to_left" : "left_to_right",
      },
      pagination: { keep_together: true },
      content: rows.map((row) => sized(card(row))),
    };
  }

  #chart({ text, variant, columns, rows }: Part): BlockElement {
    const kind = variant === "default" ? "bar" : variant === "bullets" || variant === "numbered" ? "bar" : variant;
    const labels = rows.map(([category = ""]) => oneLine(category));
    const { colors } = this.look;
    const named = columns.map((name, k) => ({ name: oneLine(name), values: rows.map((row) => Number(row[k + 1])) }));
    const base = {
      type: "chart",
      kind,
      width: this.width,
      height: Math.min(90, 0.55 * this.width),
      alt: chartAlt(oneLine(text), labels, named),
    } as const;
    if (kind === "pie" || kind === "donut") return { ...base, data: { labels, series: named }, ...this.#slices(labels) };
    const series = named.map((one, k) => ({ ...one, ...seriesLook(kind, colors, k) }));
    return { ...base, data: { labels, series }, legend: columns.length > 1 ? {} : { show: false } };
  }

  /** Slices have their names; those without room for them have patterns and a legend. */
  #slices(labels: readonly string[]): Partial<Extract<BlockElement, { readonly type: "chart" }>> {
    const isShort = labels.length <= MOST_NAMED && labels.every((label) => advanceOf(label) <= this.width / 8);
    return isShort
      ? {
          theme: { palette: [...this.look.colors] },
          legend: { show: false },
          data_labels: { show: true, mode: "label_and_percent", position: "outside", overflow: "error", format: { decimals: 0 } },
        }
      : { theme: { preset: "print_mono", palette: sliceColors(this.look.colors) }, legend: {} };
  }

  #image({ asset, text: alt }: Part): BlockElement {
    return { type: "image", asset, alt, width: this.width, height: Math.min(0.6 * this.width, 100), fit: "contain", align: this.start };
  }

  #signatures({ rows }: Part): readonly FlowNode[] {
    const perRow = Math.max(1, Math.min(3, rows.length, Math.floor(this.width / 50)));
    const width = Math.min(SIGNATURE, this.width / perRow - 6);
    const one = ([name = "", role = ""]: readonly string[]): FlowNode =>
      together(
        1.5,
        this.space(14),
        this.rule(width),
        ...[name, role].filter((line) => line.trim() !== "").map((line, k) => (k === 0 ? block(text(line)) : styled(line, "muted"))),
      );
    const lines: FlowNode[] = [];
    for (let j = 0; j < rows.length; j += perRow)
      lines.push({
        type: "grid",
        layout: {
          columns: Array.from({ length: perRow }, () => ({ mode: "fraction", value: 1 }) as const),
          column_gap: 6,
          direction: this.rtl ? "right_to_left" : "left_to_right",
        },
        pagination: { keep_together: true },
        content: rows.slice(j, j + perRow).map(one),
      });
    return lines;
  }
}

/** The row of column headers below one that has their texts. */
const NO_HEIGHT = { padding: { y: 0 }, text: { font_size: 0.01 } };

/** Slices with names. */
const MOST_NAMED = 8;
/** Characters of Latin script that are as wide, estimated. */
const advanceOf = (text: string): number => [...text].reduce((sum, c) => sum + (c > "\u2000" ? 2 : 1), 0);

const LONGEST_ALT = 600;

/** Title and values of a chart: its caption has the title alone. Words are the brief's, whose language is not known. */
function chartAlt(
  title: string,
  labels: readonly string[],
  series: readonly { readonly name: string; readonly values: readonly number[] }[],
): string {
  const listed = series.map(({ name, values }) => {
    const points = values.map((value, i) => `${labels[i] ?? ""} ${value}`).join(", ");
    return series.length > 1 ? `${name}: ${points}` : points;
  });
  const alt = [title, ...listed].filter((part) => part.trim() !== "").join("; ");
  return alt.length <= LONGEST_ALT ? alt : `${alt.slice(0, LONGEST_ALT - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

const cellOf = (cell: string): CellValue => {
  const content = literalCell(cell);
  return typeof content === "string" ? content : { content };
};

/** True for a number in any script: digits, signs, grouping, decimals, currency, percent. */
const isNumber = (cell: string): boolean =>
  /^[\s(+\-−]*(?:[A-Z]{3}\s?|\p{Sc}\s?)?[+\-−]?\p{Nd}(?:[\p{Nd}.,'’٫٬\s]*\p{Nd})?(?:\s?(?:[A-Z]{3}|\p{Sc}|%|‰|٪))?[\s)]*$/u.test(cell);
