import { createHash, createPrivateKey, sign } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatenClient } from "../../runtime/client/client.js";
import { render } from "../../runtime/index.js";
import { cli, errorOf, figure, post, processesOf, start, TOKEN, until, type Running } from "../support/service.js";
import { RemoteSigner } from "../support/signatures/remote-signer.js";
import { hasOpenSsl, Keys } from "../support/signatures/signed.js";
import { has, needs, root } from "../support/tools.js";

/* Signatures of requests, by the operator's signers (SG-26 to SG-35). poppler's pdfsig judges the files; keys are made here. */

const canJudge = needs("pdfsig", has("pdfsig")) && hasOpenSsl;
const dir = mkdtempSync(path.join(tmpdir(), "platen-signers-"));
const PASSWORD = "Xw9-geheim-0815";

interface Judged {
  readonly fields: readonly string[];
  readonly isValid: boolean;
}

function judged(pdf: Uint8Array, ...options: readonly string[]): Judged {
  const file = path.join(dir, "judged.pdf");
  writeFileSync(file, pdf);
  const text = execFileSync("pdfsig", ["-nocert", ...options, file], { encoding: "utf8" });
  // a field that is not signed has no validation
  const signed = [...text.matchAll(/Signature Field Name: (.*)\n(?:(?!Signature #).*\n)*? {2}- Signature Validation: (.*)/g)];
  return {
    fields: signed.map(([, name]) => name!),
    isValid: signed.length > 0 && signed.every(([, , found]) => found === "Signature is Valid."),
  };
}

const FIELD = {
  type: "field",
  kind: "signature",
  name: "approval",
  label: "Approval",
  layout: { left: 20, top: 60 },
  width: 60,
  height: 20,
};
const requestOf = (signatures: readonly object[], settings: object = {}): object => ({
  settings: { ...settings, signatures },
  pages: [{ size: "a5", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Sealed" }, FIELD] }],
});
const bodyOf = (signatures: readonly object[], settings: object = {}): string => JSON.stringify(requestOf(signatures, settings));
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());

describe.runIf(canJudge)("signatures of requests", () => {
  let keys: Keys;
  let remote: RemoteSigner;
  let service: Running;
  const file = (name: string): string => path.join(dir, name);
  const signers = (more: object = {}): void =>
    writeFileSync(
      file("signers.json"),
      JSON.stringify({
        signers: {
          seal: { key: { pem: keys.file("signer.key"), cert: [keys.file("signer.pem"), keys.file("ca.pem")] }, owners: "*" },
          box: { key: { pkcs12: "box.p12", password_file: "password.txt" }, owners: ["local"] },
          theirs: { key: { pem: keys.file("signer.key"), cert: keys.file("signer.pem") }, owners: ["acme"] },
          late: {
            key: { pem: keys.file("signer.key"), cert: keys.file("signer.pem") },
            tsa: { url: "http://127.0.0.1:9/secret" },
            owners: "*",
          },
          ...more,
        },
      }),
    );

  beforeAll(async () => {
    keys = new Keys();
    remote = new RemoteSigner(keys, PASSWORD);
    const url = await remote.listen();
    const pkcs12 = ["-export", "-inkey", keys.file("signer.key"), "-in", keys.file("signer.pem"), "-out", file("box.p12")];
    execFileSync("openssl", ["pkcs12", ...pkcs12, "-passout", `pass:${PASSWORD}`]);
    writeFileSync(file("password.txt"), `${PASSWORD}\n`, { mode: 0o600 });
    writeFileSync(file("pin.txt"), "4711", { mode: 0o600 });
    const access = { client_id: "platen", client_secret_file: "password.txt", pin_file: "pin.txt" };
    signers({ remote: { csc: { url, credential_id: "one", ...access }, owners: "*" } });
    service = await start({
      PLATEN_BOOTSTRAP_TOKEN: TOKEN,
      PLATEN_SIGNERS: file("signers.json"),
      PLATEN_TRUST: keys.file("ca.pem"),
      PLATEN_LOG_LEVEL: "info",
    });
  });
  afterAll(() => {
    service.child.kill("SIGKILL");
    remote.server.close();
    keys.remove();
    rmSync(dir, { recursive: true, force: true });
  });

  const json = (route: string, body: object | string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${route}`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
    });
  const refusal = async (signatures: readonly object[], settings: object = {}): Promise<string> => {
    const { code, message } = await errorOf(await post(service.url, bodyOf(signatures, settings)));
    return `${code} ${message}`;
  };

  test("a visible signature and an invisible one, in order", async () => {
    const look = {
      text: "{name}\n{reason}",
      image: { kind: "base64", format: "png", payload: readFileSync(path.join(root, "golden/assets/rgb.png"), "base64") },
    };
    const answer = await post(
      service.url,
      bodyOf([{ signer: "seal", field: "approval", reason: "Approved", appearance: look }, { signer: "box" }]),
    );
    expect(answer.status).toBe(200);
    expect(judged(await bytesOf(answer))).toEqual({ fields: ["approval", "Signature1"], isValid: true });
    await figure(service, 'platen_signatures_total{level="b-b",result="made"} 2');
  });

  test("rules of settings.signatures", async () => {
    expect(await refusal([{ signer: "nobody" }])).toBe('API-002 settings.signatures[0].signer: unknown signer "nobody"');
    expect(await refusal([{ signer: "theirs" }])).toBe('API-002 settings.signatures[0].signer: unknown signer "theirs"');
    expect(await refusal([{ signer: "seal", level: "B-T" }])).toContain(
      'settings.signatures[0].level: must be at most "b-b": the signer "seal" has no time',
    );
    expect(await refusal([{ signer: "seal" }, { signer: "seal", certify: "annotate" }])).toContain(
      "settings.signatures[1].certify: must be absent",
    );
    const twice = [
      { signer: "seal", field: "approval" },
      { signer: "box", field: "approval" },
    ];
    expect(await refusal(twice)).toContain(
      'signatures[1].field: must be a field that no other signature has; found "approval", as in signatures[0]',
    );
    expect(await refusal(Array.from({ length: 9 }, () => ({ signer: "seal" })))).toContain(
      "settings.signatures: must be 1 to 8 signatures; found 9",
    );
    expect(await refusal([{ signer: "seal", sign: true }])).toContain("API-001 settings.signatures[0].sign: ");
    const pdf = { kind: "base64", format: "png", payload: Buffer.from("%PDF-1.4").toString("base64") };
    expect(await refusal([{ signer: "seal", field: "approval", appearance: { image: pdf } }])).toContain(
      "signatures[0].appearance.image.payload: ",
    );
    const sandbox = await json("/api/playground?endpoint=pdf-render", bodyOf([{ signer: "seal" }]));
    expect((await errorOf(sandbox)).message).toBe('settings.signatures[0].signer: unknown signer "seal"');
  });

  test("a time stamp authority that does not answer fails the document", async () => {
    const answer = await errorOf(await post(service.url, bodyOf([{ signer: "seal" }, { signer: "late" }])));
    expect(answer).toMatchObject({ status: 500, code: "API-505" });
    expect(answer.message).toContain("settings.signatures[1].signer: ");
    expect(answer.message).toContain("127.0.0.1");
    expect(answer.message).not.toContain("secret");
    await figure(service, 'platen_signatures_total{level="b-t",result="failed"} 1');
  });

  test("an encrypted document opens with its password, and its signature is valid", async () => {
    for (const algorithm of ["aes_256", "aes_128"]) {
      const security = { algorithm, open_password: "offen-1", owner_password: "Besitzer" };
      const answer = await post(service.url, bodyOf([{ signer: "seal", field: "approval" }], { security }));
      expect(answer.status).toBe(200);
      expect(judged(await bytesOf(answer), "-upw", "offen-1")).toEqual({ fields: ["approval"], isValid: true });
    }
  });

  test("a job's document is signed", async () => {
    const made = await json("/api/v1/pdf/render", bodyOf([{ signer: "seal" }]), { prefer: "respond-async" });
    expect(made.status).toBe(202);
    const { job_id: id } = (await made.json()) as { job_id: string };
    const headers = { authorization: `Bearer ${TOKEN}` };
    await until(
      async () =>
        ((await (await fetch(`${service.url}/api/v1/jobs/${id}`, { headers })).json()) as { status: string }).status === "completed",
    );
    const artifact = await fetch(`${service.url}/api/v1/jobs/${id}/artifacts/pdf`, { headers });
    expect(judged(await bytesOf(artifact))).toEqual({ fields: ["Signature1"], isValid: true });
  });

  test("an e-invoice is sealed with its XML inside, and hashes are of the sealed file", async () => {
    const example = JSON.parse(readFileSync(path.join(root, "examples/e-invoice/facture-factur-x.json"), "utf8")) as {
      readonly settings: { readonly e_invoice: object };
    };
    const { settings } = example;
    const delivered = { ...settings.e_invoice, delivery: { mode: "object" }, report: { enabled: true } };
    const body = { ...example, settings: { ...settings, signatures: [{ signer: "seal" }], e_invoice: delivered } };
    const made = await json("/api/v1/e-invoice/render", body);
    expect(made.status).toBe(200);
    const { job_id: id } = (await made.json()) as { readonly job_id: string };
    const headers = { authorization: `Bearer ${TOKEN}` };
    const artifact = (name: string): Promise<Response> =>
      fetch(`${service.url}/api/v1/e-invoice/jobs/${id}/artifacts/${name}`, { headers });
    const pdf = await bytesOf(await artifact("pdf"));
    const report = (await (await artifact("report")).json()) as { readonly hashes: { readonly pdf_sha256: string } };
    expect(judged(pdf)).toEqual({ fields: ["Signature1"], isValid: true });
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(report.hashes.pdf_sha256);
  });

  test("a remote signer gets hashes alone; another key's signature is refused", async () => {
    remote.calls.length = 0;
    const both = await Promise.all([1, 2].map(() => post(service.url, bodyOf([{ signer: "remote", field: "approval" }]))));
    for (const answer of both) expect(judged(await bytesOf(answer))).toEqual({ fields: ["approval"], isValid: true });
    expect(new Set(remote.calls.map(({ method }) => method))).toEqual(
      new Set(["oauth2/token", "credentials/info", "credentials/authorize", "signatures/signHash"]),
    );
    for (const { body } of remote.calls) expect(JSON.stringify(body)).not.toContain("Sealed");
    remote.key = "ca.key";
    const wrong = await errorOf(await post(service.url, bodyOf([{ signer: "remote" }])));
    remote.key = "signer.key";
    expect(wrong).toMatchObject({ status: 500, code: "API-505" });
    expect(wrong.message).toContain("not of its certificate's key");
  });

  test("signs and verifies files of others", async () => {
    const { pdf } = await render({ pages: [{ size: "a6", elements: [] }] });
    const source = { kind: "base64", payload: Buffer.from(pdf).toString("base64") };
    const signature = { signer: "seal", field: "Seal", box: { left: 10, top: 10, width: 50, height: 20 }, certify: "fill_forms" };
    const answer = await json("/api/v1/sign", { source, signature, output: { mode: "file", file_name: "sealed" } });
    expect(answer.headers.get("content-disposition")).toContain("sealed.pdf");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    const signed = await bytesOf(answer);
    expect(Buffer.compare(signed.subarray(0, pdf.length), pdf)).toBe(0);
    expect(judged(signed)).toEqual({ fields: ["Seal"], isValid: true });

    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/pdf" };
    const report = await fetch(`${service.url}/api/v1/verify`, { method: "POST", body: Buffer.from(signed), headers });
    expect(await report.json()).toMatchObject({
      schema_version: 1,
      signatures: [{ field: "Seal", kind: "certification", integrity: "intact", trust: "trusted" }],
    });
    const broken = Buffer.from(signed);
    broken[100]! ^= 1;
    const other = await json("/api/v1/verify", { source: { kind: "base64", payload: broken.toString("base64") } });
    expect(await other.json()).toMatchObject({ verdict: "invalid" });

    const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
    const again = await client.signPdf({ source: { kind: "base64", payload: source.payload }, signature: { signer: "box" } });
    expect(await client.verifyPdf(again.pdf)).toMatchObject({ verdict: "valid", signatures: [{ field: "Signature1" }] });

    const wrong = async (body: object): Promise<string> => (await errorOf(await json("/api/v1/sign", body))).message;
    expect(await wrong({ source, signature: { signer: "theirs" } })).toBe('signature.signer: unknown signer "theirs"');
    expect(await wrong({ source, signature: { signer: "seal", page: 0 } })).toContain("signature.page: must be a whole number from 1");
    expect(await wrong({ source, signature: { signer: "seal", page: 2, box: signature.box } })).toContain("signature.");
    expect(await wrong({ source: { kind: "base64", payload: "JVBERg==" }, signature: { signer: "seal" } })).toContain("source");
    expect(await wrong({ source })).toContain("the required field signature is missing");
  });

  test("no render process, log, argument or answer has a key or a password", async () => {
    await bytesOf(await post(service.url, bodyOf([{ signer: "box" }])));
    const pem = readFileSync(keys.file("signer.key"), "utf8");
    const { d, p } = createPrivateKey(pem).export({ format: "jwk" });
    const numbers = [d!, p!].map((text) => Buffer.from(text, "base64url"));
    const secrets = [
      ...numbers,
      ...numbers.map((number) => Buffer.from(number).reverse()),
      Buffer.from(pem.split("\n")[1]!),
      Buffer.from(PASSWORD),
    ];
    const renderers = processesOf(service);
    expect(renderers.length).toBeGreaterThan(0);
    for (const pid of renderers) for (const secret of secrets) expect(memoryHas(pid, secret)).toBe(false);
    // the search finds what is there
    expect(memoryHas(service.child.pid!, Buffer.from(PASSWORD))).toBe(true);
    for (const pid of [service.child.pid!, ...renderers]) expect(readFileSync(`/proc/${pid}/cmdline`, "latin1")).not.toContain(PASSWORD);
    for (const text of [PASSWORD, pem.split("\n")[1]!]) expect(service.output()).not.toContain(text);
  });

  test("SIGHUP reads the file anew; a faulty one leaves the signers", async () => {
    signers({ newer: { key: { pem: keys.file("signer.key"), cert: keys.file("signer.pem") }, owners: "*" } });
    service.child.kill("SIGHUP");
    await until(async () => (await post(service.url, bodyOf([{ signer: "newer" }]))).status === 200);
    writeFileSync(file("signers.json"), "{");
    service.child.kill("SIGHUP");
    await until(() => service.output().includes("the signers stay as they were"));
    expect((await post(service.url, bodyOf([{ signer: "newer" }]))).status).toBe(200);
    signers();
  });

  const line = (...args: readonly string[]) => spawnSync(process.execPath, [cli, ...args], { cwd: dir, encoding: "utf8" });

  test("the command line signs a document, and each record of a batch", () => {
    signers();
    writeFileSync(file("request.json"), bodyOf([{ signer: "theirs", field: "approval" }]));
    const once = line("render", "request.json", "-o", "one.pdf", "--signers", "signers.json");
    expect(once.status).toBe(0);
    expect(judged(readFileSync(file("one.pdf")))).toEqual({ fields: ["approval"], isValid: true });
    expect(line("render", "request.json", "-o", "none.pdf").stderr).toContain('unknown signer "theirs"');
    const twice = line("sign", "one.pdf", "--signers", "signers.json", "--signer", "box", "-o", "two.pdf");
    expect(twice.status).toBe(0);
    expect(judged(readFileSync(file("two.pdf")))).toEqual({ fields: ["approval", "Signature1"], isValid: true });
    expect(line("sign", "one.pdf", "--signers", "signers.json", "--signer", "nobody", "-o", "no.pdf").status).toBe(2);
    expect(line("sign", "one.pdf", "--signers", "signers.json", "--signer", "box", "--level", "b-t", "-o", "no.pdf").status).toBe(2);
    const template = { schema: { fields: [{ name: "who", type: "string" }] }, ...requestOf([{ signer: "box", field: "approval" }]) };
    writeFileSync(file("template.json"), JSON.stringify(template));
    writeFileSync(file("records.jsonl"), ["Ann", "Bob", "Eve"].map((who) => JSON.stringify({ who })).join("\n"));
    const batch = ["batch", "template.json", "--data", "records.jsonl", "--signers", "signers.json", "--workers", "2", "-q"];
    const run = line(...batch, "--out", "out");
    expect(run.stderr).toBe("");
    expect(run.status).toBe(0);
    for (const n of [1, 2, 3]) expect(judged(readFileSync(file(`out/0000000${n}.pdf`)))).toEqual({ fields: ["approval"], isValid: true });
    const joined = line(...batch, "--one", "all.pdf");
    expect([joined.status, joined.stderr]).toEqual([2, expect.stringContaining("settings.signatures: ")]);
  });

  test("a file of signers that is wrong is one line and exit code 2", () => {
    const wrong = (content: string): string => {
      writeFileSync(file("wrong.json"), content);
      const { status, stderr } = line("render", "request.json", "-o", "none.pdf", "--signers", "wrong.json");
      expect(status).toBe(2);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).not.toContain(PASSWORD);
      return stderr;
    };
    const one = (signer: object, name = "seal"): string => JSON.stringify({ signers: { [name]: signer } });
    const key = { pem: keys.file("signer.key"), cert: keys.file("signer.pem") };
    expect(wrong("{")).toContain("--signers: the file of signers is not JSON");
    expect(wrong(one({ key, secret: 1 }))).toContain("signers.seal.secret: unknown field");
    expect(wrong(one({ key }, "Seal"))).toContain("signers.Seal: a name has");
    expect(wrong(one({}))).toContain("signers.seal.key: one of key and csc is required");
    expect(wrong(one({ key: { pkcs12: "box.p12" } }))).toContain("the password");
    expect(wrong(one({ key: { pem: "missing.pem" } }))).toContain("missing.pem");
    expect(wrong(one({ key, level: "b-t" }))).toContain("signers.seal.level: b-t needs a time stamp authority");
    const served = spawnSync(process.execPath, [cli, "serve"], {
      encoding: "utf8",
      env: { ...process.env, PLATEN_SIGNERS: file("wrong.json") },
    });
    expect([served.status, served.stderr]).toEqual([2, expect.stringContaining("PLATEN_SIGNERS: ")]);
  });

  test("a program gives its own signers, also a hook for a key elsewhere", async () => {
    const certificates = [readFileSync(keys.file("signer.pem"))];
    const key = createPrivateKey(readFileSync(keys.file("signer.key")));
    const hook = {
      certificates,
      algorithm: "rsa_pkcs1" as const,
      sign: (data: Uint8Array, { digest }: { digest: string }) => Promise.resolve(new Uint8Array(sign(digest, data, key))),
    };
    const own = { key: readFileSync(keys.file("signer.key")), certificates };
    const request = requestOf([{ signer: "own", field: "approval" }, { signer: "hsm" }]) as Parameters<typeof render>[0];
    const { pdf } = await render(request, { signers: { own, hsm: hook } });
    expect(judged(pdf)).toEqual({ fields: ["approval", "Signature1"], isValid: true });
    await expect(render(request)).rejects.toThrow('unknown signer "own"');
  });
});

/** True if the memory of a process has the bytes. */
function memoryHas(pid: number, bytes: Buffer): boolean {
  const memory = openSync(`/proc/${pid}/mem`, "r");
  for (const [, from, to] of readFileSync(`/proc/${pid}/maps`, "latin1").matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
    const [start, end] = [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
    const part = Buffer.alloc(Math.min(end - start, 64 * 1024 * 1024));
    try {
      for (let at = start; at < end; at += part.length - bytes.length) {
        const count = readSync(memory, part, 0, Math.min(part.length, end - at), at);
        if (part.subarray(0, count).includes(bytes)) return true;
        if (at + count >= end) break;
      }
    } catch {
      // a guard page
    }
  }
  return false;
}
