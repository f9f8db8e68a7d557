import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bindBatch, parseTemplate } from "../compiler/template/template.js";
import { engine } from "../golden/cases.js";
import { builtIn, builtInIds } from "../runtime/templates/templates.js";
import { root } from "./tools.js";

/* What looks wrong in a request, where nothing should: a warning that is not meant teaches to pass over all of them. */

const warningsOf = async (request: Uint8Array | object): Promise<readonly string[]> => {
  const { errors, warnings } = await engine.findings(request, { warnings: true });
  expect(errors).toEqual([]);
  return warnings.map((w) => `${w.rule}: ${String(w.reason)}`);
};

const requests = ["starters", "examples"].flatMap((folder) =>
  readJson(folder).filter(({ json }) => "pages" in json || "flow_document" in json),
);

test("what people begin with warns of nothing", { timeout: 120_000 }, async () => {
  expect(requests.length).toBeGreaterThan(20);
  for (const { name, json } of requests) expect(await warningsOf(withoutInvoice(json)), name).toEqual([]);
});

test("nor do templates of the package, with few data and with all", async () => {
  for (const id of builtInIds()) {
    const parsed = parseTemplate(builtIn(id)!);
    if (!("template" in parsed)) throw new Error(id);
    for (const data of ["minimal", "full"]) {
      const record = JSON.parse(readFileSync(path.join(root, `templates/data/${id}.${data}.json`), "utf8")) as unknown;
      const bound = bindBatch(parsed.template, [record]);
      if (!("requests" in bound)) throw new Error(id);
      expect(await warningsOf(bound.requests[0]!), `${id} ${data}`).toEqual([]);
    }
  }
});

test("how a text that leaves its frame may be helped depends on what it may do already", async () => {
  const of = (style: object): object => ({
    pages: [
      {
        size: "a6",
        elements: [
          { type: "text", layout: { left: 20, top: 20 }, content: "more than a line of it", style: { width: 12, height: 4, ...style } },
        ],
      },
    ],
  });
  expect(await warningsOf(of({}))).toEqual([expect.stringContaining("set shrink_to_fit or choose another overflow")]);
  expect(await warningsOf(of({ shrink_to_fit: true, min_font_size: 8 }))).toEqual([
    expect.stringMatching(/shorten the text or set a smaller min_font_size$/),
  ]);
});

/** e-invoices are checked on their own way */
const withoutInvoice = (json: { readonly settings?: object }): object => ({
  ...json,
  settings: { ...json.settings, e_invoice: undefined },
});

function readJson(folder: string): readonly { readonly name: string; readonly json: object }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({ name: `${folder}/${name}`, json: JSON.parse(readFileSync(path.join(root, folder, name), "utf8")) as object }));
}
