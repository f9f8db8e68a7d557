import path from "node:path";
import { describe, expect, test } from "vitest";
import { print, printStructure } from "../ir/index.js";
import { cases, engine } from "./cases.js";
import { compare } from "./expected.js";
import { abridged, handMade, PRETTY, prettyPdf, refusalOf } from "./pretty.js";

/* Of handwritten display lists and some requests. UPDATE=name writes it. */

describe("display lists written by hand", () => {
  test.each(handMade)("$name", (c) => {
    const refusal = refusalOf(c);
    const file = (name: string): string => path.join(c.dir, name);
    expect(refusal !== null, refusal?.message).toBe(c.name.startsWith("refused-"));
    if (refusal) return compare(file("error.json"), `${JSON.stringify(refusal, null, 2)}\n`, `ir/${c.name}`);
    compare(file("ir.txt"), print(c.doc), `ir/${c.name}`);
    compare(file("tags.txt"), printStructure(c.doc), `ir/${c.name}`);
    compare(file("pretty.pdf.txt"), abridged(engine.write(c.doc, c.blobs, { pretty: true }).pdf), `ir/${c.name}`);
  });
});

describe("requests as readable PDF", () => {
  test.each(PRETTY)("%s", async (name) => {
    const c = cases.find((x) => x.name === name)!;
    compare(path.join(c.dir, "pretty.pdf.txt"), abridged(await prettyPdf(c)), `pretty/${name}`);
  });
});
