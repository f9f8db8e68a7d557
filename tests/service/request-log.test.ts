import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { cases } from "../../golden/cases.js";
import { compile } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { ServiceError, type PublicCode } from "../../runtime/errors/errors.js";
import { refusalFacts, withoutFound } from "../../runtime/http/request/request-log.js";
import { Engine } from "../../runtime/engine/engine.js";
import { logged } from "../../runtime/errors/logged.js";
import { root } from "../support/tools.js";

/* Log lines of refusals contain the reason, and no content of the caller. */

const vocabulary = readFileSync(path.join(root, "schemas/document-request.schema.json"), "utf8").toLowerCase();

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
    const { code, message } = refusalFacts(
      new ServiceError(refused.code as PublicCode, refused.message, { reason: logged(refused.problem, body) }),
    );
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
  expect(messages.filter((m) => m.replaceAll(/…|\W/g, "").length < 5)).toEqual([]);
});

test.each([
  ['found "Jane Doe", allowed are a, b', "found …, allowed are a, b"],
  ['must be a number; found "Jane; Doe"', "must be a number; found …"],
  ['unknown asset "logo \\"x\\" y"', "unknown asset …"],
  ['a quotation that is cut off: "Jane Do', "a quotation that is cut off: …"],
  ["found -1, it must be greater than 0", "found …, it must be greater than 0"],
  ["no font has U+13000 (𓀀)", "no font has …"],
])("%s", (message, logged) => {
  expect(withoutFound(message)).toBe(logged);
});

describe("names that the schemas do not have are not in the log, those that they have are", () => {
  const engine = new Engine();
  const log = async (request: object): Promise<{ at: unknown; message: unknown }> => {
    const body = new TextEncoder().encode(JSON.stringify(request));
    const e: unknown = await compile(body, engine.world()).then(
      (compiled) => void [...compiled.pages()],
      (failure: unknown) => failure,
    );
    if (!(e instanceof RenderError)) throw new Error("it is not refused");
    const { at, message } = refusalFacts(new ServiceError(e.code as PublicCode, e.message, { reason: logged(e.problem, body) }));
    return { at, message };
  };
  const page = (element: object): object => ({ pages: [{ size: "a4", elements: [element] }] });
  const table = (columns: readonly object[], rows: readonly object[]): object =>
    page({ type: "table", layout: { left: 10, top: 10 }, width: 100, columns, rows });
  const column = (key: string): object => ({ key, width: { mode: "auto" } });
  test.each([
    ["a root field", { jane_doe: 1 }, "…", /^unknown field; allowed here: \$schema, settings, /],
    ["a field", page({ type: "text", "Jane Doe": 1, layout: {}, content: "x" }), "pages[0].elements[0].…", /^unknown field; /],
    [
      "a column",
      table([column("jane"), column("salary")], [{ doe: "1" }]),
      "pages[0].elements[0].rows[0].…",
      /^must be the key of a column, /,
    ],
    ["columns alike", table([column("jane"), column("jane")], []), "pages[0].elements[0].columns[1].key", /^must be a key/],
    [
      "a data set",
      { datasets: { salary: { fields: [{ name: "jane", type: "number" }], rows: [] } }, pages: [{ size: "a4" }] },
      "datasets.….fields[0].name",
      /unknown field/,
    ],
    ["a known field", page({ type: "circle", cx: 1, cy: 1, r: -1 }), "pages[0].elements[0].r", /^must be /],
  ])("%s", async (_, request, at, message) => {
    const said = await log(request);
    expect(said.at).toBe(at);
    expect(said.message).toMatch(message);
    expect(JSON.stringify(said)).not.toMatch(/jane|doe|salary/i);
  });

  test("of strings of any length and of text that breaks off", () => {
    const problem = { code: "API-001", rule: "x", src: ROOT, reason: "jane is unknown, doe too" } as const;
    const body = `{"a\\"": "${"x".repeat(12_000_000)}", "${"\\\\".repeat(100_000)}": 1, "j\\u0061ne": 1, "<${"a".repeat(2_000_000)}": 1, "doe`;
    expect(logged(problem, new TextEncoder().encode(body))).toBe("… is unknown, … too");
  });

  test("names of an invoice's XML", () => {
    const reason = "CII-ELEMENT: ram:JaneDoe is not allowed in ExchangedDocument in the profile en16931 (line 1)";
    const content = "<rsm:ExchangedDocument><ram:JaneDoe salary='1'/></rsm:ExchangedDocument>";
    const body = new TextEncoder().encode(JSON.stringify({ settings: { e_invoice: { xml: { content } } } }));
    const src = at(ROOT, "settings", "e_invoice", "xml", "content");
    expect(logged({ code: "API-002", rule: "e-invoice", src, reason }, body)).toBe(
      "settings.e_invoice.xml.content: CII-ELEMENT: ram:… is not allowed in ExchangedDocument in the profile en16931 (line 1)",
    );
  });
});

test("the service's own refusals are whole, with what callers do not see", () => {
  expect(refusalFacts(new ServiceError("API-102", "the token is revoked"))).toEqual({
    code: "API-102",
    message: "the token is not valid",
    reason: "the token is revoked",
  });
  expect(refusalFacts(new ServiceError("API-404", "the route does not exist"))).toEqual({
    code: "API-404",
    message: "the route does not exist",
  });
});
