import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SecuritySettings } from "../../compiler/request/types/document.js";
import { encryption, type Crypto } from "../../backends/pdf/syntax/encrypt.js";
import { engine } from "../../golden/cases.js";
import { has, needs } from "../support/tools.js";
import { runs } from "../support/runs.js";

/* qpdf reports the permissions, poppler and mutool read the text with the password only. */
const dir = mkdtempSync(path.join(tmpdir(), "platen-security-"));
const haveQpdf = needs("qpdf", has("qpdf"));
const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext"));
const haveMutool = needs("mutool (mupdf-tools)", has("mutool"));

const SAID = "For your eyes only";

async function locked(name: string, security: SecuritySettings, pretty = false): Promise<string> {
  const element = {
    type: "text",
    layout: { left: 5, top: 5 },
    content: SAID,
    link: { target: { type: "url", url: "https://example.com/secret-address" } },
  };
  const request = {
    settings: { security, metadata: { title: "A secret title" } },
    pages: [{ width: 100, height: 30, elements: [element] }],
  };
  const file = path.join(dir, `${name}.pdf`);
  writeFileSync(file, (await engine.renderLater(request, { pretty })).pdf);
  return file;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const run = (tool: string, ...args: readonly string[]): Ran => spawnSync(tool, args, { encoding: "utf8" });

const ALGORITHMS = ["aes_256", "aes_128"] as const;

const NAMES = {
  print: "print low resolution",
  print_high_quality: "print high resolution",
  modify: "modify other",
  copy: "extract for any purpose",
  annotate: "modify annotations",
  fill_forms: "modify forms",
  extract_accessibility: "extract for accessibility",
  assemble: "modify document assembly",
} as const;

describe.each(ALGORITHMS)("%s", (algorithm) => {
  test.runIf(haveQpdf)("each permission is what qpdf says of it", async () => {
    for (const denied of [null, ...Object.keys(NAMES)] as const) {
      const permissions = denied === null ? {} : { [denied]: false };
      const file = await locked(`${algorithm}-${denied}`, { algorithm, owner_password: "owner", permissions });
      const { stdout } = run("qpdf", "--show-encryption", file);
      expect(stdout).toContain(algorithm === "aes_256" ? "R = 6" : "R = 4");
      expect(stdout).toContain(`stream encryption method: ${algorithm === "aes_256" ? "AESv3" : "AESv2"}`);
      for (const [permission, called] of Object.entries(NAMES)) {
        // high quality implies printing; forms and accessibility have separate bits
        const off = permission === denied || (permission === "print_high_quality" && denied === "print");
        expect(`${denied}: ${/^.*$/m.exec(stdout.slice(stdout.indexOf(`${called}:`)))![0]}`).toBe(
          `${denied}: ${called}: ${off ? "not allowed" : "allowed"}`,
        );
      }
      expect(run("qpdf", "--check", file).status).toBe(0);
    }
  });

  test.each([false, true])("both passwords open it and no other does (pretty: %s)", async (pretty) => {
    const file = await locked(`${algorithm}-both-${pretty}`, { algorithm, open_password: "sesame", owner_password: "owner" }, pretty);
    for (const password of ["sesame", "owner"]) {
      if (haveQpdf) expect(run("qpdf", `--password=${password}`, "--check", file).status).toBe(0);
      if (haveMutool) expect(run("mutool", "draw", "-q", "-p", password, "-F", "txt", file).stdout).toContain(SAID);
    }
    if (havePoppler) {
      expect(run("pdftotext", "-upw", "sesame", file, "-").stdout).toContain(SAID);
      expect(run("pdftotext", "-opw", "owner", file, "-").stdout).toContain(SAID);
      expect(run("pdfinfo", "-upw", "sesame", file).stdout).toContain("A secret title");
    }
    for (const password of ["", "Sesame", "sesame ", "owne"]) {
      if (haveQpdf) expect(run("qpdf", `--password=${password}`, "--check", file).status).toBe(2);
      if (havePoppler) expect(run("pdftotext", "-upw", password, file, "-").stdout).toBe("");
      if (haveMutool) expect(run("mutool", "draw", "-q", "-p", password, "-F", "txt", file).stdout).toBe("");
    }
  });

  test("nothing said can be read without the password: texts, links, metadata", async () => {
    const file = await locked(`${algorithm}-secret`, { algorithm, open_password: "sesame" }, true);
    const { stdout } = run("cat", file);
    expect(stdout).toContain("/Encrypt");
    for (const secret of ["secret", "A secret title", "example.com"]) expect(stdout).not.toContain(secret);
  });
});

test.runIf(haveMutool)("what SASLprep takes for the same password opens the document", async () => {
  const file = await locked("saslprep", { open_password: "I\u00adX \u2168" });
  expect(run("mutool", "draw", "-q", "-p", "IX IX", "-F", "txt", file).stdout).toContain(SAID);
});

test("without salts of chance the bytes are the same", () => {
  const seen: string[] = [];
  for (let i = 0; i < 2; i++) {
    let n = 0;
    const counting: Crypto = { ...engine.crypto, random: (length) => Uint8Array.from({ length }, () => n++ & 255) };
    const e = encryption({ algorithm: "aes_256", open: Uint8Array.of(1), owner: Uint8Array.of(2), denied: [] }, counting);
    seen.push(JSON.stringify([e.dict, [...e.encrypt(Uint8Array.of(1, 2, 3), 7)]]));
  }
  expect(seen[0]).toBe(seen[1]);
});

test.runIf(haveQpdf)("any passwords that are accepted open the document in qpdf", async () => {
  const password = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ALGORITHMS), password, password, async (algorithm, open, owner) => {
      let file;
      try {
        file = await locked("any", { algorithm, open_password: open, owner_password: owner });
      } catch (e) {
        expect(String(e)).toMatch(/password/);
        expect(String(e)).not.toContain("undefined");
        return;
      }
      // a blank password does not lock; qpdf takes bytes, so only unambiguous encodings are tried
      if (!/^[\x21-\x7e]+$/.test(open) || !/^[\x21-\x7e]+$/.test(owner)) return;
      for (const p of [open, owner]) expect(run("qpdf", `--password=${p}`, "--check", file).status).toBe(0);
    }),
    { numRuns: runs(60), seed: 6 },
  );
});
