import { at, ROOT, sealed, type Src } from "../core/src.js";
import { NO_URLS } from "../help/field-advice.js";
import type { AttachedFile, DocumentRequest } from "../request/types/document.js";
import type { Element, PageElement } from "../request/types/element.js";
import type { FlowDocument, SegmentNode } from "../request/types/flow.js";
import type { PageMaster } from "../request/types/page-master.js";
import type { Layers } from "../request/types/layers.js";
import { convertedMarkdown } from "../markdown/convert.js";
import type { MaterializedNode } from "../request/materialized.js";
import { MASTER_VARIANTS } from "../request/master.js";
import { isCell } from "../request/table-grid.js";
import type { ImportUse } from "../request/import-counts.js";
import type { ImageContent, ImageFormat, ImageSource, PdfSource } from "../request/types/shape.js";
import type { TableRow } from "../request/types/table.js";
import { PictureFault } from "./fault.js";

export interface PictureUse {
  readonly el: ImageContent;
  readonly src: Src;
}

export type PageUse = PictureUse | ImportUse;

/** A file of `settings.attachments`. */
interface AttachmentUse {
  readonly attached: AttachedFile["source"];
  readonly src: Src;
}

/** The picture of a signature's look; `src` is the look. */
interface LookUse {
  readonly look: ImageSource;
  readonly src: Src;
}

export type BytesUse = PageUse | AttachmentUse | LookUse;

export function pictureUses(request: DocumentRequest): readonly PageUse[] {
  const out: PageUse[] = [];
  const walk = (elements: readonly PageElement[] | undefined, src: Src, only?: string): void =>
    elements?.forEach((el, i) => {
      const here = at(src, only ?? i);
      if (el.type === "image") out.push({ el, src: here });
      else if (el.type === "container") walk(el.elements, at(here, "elements"));
      else if (el.type === "table" && Array.isArray(el.rows)) cells(el.rows, at(here, "rows"));
    });
  const cells = (rows: readonly TableRow[], src: Src): void =>
    rows.forEach((row, i) => {
      for (const key in row) {
        const cell = row[key];
        if (isCell(cell) && cell.image) out.push({ el: cell.image, src: at(src, i, key, "image") });
      }
    });
  const layers = (of: Layers | undefined, src: Src): void => {
    for (const part of ["background", "stamp"] as const) walk(of?.[part]?.elements, at(src, part, "elements"));
  };
  const described = (list: readonly MaterializedNode[], src: Src): void => {
    for (const node of list) {
      if (node.type === "prose") described(node.content, src);
      else if (node.type === "block" && node.element.type === "image") out.push({ el: node.element, src: sealed(src) });
    }
  };
  const nodes = (list: readonly SegmentNode[], src: Src): void =>
    list.forEach((node, i) => {
      const here = at(src, i);
      if ("element" in node && node.element) walk([node.element as Element], here, "element");
      if (node.type === "markdown") described(convertedMarkdown(node)?.content ?? [], at(here, "source"));
      else if ("content" in node && node.content) nodes(node.content, at(here, "content"));
    });
  const master = (of: PageMaster, src: Src): void => {
    for (const part of ["header", "footer"] as const) walk(of[part]?.elements, at(src, part, "elements"));
    layers(of.layers, at(src, "layers"));
    for (const variant of MASTER_VARIANTS)
      for (const part of ["header", "footer"] as const)
        walk(of.variants?.[variant]?.[part]?.elements, at(src, "variants", variant, part, "elements"));
  };
  const flow = ({ page_masters: masters, segments }: FlowDocument, src: Src): void => {
    for (const [name, of] of Object.entries(masters)) master(of, at(src, "page_masters", name));
    segments.forEach(({ content, import: of }, i) => {
      if (of) out.push({ import: of, src: at(src, "segments", i, "import") });
      nodes(content ?? [], at(src, "segments", i, "content"));
    });
  };
  for (const key of Object.keys(request)) {
    if (key === "pages") {
      request.pages?.forEach((page, i) => {
        if (page.import) out.push({ import: page.import, src: at(ROOT, "pages", i, "import") });
        walk(page.elements, at(ROOT, "pages", i, "elements"));
      });
    } else if (key === "header" || key === "footer") walk(request[key]?.elements, at(ROOT, key, "elements"));
    else if (key === "layers") layers(request.layers, at(ROOT, key));
    else if (key === "flow_document") flow(request.flow_document!, at(ROOT, key));
  }
  return out;
}

/** Inline or an asset's key. */
type PictureBytes =
  | { readonly kind: "inline"; readonly payload: string; readonly format: ImageFormat | undefined; readonly field: readonly string[] }
  | { readonly kind: "asset"; readonly key: string; readonly format: ImageFormat | undefined; readonly field: readonly string[] };

export function bytesOf(use: BytesUse): PictureBytes {
  if ("attached" in use) return attachedBytes(use.attached);
  if ("look" in use) return sourceBytes(use.look, "image");
  return "import" in use ? importBytes(use.import.source) : imageBytes(use.el);
}

function attachedBytes(source: AttachedFile["source"]): PictureBytes {
  if (source.kind === "base64") return { kind: "inline", payload: source.payload, format: undefined, field: ["source", "payload"] };
  return { kind: "asset", key: source.key, format: undefined, field: ["source", "key"] };
}

function importBytes(source: PdfSource): PictureBytes {
  if (source.kind === "base64") return { kind: "inline", payload: source.payload, format: "pdf", field: ["source", "payload"] };
  return { kind: "asset", key: source.key, format: "pdf", field: ["source", "key"] };
}

function imageBytes(el: ImageContent): PictureBytes {
  const { source } = el;
  if (source) return sourceBytes(source, "source");
  return { kind: "asset", key: el.asset ?? "", format: el.format, field: ["asset"] };
}

function sourceBytes(source: ImageSource, field: string): PictureBytes {
  if (source.kind === "base64") return { kind: "inline", payload: source.payload, format: source.format, field: [field, "payload"] };
  return { kind: "asset", key: source.key, format: source.format, field: [field, "key"] };
}

const NOT_BASE64 = "the payload is not base64: its characters are A-Z a-z 0-9 + /, in fours, padded with =";
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @throws PictureFault */
export function decodeBase64(payload: string): Uint8Array {
  const text = payload.replace(/[\r\n\t ]+/g, "");
  if (text === "" || text.length % 4 !== 0 || !BASE64.test(text))
    throw new PictureFault("base64", /^\s*https?:/i.test(payload) ? `the payload is a URL: ${NO_URLS}` : NOT_BASE64);
  const binary = atob(text);
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}
