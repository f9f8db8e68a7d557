import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { collect, compile } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import { load, type IrDocument } from "../ir/index.js";
import type { Blobs } from "../ir/ir.js";
import { engine, type Case } from "./cases.js";

/** Content that no request produces, violations of profiles. */
interface HandMade {
  readonly name: string;
  readonly dir: string;
  readonly doc: IrDocument;
  readonly blobs: Blobs;
}

const root = path.join(import.meta.dirname, "ir");

export const handMade: readonly HandMade[] = readdirSync(root).map((name) => {
  const dir = path.join(root, name);
  return { name, dir, ...load(readFileSync(path.join(dir, "ir.json"), "utf8"), engine.fonts) };
});

/** null if accepted */
export function refusalOf({ doc, blobs }: HandMade): { readonly code: string; readonly message: string } | null {
  try {
    engine.write(doc, blobs);
    return null;
  } catch (e) {
    if (e instanceof RenderError) return { code: e.code, message: e.message };
    throw e;
  }
}

export const PRETTY = [
  "text/plain",
  "text/kerning-and-ligatures",
  "text/arabic",
  "text/devanagari",
  "text/joiners",
  "text/family-mono-and-oblique",
  "text/highlight",
  "text/letter-spacing",
  "text/inline-links",
  "text/lists",
  "text/rotation",
  "text/overflow-clip",
  "text/super-and-subscript",
  "text/japanese",
  "text/decoration-lines",
  "link/targets",
  "barcode/text-below",
  "shape/circle-ellipse-polygon",
  "shape/dash-dotted",
  "table/grid-and-zebra",
  "table/page-in-repeated-header",
  "watermark/diagonal-tile",
  "furniture/layers",
  "settings/profile-ua1",
  "settings/profile-1b",
  "settings/metadata-output",
  "flow/page-break",
  "image/twice-is-one",
  "container/placement",
  "chart/pattern-gradient-turned-text",
];

export async function prettyPdf({ body, engine: using }: Case): Promise<Uint8Array> {
  const made = await compile(body, { ...using.world(), now: "2026-01-01T00:00:00Z", producer: "Platen" });
  return using.write(collect(made), using.blobsOf(made), { pretty: true }).pdf;
}

/** Long binary streams as length and hash, without offsets. */
export function abridged(pdf: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(pdf)
    .replace(/stream\n([0-9A-F]{600,}>)\nendstream/g, (_, hex: string) => {
      const digest = createHash("sha256").update(hex).digest("hex").slice(0, 16);
      return `stream\n% ${hex.length >> 1} bytes, ${digest}\nendstream`;
    })
    .replace(/^\d{10} 00000 n $/gm, "(offset)")
    .replace(/startxref\n\d+/, "startxref\n(offset)")
    .replace(/[^\n\x20-\x7e]/g, "?");
}
