import type { Signer } from "../../runtime/signatures/core/given.js";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openToChange } from "../../pdf-reader/file.js";
import { dictOf } from "../../pdf-reader/objects.js";
import type { PdfRef } from "../../pdf-reader/types.js";
import { type PdfDict } from "../../pdf-reader/types.js";
import { fillForm, readForm, verify } from "../../runtime/index.js";
import { openHook, openKeyFiles } from "../../runtime/signatures/signer.js";
import { signPdf } from "../../runtime/signatures/sign.js";
import type { SignatureRequest } from "../../runtime/signatures/core/options.js";
import { handMade } from "../support/hand-made-pdf.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import {
  bytesOfSignature,
  environment,
  haveOpenssl,
  havePdfsig,
  havePyhanko,
  inKeys,
  keyFile,
  makeKey,
  openssl,
  opensslVerdict,
  pdfsig,
  pyhankoVerdicts,
  signerOf,
} from "../support/signatures.js";
import { has, needs } from "../support/tools.js";
import { faults, haveVera, type Judged } from "../support/verapdf.js";

const haveQpdf = needs("qpdf", has("qpdf"));
const havePdftoppm = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const REQUEST = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Before" }] }] };
const given = (settings = {}): Promise<Uint8Array> =>
  pdfOf({ settings: { metadata: { title: "A", language: "en" }, ...settings }, ...REQUEST });
const sign = async (pdf: Uint8Array, request: SignatureRequest = {}, kind = "prime256v1"): Promise<Uint8Array> =>
  (await signPdf(pdf, signerOf(kind), request, environment())).pdf;
const withFields = (...names: readonly string[]): Promise<Uint8Array> =>
  pdfOf({
    pages: [
      {
        size: "a6",
        elements: names.map((name, i) => ({ type: "field", kind: "signature", name, layout: { left: 10, top: 10 + 30 * i }, width: 60 })),
      },
    ],
  });
const opened = (pdf: Uint8Array) => openToChange(pdf, environment());

