import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { engine } from "../../golden/cases.js";
import { accessibleFiles } from "../pdf-reader/open.js";
import { faults, haveVera } from "../support/verapdf.js";

/* veraPDF's files of PDF/UA-2 as imported pages: taken or refused as they are labelled, and what is taken is written validly (AX-17). */

interface Answer {
  readonly name: string;
  readonly kind: "pass" | "fail";
  /** null for a refused one */
  readonly pdf: Uint8Array | null;
  readonly message: string;
}

const answers: Answer[] = [];
beforeAll(async () => {
  for (const { name, kind, bytes } of accessibleFiles("ua2")) {
    const source = { kind: "base64", payload: Buffer.from(bytes).toString("base64") };
    const request = { settings: { profile: "pdfa-ua2", metadata: { title: "Imported", language: "en" } }, pages: [{ import: { source } }] };
    try {
      answers.push({ name, kind, pdf: (await engine.renderLater(request)).pdf, message: "" });
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      answers.push({ name, kind, pdf: null, message: e.message });
    }
  }
});

/** The link of this file has no description, which another rule demands. */
const OTHER_RULE = ["8.2.5.20-t02-pass-a.pdf"];
/** Clauses about content that another clause has first: a root without Document, a link without a description. */
const OTHER_CLAUSE: ReadonlyMap<string, string> = new Map([
  ["8.2.5.2-t01-fail-a.pdf", "8.2.1"],
  ["8.2.5.20-t02-fail-a.pdf", "8.9.4.2"],
]);

test("files that conform are taken", () => {
  const pass = answers.filter(({ kind }) => kind === "pass");
  expect(pass.length).toBeGreaterThan(35);
  expect(pass.filter(({ pdf }) => pdf === null).map(({ name }) => name)).toEqual(OTHER_RULE);
});

test("files that are refused break the clause of their label", () => {
  const refused = answers.filter(({ kind, pdf }) => kind === "fail" && pdf === null);
  expect(refused.length).toBeGreaterThan(30);
  const others = refused.filter(({ name, message }) => {
    const clause = OTHER_CLAUSE.get(name) ?? /^[\d.]+\d/.exec(name)![0];
    // fonts are judged by PDF/A-4 first
    return clause.startsWith("8.4.5.") ? !message.includes("ISO 19005-4, 6.2.10.") : !message.includes(`ISO 14289-2, ${clause})`);
  });
  expect(others.map(({ name, message }) => `${name}: ${message}`)).toEqual([]);
});

describe.runIf(haveVera)("veraPDF", () => {
  test("what is taken is written validly, also where a fault of the file is not of its pages", () => {
    const dir = mkdtempSync(path.join(tmpdir(), "platen-ua2-corpus-"));
    const judged = answers.flatMap(({ name, pdf }) => {
      if (!pdf) return [];
      const file = path.join(dir, name);
      writeFileSync(file, pdf);
      return [{ flavour: "ua2", file }];
    });
    expect(judged.length).toBeGreaterThan(50);
    expect(faults(judged)).toEqual([]);
  });
});
