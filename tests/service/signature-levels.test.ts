import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignatureReport } from "../../runtime/index.js";
import { errorOf, start, TOKEN, until, type Running } from "../support/service.js";
import { dssVerdicts, haveDss } from "../support/signatures/dss.js";
import { authorities, haveOpenssl, havePyhanko, inKeys, type Authorities } from "../support/signatures.js";

/* Levels above B-B over HTTP (SG-19 to SG-29): certomancer is the authority, DSS judges. */

const LEVELS = ["b-b", "b-t", "b-lt", "b-lta"] as const;
const names = (level: string): string => `PAdES-BASELINE-${level.slice(2).toUpperCase()}`;
const requestOf = (...signatures: readonly object[]): object => ({
  settings: { profile: "pdfa-2b", signatures },
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Sealed" }] }],
});

describe.runIf(haveOpenssl && havePyhanko && haveDss)("levels of the service", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-levels-"));
  const file = (name: string): string => path.join(dir, name);
  const root = file("root.crt");
  let by: Authorities;
  let service: Running;

  beforeAll(async () => {
    by = await authorities();
    for (const [name, from] of [
      ["root.crt", "root/ca.crt"],
      ["interm.crt", "interm/ca.crt"],
      ["signer.crt", "interm/issued/signer.crt"],
      ["root.crl", "root/latest.crl"],
      ["interm.crl", "interm/latest.crl"],
    ] as const)
      writeFileSync(
        file(name),
        new Uint8Array(await (await fetch(`${by.address}/${name.endsWith(".crl") ? "crls" : "certs"}/${from}`)).arrayBuffer()),
      );
    const key = { pem: inKeys("keys/signer.key"), cert: ["signer.crt", "interm.crt"] };
    const signer = { key, tsa: { url: by.tsa }, trust: ["root.crt"], owners: "*" };
    writeFileSync(
      file("signers.json"),
      JSON.stringify({ signers: { seal: signer, archive: { ...signer, level: "b-lta" }, rootless: { ...signer, trust: [] } } }),
    );
    service = await start({
      PLATEN_BOOTSTRAP_TOKEN: TOKEN,
      PLATEN_SIGNERS: file("signers.json"),
      PLATEN_TRUST: root,
      PLATEN_SIGN_ALLOW: "127.0.0.0/8",
    });
  });
  afterAll(() => {
    service?.child.kill("SIGKILL");
    by?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const json = (route: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${route}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
    });
  const pdfFrom = async (answer: Response): Promise<Uint8Array> => {
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const source = (pdf: Uint8Array): object => ({ kind: "base64", payload: Buffer.from(pdf).toString("base64") });
  const report = async (pdf: Uint8Array): Promise<SignatureReport> =>
    (await (await json("/api/v1/verify", { source: source(pdf) })).json()) as SignatureReport;

  test("of settings.signatures, /api/v1/sign and jobs: DSS and /api/v1/verify agree", async () => {
    const rendered = await Promise.all(
      LEVELS.map(async (level) => pdfFrom(await json("/api/v1/pdf/render", requestOf({ signer: "seal", level })))),
    );
    const unsigned = await pdfFrom(await json("/api/v1/pdf/render", { ...requestOf(), settings: {} }));
    const signed = await pdfFrom(await json("/api/v1/sign", { source: source(unsigned), signature: { signer: "seal", level: "B-LT" } }));
    const made = await json("/api/v1/pdf/render", requestOf({ signer: "archive" }), { prefer: "respond-async" });
    const { job_id: id } = (await made.json()) as { job_id: string };
    const headers = { authorization: `Bearer ${TOKEN}` };
    const of = (route: string): Promise<Response> => fetch(`${service.url}/api/v1/jobs/${id}${route}`, { headers });
    await until(async () => ((await (await of("")).json()) as { status: string }).status === "completed");
    const job = await pdfFrom(await of("/artifacts/pdf"));
    // without a level: the signer's
    const files = [...rendered, signed, job];
    const expected = [...LEVELS, "b-lt", "b-lta"];
    expect(dssVerdicts(files, root, [file("root.crl"), file("interm.crl")])).toEqual(
      expected.map((level) => [`${names(level)} TOTAL_PASSED`]),
    );
    // from B-LT on nothing but the root is needed
    expect(dssVerdicts(files.slice(2), root)).toEqual(expected.slice(2).map((level) => [`${names(level)} TOTAL_PASSED`]));
    for (const [i, pdf] of files.entries()) {
      const { signatures } = await report(pdf);
      expect(signatures[0]).toMatchObject({ level: expected[i]!.toUpperCase(), integrity: "intact", trust: "trusted" });
    }
  });

  test("two signatures, the first archived, both hold", async () => {
    const pdf = await pdfFrom(
      await json("/api/v1/pdf/render", requestOf({ signer: "archive", reason: "One" }, { signer: "archive", reason: "Two" })),
    );
    expect(dssVerdicts([pdf], root)).toEqual([[`${names("b-lta")} TOTAL_PASSED`, `${names("b-lta")} TOTAL_PASSED`]]);
    expect((await report(pdf)).signatures.map(({ field, verdict }) => [field, verdict])).toEqual([
      ["Signature1", "valid"],
      ["TimeStamp1", "valid"],
      ["Signature2", "valid"],
      ["TimeStamp2", "valid"],
    ]);
  });

  test("a chain without its root is refused before there is a file", async () => {
    const refused = await errorOf(await json("/api/v1/pdf/render", requestOf({ signer: "rootless", level: "b-lt" })));
    expect(refused).toMatchObject({ status: 400, code: "API-002" });
    expect(refused.message).toContain("settings.signatures[0].signer: ");
    expect(refused.message).toContain("CN=Root CA");
  });
});
