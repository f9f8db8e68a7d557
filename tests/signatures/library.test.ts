import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verify } from "../../runtime/index.js";
import { sign } from "../../runtime/library/sign.js";
import { pdfOf } from "../support/pdf.js";
import { RemoteSigner } from "../support/signatures/remote-signer.js";
import { hasOpenSsl, Keys } from "../support/signatures/signed.js";
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
    // SG-9
    expect(Math.max(first.pdf.length - pdf.length, second.pdf.length - first.pdf.length)).toBeLessThan(25_000);
    for (const { pdf: signed } of [first, second]) expect(opensslVerdict(signed)).toBe("CMS Verification successful");
  });

  test.runIf(hasOpenSsl)("with a remote signer, which sees hashes only", async () => {
    const keys = new Keys();
    const remote = new RemoteSigner(keys, "geheim");
    try {
      const pdf = await pdfOf(REQUEST);
      const csc = { url: await remote.listen(), credentialId: "one", client: { id: "platen", secret: "geheim" }, pin: "4711" };
      const signed = await sign(pdf, { signer: { csc } });
      const trust = [readFileSync(keys.file("ca.pem"))];
      expect((await verify(signed.pdf, { trust })).signatures).toMatchObject([{ verdict: "valid", integrity: "intact" }]);
      const sent = remote.calls.flatMap(({ body }) => (body["hashes"] as readonly string[] | undefined) ?? []);
      expect(sent.map((hash) => Buffer.from(hash, "base64").length)).toEqual([32, 32]);
      const refused = sign(pdf, { signer: { csc: { ...csc, pin: "0" } } });
      await expect(refused).rejects.toMatchObject({ code: "API-505" });
      await expect(refused).rejects.not.toThrow(/geheim|csc\/v2/);
      // a signature of another key
      remote.key = "ca.key";
      await expect(sign(pdf, { signer: { csc } })).rejects.toMatchObject({ code: "API-505" });
    } finally {
      remote.server.close();
      keys.remove();
    }
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
