// Verdicts on files of other programs and of `platen sign`, through the command and the library (SG-34, SG-36 to SG-39).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeNetwork } from "../../runtime/signatures/network/node-network.js";
import { openKeyFiles } from "../../runtime/signatures/signer.js";
import { signPdf } from "../../runtime/signatures/sign.js";
import { verify } from "../../runtime/library/verify.js";
import {
  authorities,
  environment,
  havePyhanko,
  haveOpenssl,
  inKeys,
  keyFile,
  openssl,
  python,
  type Authorities,
} from "../support/signatures.js";
import { form, hasOpenSsl, Keys, signedForm } from "../support/signatures/signed.js";
import { root } from "../support/tools.js";

const cli = path.join(root, "dist/runtime/cli/cli.js");
const folder = mkdtempSync(path.join(tmpdir(), "platen-verify-"));
const at = (name: string): string => path.join(folder, name);
const save = (name: string, bytes: Uint8Array): string => {
  writeFileSync(at(name), bytes);
  return at(name);
};
function run(...args: readonly string[]): { readonly status: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
}

describe.skipIf(!hasOpenSsl)("the command", () => {
  let keys: Keys;
  let trust: string;
  let signed: string;
  beforeAll(() => {
    keys = new Keys();
    trust = save("ca.pem", keys.authority);
    signed = save("signed.pdf", signedForm(keys, { level: 2 }));
  });
  afterAll(() => keys.remove());

  test("tells a verdict by its exit code, and its reasons in lines", () => {
    const valid = run("verify", signed, "--trust", trust);
    expect([valid.status, valid.out.split("\n")[0], valid.out.trim().split("\n").at(-1)]).toEqual([
      0,
      "Signature1: valid, certification B-B",
      "valid: 1 signature, 2 revisions",
    ]);
    expect(run("verify", signed).status).toBe(3);
    expect(run("verify", signed, "--trust", trust, "--at", "2070-01-01").out).toContain("expired");
    const bytes = readFileSync(signed);
    bytes[200]! ^= 1;
    const changed = run("verify", save("changed.pdf", bytes), "--trust", trust);
    expect([changed.status, changed.out]).toEqual([1, expect.stringContaining("(digest_mismatch)")]);
    expect(run("verify", save("unsigned.pdf", form()))).toMatchObject({ status: 1, out: "unsigned: 0 signatures, 1 revision\n" });
    expect(run("verify", save("text.pdf", Buffer.from("text")))).toMatchObject({ status: 1, out: "" });
  });

  test("refuses wrong usage", () => {
    const other = save("other.txt", Buffer.from("text"));
    for (const args of [
      ["nothing.pdf"],
      [signed, "--at", "soon"],
      [signed, "--trust", other],
      [signed, "--revocation", other],
      [signed, "--trust", "nothing.pem"],
      [signed, "--what"],
    ])
      expect([args, run("verify", ...args).status]).toEqual([args, 2]);
  });

  test("reports as data, as the library does", async () => {
    // other files of a folder are passed over
    const reported = JSON.parse(run("verify", signed, "--trust", folder, "--json", "--at", "2027-01-01T00:00:00Z").out) as object;
    const options = { trust: [keys.authority], at: new Date("2027-01-01T00:00:00Z") };
    expect(await verify(new Uint8Array(readFileSync(signed)), options)).toEqual(reported);
    expect(reported).toMatchObject({
      schema_version: 1,
      verdict: "valid",
      file: { bytes: readFileSync(signed).length, revisions: 2 },
      signatures: [
        {
          field: "Signature1",
          kind: "certification",
          certify: "fill_forms",
          level: "B-B",
          coverage: "whole_file",
          revision: 2,
          signer: { name: "Ann Signer", issuer: "CN=Test Authority" },
          algorithm: { signature: "rsa_pkcs1", digest: "sha256", bits: 2048 },
        },
      ],
    });
    await expect(verify(new Uint8Array(0))).rejects.toMatchObject({ problem: { code: "API-002" } });
    await expect(verify(new Uint8Array(0), { trust: ["text"] })).rejects.toThrow("trust[0]");
  });
});

