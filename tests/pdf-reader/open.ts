import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { openPdf } from "../../pdf-reader/file.js";
import type { PdfBudgets, PdfCrypto, PdfFile } from "../../pdf-reader/types.js";
import { root } from "../support/tools.js";

export const BUDGETS: PdfBudgets = { pdf_bytes: 64 << 20, pdf_objects: 500_000, pdf_decoded_bytes: 256 << 20, pdf_depth: 256 };

const aes = (key: Uint8Array): "aes-128-cbc" | "aes-256-cbc" => (key.length === 16 ? "aes-128-cbc" : "aes-256-cbc");
const crypto: PdfCrypto = {
  md5: (bytes) => createHash("md5").update(bytes).digest(),
  sha: (bits, bytes) => createHash(`sha${bits}`).update(bytes).digest(),
  aes(key, iv, bytes, padding) {
    const cipher = createCipheriv(aes(key), key, iv).setAutoPadding(padding);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  },
  decrypt(key, iv, bytes) {
    const cipher = createDecipheriv(aes(key), key, iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  },
};

export const open = (bytes: Uint8Array, budgets: Partial<PdfBudgets> = {}): PdfFile =>
  openPdf(bytes, { budgets: { ...BUDGETS, ...budgets }, crypto });

export const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

/** Objects are from 1, with a table; object 1 is the catalog. */
export function fileOf(objects: readonly (string | Uint8Array)[], { version = "1.7", trailer = "" } = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n`)];
  let at = parts[0]!.length;
  const offsets = objects.map((object, i) => {
    const bytes = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object as string, "latin1"), Buffer.from("\nendobj\n")]);
    const offset = at;
    parts.push(bytes);
    at += bytes.length;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export const stream = (dict: string, data: string | Uint8Array): string =>
  `<<${dict}/Length ${data.length}>>\nstream\n${Buffer.from(data as string, "latin1").toString("latin1")}\nendstream`;

/** A file of one page. `more`: objects from 5; object 3 is the page, 4 its content */
export const pageFile = (page: string, content: string, more: readonly string[] = [], catalog = ""): Uint8Array =>
  fileOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R${page}>>`,
    stream("", content),
    ...more,
  ]);

const unpack = <T>(name: string): readonly T[] =>
  JSON.parse(gunzipSync(readFileSync(path.join(root, "tests/pdf-reader/data", name))).toString()) as T[];

interface ForeignFile {
  readonly name: string;
  readonly pages: number | null;
  readonly base64: string;
}
export const foreignFiles = (): readonly ForeignFile[] => unpack("files.json.gz");

interface ProfileFile {
  readonly name: string;
  readonly level: "1b" | "2b" | "2u" | "4";
  readonly clause: string;
  readonly kind: "pass" | "fail";
  readonly base64: string;
}
export const profileFiles = (): readonly ProfileFile[] => unpack("verapdf.json.gz");

export const accessibleFiles = (
  part: "ua1" | "ua2" = "ua1",
): readonly { readonly name: string; readonly kind: "pass" | "fail"; readonly bytes: Uint8Array }[] =>
  (
    JSON.parse(brotliDecompressSync(readFileSync(path.join(root, `tests/pdf-reader/data/verapdf-${part}.json.br`))).toString()) as {
      name: string;
      kind: "pass" | "fail";
      hex: string;
    }[]
  ).map(({ name, kind, hex }) => ({ name, kind, bytes: Buffer.from(hex, "hex") }));
