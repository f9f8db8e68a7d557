import { append } from "../base/many.js";
import { printImportedStructure } from "./print-imported.js";
import type { Fill, FormField, ImportedPage, IrDocument, Link, Op, OutlineItem, Path, Stroke, StructNode, Widget } from "./ir.js";

/** One op per line, indented (`ir.txt`). Complete with respect to appearance; blobs by name only. */
export function print(doc: IrDocument): string {
  const lines: string[] = [];
  doc.pages.forEach((page, i) => {
    lines.push(`page ${i + 1} ${page.width} x ${page.height}`);
    for (const op of page.ops) printOp(doc, op, "  ", lines);
    for (const link of page.links) lines.push(`  ${printLink(doc, link)}`);
    for (const widget of page.fields ?? []) printWidget(doc, widget, lines);
    if (page.imported) printImported(doc, page.imported, lines);
  });
  doc.destinations.forEach((d, i) =>
    lines.push(
      `destination ${i}${d.name === null ? "" : ` ${JSON.stringify(d.name)}`} page ${d.page + 1} at ${d.view ? `${d.view.fit} ${d.view.at.join(" ")}`.trim() : `${d.x},${d.y}`}`,
    ),
  );
  const item = ({ title, destination, children }: OutlineItem, indent: string): void => {
    lines.push(`${indent}outline ${JSON.stringify(title)} -> destination ${destination}`);
    for (const child of children) item(child, `${indent}  `);
  };
  for (const o of doc.outline) item(o, "");
  for (const l of doc.pageLabels) lines.push(`labels from page ${l.from + 1} ${JSON.stringify(l.prefix)} ${l.style} ${l.start}`);
  for (const a of doc.attachments) lines.push(`attachment ${JSON.stringify(a.name)} ${a.mime} ${a.relationship}`);
  for (const field of doc.form?.fields ?? []) lines.push(printField(doc, field));
  return lines.join("\n") + "\n";
}

function printField(
  doc: IrDocument,
  { kind, name, label, value, required, readOnly, flags, locked, maxLength, options, typed, source }: FormField,
): string {
  const words = [...(required ? ["required"] : []), ...(readOnly ? ["read-only"] : []), ...flags];
  const parts = [
    `field ${kind} ${JSON.stringify(name)}`,
    `label ${JSON.stringify(label)} value ${JSON.stringify(value)}`,
    ...words,
    ...(locked ? [`${locked.action} ${JSON.stringify(locked.names)}`] : []),
    ...(maxLength === null ? [] : [`at most ${maxLength}`]),
    ...(options.length === 0 ? [] : [`options ${JSON.stringify(options.map((o) => [o.value, o.label]))}`]),
    ...(typed ? [`typed ${typed.font} ${typed.size} ${typed.color} ${typed.align}`] : []),
  ];
  return `${parts.join(" ")} <${doc.sources[source]}>`;
}

function printWidget(doc: IrDocument, { field, mark, rect, rotation, label, option, looks, source }: Widget, lines: string[]): void {
  const { x, y, width, height } = rect;
  const turn = rotation === 0 ? "" : ` turned ${rotation}`;
  const state = option === null ? "" : ` option ${JSON.stringify(option)}`;
  const named = label === "" ? "" : ` label ${JSON.stringify(label)}`;
  lines.push(`  widget #${mark} of field ${field} ${x},${y} ${width} x ${height}${turn}${state}${named} <${doc.sources[source]}>`);
  for (const { on, frame, content } of looks) {
    lines.push(`    look${on === null ? "" : on ? " on" : " off"}`);
    for (const op of frame) printOp(doc, op, "      ", lines);
    if (content.length > 0) lines.push("      content");
    for (const op of content) printOp(doc, op, "        ", lines);
  }
}

/** Writes an indented outline with the text of each leaf (`tags.txt`). */
export function printStructure(doc: IrDocument): string {
  const text = markTexts(doc);
  const lines: string[] = [];
  const go = (node: StructNode, indent: string): void => {
    const alt = node.alt === undefined ? "" : ` alt=${JSON.stringify(node.alt)}`;
    const lang = node.lang ? ` lang=${node.lang}` : "";
    lines.push(`${indent}${node.role}${alt}${lang}${attributes(node)} <${doc.sources[node.source]}>`);
    const imported = node.import === undefined ? null : doc.imports?.[node.import]?.structure;
    if (imported) append(lines, printImportedStructure(imported, `${indent}  `));
    for (const kid of node.kids) {
      if (typeof kid === "number") lines.push(`${indent}  #${kid} ${JSON.stringify(text.get(kid) ?? "")}`);
      else go(kid, `${indent}  `);
    }
  };
  go(doc.structure, "");
  return lines.join("\n") + "\n";
}

function attributes({ title, table, box, numbering, note, destinations }: StructNode): string {
  const { id, headers, scope, rowSpan = 1, colSpan = 1 } = table ?? {};
  const all = {
    title: title === undefined ? undefined : JSON.stringify(title),
    id,
    headers: headers?.join(","),
    scope,
    rows: rowSpan === 1 ? undefined : rowSpan,
    columns: colSpan === 1 ? undefined : colSpan,
    numbering,
    note,
    destinations: destinations?.join(","),
    box: box && `${box.page + 1}:${box.rect.x},${box.rect.y},${box.rect.width}x${box.rect.height}`,
  };
  return Object.entries(all)
    .filter(([, v]) => v !== undefined)
    .map(([k, v]) => ` ${k}=${v}`)
    .join("");
}

