import { CONTRACT_LIMITS } from "../core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../core/world.js";
import { describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { messageOf } from "../core/fail.js";
import { materialize } from "./materialize.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Element } from "../request/types/element.js";
import type { TableElement } from "../request/types/table.js";

const table = (rows: TableElement["rows"]): TableElement => ({
  type: "table",
  layout: { left: 10, flow: true },
  columns: [{ key: "a", header: "A", width: { mode: "fixed", value: 20 } }],
  rows,
});
const NAMED = { projection: "sales" };
const container = (...elements: Element[]): Element => ({
  type: "container",
  layout: { left: 1, top: 1, children: { mode: "linear" } },
  width: 50,
  elements,
});
const text: Element = { type: "text", layout: { left: 10, top: 40, flow: false }, content: "x" };

describe("a materialized request", () => {
  test("is what was sent where nothing in it stands for something else", () => {
    const rows = [{ a: 1 }];
    const sent: DocumentRequest = {
      $schema: "x",
      settings: { metadata: { title: "T" } },
      pages: [{ size: "a4", elements: [text, container(table(rows), text)] }, { size: "a6" }],
      header: { layout: { height: 10 }, elements: [table(rows)] },
      layers: {
        background: { fill: { color: "#FFFFFF" } },
        watermark: { template: { type: "text", content: "w" } },
        stamp: { elements: [text] },
      },
    };
    const { request, unresolved } = materialize(sent, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN });
    expect(request).toEqual(sent);
    expect(unresolved.size).toBe(0);
    expect(request.pages![0]!.elements![0]).toBe(text);
    expect(
      materialize(sent, { allow: [] }, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }).request.settings,
    ).toEqual({ metadata: {} });
  });

  test("has an element for each reference that leads nowhere, and knows it wherever it is", () => {
    const chart: Element = { type: "chart", kind: "bar", width: 10, height: 10, data: NAMED };
    const section = { layout: { height: 20 }, elements: [table(NAMED)] };
    const sent: DocumentRequest = {
      pages: [{ size: "a4", elements: [text, table(NAMED), container(container(chart), text)] }],
      header: section,
      footer: section,
      layers: { background: { elements: [chart] }, stamp: { elements: [container(table(NAMED))] } },
    };
    const { request, unresolved } = materialize(sent, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN });
    expect([...unresolved.keys()].map((el) => el.type).sort()).toEqual(["chart", "chart", "table", "table", "table", "table"]);
    expect(JSON.stringify(request)).not.toContain("projection");
    expect(unresolved.has(request.header!.elements![0]!)).toBe(true);
    expect(sent.pages![0]!.elements![1]).toEqual(table(NAMED));
  });

  test("is refused where a reference leads nowhere, among the other problems in the order of the request", async () => {
    const listed = await engine.problems({
      pages: [{ size: "a4", elements: [{ ...text, style: { font_size: -1 } }, table(NAMED), table([{ b: 1 }])] }],
      header: { layout: { height: 20 }, elements: [{ ...table(NAMED), layout: { left: 10, top: 1 } }] },
    });
    expect(listed.map((p) => [p.rule, messageOf(p).slice(0, 50)])).toEqual([
      ["font-size", "pages[0].elements[0].style.font_size: must be from"],
      ["projection-name", "pages[0].elements[1].rows.projection: must be a pr"],
      ["row-key", "pages[0].elements[2].rows[0].b: must be the key of"],
      ["projection-name", "header.elements[0].rows.projection: must be a proj"],
    ]);
  });
});
