import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { RenderError, renderTemplate, symbolText, type UpnPayload } from "../../runtime/index.js";
import { root } from "../support/tools.js";

const folder = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-symbol-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]): { status: number | null; stdout: Buffer; stderr: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "symbol", ...args], {
    cwd: folder,
  });
  return { status, stdout, stderr: stderr.toString() };
};

const UPN: UpnPayload = {
  kind: "upn",
  recipient: { name: "Čebelica", street: "B", town: "C" },
  purpose_code: "OTHR",
  purpose: "D",
  recipient_iban: "SI56 0110 0600 0005 649",
};
const KSEF = {
  kind: "ksef",
  code: "certificate",
  nip: "1111111111",
  sha256: "UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE",
  certificate_serial: "01F20A5D352AE590",
} as const;
writeFileSync(at("upn.json"), JSON.stringify(UPN));
writeFileSync(at("wrong.json"), JSON.stringify({ ...UPN, recipient_iban: "SI57011006000005649" }));
writeFileSync(at("ksef.json"), JSON.stringify(KSEF));

test("--text prints the bytes and nothing more", async () => {
  const { status, stdout, stderr } = run("upn.json", "--text");
  expect([status, stderr]).toEqual([0, ""]);
  const { text, bytes, format, options } = await symbolText(UPN);
  expect(stdout.equals(Buffer.from(bytes))).toBe(true);
  expect(new TextDecoder("iso-8859-2").decode(bytes)).toBe(text);
  expect([format, options]).toEqual(["qrcode", { error_correction: "M", version: 15 }]);
});

test("--sign prints what a KSeF code II signs, without its signature", async () => {
  const { status, stdout } = run("ksef.json", "--sign");
  const text = `qr.ksef.mf.gov.pl/certificate/Nip/1111111111/1111111111/01F20A5D352AE590/${KSEF.sha256}`;
  expect([status, stdout.toString()]).toEqual([0, text]);
  expect((await symbolText(KSEF, { sign: true })).text).toBe(text);
  expect(run("ksef.json", "--text")).toMatchObject({ status: 1, stderr: expect.stringContaining("signature is missing") as string });
  expect(run("upn.json", "--sign").status).toBe(1);
});

test.each([
  ["svg", "<svg"],
  ["png", "PNG"],
  ["pdf", "%PDF-"],
])("-o X.%s draws the symbol", (extension, magic) => {
  expect(run("upn.json", "-o", `symbol.${extension}`)).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(at(`symbol.${extension}`), "latin1").slice(0, 100)).toContain(magic);
});

test("a refused payload exits with 1, wrong usage with 2, and neither writes", () => {
  const refused = run("wrong.json", "-o", "wrong.pdf");
  expect([refused.status, refused.stderr.startsWith("API-002 recipient_iban (wrong.json:1:")]).toEqual([1, true]);
  for (const args of [["upn.json"], ["upn.json", "-o", "a.gif"], ["upn.json", "--text", "--sign"], ["none.json", "--text"], []])
    expect([args, run(...args).status]).toEqual([args, 2]);
  expect(existsSync(at("wrong.pdf"))).toBe(false);
});

test("symbolText refuses with the path in the payload", async () => {
  const refusal = await symbolText({ ...UPN, purpose: "€" }).catch((e: unknown) => e);
  expect(refusal).toBeInstanceOf(RenderError);
  expect(refusal).toMatchObject({ code: "API-002", message: expect.stringMatching(/^purpose: .*U\+20AC/) as string });
});

test("a payload takes bindings, and a refused record is named", async () => {
  const fields = ["name", "iban"].map((name) => ({ name, type: "string" as const }));
  const payload = { kind: "epc" as const, name: "{{name}}", iban: "{{iban}}" };
  const barcode = { type: "barcode", layout: { left: 9, top: 9 }, width: 40, height: 40, payload };
  const template = { schema: { fields }, pages: [{ size: "a6", elements: [barcode] }] };
  const record = { name: "{page} {{x}}", iban: "DE89370400440532013000" };
  expect((await renderTemplate(template as never, [record])).pages).toBe(1);
  const failed = await renderTemplate(template as never, [record, { ...record, iban: "DE88370400440532013000" }]).catch((e: unknown) => e);
  expect((failed as Error).message).toMatch(/^data\[1\]: pages\[0\]\.elements\[0\]\.payload\.iban: must be /);
});