/** In paint order. */
function markTexts(doc: Pick<IrDocument, "pages">): ReadonlyMap<number, string> {
  const out = new Map<number, string>();
  const go = (ops: readonly Op[], mark: number | null): void => {
    for (const op of ops) {
      if (op.op === "group") go(op.children, mark);
      else if (op.op === "mark") go(op.children, typeof op.mark === "number" ? op.mark : null);
      else if (op.op === "glyphs" && mark !== null) out.set(mark, (out.get(mark) ?? "") + (op.actualText ?? op.text));
    }
  };
  for (const page of doc.pages) go(page.ops, null);
  return out;
}

function printOp(doc: IrDocument, op: Op, indent: string, lines: string[]): void {
  switch (op.op) {
    case "group": {
      const parts = [
        op.transform ? `matrix(${op.transform.map((v) => Math.round(v * 1e6) / 1e6).join(" ")})` : "",
        op.clip ? `clip(${printPath(op.clip)})` : "",
        op.opacity === 1 ? "" : `opacity ${op.opacity}`,
        op.isolated ? "isolated" : "",
        op.blend === "normal" ? "" : `blend ${op.blend}`,
      ];
      lines.push(`${indent}group ${parts.filter(Boolean).join(" ")}`.trimEnd());
      if (op.mask) {
        lines.push(`${indent}  mask ${op.mask.kind}`);
        for (const child of op.mask.children) printOp(doc, child, `${indent}    `, lines);
      }
      for (const child of op.children) printOp(doc, child, `${indent}  `, lines);
      return;
    }
    case "mark":
      lines.push(`${indent}mark ${typeof op.mark === "number" ? `#${op.mark}` : op.mark}`);
      for (const child of op.children) printOp(doc, child, `${indent}  `, lines);
      return;
    case "path":
      lines.push(
        `${indent}path ${printPath(op.path)}${op.fill ? ` fill ${printFill(op.fill)}` : ""}${op.stroke ? ` stroke ${printStroke(op.stroke)}` : ""} <${doc.sources[op.source]}>`,
      );
      return;
    case "glyphs": {
      const { ids, advances, offsets } = op.run;
      const font = doc.resources.fonts[op.font]!.name;
      const width = Math.round(advances.reduce((a, b) => a + b, 0)) / 1000;
      const shown = ids
        .map(
          (id, i) =>
            `${id}${advances[i] === undefined ? "" : `+${advances[i]}`}${offsets && (offsets[2 * i] || offsets[2 * i + 1]) ? `(${offsets[2 * i]},${offsets[2 * i + 1]})` : ""}`,
        )
        .join(" ");
      const extra = `${op.slant ? ` slant ${op.slant}` : ""}${op.actualText === null ? "" : ` actual ${JSON.stringify(op.actualText)}`}`;
      lines.push(
        `${indent}glyphs ${op.x},${op.y} ${font} ${op.size} ${printFill(op.fill)}${extra} ${JSON.stringify(op.text)} w=${Math.round(width * op.size * 1000) / 1000} [${shown}] <${doc.sources[op.source]}>`,
      );
      return;
    }
    case "image":
      lines.push(`${indent}image ${op.image} at ${op.box.x},${op.box.y} ${op.box.width} x ${op.box.height} <${doc.sources[op.source]}>`);
      return;
    case "pdf-page": {
      const { x, y, width, height } = op.box;
      lines.push(`${indent}pdf ${op.file} page ${op.page} ${op.area} at ${x},${y} ${width} x ${height} <${doc.sources[op.source]}>`);
    }
  }
}

function printImported(doc: IrDocument, { import: from, page, links }: ImportedPage, lines: string[]): void {
  const { file, source } = doc.imports![from]!;
  lines.push(`  imported: pdf ${file} page ${page} <${doc.sources[source]}>`);
  for (const { annotation, target } of links)
    lines.push(`    annotation ${annotation} -> ${"url" in target ? target.url : `destination ${target.destination}`}`);
}

function printPath(path: Path): string {
  let i = 0;
  const parts = [...path.verbs].map((v) => {
    const n = v === "C" ? 6 : v === "Z" ? 0 : 2;
    const text = `${v}${path.coords.slice(i, i + n).join(" ")}`;
    i += n;
    return text;
  });
  return parts.join(" ") + (path.rule === "evenodd" ? " evenodd" : "");
}

const printFill = (f: Fill): string => ("color" in f ? f.color : `paint ${f.paint}`) + (f.opacity === 1 ? "" : `@${f.opacity}`);

function printStroke(s: Stroke): string {
  const parts = [
    s.color + (s.opacity === 1 ? "" : `@${s.opacity}`),
    s.width,
    s.cap === "butt" ? "" : s.cap,
    s.join === "miter" ? (s.miterLimit === 10 ? "" : `miter ${s.miterLimit}`) : s.join,
    s.dash.length ? `dash ${s.dash.join(",")}` : "",
  ];
  return parts.filter((p) => p !== "").join(" ");
}

function printLink(doc: IrDocument, link: Link): string {
  const target = "url" in link.target ? link.target.url : `destination ${link.target.destination}`;
  const rects = link.rects.map((r) => `${r.x},${r.y} ${r.width} x ${r.height}`).join("; ");
  const border = link.border ? ` border ${link.border.color} ${link.border.width}` : "";
  return `link #${link.mark} ${rects} -> ${target} alt=${JSON.stringify(link.alt)}${border} <${doc.sources[link.source]}>`;
}