describe.skipIf(!havePyhanko || !haveOpenssl)("files with time stamps and revocation data", () => {
  let by: Authorities;
  let trust: string;
  const judged = (name: string, options = {}) => verify(new Uint8Array(readFileSync(at(name))), { trust: [trust], ...options });
  beforeAll(async () => {
    by = await authorities();
    for (const [name, address] of [
      ["root", "certs/root/ca.crt"],
      ["interm", "certs/interm/ca.crt"],
      ["signer", "certs/interm/issued/signer.crt"],
      ["revoked", "certs/interm/issued/revoked.crt"],
    ] as const) {
      writeFileSync(inKeys(`${name}.der`), new Uint8Array(await (await fetch(`${by.address}/${address}`)).arrayBuffer()));
      openssl("x509", "-inform", "DER", "-in", `${name}.der`, "-out", `${name}.crt`);
    }
    trust = Buffer.from(keyFile("root.crt")).toString("latin1");
    python("sign-files.py", inKeys("."), by.address, save("form.pdf", form()), folder);
  });
  afterAll(() => by.stop());

  test("levels of pyHanko's files", async () => {
    const found: unknown[] = [];
    for (const name of ["b-b", "b-t", "b-lt", "b-lta"]) {
      const { verdict, signatures } = await judged(`${name}.pdf`);
      found.push([name, signatures[0]!.level, verdict]);
    }
    expect(found).toEqual([
      ["b-b", "B-B", "unknown"],
      ["b-t", "B-T", "unknown"],
      ["b-lt", "B-LT", "valid"],
      ["b-lta", "B-LTA", "valid"],
    ]);
  });

  test("an archive is valid in twenty years, and a signature without one is not", async () => {
    const late = { at: "2046-11-01" };
    expect((await judged("b-lta.pdf", late)).verdict).toBe("valid");
    expect((await judged("b-b.pdf", { at: "2055-11-01" })).signatures[0]).toMatchObject({ trust: "expired", verdict: "unknown" });
    expect((await judged("b-lta.pdf", { at: "2055-11-01" })).verdict).toBe("valid");
  });

  test("revocation is asked for online alone", async () => {
    expect((await judged("b-t.pdf")).signatures[0]!.findings.map(({ code }) => code)).toContain("no_revocation");
    expect((await judged("b-t.pdf", { online: true })).verdict).toBe("valid");
    const crls = await Promise.all(
      ["interm", "root"].map(async (name) => (await fetch(`${by.address}/crls/${name}/latest.crl`)).arrayBuffer()),
    );
    expect((await judged("b-t.pdf", { revocation: crls.map((crl) => new Uint8Array(crl)) })).verdict).toBe("valid");
  });

  test("a revoked certificate makes a signature invalid", async () => {
    const files = ["revoked.crt", "interm.crt"].map(keyFile);
    const signer = openKeyFiles({ key: keyFile("keys/revoked.key"), certificates: files });
    const { pdf } = await signPdf(form(), signer, { field: "Signature1" }, environment());
    const { verdict, signatures } = await verify(pdf, { trust: [trust], online: true });
    expect([verdict, signatures[0]!.trust, signatures[0]!.integrity]).toEqual(["invalid", "revoked", "intact"]);
  });

  test("certified files with later signatures are valid, changed ones are not", async () => {
    const { verdict, signatures } = await judged("signed-again.pdf");
    expect([verdict, signatures.map(({ kind, level, changes }) => [kind, level, changes])]).toEqual([
      "valid",
      [
        ["certification", "B-LTA", "allowed"],
        ["time_stamp", null, "allowed"],
        ["approval", "B-LTA", "allowed"],
        ["time_stamp", null, "allowed"],
      ],
    ]);
    expect((await judged("no-changes.pdf")).verdict).toBe("valid");
    const turned = await judged("turned.pdf");
    expect([turned.verdict, turned.signatures.map(({ changes }) => changes)]).toEqual(["invalid", ["forbidden", "forbidden"]]);
  });

  test("a visible signature has its page and place", async () => {
    const { signatures } = await judged("visible.pdf");
    // points of the field, from the bottom left of a page of 300 by 200
    const mm = (points: number): number => Math.round((points * 25_400) / 72) / 1000;
    expect(signatures[0]).toMatchObject({
      page: 1,
      box: { left: mm(100), top: mm(140), width: mm(100), height: mm(40) },
    });
  });

  test("platen sign at all levels, and what follows", async () => {
    const files = ["signer.crt", "interm.crt", "root.crt"].map(keyFile);
    const signer = openKeyFiles({ key: keyFile("keys/signer.key"), certificates: files });
    const online = environment({ tsa: { url: by.tsa }, network: nodeNetwork, trust: signer.known.filter((one) => one.isSelfSigned) });
    const first = await signPdf(form(), signer, { level: "b-lta", field: "Signature1", certify: "fill_forms" }, online);
    const second = await signPdf(first.pdf, signer, { level: "b-lt", field: "Signature2" }, online);
    const { verdict, signatures } = await verify(second.pdf, { trust: [trust] });
    expect([verdict, signatures.map(({ level, changes }) => [level, changes])]).toEqual([
      "valid",
      [
        ["B-LTA", "allowed"],
        [null, "allowed"],
        // the store may have all that it needs
        ["B-LT", expect.stringMatching(/^(?:none|allowed)$/)],
      ],
    ]);
  });
});
