import type { SigningEnvironment } from "../../runtime/signatures/environment/environment.js";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { nodeCrypto } from "../../runtime/engine/crypto.js";
import { lookDrawer } from "../../runtime/signatures/draw-look.js";
import { openKeyFiles, type OpenSigner } from "../../runtime/signatures/signer.js";
import { engine, fileOf } from "./pdf.js";
import { ran } from "./started.js";
import { has, needs, root } from "./tools.js";

/* Keys are made here, each time; certificates are OpenSSL's. Verdicts are those of OpenSSL, poppler and pyHanko. */

const packages = path.join(root, ".cache/pyhanko");
export const haveOpenssl = needs("openssl", has("openssl"));
export const havePdfsig = needs("pdfsig (poppler-utils)", has("pdfsig"));
export const havePyhanko = needs(
  "pyHanko and certomancer (.ci/run puts them in .cache/pyhanko)",
  has("python3") && existsSync(path.join(packages, "pyhanko")) && existsSync(path.join(packages, "certomancer")),
);

const folder = mkdtempSync(path.join(tmpdir(), "platen-keys-"));
export const inKeys = (name: string): string => path.join(folder, name);
export const keyFile = (name: string): Uint8Array => new Uint8Array(readFileSync(inKeys(name)));

export function openssl(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("openssl", args, { encoding: "latin1", cwd: folder });
  if (status !== 0) throw new Error(`openssl ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** A root, `ca.pem`, once a process. */
function authority(): void {
  if (existsSync(inKeys("ca.pem"))) return;
  const usage = ["-addext", "keyUsage=critical,keyCertSign,cRLSign"];
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=Test Root",
    "-days",
    "30",
    ...usage,
  );
}

const GENERATED: Readonly<Record<string, readonly string[]>> = {
  rsa: ["-algorithm", "rsa", "-pkeyopt", "rsa_keygen_bits:2048"],
  small: ["-algorithm", "rsa", "-pkeyopt", "rsa_keygen_bits:1024"],
  "rsa-pss": ["-algorithm", "rsa-pss", "-pkeyopt", "rsa_keygen_bits:2048"],
  ed25519: ["-algorithm", "ed25519"],
};

interface Made {
  readonly usage?: string;
  readonly days?: readonly string[];
}

/** `NAME.key`, `NAME.crt` and both with the root in `NAME.pem`. @param kind of `GENERATED`, or a curve */
export function makeKey(
  kind: string,
  name = kind,
  { usage = "digitalSignature,nonRepudiation", days = ["-days", "20"] }: Made = {},
): string {
  if (existsSync(inKeys(`${name}.pem`))) return `${name}.pem`;
  authority();
  openssl("genpkey", ...(GENERATED[kind] ?? ["-algorithm", "EC", "-pkeyopt", `ec_paramgen_curve:${kind}`]), "-out", `${name}.key`);
  openssl("req", "-new", "-utf8", "-key", `${name}.key`, "-subj", `/C=DE/O=Müller GmbH/CN=Erika ${name}`, "-out", `${name}.csr`);
  writeFileSync(inKeys(`${name}.ext`), `keyUsage=critical,${usage}\n`);
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", `${name}.ext`];
  openssl("x509", "-req", "-in", `${name}.csr`, ...by, ...days, "-out", `${name}.crt`);
  writeFileSync(
    inKeys(`${name}.pem`),
    ["key", "crt"].map((end) => readFileSync(inKeys(`${name}.${end}`), "utf8")).join("") + readFileSync(inKeys("ca.pem"), "utf8"),
  );
  return `${name}.pem`;
}

export const signerOf = (kind: string, algorithms = {}): OpenSigner => openKeyFiles({ key: keyFile(makeKey(kind)) }, algorithms);

const TIME = 1_767_225_600_000;

export const environment = (more: Partial<SigningEnvironment> = {}): SigningEnvironment => ({
  budgets: { pdf_bytes: 1e8, pdf_objects: 1e6, pdf_decoded_bytes: 1e9, pdf_depth: 100 },
  crypto: nodeCrypto,
  time: TIME,
  network: () => Promise.reject(new Error("no network")),
  trust: [],
  revocation: [],
  drawLook: lookDrawer(engine),
  ...more,
});

/** A signature of a file, by its bytes alone: the newest with this sub-filter. */
export function bytesOfSignature(
  pdf: Uint8Array,
  index = -1,
): { readonly cms: Uint8Array; readonly data: Uint8Array; readonly range: readonly number[] } {
  const text = Buffer.from(pdf).toString("latin1");
  const found = [...text.matchAll(/\/ByteRange ?\[(\d+) (\d+) (\d+) (\d+)/g)].at(index);
  if (!found) throw new Error("no signature");
  const range = found.slice(1).map(Number);
  const [a, b, c, d] = range as [number, number, number, number];
  const hex = text.slice(b + 1, c - 1);
  const whole = Buffer.from(hex, "hex");
  const length = 4 + whole.readUInt16BE(2);
  return {
    cms: new Uint8Array(whole.subarray(0, length)),
    data: new Uint8Array(Buffer.concat([pdf.subarray(a, b), pdf.subarray(c, c + d)])),
    range,
  };
}

/** OpenSSL's verdict on the newest signature. */
export function opensslVerdict(pdf: Uint8Array): string {
  const { cms, data } = bytesOfSignature(pdf);
  const [signature, content] = [fileOf(cms), fileOf(data)];
  const given = [
    "-inform",
    "DER",
    "-in",
    signature,
    "-content",
    content,
    "-binary",
    "-purpose",
    "any",
    "-CAfile",
    inKeys("ca.pem"),
    "-out",
    fileOf(new Uint8Array()),
  ];
  return (
    spawnSync("openssl", ["cms", "-verify", ...given], { encoding: "utf8" })
      .stderr.trim()
      .split("\n")
      .at(-1) ?? ""
  );
}

export function python(script: string, ...args: readonly string[]): string {
  const file = path.join(root, "tests/support/pyhanko", script);
  const { status, stdout, stderr } = spawnSync("python3", [file, ...args], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: packages },
  });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return stdout;
}

interface Verdict {
  readonly field: string;
  readonly valid: boolean;
  readonly coverage: string;
  readonly changes: string | null;
  readonly docmdp: boolean | null;
}

export const pyhankoVerdicts = (pdfs: readonly Uint8Array[], anchor = inKeys("ca.pem")): readonly (readonly Verdict[])[] =>
  python("validate.py", anchor, ...pdfs.map(fileOf))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as readonly Verdict[]);

/** Poppler's text on all signatures. */
export const pdfsig = (pdf: Uint8Array): string => ran("pdfsig", fileOf(pdf)).stdout;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export interface Authorities {
  readonly tsa: string;
  readonly address: string;
  stop(): void;
}

/** Certomancer: certificates, OCSP, CRLs and time stamps over HTTP; keys are in `keys/`. */
export async function authorities(): Promise<Authorities> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  mkdirSync(inKeys("keys"), { recursive: true });
  for (const name of ["root", "interm", "signer", "revoked", "tsa", "ocsp"])
    openssl("genpkey", ...GENERATED["rsa"]!, "-out", path.join("keys", `${name}.key`));
  const config = readFileSync(path.join(root, "tests/support/pyhanko/authorities.yml"), "utf8").replace("http://localhost", address);
  writeFileSync(inKeys("authorities.yml"), config);
  const program = spawn(
    "python3",
    ["-m", "certomancer", "--config", inKeys("authorities.yml"), "animate", "--port", String(port), "--no-web-ui"],
    {
      env: { ...process.env, PYTHONPATH: packages },
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  await new Promise<void>((resolve, reject) => {
    let text = "";
    program.stderr.on("data", (part: Buffer) => {
      text += part.toString();
      if (text.includes("Running on")) resolve();
    });
    program.on("exit", () => reject(new Error(`certomancer ended: ${text}`)));
  });
  return { tsa: `${address}/arch/tsa/tsa`, address: `${address}/arch`, stop: () => void program.kill() };
}
