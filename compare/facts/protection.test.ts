import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { open, pageFile } from "../../tests/pdf-reader/open.js";
import { has, needs } from "../../tests/support/tools.js";
import type { ProtectionFacts } from "./facts.js";
import { protectionOf } from "./protection.js";

const haveQpdf = needs("qpdf", has("qpdf"));
const dir = mkdtempSync(path.join(tmpdir(), "platen-protection-"));

function locked(...options: readonly string[]): { readonly ours: ProtectionFacts | null; readonly theirs: string } {
  const [from, to] = [path.join(dir, "from.pdf"), path.join(dir, "to.pdf")];
  writeFileSync(from, pageFile("", ""));
  execFileSync("qpdf", ["--allow-weak-crypto", "--encrypt", "", "owner", ...options, "--", from, to]);
  return { ours: protectionOf(open(readFileSync(to))), theirs: execFileSync("qpdf", ["--show-encryption", to], { encoding: "utf8" }) };
}

/** Words of qpdf, in the order of the facts. */
const NAMES = [
  ["print", "print low resolution"],
  ["print_high_quality", "print high resolution"],
  ["modify", "modify other"],
  ["copy", "extract for any purpose"],
  ["annotate", "modify annotations"],
  ["fill_forms", "modify forms"],
  ["extract_accessibility", "extract for accessibility"],
  ["assemble", "modify document assembly"],
] as const;
const allowed = (theirs: string): readonly string[] =>
  NAMES.filter(([, words]) => theirs.includes(`${words}: allowed`)).map(([name]) => name);

test.runIf(haveQpdf)("methods are those that qpdf is told", () => {
  const method = (...options: readonly string[]): string | undefined => locked(...options).ours?.method;
  expect(method("40")).toBe("RC4-40");
  expect(method("128", "--use-aes=n")).toBe("RC4-128");
  expect(method("128", "--use-aes=n", "--force-V4")).toBe("RC4-128");
  expect(method("128", "--use-aes=y")).toBe("AES-128");
  expect(method("256")).toBe("AES-256");
  expect(method("256", "--force-R5")).toBe("AES-256");
});

test.runIf(haveQpdf)("permissions are those that qpdf shows", () => {
  const options = [
    "--print=none",
    "--print=low",
    "--extract=n",
    "--accessibility=n",
    "--annotate=n",
    "--form=n",
    "--modify-other=n",
    "--assemble=n",
    "--modify=none",
  ];
  const seen = new Set<string>();
  for (const [length, ...more] of [["256"], ["128", "--use-aes=y"]] as const)
    for (const option of ["", ...options]) {
      const { ours, theirs } = locked(length, ...more, ...(option === "" ? [] : [option]));
      expect(ours?.permissions, `${length} ${option}`).toEqual(allowed(theirs));
      seen.add(ours!.permissions.join());
    }
  expect(seen.size).toBeGreaterThan(7);
});

test.runIf(haveQpdf)("permissions of the first revisions are those of their four bits", () => {
  expect(locked("40").ours!.permissions).toHaveLength(8);
  expect(locked("40", "--print=n").ours!.permissions).not.toContain("print_high_quality");
  expect(locked("40", "--print=n", "--annotate=n").ours!.permissions).toEqual(["modify", "copy", "extract_accessibility", "assemble"]);
});

test("a file that is not encrypted has no protection", () => {
  expect(protectionOf(open(pageFile("", "")))).toBeNull();
});
