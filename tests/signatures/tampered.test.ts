// Bytes of a signed file that are changed, and ranges of bytes that lie (SG-41 to SG-43).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { Asn1Fault } from "../../runtime/signatures/asn1/read.js";
import type { SignatureReport } from "../../runtime/signatures/verify/report/report.js";
import { Certificate, certificatesOf } from "../../runtime/signatures/x509/certificate.js";
import { runs, seed } from "../support/runs.js";
import {
  filled,
  hasOpenSsl,
  Keys,
  latin,
  signatureField,
  signedAgain,
  signedForm,
  textOf,
  unfilled,
  updated,
  form,
} from "../support/signatures/signed.js";
import { verified } from "../support/signatures/verified.js";

const keys = hasOpenSsl ? new Keys() : null;
afterAll(() => keys?.remove());

const judged = (pdf: Uint8Array): Promise<SignatureReport> => verified(pdf, { trust: [keys!.authority] });

/** Null if it is refused. */
function certificateOf(bytes: Uint8Array): Certificate | null {
  try {
    return new Certificate(bytes);
  } catch (e) {
    if (e instanceof Asn1Fault) return null;
    throw e;
  }
}

describe.skipIf(!keys)("a signed file", () => {
  let pdf: Uint8Array;
  let gap: readonly [number, number];
  beforeAll(() => {
    pdf = signedForm(keys!);
    const [, from, to] = /\/ByteRange \[0 (\d+)\s+(\d+)/.exec(textOf(pdf))!;
    gap = [Number(from), Number(to)];
  });

  test("is never valid with another signed byte", async () => {
    const place = fc.integer({ min: 0, max: pdf.length - 1 }).filter((at) => at < gap[0] || at >= gap[1]);
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = Uint8Array.from(pdf);
        other[at]! ^= change;
        let report: SignatureReport;
        try {
          report = await judged(other);
        } catch (e) {
          // a file that cannot be read at all
          if (e instanceof RenderError) return;
          throw e;
        }
        expect(["invalid", "unsigned"]).toContain(report.verdict);
        for (const one of report.signatures) expect([one.integrity, one.findings.length > 0]).toEqual(["broken", true]);
      }),
      { numRuns: runs(1000), seed },
    );
  });

  test("is never valid with another byte of the signature", async () => {
    const used = textOf(pdf)
      .slice(gap[0], gap[1])
      .search(/0{64,}>$/);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: used - 1 }), fc.integer({ min: 0, max: 15 }), async (offset, digit) => {
        const other = Uint8Array.from(pdf);
        const at = gap[0] + offset;
        const text = digit.toString(16);
        if (textOf(other.subarray(at, at + 1)) === text) return;
        other[at] = text.charCodeAt(0);
        const { verdict, signatures } = await judged(other);
        // certificates that the signature carries and does not need are not signed
        const isSame = signatures[0]!.integrity === "intact" && signatures[0]!.trust === "trusted";
        expect(isSame ? "valid" : verdict).not.toBe(isSame ? "invalid" : "valid");
      }),
      { numRuns: runs(200), seed },
    );
  });

  test("whose certificates are damaged: each is refused by their reader, or has all of its facts", () => {
    const odd = keys!.file("odd.pem");
    const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keys!.file("odd.key")];
    execFileSync("openssl", ["req", "-x509", ...curve, "-out", odd, "-subj", "/CN=Odd"], { stdio: "ignore" });
    for (const name of ["ca.pem", "signer.pem", "odd.pem"]) {
      const [{ raw }] = certificatesOf(readFileSync(keys!.file(name))) as [Certificate];
      for (let at = 0; at < raw.length; at++)
        for (const change of [0x01, 0x12, 0xff, raw[at]!]) {
          const other = Uint8Array.from(raw);
          other[at]! ^= change;
          const one = certificateOf(other);
          if (one) expect([one.name, one.issuerText, one.isAuthority, one.keyUsage, one.ocspAddresses, one.isSelfSigned]).toHaveLength(6);
        }
    }
  });

  const RANGES: readonly (readonly [string, (text: string) => string, string])[] = [
    ["beginning later", (text) => text.replace("/ByteRange [0 ", "/ByteRange [1 "), "byte_range"],
    ["a negative entry", (text) => text.replace("/ByteRange [0 ", "/ByteRange [0 -"), "byte_range"],
    ["of null", (text) => text.replace(/\/ByteRange \[[^\]]*\]/, (all) => "/ByteRange null".padEnd(all.length)), "byte_range"],
    ["missing", (text) => text.replace("/ByteRange", "/ByteRangX"), "byte_range"],
    [
      "of two",
      (text) => text.replace(/\/ByteRange \[0 \d+\s+\d+\s+\d+\s*\]/, (all) => `/ByteRange [0 ${pdf.length}]`.padEnd(all.length)),
      "byte_range",
    ],
    ["twice", (text) => text.replace("/Filter/Adobe.PPKLite", "/ByteRange[0 0 0 0]  "), "byte_range"],
    [
      "overlapping",
      (text) => text.replace(/(\/ByteRange \[0 \d+\s+)(\d+)/, (_, head: string, from: string) => `${head}${"9".padEnd(from.length)}`),
      "byte_range",
    ],
    ["beyond the file", (text) => text.replace(/(\/ByteRange \[0 \d+\s+\d+\s+)(\d+)(\s*)\]/, "$19999999$3]"), "byte_range"],
    [
      "with a larger gap",
      (text) => text.replace(/(\/ByteRange \[0 )(\d+)/, (_, head: string, end: string) => `${head}${Number(end) - 5}`),
      "byte_range",
    ],
    ["without contents", (text) => text.replace("/Contents <", "/Contentz <"), "contents_missing"],
    ["with empty contents", (text) => text.replace(/\/Contents <[0-9a-f]*>/, (all) => "/Contents <>".padEnd(all.length)), "byte_range"],
    [
      "with contents of zeros",
      (text) => text.replace(/\/Contents <[0-9a-f]*>/, (all) => `/Contents <${"0".repeat(all.length - 12)}>`),
      "contents_missing",
    ],
    ["with contents that are no signature", (text) => text.replace(/\/Contents <[0-9a-f]{8}/, "/Contents <30030201"), "contents_missing"],
    [
      "with an object in the gap",
      (text) => text.replace(/0{60}>/, `${"0".repeat(30)}> 9 0 obj <</A true>> endobj`.padEnd(61)),
      "contents_missing",
    ],
  ];
  test.each(RANGES)("is broken with a range %s", async (_, edit, code) => {
    const other = latin(edit(textOf(pdf)));
    expect(other).not.toEqual(pdf);
    const { verdict, signatures } = await judged(other);
    expect(verdict).toBe("invalid");
    expect(signatures[0]!.integrity).toBe("broken");
    expect(signatures[0]!.findings.map((finding) => finding.code)).toContain(code);
  });

  test("is broken if its parts are moved apart around other objects", async () => {
    // signature wrapping: the second part is where it was signed, with a new table before it
    const text = textOf(pdf);
    const evil = "11 0 obj\n<</Length 5>>\nstream\nBT ET\nendstream\nendobj\n".padEnd(200);
    const moved = text.slice(0, gap[1]) + evil + text.slice(gap[1]);
    const other = moved.replace(/(\/ByteRange \[0 \d+\s+)(\d+)/, (_, head: string, from: string) => `${head}${Number(from) + evil.length}`);
    const { verdict, signatures } = await judged(latin(other));
    expect([verdict, signatures[0]?.integrity ?? "broken"]).toEqual(["invalid", "broken"]);
  });

  test("two signatures are each judged", async () => {
    const two = signedAgain(keys!, pdf);
    expect((await judged(two)).signatures.map(({ coverage, revision, verdict }) => [coverage, revision, verdict])).toEqual([
      ["revision", 2, "valid"],
      ["whole_file", 3, "valid"],
    ]);
    const other = Uint8Array.from(two);
    other[pdf.length + 20]! ^= 1;
    const { verdict, signatures } = await judged(other);
    expect(verdict).toBe("invalid");
    expect(signatures.map(({ integrity }) => integrity)).toContain("broken");
  });

  test("is not valid if a number occurs twice in the signed revision", async () => {
    const twice = latin(textOf(form()).replace("11 0 obj", "11 0 obj\n<</Length 5>>\nstream\nBT ET\nendstream\nendobj\n11 0 obj"));
    // the table is written anew: its offsets lead to the second object
    const shifted = textOf(twice);
    const offsets = [...shifted.matchAll(/(?:^|\n)(\d+) 0 obj/g)];
    const last = new Map(offsets.map((found) => [Number(found[1]), found.index + (found[0].startsWith("\n") ? 1 : 0)]));
    const start = shifted.lastIndexOf("\nxref") + 1;
    const rows = shifted
      .slice(start)
      .replace(/\d{10} 00000 n /g, () => "")
      .split("trailer")[1]!;
    const size = Math.max(...last.keys()) + 1;
    const table = Array.from({ length: size }, (_, num) =>
      last.has(num) ? `${String(last.get(num)).padStart(10, "0")} 00000 n \n` : "0000000000 65535 f \n",
    );
    const whole = `${shifted.slice(0, start)}xref\n0 ${size}\n${table.join("")}trailer${rows.replace(/startxref\n\d+/, `startxref\n${start}`)}`;
    const { signatures, verdict } = await judged(signedForm(keys!, { base: latin(whole) }));
    expect([verdict, signatures[0]!.integrity]).toEqual(["invalid", "intact"]);
    expect(signatures[0]!.findings.map(({ code }) => code)).toContain("duplicate_object");
  });

  test("is of a kind that PAdES does not have", async () => {
    const older = filled(
      updated(form(), { 22: signatureField("Signature1", "/V 50 0 R"), 50: unfilled("", "adbe.pkcs7.detached") }),
      (data) => keys!.sign(data, []),
    );
    const { verdict, signatures } = await judged(older);
    expect([verdict, signatures[0]!.level, signatures[0]!.sub_filter]).toEqual(["valid", null, "adbe.pkcs7.detached"]);
  });

  test("is unknown without trust, and unsigned without a signature", async () => {
    expect(await verified(pdf)).toMatchObject({ verdict: "unknown", signatures: [{ trust: "unknown", integrity: "intact" }] });
    const other = new Keys();
    try {
      expect(await verified(pdf, { trust: [other.authority] })).toMatchObject({ verdict: "unknown", signatures: [{ trust: "untrusted" }] });
    } finally {
      other.remove();
    }
    const late = Date.now() + 20 * 365 * 86_400_000;
    expect(await verified(pdf, { trust: [keys!.authority], time: late })).toMatchObject({
      signatures: [{ trust: "expired", verdict: "unknown" }],
    });
    const early = Date.now() - 365 * 86_400_000;
    expect((await verified(pdf, { trust: [keys!.authority], time: early })).signatures[0]!.findings.map(({ code }) => code)).toContain(
      "not_yet_valid",
    );
    expect(await verified(form())).toMatchObject({ verdict: "unsigned", signatures: [], file: { revisions: 1 } });
  });

  test("any bytes are a report or a refusal", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(pdf.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 12 })), { minLength: 1, maxLength: 4 }),
        async (cuts) => {
          let bytes = Buffer.from(pdf);
          for (const [at, length, insert] of cuts) bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + length)]);
          try {
            const { verdict } = await judged(new Uint8Array(bytes));
            if (Buffer.compare(bytes, Buffer.from(pdf)) !== 0) expect(["invalid", "unsigned", "unknown", "valid"]).toContain(verdict);
          } catch (e) {
            expect(e).toBeInstanceOf(RenderError);
          }
        },
      ),
      { numRuns: runs(300), seed },
    );
  });
});
