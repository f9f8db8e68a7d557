import type { SigningEnvironment } from "../../runtime/signatures/environment/environment.js";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeNetwork } from "../../runtime/signatures/network/node-network.js";
import { NetworkFault, type AuthorityRequest } from "../../runtime/signatures/core/network.js";
import { raisePdf } from "../../runtime/signatures/long-term.js";
import type { Level } from "../../runtime/signatures/core/options.js";
import { signPdf } from "../../runtime/signatures/sign.js";
import { openKeyFiles, type OpenSigner } from "../../runtime/signatures/signer.js";
import { Certificate } from "../../runtime/signatures/x509/certificate.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import {
  authorities,
  bytesOfSignature,
  environment,
  haveOpenssl,
  havePyhanko,
  keyFile,
  openssl,
  python,
  signerOf,
  type Authorities,
} from "../support/signatures.js";
import { verified } from "../support/signatures/verified.js";

const REQUEST = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Before" }] }] };

describe.runIf(haveOpenssl && havePyhanko)("levels above B-B, by certomancer and pyHanko (SG-19 to SG-24)", () => {
  let by: Authorities;
  let pdf: Uint8Array;
  let trust: readonly Certificate[];
  let signer: OpenSigner;
  let asked: string[] = [];
  let chain: Uint8Array;

  beforeAll(async () => {
    by = await authorities();
    pdf = await pdfOf(REQUEST);
    const got = async (name: string): Promise<Uint8Array> =>
      new Uint8Array(await (await fetch(`${by.address}/certs/${name}`)).arrayBuffer());
    trust = [new Certificate(await got("root/ca.crt"))];
    chain = await got("interm/ca.crt");
    signer = openKeyFiles({ key: keyFile("keys/signer.key"), certificates: [await got("interm/issued/signer.crt")] });
  });
  afterAll(() => by?.stop());

  const given = (more: Partial<SigningEnvironment> = {}): SigningEnvironment =>
    environment({
      tsa: { url: by.tsa },
      trust,
      network: (request) => {
        asked.push(request.address.slice(by.address.length));
        return nodeNetwork(request);
      },
      ...more,
    });
  const at = async (level: Level, more: Partial<SigningEnvironment> = {}): Promise<Uint8Array> =>
    (await signPdf(pdf, signer, { level }, given(more))).pdf;
  const root = (): string => {
    const file = fileOf(trust[0]!.raw);
    return file;
  };
  /** Now, and in 2046, when the signer's certificate has expired. */
  const longTerm = (signed: Uint8Array): readonly string[] => python("long-term.py", root(), fileOf(signed)).trim().split("\n");
  const signedIn = (file: Uint8Array): number =>
    Buffer.from(file)
      .toString("latin1")
      .match(/\/ByteRange/g)?.length ?? 0;

  test("B-T has a time stamp over the signature value, and no store", async () => {
    const signed = await at("b-t");
    const printed = openssl("cms", "-cmsout", "-print", "-inform", "DER", "-in", fileOf(bytesOfSignature(signed).cms));
    expect(printed).toMatch(/unsignedAttrs:[^]*id-smime-aa-timeStampToken/);
    expect(Buffer.from(signed).includes("/DSS")).toBe(false);
  });

  test("B-LT and B-LTA: the chain is fetched, answers are kept once, pyHanko trusts it in 2046", async () => {
    asked = [];
    const validated = await at("b-lt");
    // the intermediate certificate, OCSP of the signer, the root's list for both others
    expect([...new Set(asked)].sort()).toEqual(["/certs/interm/ca.crt", "/crls/root/latest.crl", "/ocsp/interm", "/tsa/tsa"]);
    const text = Buffer.from(validated).toString("latin1");
    expect(text.match(/\/Certs \[/g)).toHaveLength(1);
    expect(text).not.toContain("/VRI");
    const archived = await at("b-lta");
    expect(archived.length).toBeGreaterThan(validated.length);
    expect(Buffer.from(archived).toString("latin1")).toMatch(/\/Type \/DocTimeStamp[^]*\/SubFilter \/ETSI.RFC3161/);
    expect(longTerm(archived)).toEqual(["OK", "OK"]);
  });

  test("valid at a clock twenty years on, when the signer's certificate has expired (SG-39)", async () => {
    const time = Date.parse("2046-11-30T00:00:00Z");
    const verdicts = async (signed: Uint8Array): Promise<readonly string[]> =>
      (await verified(signed, { trust: trust.map(({ raw }) => raw), time })).signatures.map(
        ({ verdict, trust: found }) => `${verdict} ${found}`,
      );
    expect(await verdicts(await at("b-lta"))).toEqual(["valid trusted", "valid trusted"]);
    const whole = openKeyFiles({ key: keyFile("keys/signer.key"), certificates: [signer.certificate.raw, chain] });
    expect(await verdicts((await signPdf(pdf, whole, { level: "b-b" }, given())).pdf)).toEqual(["unknown expired"]);
  });

  test("a new signature needs answers of its own time: those that the file has may be older (SG-21)", async () => {
    const first = await at("b-lta");
    asked = [];
    const second = await signPdf(first, signer, { level: "b-lt" }, given());
    expect([...new Set(asked)]).toContain("/ocsp/interm");
    expect(longTerm(second.pdf)[0]).toBe("OK");
    const silent = given({
      network: (request) => (request.address === by.tsa ? nodeNetwork(request) : Promise.reject(new NetworkFault("no answer", false))),
    });
    await expect(signPdf(first, signer, { level: "b-lt" }, silent)).rejects.toMatchObject({ code: "API-505" });
    // earlier signatures are raised with the answers of the file
    expect((await raisePdf(first, "b-lta", silent)).field).toBe("TimeStamp2");
  });

  test("raised and renewed: earlier bytes stay", async () => {
    const stamped = await at("b-t");
    const validated = await raisePdf(stamped, "b-lt", given());
    expect(validated).toMatchObject({ field: "Signature1", level: "b-lt", kind: "approval" });
    const archived = await raisePdf(validated.pdf, "b-lta", given());
    expect(archived).toMatchObject({ field: "TimeStamp1", level: "b-lta", kind: "time_stamp" });
    const renewed = await raisePdf(archived.pdf, "b-lta", given());
    expect(renewed.field).toBe("TimeStamp2");
    for (const [before, after] of [
      [stamped, validated.pdf],
      [validated.pdf, archived.pdf],
      [archived.pdf, renewed.pdf],
    ] as const)
      expect(Buffer.compare(after.subarray(0, before.length), before)).toBe(0);
    expect(signedIn(renewed.pdf)).toBe(3);
    expect(longTerm(renewed.pdf)).toEqual(["OK", "OK"]);
    // nothing is missing
    expect(Buffer.compare((await raisePdf(validated.pdf, "b-lt", given())).pdf, validated.pdf)).toBe(0);
  });

  test("a signature without a time stamp is not raised", async () => {
    await expect(raisePdf(await at("b-b"), "b-lt", given())).rejects.toMatchObject({
      code: "API-002",
      message: expect.stringContaining("Signature1 has no time stamp") as string,
    });
    await expect(raisePdf(pdf, "b-lt", given())).rejects.toMatchObject({ code: "API-002" });
  });

  test("--revocation is used first: the TSA alone is asked (SG-22)", async () => {
    const got = async (name: string): Promise<Uint8Array> => new Uint8Array(await (await fetch(`${by.address}/${name}`)).arrayBuffer());
    const lists = [await got("crls/root/latest.crl"), await got("crls/interm/latest.crl")];
    const pem = Buffer.from(`-----BEGIN X509 CRL-----\n${Buffer.from(lists[0]!).toString("base64")}\n-----END X509 CRL-----\n`);
    asked = [];
    const signed = await at("b-lta", { revocation: [new Uint8Array(pem), lists[1]!, chain] });
    expect([...new Set(asked)]).toEqual(["/tsa/tsa"]);
    expect(longTerm(signed)[0]).toBe("OK");
    await expect(at("b-lt", { revocation: [new Uint8Array([1, 2, 3])] })).rejects.toMatchObject({ code: "API-002" });
  });

  test("revoked certificates, missing roots and missing answers", async () => {
    const certificate = new Uint8Array(await (await fetch(`${by.address}/certs/interm/issued/revoked.crt`)).arrayBuffer());
    const revoked = openKeyFiles({ key: keyFile("keys/revoked.key"), certificates: [certificate, chain] });
    await expect(signPdf(pdf, revoked, { level: "b-lt" }, given())).rejects.toMatchObject({
      code: "API-002",
      message: expect.stringContaining("was revoked on 2021-12-01") as string,
    });
    await expect(at("b-lt", { trust: [] })).rejects.toMatchObject({
      code: "API-002",
      message: expect.stringContaining("CN=Root CA") as string,
    });
    const offline = given({
      network: (request) =>
        request.address === by.tsa
          ? nodeNetwork(request)
          : nodeNetwork({ ...request, address: "http://127.0.0.1:9/secret?key=1", until: Date.now() + 100 }),
    });
    await expect(signPdf(pdf, signer, { level: "b-lt" }, { ...offline, revocation: [chain] })).rejects.toSatisfy(
      (e: { readonly code: string; readonly message: string }) =>
        e.code === "API-505" && !e.message.includes("secret") && !e.message.includes("key=1"),
    );
  });

  test("a time stamp of another request, and of other data, is refused", async () => {
    let first: Uint8Array | null = null;
    const repeating = given({ network: async (request) => (first ??= await nodeNetwork(request)) });
    await signPdf(pdf, signer, { level: "b-t" }, repeating);
    await expect(signPdf(pdf, signer, { level: "b-t" }, repeating)).rejects.toMatchObject({
      code: "API-505",
      message: expect.stringContaining("another request") as string,
    });
  });

  test.each([80, 100, 120, 140, 160, -1, -60, -120, -240])("a token that is changed at %d is refused", async (place) => {
    const changing = given({
      network: async (request) => {
        const answer = await nodeNetwork(request);
        return answer.with(place, answer.at(place)! ^ 0x41);
      },
    });
    await expect(signPdf(pdf, signer, { level: "b-t" }, changing)).rejects.toMatchObject({ code: "API-505" });
  });
});

describe.runIf(haveOpenssl)("levels without an authority", () => {
  test("are refused (SG-2)", async () => {
    const pdf = await pdfOf(REQUEST);
    for (const level of ["b-t", "b-lt", "b-lta"] as const)
      await expect(signPdf(pdf, signerOf("prime256v1"), { level }, environment())).rejects.toMatchObject({ code: "API-002" });
  });
});

describe("requests of authorities (SG-20, SG-25)", () => {
  const served = async (listener: RequestListener, work: (address: string) => Promise<void>): Promise<void> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };
  const request = (address: string, more: Partial<AuthorityRequest> = {}): AuthorityRequest => ({
    address,
    mostBytes: 1000,
    until: Date.now() + 60_000,
    ...more,
  });

  test("three tries after 5xx, one after 4xx; the host alone is named", async () => {
    let count = 0;
    await served(
      (_, res) => void res.writeHead(count++ < 2 ? 503 : 200).end("ok"),
      async (address) => expect(Buffer.from(await nodeNetwork(request(address))).toString()).toBe("ok"),
    );
    expect(count).toBe(3);
    count = 0;
    await served(
      (_, res) => void (count++, res.writeHead(404).end()),
      async (address) =>
        await expect(nodeNetwork(request(`${address}/secret?key=1`))).rejects.toThrow(
          new RegExp(`^${new URL(address).host} answered with status 404$`),
        ),
    );
    expect(count).toBe(1);
  });

  test("access is sent, to the first host alone; three redirects", async () => {
    const seen: (string | undefined)[] = [];
    await served(
      (req, res) => void (seen.push(req.headers.authorization), res.end("second")),
      async (other) =>
        await served(
          (req, res) => void (seen.push(req.headers.authorization), res.writeHead(307, { location: `${other}/x` }).end()),
          async (address) => {
            const post = { type: "application/timestamp-query", body: new Uint8Array([1]) };
            expect(Buffer.from(await nodeNetwork(request(address, { post, access: "user:password" }))).toString()).toBe("second");
          },
        ),
    );
    expect(seen).toEqual([`Basic ${Buffer.from("user:password").toString("base64")}`, undefined]);
    await served(
      (_, res) => void res.writeHead(302, { location: "/again" }).end(),
      async (address) => await expect(nodeNetwork(request(address))).rejects.toThrow("more than 3 redirects"),
    );
  });

  test("long answers, other protocols and passwords in the address are refused", async () => {
    await served(
      (_, res) => void res.end("x".repeat(2000)),
      async (address) => await expect(nodeNetwork(request(address))).rejects.toThrow("more than 1000 bytes"),
    );
    for (const address of ["file:///etc/passwd", "ftp://a/b", "http://user:password@127.0.0.1/", "nothing"])
      await expect(nodeNetwork(request(address))).rejects.toThrow("an address of http or https");
  });
});
