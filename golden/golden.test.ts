import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { print, printStructure, validate } from "../ir/index.js";
import { cases, displayList, equals, refusalOf, refused, testEngine } from "./cases.js";
import { compare, compareList } from "./expected.js";
import { INVOICES, isShown, readDrawn } from "./invoices.js";

/* FILTER=text runs the cases whose name contains it; UPDATE=text writes their expectations. */
const filter = process.env["FILTER"] ?? "";

describe("golden cases", () => {
  for (const c of cases.filter((x) => x.name.includes(filter))) {
    test(c.name, async () => {
      const refusal = await refusalOf(c.body, c.engine, c.options);
      const file = (name: string): string => path.join(c.dir, name);
      if (refusal) {
        if (existsSync(file("ir.txt"))) throw new Error(`refused: ${refusal.message}`);
        compare(file("error.json"), `${JSON.stringify(refusal, null, 2)}\n`, c.name);
        return;
      }
      if (existsSync(file("error.json"))) throw new Error("the request is no longer refused");
      const doc = await displayList(c.body, c.options, c.engine);
      expect(validate(doc)).toEqual([]);
      await compareList(file("ir.txt"), print(doc), c.name);
      compare(file("tags.txt"), printStructure(doc), c.name);
      // with dumps, passes process the whole document; otherwise they may stream sequences
      expect(await displayList(c.body, { ...c.options, after: () => undefined }, c.engine)).toEqual(doc);
    });
  }
});

describe("XML of invoices that are drawn", () => {
  for (const c of cases.filter((x) => x.name.startsWith(`${INVOICES}/`) && x.name.includes(filter))) {
    const sent = new Uint8Array(readFileSync(path.join(c.dir, "request.json")));
    if (!isShown(sent)) test(c.name, () => compare(path.join(c.dir, "invoice.xml"), new TextDecoder().decode(readDrawn(sent).xml), c.name));
  }
});

test("what is refused in the test font is refused in the bundled ones", async () => {
  expect(refused().length).toBeGreaterThan(500);
  for (const c of refused()) expect(await refusalOf(c.body), c.name).not.toBeNull();
});

describe("two requests, equal pages", () => {
  for (const pair of equals.filter((x) => x.name.includes(filter))) {
    test(pair.name, async () => {
      const ops = async (body: Uint8Array): Promise<unknown> => {
        const doc = await displayList(body, {}, testEngine);
        return JSON.parse(
          JSON.stringify({ pages: doc.pages, resources: doc.resources }, (key, value: unknown) => (key === "source" ? 0 : value)),
        );
      };
      expect(await ops(pair.a)).toEqual(await ops(pair.b));
    });
  }
});
