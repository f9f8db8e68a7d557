import { describe, expect, test } from "vitest";
import { sign } from "../../runtime/library/sign.js";
import { pdfOf } from "../support/pdf.js";
import { haveOpenssl, keyFile, makeKey, openssl, opensslVerdict, signerOf } from "../support/signatures.js";

const REQUEST = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Before" }] }] };

describe.runIf(haveOpenssl)("sign of the library (SG-34)", () => {
  test("with key files and with a hook", async () => {
    const pdf = await pdfOf(REQUEST);
    makeKey("rsa");
    openssl("pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.crt", "-out", "library.p12", "-passout", "pass:geheim");
    const first = await sign(pdf, { signer: { pkcs12: keyFile("library.p12"), password: "geheim" }, reason: "One" });
    expect(first).toMatchObject({ field: "Signature1", level: "b-b", warnings: [] });
    const local = signerOf("rsa");
    const hook = { certificates: [keyFile("rsa.crt")], algorithm: "rsa_pkcs1" as const, sign: (data: Uint8Array) => local.sign(data) };
    const second = await sign(first.pdf, { signer: hook, page: 1, box: { left: 10, top: 40, width: 50, height: 20 } });
    expect(second.field).toBe("Signature2");
    for (const { pdf: signed } of [first, second]) expect(opensslVerdict(signed)).toBe("CMS Verification successful");
  });

  test("options and keys that cannot be used", async () => {
    const pdf = await pdfOf(REQUEST);
    const key = keyFile(makeKey("prime256v1"));
    await expect(sign(pdf, { signer: { pkcs12: keyFile("library.p12"), password: "x" } })).rejects.toThrow(TypeError);
    await expect(sign(pdf, { signer: { key }, level: "b-t" })).rejects.toMatchObject({ code: "API-002" });
    await expect(sign(pdf, { signer: { key }, page: 0 })).rejects.toThrow(TypeError);
    await expect(sign(new Uint8Array([1]), { signer: { key } })).rejects.toMatchObject({ code: "API-002" });
  });
});
