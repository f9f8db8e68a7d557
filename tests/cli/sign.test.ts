import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { pdfOf } from "../support/pdf.js";
import { haveOpenssl, inKeys, makeKey, openssl, opensslVerdict } from "../support/signatures.js";
import { root } from "../support/tools.js";

const cli = path.join(root, "dist/runtime/cli/cli.js");
const dir = mkdtempSync(path.join(tmpdir(), "platen-sign-"));
const at = (name: string): string => path.join(dir, name);

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: Uint8Array): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "sign", ...args], {
    encoding: "latin1",
    cwd: dir,
    env: { ...process.env, ...env },
    ...(input && { input }),
  });
  return { status, stdout, stderr };
}

describe.runIf(haveOpenssl)("platen sign (SG-1 to SG-3)", () => {
  beforeAll(async () => {
    const pdf = await pdfOf({ pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Before" }] }] });
    writeFileSync(at("in.pdf"), pdf);
    makeKey("rsa");
    openssl("pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.crt", "-certfile", "ca.pem", "-out", "k.p12", "-passout", "pass:geheim");
    writeFileSync(at("password"), "geheim\nmore\n");
  });
  const key = (): readonly string[] => ["--key", inKeys("rsa.pem")];

  test("signs, and prints what it made", () => {
    const { status, stdout } = run(["in.pdf", "-o", "a.pdf", ...key(), "--json", "--box", "10,60,50,20", "--text", "{name}\\n{date}"]);
    expect(status).toBe(0);
    const made = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(made)).toEqual(["field", "level", "kind", "signer", "revision", "bytes"]);
    expect(made).toMatchObject({
      field: "Signature1",
      level: "b-b",
      kind: "approval",
      revision: 2,
      bytes: readFileSync(at("a.pdf")).length,
    });
    expect(opensslVerdict(new Uint8Array(readFileSync(at("a.pdf"))))).toBe("CMS Verification successful");
    expect(run(["a.pdf", "-o", "b.pdf", ...key(), "--level", "PAdES-B-B", "--certify", "annotate"]).status).toBe(1);
    expect(existsSync(at("b.pdf"))).toBe(false);
  });

  test("standard input and output", () => {
    const { status, stdout } = run(["-", "-o", "-", ...key()], {}, new Uint8Array(readFileSync(at("in.pdf"))));
    expect(status).toBe(0);
    expect(opensslVerdict(new Uint8Array(Buffer.from(stdout, "latin1")))).toBe("CMS Verification successful");
  });

  test("passwords come from the environment or a file, and are in no message", () => {
    const p12 = ["in.pdf", "-o", "p.pdf", "--key", inKeys("k.p12")];
    expect(run(p12, { PLATEN_KEY_PASSWORD: "geheim" }).status).toBe(0);
    expect(run([...p12, "--password-file", "password"]).status).toBe(0);
    for (const env of [{}, { PLATEN_KEY_PASSWORD: "falsch" }] as const) {
      const { status, stderr } = run(p12, env);
      expect(status).toBe(1);
      expect(stderr).toContain("the password");
      expect(stderr).not.toContain("falsch");
    }
  });

  test.each([
    ["a level without a TSA", [...["--level", "b-t"]], "--tsa"],
    ["an unknown level", ["--level", "b-x"], "b-b, b-t, b-lt, b-lta"],
    ["a page that is not a number", ["--page", "x"], "--page"],
    ["a box of three numbers", ["--box", "1,2,3"], "--box"],
    ["an unknown certification", ["--certify", "all"], "no_changes"],
    ["an unknown digest", ["--digest", "sha1"], "sha256"],
    ["a TSA with access in its address", ["--tsa", "http://user:password@localhost/"], "PLATEN_TSA_AUTH"],
    ["a picture that is not there", ["--image", "none.png"], "none.png"],
  ])("%s is wrong usage", (_, options, words) => {
    const { status, stderr } = run(["in.pdf", "-o", "u.pdf", ...key(), ...options]);
    expect([status, existsSync(at("u.pdf"))]).toEqual([2, false]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain("user:password@");
  });

  test("without a key and a level to raise to, it is wrong usage", () => {
    expect(run(["in.pdf", "-o", "u.pdf"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--key") as string });
    expect(run(["in.pdf", "-o", "u.pdf", "--level", "b-lta"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--tsa") as string,
    });
    expect(run(["in.pdf", "-o", "u.pdf", "--level", "b-lt"]).status).toBe(1);
  });
});
