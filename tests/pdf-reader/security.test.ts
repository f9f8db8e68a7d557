import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { PdfString } from "../../pdf-reader/types.js";
import { has, needs } from "../support/tools.js";
import { open, pageFile, stream } from "./open.js";

/* Files that qpdf encrypts (PDF-25). */

const dir = mkdtempSync(path.join(tmpdir(), "platen-pdf-reader-"));
const haveQpdf = needs("qpdf", has("qpdf"));
const TEXT = "BT (encrypted?) Tj ET";
const plain = path.join(dir, "plain.pdf");
writeFileSync(
  plain,
  pageFile("/Note(a string)/Inner<</Note(deeper)>>", TEXT, [stream("/Type/Metadata/Subtype/XML", "<x/>")], "/Metadata 5 0 R"),
);

function encrypted(name: string, user: string, ...options: readonly string[]): Uint8Array {
  const file = path.join(dir, `${name}.pdf`);
  const { status, stderr } = spawnSync("qpdf", [
    ...options.filter((o) => o.startsWith("--object")),
    "--allow-weak-crypto",
    "--encrypt",
    user,
    "owner",
    ...options.filter((o) => !o.startsWith("--object")),
    "--",
    plain,
    file,
  ]);
  if (status !== 0) throw new Error(stderr.toString());
  return readFileSync(file);
}

describe.runIf(haveQpdf)("a file that opens without a password", () => {
  test.each([
    ["RC4 of 40 bits", ["40"]],
    ["RC4 of 128 bits", ["128", "--use-aes=n"]],
    ["RC4 in crypt filters", ["128", "--use-aes=n", "--force-V4"]],
    ["AES of 128 bits", ["128", "--use-aes=y"]],
    ["AES of 128 bits, metadata in the clear", ["128", "--use-aes=y", "--cleartext-metadata"]],
    ["AES of 256 bits, revision 5", ["256", "--force-R5"]],
    ["AES of 256 bits", ["256"]],
    ["AES of 256 bits, metadata in the clear", ["256", "--cleartext-metadata"]],
    ["AES of 256 bits, objects in streams", ["256", "--object-streams=generate"]],
    ["RC4 of 128 bits, objects in streams", ["128", "--use-aes=n", "--object-streams=generate"]],
  ])("%s", (name, options) => {
    const file = open(encrypted(name.replaceAll(" ", "-"), "", ...options));
    const page = file.page(1);
    const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
    expect(text(file.decode(page.contents[0]!).bytes)).toBe(TEXT);
    expect(text((page.dict.get("Note") as PdfString).bytes)).toBe("a string");
    const inner = file.get(page.dict.get("Inner")) as ReadonlyMap<string, PdfString>;
    expect(text(inner.get("Note")!.bytes)).toBe("deeper");
    const metadata = file.get(file.catalog.get("Metadata"));
    expect(text(file.decode(metadata as never).bytes)).toBe("<x/>");
  });
});

describe.runIf(haveQpdf)("a file that is refused", () => {
  test.each([
    ["40", ["40"]],
    ["128", ["128", "--use-aes=y"]],
    ["256", ["256"]],
  ])("needs a password: %s bits", (name, options) => {
    expect(() => open(encrypted(`locked-${name}`, "secret", ...options))).toThrow(
      "the PDF file needs a password: only files that open without one can be read",
    );
  });
  test("by another security handler or an unknown algorithm", () => {
    const source = Buffer.from(encrypted("handler", "", "128", "--use-aes=y")).toString("latin1");
    expect(() => open(Buffer.from(source.replace("/Standard", "/Adobe.PubSec"), "latin1"))).toThrow("the security handler Adobe.PubSec");
    expect(() => open(Buffer.from(source.replace("/V 4", "/V 9"), "latin1"))).toThrow("by an unknown algorithm (V 9, R 4)");
  });
});