describe.runIf(haveOpenssl)("keys (SG-3 to SG-5)", () => {
  const KINDS = [
    "rsa",
    "rsa-pss",
    "prime256v1",
    "secp384r1",
    "secp521r1",
    "brainpoolP256r1",
    "brainpoolP384r1",
    "brainpoolP512r1",
    "ed25519",
  ];

  test("signatures of all kinds of keys are valid to OpenSSL and pyHanko", async () => {
    const pdf = await given();
    const signed = await Promise.all(KINDS.map((kind) => sign(pdf, { reason: "Größe" }, kind)));
    for (const [i, one] of signed.entries())
      // OpenSSL 3.0 has no Ed25519 in CMS
      if (KINDS[i] !== "ed25519") expect([KINDS[i], opensslVerdict(one)]).toEqual([KINDS[i], "CMS Verification successful"]);
    if (havePyhanko)
      expect(pyhankoVerdicts(signed)).toEqual(
        KINDS.map(() => [{ field: "Signature1", valid: true, coverage: "ENTIRE_FILE", changes: "NONE", docmdp: true }]),
      );
    const digests = KINDS.map((_, i) => /digestAlgorithm:\s+algorithm: (\S+)/.exec(printed(signed[i]!))?.[1]);
    expect(digests).toEqual(["sha256", "sha256", "sha256", "sha384", "sha512", "sha256", "sha256", "sha256", "sha512"]);
    // the extension is of Ed25519 alone
    expect(KINDS.filter((_, i) => Buffer.from(signed[i]!).includes("32002"))).toEqual(["ed25519"]);
  });

  test.each([["sha384"], ["sha512"]] as const)("--digest %s and PSS", async (digest) => {
    const pdf = await given();
    for (const algorithms of [{ digest }, { digest, pss: true }]) {
      const { pdf: signed } = await signPdf(pdf, signerOf("rsa", algorithms), {}, environment());
      expect(opensslVerdict(signed)).toBe("CMS Verification successful");
      expect(printed(signed)).toMatch(new RegExp(`digestAlgorithm:\\s+algorithm: ${digest}`));
      if (algorithms.pss) expect(printed(signed)).toMatch(/signatureAlgorithm:\s+algorithm: rsassaPss/);
    }
  });

  const P12: Readonly<Record<string, readonly string[]>> = {
    "of OpenSSL 3": [],
    "with RC2 and 3DES": ["-legacy"],
    "with 3DES and SHA-512": ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha512"],
    "with AES-128": ["-keypbe", "AES-128-CBC", "-certpbe", "AES-128-CBC", "-macalg", "sha384"],
    "without a MAC": ["-nomac"],
  };
  test.each(Object.entries(P12))("a PKCS #12 file %s", async (_, options) => {
    makeKey("rsa");
    const names = ["-inkey", "rsa.key", "-in", "rsa.crt", "-certfile", "ca.pem", "-out", "k.p12"];
    openssl("pkcs12", "-export", ...options, ...names, "-passout", "pass:Größe 1");
    const pkcs12 = keyFile("k.p12");
    const signer = openKeyFiles({ pkcs12, password: "Größe 1" });
    expect(opensslVerdict((await signPdf(await given(), signer, {}, environment())).pdf)).toBe("CMS Verification successful");
    expect(() => openKeyFiles({ pkcs12, password: "other" })).toThrow(/password is wrong/);
    expect(() => openKeyFiles({ pkcs12 })).toThrow(/password is missing/);
  });

  test.each([
    ["PKCS #8", ["pkcs8", "-topk8", "-nocrypt"], undefined],
    ["PKCS #8, encrypted", ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-passout", "pass:geheim"], "geheim"],
    ["PKCS #1", ["rsa", "-traditional"], undefined],
  ] as const)("a PEM file of %s", (_, command, password) => {
    makeKey("rsa");
    openssl(...command, "-in", "rsa.key", "-out", "k.pem");
    const certificates = [keyFile("ca.pem"), keyFile("rsa.crt")];
    expect(openKeyFiles({ key: keyFile("k.pem"), certificates, password }).certificate.name).toBe("Erika rsa");
    if (password !== undefined) {
      expect(() => openKeyFiles({ key: keyFile("k.pem"), certificates, password: "x" })).toThrow(/password is wrong/);
      expect(() => openKeyFiles({ key: keyFile("k.pem"), certificates })).toThrow(/password is missing/);
    }
  });

  test("SEC1 in PEM, and a certificate in DER", () => {
    makeKey("prime256v1");
    openssl("ec", "-in", "prime256v1.key", "-out", "sec1.pem");
    openssl("x509", "-in", "prime256v1.crt", "-outform", "DER", "-out", "p256.der");
    expect(openKeyFiles({ key: keyFile("sec1.pem"), certificates: [keyFile("p256.der")] }).scheme).toBe("ecdsa");
  });

  test("what is not a key of this certificate is refused", () => {
    makeKey("rsa");
    makeKey("prime256v1");
    expect(() => openKeyFiles({ key: keyFile("rsa.key") })).toThrow("no certificate");
    expect(() => openKeyFiles({ key: keyFile("rsa.key"), certificates: [keyFile("prime256v1.crt")] })).toThrow("none of the certificates");
    expect(() => openKeyFiles({ key: keyFile("rsa.crt") })).toThrow("neither a PKCS #12 file nor a private key");
    expect(() => openKeyFiles({ key: new Uint8Array([48, 3, 1, 2]) })).toThrow("neither a PKCS #12 file nor a private key");
  });

  test("kinds of keys that are refused by name", () => {
    expect(() => signerOf("secp256k1")).toThrow(/EC on secp256k1; allowed: RSA of 2048/);
    expect(() => signerOf("small")).toThrow(/an RSA key of 1024 bits/);
    expect(() => signerOf("ed25519", { digest: "sha256" })).toThrow(/Ed25519 has SHA-512/);
    expect(() => signerOf("prime256v1", { pss: true })).toThrow(/only RSA/);
  });

  test("a certificate that is not for signatures, or out of its dates, is refused", async () => {
    const pdf = await given();
    makeKey("prime256v1", "wrapping", { usage: "keyEncipherment" });
    makeKey("prime256v1", "old", { days: ["-days", "-1"] });
    const signed = (name: string) => signPdf(pdf, openKeyFiles({ key: keyFile(`${name}.pem`) }), {}, environment());
    await expect(signed("wrapping")).rejects.toMatchObject({
      code: "API-002",
      message: expect.stringContaining("not for signatures") as string,
    });
    await expect(signed("old")).rejects.toMatchObject({ code: "API-002", message: expect.stringContaining("was valid until") as string });
  });

  test("a hook signs the attributes, and is verified (SG-34)", async () => {
    const local = signerOf("rsa");
    const certificates = [readFileSync(inKeys("ca.pem"), "utf8"), readFileSync(inKeys("rsa.crt"), "utf8")];
    const hook: Signer = { certificates, algorithm: "rsa_pkcs1", sign: (data) => local.sign(data) };
    expect(opensslVerdict((await signPdf(await given(), openHook(hook), {}, environment())).pdf)).toBe("CMS Verification successful");
    const wrong: Signer = { ...hook, sign: () => Promise.resolve(new Uint8Array(256)) };
    await expect(signPdf(await given(), openHook(wrong), {}, environment())).rejects.toMatchObject({ code: "API-002" });
  });
});

/** OpenSSL's words on the CMS. */
function printed(pdf: Uint8Array): string {
  return openssl("cms", "-cmsout", "-print", "-inform", "DER", "-in", fileOf(bytesOfSignature(pdf).cms));
}

describe.runIf(haveOpenssl)("the signature (SG-6, SG-7, SG-9)", () => {
  test("attributes, certificates, dictionary", async () => {
    const pdf = await given();
    const signed = await sign(pdf, { reason: "Because", location: "Köln", contact: "erika@example.org" }, "rsa");
    const cms = printed(signed);
    const attributes = [...cms.matchAll(/object: ([^\n]+)\n\s+(?:value\.)?set:/g)].map(([, name]) => name);
    expect(attributes.sort()).toEqual(
      [
        "contentType (1.2.840.113549.1.9.3)",
        "id-smime-aa-signingCertificateV2 (1.2.840.113549.1.9.16.2.47)",
        "messageDigest (1.2.840.113549.1.9.4)",
        "undefined (1.2.840.113549.1.9.52)",
      ].sort(),
    );
    // the root stays outside
    expect(cms.match(/d\.certificate:/g)).toHaveLength(1);
    const { range } = bytesOfSignature(signed);
    const [from, a, b, c] = range as [number, number, number, number];
    expect([from, b + c]).toEqual([0, signed.length]);
    expect([signed[a], signed[b - 1]].map((byte) => String.fromCharCode(byte!))).toEqual(["<", ">"]);
    const text = Buffer.from(signed).toString("latin1");
    for (const entry of [
      "/Type /Sig",
      "/Filter /Adobe.PPKLite",
      "/SubFilter /ETSI.CAdES.detached",
      "/M (D:20260101000000+00'00')",
      "/Reason (Because)",
    ])
      expect(text).toContain(entry);
    expect(text).not.toContain("/Cert ");
    expect(signed.length - pdf.length).toBeLessThan(25_000);
    expect(Buffer.compare(signed.subarray(0, pdf.length), pdf)).toBe(0);
    if (havePdfsig) expect(pdfsig(signed)).toMatch(/Total document signed\n.*Signature is Valid/);
  });

  test("without texts there are no entries", async () => {
    const text = Buffer.from(await sign(await given())).toString("latin1");
    for (const key of ["/Reason", "/Location", "/ContactInfo"]) expect(text).not.toContain(key);
  });

  test("same input, same bytes; of ECDSA the contents alone differ (SG-33)", async () => {
    const pdf = await given();
    for (const kind of ["rsa", "ed25519"]) expect(Buffer.compare(await sign(pdf, {}, kind), await sign(pdf, {}, kind))).toBe(0);
    const [a, b] = [await sign(pdf, {}, "prime256v1"), await sign(pdf, {}, "prime256v1")];
    expect(a.length).toBe(b.length);
    expect(Buffer.compare(bytesOfSignature(a).data, bytesOfSignature(b).data)).toBe(0);
  });
});

describe.runIf(haveOpenssl)("fields (SG-10 to SG-12)", () => {
  const fieldsOf = (pdf: Uint8Array): readonly PdfDict[] => {
    const file = opened(pdf);
    const form = dictOf(file.get(file.catalog.get("AcroForm")));
    return (form!.get("Fields") as readonly PdfRef[]).map((ref) => file.get(ref) as PdfDict);
  };

  test("without a name: the only unsigned one, else a new one; several are refused by name", async () => {
    const one = await withFields("Buyer");
    const signer = signerOf("prime256v1");
    const first = await signPdf(one, signer, {}, environment());
    expect(first).toMatchObject({ field: "Buyer", level: "b-b", kind: "approval", signer: "Erika prime256v1", revision: 2 });
    const second = await signPdf(first.pdf, signer, {}, environment());
    expect(second).toMatchObject({ field: "Signature1", revision: 3 });
    expect((await signPdf(second.pdf, signer, {}, environment())).field).toBe("Signature2");
    const two = await withFields("Buyer", "Seller");
    await expect(signPdf(two, signer, {}, environment())).rejects.toMatchObject({
      message: expect.stringMatching(/Buyer, Seller/) as string,
    });
    expect((await signPdf(two, signer, { field: "Seller" }, environment())).field).toBe("Seller");
    await expect(signPdf(first.pdf, signer, { field: "Buyer" }, environment())).rejects.toMatchObject({ code: "API-002" });
    expect((await signPdf(two, signer, { field: "Third" }, environment())).field).toBe("Third");
    await expect(
      signPdf(two, signer, { field: "Seller", box: { left: 1, top: 1, width: 9, height: 9 } }, environment()),
    ).rejects.toMatchObject({
      code: "API-002",
    });
  });

  test("an invisible field", async () => {
    const [field] = fieldsOf(await sign(await given()));
    expect(field!.get("Rect")).toEqual([0, 0, 0, 0]);
    expect(field!.get("F")).toBe(132);
    expect(field!.has("AP")).toBe(true);
  });

  test("a field of the file keeps its place and look, and gets the text", async () => {
    const before = await withFields("Buyer");
    const rect = fieldsOf(before)[0]!.get("Rect");
    const after = await sign(before, { field: "Buyer" });
    expect(fieldsOf(after)[0]!.get("Rect")).toEqual(rect);
    if (havePdftoppm) expect(inked(after).width).toBeGreaterThan(100);
  });

  test.each([0, 90, 180, 270])("a visible one is in its box on a page turned by %d", async (turn) => {
    if (!havePdftoppm) return;
    const page = handMade({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[10 20 310 220]/Rotate ${turn}>>`,
    });
    const signed = await sign(page, { box: { left: 10, top: 5, width: 40, height: 15 }, reason: "A rather long reason" });
    // 254 dots an inch: ten a millimetre
    const { left, top, right, bottom, width, height } = inked(signed);
    expect(Math.min(left - 100, top - 50, 500 - right, 200 - bottom)).toBeGreaterThanOrEqual(-1);
    // upright: wider than high
    expect(width).toBeGreaterThan(height);
  });

  test("a look is in a box that is lower than any page, upright and inside", async () => {
    const page = await pdfOf({ pages: [{ size: "a6", elements: [] }] });
    const signed = await sign(page, { box: { left: 50, top: 120, width: 30, height: 4 }, reason: "Agreed" });
    const { left, top, right, bottom, width, height } = inked(signed);
    expect(Math.min(left - 500, top - 1200, 800 - right, 1240 - bottom)).toBeGreaterThanOrEqual(-1);
    expect(width).toBeGreaterThan(height);
  });

  test("boxes and pages outside are refused", async () => {
    const pdf = await given();
    const at = (box: object, page = 1) => sign(pdf, { box: { left: 0, top: 0, width: 10, height: 10, ...box }, page });
    await expect(at({ left: 100 })).rejects.toMatchObject({ code: "API-002", message: expect.stringContaining("105 by 148") as string });
    await expect(at({}, 2)).rejects.toMatchObject({ code: "API-002", message: expect.stringMatching(/ has 1 page$/) as string });
  });

  test("variables, and lines that they leave empty", async () => {
    if (!needs("pdftotext (poppler-utils)", has("pdftotext"))) return;
    const look = { appearance: { text: "{name}\n{reason}\n{location}\nat {date} in {field} {other}" } };
    const { drawLook } = environment();
    const texts: string[] = [];
    const watching = environment({ drawLook: (drawing) => (texts.push(drawing.text), drawLook(drawing)) });
    await signPdf(
      await given(),
      signerOf("prime256v1"),
      { ...look, box: { left: 5, top: 5, width: 50, height: 20 }, location: "Köln" },
      watching,
    );
    expect(texts).toEqual(["Erika prime256v1\nKöln\nat 2026-01-01 00:00 UTC in Signature1 {other}"]);
    // without a box nothing would show it
    await expect(signPdf(await given(), signerOf("prime256v1"), look, environment())).rejects.toMatchObject({ code: "API-002" });
  });
});

interface Inked {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Bounds of what poppler paints, in tenths of a millimetre. */
function inked(pdf: Uint8Array): Inked {
  const { stdout } = spawnSync("pdftoppm", ["-gray", "-r", "254", "-f", "1", "-l", "1", fileOf(pdf)], { maxBuffer: 1 << 28 });
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.toString("latin1", 0, 64))!;
  const [width, height] = [Number(head[1]), Number(head[2])];
  const pixels = stdout.subarray(head[0].length);
  let [left, top, right, bottom] = [width, height, 0, 0];
  pixels.forEach((value, i) => {
    if (value > 200) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  });
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

describe.runIf(haveOpenssl)("several signatures (SG-16 to SG-18)", () => {
  test("certifications, and what may follow", async () => {
    const pdf = await given();
    const certified = await sign(pdf, { certify: "no_changes" });
    await expect(sign(certified)).rejects.toMatchObject({ code: "API-002", message: expect.stringContaining("certified") as string });
    const filled = await sign(pdf, { certify: "fill_forms" });
    const twice = await sign(filled);
    await expect(sign(await sign(pdf), { certify: "annotate" })).rejects.toMatchObject({ code: "API-002" });
    if (havePyhanko)
      expect(pyhankoVerdicts([certified, twice])).toMatchObject([
        [{ valid: true, docmdp: true }],
        [
          { valid: true, coverage: "ENTIRE_REVISION", changes: "FORM_FILLING", docmdp: true },
          { valid: true, coverage: "ENTIRE_FILE" },
        ],
      ]);
  });

  test("a lock is written as FieldMDP, and locked fields take no signature", async () => {
    const pdf = await pdfOf({
      pages: [
        {
          size: "a6",
          elements: ["Buyer", "Seller"].map((name, i) => ({
            ...{ type: "field", kind: "signature", name, layout: { left: 10, top: 10 + 30 * i }, width: 60 },
            ...(name === "Buyer" && { lock: true }),
          })),
        },
      ],
    });
    const signed = await sign(pdf, { field: "Buyer" });
    expect(Buffer.from(signed).toString("latin1")).toMatch(/\/TransformMethod \/FieldMDP/);
    await expect(sign(signed, { field: "Seller" })).rejects.toMatchObject({
      code: "API-002",
      message: expect.stringContaining("Seller is locked") as string,
    });
    if (havePyhanko) expect(pyhankoVerdicts([signed])).toMatchObject([[{ valid: true }]]);
  });

  test("a lock of some fields holds them and no others (SG-18)", async () => {
    const text = (name: string, top: number): object => ({ type: "field", kind: "text", name, layout: { left: 10, top } });
    const ask = (lock: object): Promise<Uint8Array> => {
      const seal = { type: "field", kind: "signature", name: "seal", layout: { left: 10, top: 60 }, lock };
      return pdfOf({ pages: [{ size: "a6", elements: [text("a.b", 10), text("a.c", 25), text("ab", 40), seal] }] });
    };
    const names = ["a.b", "a.c", "ab"];
    const trust = [readFileSync(inKeys("ca.pem"))];
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ action: "include", fields: ["a"] }, ["a.b", "a.c"]],
      [{ action: "include", fields: ["ab", "a.c"] }, ["a.c", "ab"]],
      [{ action: "exclude", fields: ["a.b"] }, ["a.c", "ab"]],
      [{ action: "exclude", fields: ["a", "ab"] }, []],
      [{ action: "all" }, names],
    ];
    for (const [lock, locked] of cases) {
      const signed = await sign(await ask(lock), {}, "rsa");
      const [report] = (await verify(signed, { trust })).signatures;
      expect(report).toMatchObject({ verdict: "valid", lock });
      // readers are not kept from them by a flag
      expect((await readForm(signed)).fields.filter((field) => field.read_only)).toEqual([]);
      const filled: Uint8Array[] = [];
      for (const name of names) {
        const fill = fillForm(signed, { [name]: "x" });
        if (locked.includes(name)) await expect(fill).rejects.toMatchObject({ code: "API-002" });
        else filled.push((await fill).pdf);
      }
      expect(filled).toHaveLength(names.length - locked.length);
      // pyHanko takes looks from before the signature for changes of locked fields, and judges the signed file only
      if (havePyhanko) expect(pyhankoVerdicts([signed])).toMatchObject([[{ valid: true }]]);
      for (const pdf of filled) expect((await verify(pdf, { trust })).signatures).toMatchObject([{ verdict: "valid", changes: "allowed" }]);
    }
  });
});

describe.runIf(haveOpenssl)("files (SG-13 to SG-15)", () => {
  test("encrypted files", async () => {
    for (const algorithm of ["aes_256", "aes_128"]) {
      const signed = await sign(await given({ security: { owner_password: "o", algorithm } }), { reason: "Geheim" });
      expect(opensslVerdict(signed)).toBe("CMS Verification successful");
      expect(Buffer.from(signed).includes("Geheim")).toBe(false);
      if (havePyhanko) expect(pyhankoVerdicts([signed])).toMatchObject([[{ valid: true }]]);
      if (haveQpdf) expect(spawnSync("qpdf", ["--check", fileOf(signed)]).status).toBe(0);
    }
    await expect(sign(await given({ security: { open_password: "u", owner_password: "o" } }))).rejects.toMatchObject({ code: "API-002" });
    if (!haveQpdf) return;
    const to = fileOf(new Uint8Array());
    spawnSync("qpdf", ["--encrypt", "", "o", "256", "--modify=none", "--annotate=n", "--form=n", "--", fileOf(await given()), to]);
    await expect(sign(new Uint8Array(readFileSync(to)))).rejects.toMatchObject({
      message: expect.stringContaining("permissions") as string,
    });
  });

  const FORM = handMade({
    1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA(x)/Fields[]>>>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
  });
  test.each([
    [
      "a broken cross-reference",
      async () =>
        new Uint8Array(
          Buffer.from(
            Buffer.from(await given())
              .toString("latin1")
              .replace(/startxref\s+\d+/, "startxref\n7"),
            "latin1",
          ),
        ),
    ],
    ["bytes after the end", async () => new Uint8Array(Buffer.concat([await given(), Buffer.from("more")]))],
    ["XFA without fields", () => Promise.resolve(FORM)],
  ])("%s is refused, and platen merge named", async (_, make) => {
    await expect(sign(await make())).rejects.toMatchObject({ code: "API-002", message: expect.stringContaining("platen merge") as string });
  });

  test("white space after the end is taken", async () => {
    expect(opensslVerdict(await sign(new Uint8Array(Buffer.concat([await given(), Buffer.from("\n \n")]))))).toBe(
      "CMS Verification successful",
    );
  });

  test("profiles stay, signed invisibly and visibly (SG-30, SG-31)", async () => {
    if (!haveVera) return;
    const profiles = [
      ["1b", { profile: "pdfa-1b" }],
      ["2b", { profile: "pdfa-2b" }],
      ["3b", { profile: "pdfa-3b" }],
      ["4", { profile: "pdfa-4" }],
      ["2a,ua1", { profile: "pdfa-ua1" }],
      ["ua1", { profile: "pdfa-2b", accessibility: "ua1" }],
      ["ua2", { profile: "pdfa-4", accessibility: "ua2" }],
    ] as const;
    const judged: Judged[] = [];
    for (const [flavour, settings] of profiles) {
      const invisible = await sign(await given(settings));
      const visible = await sign(invisible, { box: { left: 10, top: 60, width: 60, height: 20 }, reason: "Ω und Größe" });
      judged.push(...[invisible, visible].map((pdf) => ({ flavour, file: fileOf(pdf) })));
      if (haveQpdf) expect(spawnSync("qpdf", ["--check", fileOf(visible)]).status).toBe(0);
    }
    expect(faults(judged)).toEqual([]);
  });
});
