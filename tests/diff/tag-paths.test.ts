import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { factsOf } from "../../compare/facts/document.js";
import type { TagFact } from "../../compare/facts/facts.js";
import { rendering } from "../../golden/cases.js";
import type { StructNode } from "../../ir/ir.js";
import { diff, type DocumentRequest } from "../../runtime/index.js";
import { originsOf } from "../../runtime/diff/origins.js";
import { displayList } from "../../runtime/views/views.js";
import { open } from "../pdf-reader/open.js";

/* A difference of a tag names the element that made the tag (DF-19). */

const tools = { sha256: (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex") };

/** Tags in preorder with their alternative texts. */
function altsOf(root: TagFact): readonly (string | undefined)[] {
  return [root.properties.get("Alt"), ...root.kids.flatMap(altsOf)];
}

/** Paths of elements by their alternative texts, which only one element has. */
function altPaths(node: StructNode, sources: readonly string[], out = new Map<string, string[]>()): ReadonlyMap<string, readonly string[]> {
  if (node.alt !== undefined && node.alt !== "") out.set(node.alt, [...(out.get(node.alt) ?? []), sources[node.source]!]);
  for (const kid of node.kids) if (typeof kid !== "number") altPaths(kid, sources, out);
  return out;
}

test("alternative texts in a PDF have the path of their element", async () => {
  let compared = 0;
  const wrong: string[] = [];
  for (const { name, body, engine, options } of rendering()) {
    if (Object.keys(options).length > 0 || !/"alt"/.test(new TextDecoder().decode(body))) continue;
    const { doc, blobs } = await displayList(engine, body, {});
    if (!doc.tagged) continue;
    const { tags } = await factsOf(open(engine.write(doc, blobs).pdf), tools).whole();
    const paths = altPaths(doc.structure, doc.sources);
    const origins = originsOf(doc, (path) => path);
    altsOf(tags!).forEach((alt, i) => {
      const own = alt === undefined ? undefined : paths.get(alt);
      if (own?.length !== 1 || own[0] === "") return;
      compared++;
      const told = origins.tag(i);
      if (told === null || !own[0]!.startsWith(told)) wrong.push(`${name} ${alt!}: ${told}, not ${own[0]!}`);
    });
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(10);
});

test("a heading of another level is told at its element", async () => {
  const report = (level: number): DocumentRequest =>
    ({
      settings: { profile: "pdfa-ua1", metadata: { title: "T", language: "en" } },
      flow_document: {
        page_masters: { main: { size: "a5" } },
        segments: [
          {
            page_master: "main",
            content: ([1, 0, level, 0] as const).map((of, i) => ({
              type: "block",
              ...(of > 0 && { semantics: { role: "heading", heading_level: of } }),
              element: { type: "text", content: `Words ${i}` },
            })),
          },
        ],
      },
    }) as DocumentRequest;
  const { differences } = await diff(report(1), report(2), { only: ["tag"] });
  expect(differences).toMatchObject([{ property: "role", path: { a: "/flow_document/segments/0/content/2/element" } }]);
});
