import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { cases } from "../golden/cases.js";
import { compile } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import { publicError, ServiceError } from "../runtime/errors.js";
import { refusalFacts, withoutFound } from "../runtime/http/request-log.js";
import { root } from "./tools.js";

/* What the log says of a refusal: why, but nothing that a caller has said. */

/** Words that are the contract's, in whatever request they stand. */
const vocabulary = readFileSync(path.join(root, "schemas/document-request.schema.json"), "utf8").toLowerCase();

/** What a request says in words of its own: its texts and names. */
function ownWords(value: unknown): readonly string[] {
  if (typeof value === "string") return value.length < 4 || vocabulary.includes(value.toLowerCase()) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(ownWords);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(ownWords) : [];
}

test("no refused golden's message in the log has what the request says", async () => {
  const messages: string[] = [];
  const leaks: string[] = [];
  for (const { name, dir, body, engine } of cases) {
    if (!existsSync(path.join(dir, "error.json"))) continue;
    const refused: unknown = await compile(body, engine.world())
      .then(
        (compiled) => void [...compiled.pages()],
        (e: unknown) => e,
      )
      .catch((e: unknown) => e);
    if (!(refused instanceof RenderError)) continue;
    const { code, message } = refusalFacts(publicError(refused));
    expect([name, code]).toEqual([name, refused.code]);
    messages.push(String(message));
    let request: unknown;
    try {
      request = JSON.parse(new TextDecoder().decode(body));
    } catch {
      continue;
    }
    for (const said of ownWords(request)) if (String(message).includes(said)) leaks.push(`${name}: ${said}: ${String(message)}`);
  }
  expect(leaks).toEqual([]);
  expect(messages.length).toBeGreaterThan(200);
  // they still say something
  expect(messages.filter((m) => m.replaceAll(/…|\W/g, "").length < 5)).toEqual([]);
});

test.each([
  ['found "Jane Doe", allowed are a, b', "found …, allowed are a, b"],
  ['must be a number; found "Jane; Doe"', "must be a number; found …"],
  ['there is no asset "logo \\"x\\" y"', "there is no asset …"],
  ['a quotation that is cut off: "Jane Do', "a quotation that is cut off: …"],
  ["found -1, it must be greater than 0", "found …, it must be greater than 0"],
  ["no font has U+13000 (𓀀)", "no font has …"],
])("%s", (message, logged) => {
  expect(withoutFound(message)).toBe(logged);
});

test("the service's own refusals are whole, with what callers do not see", () => {
  expect(refusalFacts(new ServiceError("API-102", "the token is revoked"))).toEqual({
    code: "API-102",
    message: "the token is not valid",
    reason: "the token is revoked",
  });
  expect(refusalFacts(new ServiceError("API-404", "there is no such route"))).toEqual({
    code: "API-404",
    message: "there is no such route",
  });
});
