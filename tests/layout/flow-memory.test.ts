import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* A flow's boxes live until its last page; what its layout and lines take is released on the way. */
const PAGES = 4000;
const FROM = 1000;
const TO = 3800;
/** of a page of two texts: structure and sources; with lines they are 4.9 kB */
const MOST = 3000;

const engine = pathToFileURL(path.join(root, "dist/runtime/engine/engine.js")).href;
const PROGRAM = `
import { Engine } from ${JSON.stringify(engine)};
import { limitsWith } from ${JSON.stringify(engine.replace("runtime/engine/engine.js", "compiler/core/limits.js"))};
const text = (content) => ({ type: "block", element: { type: "text", content } });
const content = Array.from({ length: ${PAGES} }, (_, i) => [...(i > 0 ? [{ type: "break", kind: "page" }] : []), text("Ticket " + i), text("Seat " + i)]).flat();
const flow_document = { page_masters: { m: { size: "a6", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } } }, segments: [{ page_master: "m", content }] };
const held = [];
const onPage = (page) => {
  if (page !== ${FROM} && page !== ${TO}) return;
  gc();
  held.push(process.memoryUsage().heapUsed);
};
const limits = limitsWith({ flow_nodes: 100000, flow_elements: 100000 });
const { pages } = await new Engine().renderLater({ flow_document }, { onPage, limits, sink: { write: () => undefined } });
console.log(JSON.stringify({ pages, each: (held[1] - held[0]) / ${TO - FROM} }));
`;

test("a page of a long flow leaves neither its lines nor its glyphs", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", PROGRAM], { encoding: "utf8" });
  expect(stderr).toBe("");
  const { pages, each } = JSON.parse(stdout) as { readonly pages: number; readonly each: number };
  expect(pages).toBe(PAGES);
  expect(each).toBeLessThan(MOST);
});
