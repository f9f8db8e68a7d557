// Files that openssl signs, and updates of them: their bytes are written here, without the product.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { handMade, stream } from "../hand-made-pdf.js";
import { has, needs } from "../tools.js";

export const hasOpenSsl = needs("openssl", has("openssl"));

export const latin = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** A certificate authority with a signer, made for one run of the tests. */
export class Keys {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "platen-keys-"));

  constructor() {
    const { file } = this;
    const made = (...args: readonly string[]): void => void execFileSync("openssl", args, { stdio: ["ignore", "ignore", "ignore"] });
    writeFileSync(file("signer.ext"), "basicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\n");
    const fresh = ["-newkey", "rsa:2048", "-nodes"];
    made("req", "-x509", ...fresh, "-keyout", file("ca.key"), "-out", file("ca.pem"), "-days", "3650", "-subj", "/CN=Test Authority");
    made("req", ...fresh, "-keyout", file("signer.key"), "-out", file("signer.csr"), "-subj", "/CN=Ann Signer");
    const issuing = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "3000", "-extfile", file("signer.ext")];
    made("x509", "-req", "-in", file("signer.csr"), ...issuing, "-out", file("signer.pem"));
  }

  readonly file = (name: string): string => path.join(this.#folder, name);

  get authority(): Uint8Array {
    return new Uint8Array(readFileSync(this.file("ca.pem")));
  }

  /** CMS over bytes. */
  sign(data: Uint8Array, options: readonly string[] = ["-cades"]): Buffer {
    writeFileSync(this.file("data"), data);
    const signer = ["-signer", this.file("signer.pem"), "-inkey", this.file("signer.key")];
    return execFileSync(
      "openssl",
      ["cms", "-sign", "-binary", ...options, "-md", "sha256", ...signer, "-outform", "DER", "-in", this.file("data")],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The file with an update that has a table. A body `null` frees the number. */
export function updated(
  pdf: Uint8Array,
  objects: Readonly<Record<number, string | null>>,
  { trailer = "", root = 1 }: { readonly trailer?: string; readonly root?: number } = {},
): Uint8Array {
  const before = textOf(pdf);
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)![1]!;
  const sizes = [...before.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size));
  const size = Math.max(...sizes, ...Object.keys(objects).map((num) => Number(num) + 1));
  let out = before.endsWith("\n") ? before : `${before}\n`;
  let table = "";
  for (const [num, body] of Object.entries(objects)) {
    table += body === null ? `${num} 1\n0000000000 00001 f \n` : `${num} 1\n${String(out.length).padStart(10, "0")} 00000 n \n`;
    if (body !== null) out += `${num} 0 obj\n${body}\nendobj\n`;
  }
  const start = out.length;
  out += `xref\n${table}trailer <</Size ${size}/Root ${root} 0 R/Prev ${previous}${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return latin(out);
}

const RANGE = "/ByteRange [0 0000000000 0000000000 0000000000]";
const HOLE = 8192;

/** A signature dictionary without its values. */
export const unfilled = (entries = "", subFilter = "ETSI.CAdES.detached"): string =>
  `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}${entries}${RANGE}/Contents <${"0".repeat(HOLE)}>>>`;

/** Fills in the last signature of a file, which covers all of it. */
export function filled(pdf: Uint8Array, sign: (data: Uint8Array) => Buffer): Uint8Array {
  let text = textOf(pdf);
  const gapAt = text.lastIndexOf(`<${"0".repeat(HOLE)}>`);
  const gapEnd = gapAt + HOLE + 2;
  const range = `/ByteRange [0 ${[gapAt, gapEnd, text.length - gapEnd].map((n) => String(n).padEnd(10)).join(" ")}]`;
  text = text.replace(RANGE, range);
  const cms = sign(latin(text.slice(0, gapAt) + text.slice(gapEnd)));
  const digits = cms.toString("hex").padEnd(HOLE, "0");
  return latin(`${text.slice(0, gapAt)}<${digits}>${text.slice(gapEnd)}`);
}

export const WIDGET = "/Type/Annot/Subtype/Widget/P 10 0 R";
export const nameField = (entries = ""): string => `<<${WIDGET}/FT/Tx/T(name)/F 4/DA(/F 10 Tf 0 g)/Rect[20 40 180 60]${entries}>>`;
const lockedField = (entries = ""): string => `<<${WIDGET}/FT/Tx/T(total)/F 4/Ff 1/DA(/F 10 Tf 0 g)/Rect[20 10 180 30]${entries}>>`;
export const agreeField = (entries = ""): string =>
  `<<${WIDGET}/FT/Btn/T(agree)/F 4/Rect[200 40 210 50]/AP<</N<</Yes 27 0 R/Off 28 0 R>>>>${entries}>>`;
export const signatureField = (name: string, entries = ""): string => `<<${WIDGET}/FT/Sig/T(${name})/F 132/Rect[0 0 0 0]${entries}>>`;
export const appearance = (content: string, entries = "/BBox[0 0 160 20]"): string =>
  stream(content, `/Type/XObject/Subtype/Form/Resources<</Font<</F 3 0 R>>>>${entries}`);
export const page = (entries = "/Annots[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R]"): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 11 0 R/Resources<</Font<</F 3 0 R>>/XObject<</X 41 0 R>>>>${entries}>>`;
const CATALOG_ENTRIES =
  "/Pages 2 0 R/AcroForm 5 0 R/Outlines 6 0 R/Names<</EmbeddedFiles<</Names[(a.txt) 8 0 R]>>>>/ViewerPreferences<</DisplayDocTitle true>>";
export const catalog = (entries = ""): string => `<</Type/Catalog${CATALOG_ENTRIES}${entries}>>`;

/** A page with text, two fields that can be filled in, one that cannot, two for signatures, a link, an outline, an attachment. */
export function form(more: Readonly<Record<number, string>> = {}): Uint8Array {
  return handMade(
    {
      1: catalog(),
      2: "<</Type/Pages/Count 2/Kids[10 0 R 12 0 R]>>",
      3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      4: "<</Title(Agreement)>>",
      5: "<</Fields[20 0 R 21 0 R 22 0 R 23 0 R 24 0 R]/DA(/F 10 Tf 0 g)/DR<</Font<</F 3 0 R>>>>/SigFlags 3>>",
      6: "<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>",
      7: "<</Title(Sum)/Parent 6 0 R/Dest[10 0 R/Fit]>>",
      8: "<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 9 0 R>>>>",
      9: stream("attached", "/Type/EmbeddedFile"),
      10: page(),
      11: stream("BT /F 14 Tf 20 150 Td (The sum is 100 euros) Tj ET /X Do"),
      12: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 13 0 R/Resources<</Font<</F 3 0 R>>>>>>",
      13: stream("BT /F 14 Tf 20 150 Td (Terms) Tj ET"),
      20: nameField("/V()"),
      21: agreeField("/V/Off/AS/Off"),
      22: signatureField("Signature1"),
      23: signatureField("Signature2"),
      24: lockedField("/V(100)"),
      25: "<</Type/Annot/Subtype/Link/Rect[20 70 100 90]/Border[0 0 0]/A<</S/URI/URI(https://example.com/)>>>>",
      27: appearance("0 0 10 10 re f", "/BBox[0 0 10 10]"),
      28: appearance("", "/BBox[0 0 10 10]"),
      // not used by any page
      40: stream("1 1 1 rg 0 0 300 200 re f BT /F 14 Tf 20 150 Td (The sum is 900 euros) Tj ET"),
      41: appearance("0 0 m 10 10 l S"),
      ...more,
    },
    { trailer: "/Info 4 0 R/ID[<01><01>]" },
  );
}

const CERTIFY = (level: 1 | 2 | 3): string =>
  `/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/P ${level}/V/1.2>>>>]`;

/** Signs the field `Signature1` of `form()`. */
export function signedForm(
  keys: Keys,
  { level, entries = "", base = form() }: { level?: 1 | 2 | 3; entries?: string; base?: Uint8Array } = {},
): Uint8Array {
  const isCertified = level !== undefined;
  return filled(
    updated(base, {
      ...(isCertified && { 1: catalog("/Perms<</DocMDP 50 0 R>>") }),
      22: signatureField("Signature1", "/V 50 0 R"),
      50: unfilled((isCertified ? CERTIFY(level) : "") + entries),
    }),
    (data) => keys.sign(data),
  );
}

/** Signs the field `Signature2` of a signed form. */
export const signedAgain = (keys: Keys, pdf: Uint8Array): Uint8Array =>
  filled(updated(pdf, { 23: signatureField("Signature2", "/V 51 0 R"), 51: unfilled() }), (data) => keys.sign(data));
