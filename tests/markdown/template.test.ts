import { expect, test } from "vitest";
import { collect } from "../../compiler/compile.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { renderText } from "../../backends/text/text.js";
import { testEngine } from "../../golden/cases.js";
import type { IrDocument, StructNode } from "../../ir/ir.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { compileNow } from "../support/at-once.js";

/* Markdown in templates (L33). */

function bound(source: string, value: string): IrDocument {
  const parsed = parseTemplate({
    schema: { fields: [{ name: "note", type: "string" }] },
    flow_document: {
      page_masters: { main: { size: "a6" } },
      segments: [{ page_master: "main", content: [{ type: "markdown", source }] }],
    },
  });
  if ("problems" in parsed) throw new Error(parsed.problems[0]!.reason);
  const made = bindTemplate(parsed.template, { note: value }, 0, localeFiles);
  if ("problems" in made) throw new Error(made.problems[0]!.reason);
  return collect(compileNow(made.request, testEngine.world()));
}

const roles = ({ structure }: IrDocument): readonly string[] => {
  const all = (node: StructNode): readonly string[] => [
    node.role,
    ...node.kids.flatMap((kid) => (typeof kid === "object" ? all(kid) : [])),
  ];
  return all(structure).slice(1);
};
const shown = (doc: IrDocument): string => renderText(doc).replace(/\s+/g, " ").trim();

test("a source that is exactly a value is Markdown", () => {
  for (const source of ["{{note}}", "{{ note }}"]) {
    const doc = bound(source, "# Title\n\n- *one*\n- two");
    expect(roles(doc)).toEqual(["H1", "L", "LI", "Lbl", "LBody", "P", "LI", "Lbl", "LBody", "P"]);
    expect(shown(doc)).toBe("Title •one •two".replace(/•/g, "• "));
  }
});

test("a value inside a longer source is text, whatever it contains", () => {
  for (const value of ["# not a heading", "*not* `code` <b> [x](y)", "1. no list", "{page} {{note}}", "&amp; \\* |", "a\n\n# b"]) {
    const doc = bound("Note: {{note}}", value);
    expect(roles(doc)).toEqual(["P"]);
    expect(shown(doc)).toBe(`Note: ${value.replace(/\s+/g, " ")}`);
  }
});

test("braces in the text are no variables", () => {
  const doc = bound("{{note}}", "{page} {total_pages} {page:x} {{note}}");
  expect(shown(doc)).toBe("{page} {total_pages} {page:x} {{note}}");
});
