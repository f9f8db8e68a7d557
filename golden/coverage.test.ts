import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../tests/support/tools.js";
import { cases } from "./cases.js";
import { everything, schema, use } from "./schema-use.js";

/*
 * A golden uses each property and enum value of the schema, an error.json reaches each rule; exceptions are in pending.txt. UPDATE=pending
 * rewrites it.
 */
const pendingFile = path.join(import.meta.dirname, "pending.txt");
/** Rules that no known request reaches: bounds of loops, and failures of libraries and fonts. */
const BUG_TRAPS = ["barcode-encoder", "font-engine"];

/** Declared in order to be refused by name: an error case must use them. */
const ALWAYS_REFUSED = [
  "Defaults.color",
  "Defaults.font_family",
  "Defaults.font_size",
  "Defaults.unit",
  "FieldElement.role",
  ...["kind = list", "kind = signature", "multiline = true"].map((f) => `FieldInline.${f}`),
  ...["lock", "multiple"].flatMap((f) => ["", " = false", " = true"].map((value) => `FieldInline.${f}${value}`)),
  "Settings.e_invoice",
  "WatermarkStyle.background",
  "WatermarkStyle.text_overflow = paginate",
  "VariableInline.scope = binding",
  "VariableInline.scope = computed",
  "PlacedNode.spacing",
  // there are no signers: tests/signatures/service.test.ts has some
  "Settings.signatures",
  ...["signer", "level", "field", "reason", "location", "contact", "certify", "appearance"].map((f) => `SignatureSettings.${f}`),
  ...["no_changes", "fill_forms", "annotate"].map((f) => `SignatureSettings.certify = ${f}`),
  ...["text", "image"].map((f) => `SignatureAppearance.${f}`),
  ...["alt", "reading_order", "role"].map((f) => `BlockContainer.${f}`),
  ...["article", "artifact", "aside", "figure", "list", "list_item", "quote", "section"].map((role) => `BlockContainer.role = ${role}`),
  ...["space_before", "space_after", "indent_left", "indent_right", "indent_first_line", "hanging_indent"].map(
    (f) => `ParagraphStyle.${f}`,
  ),
  ...["keep_together", "keep_with_next", "widow_orphan_control", "tabs"].map((f) => `ParagraphStyle.${f}`),
  ...["marker_gap", "item_spacing", "start_at", "continuation"].map((f) => `ListSettings.${f}`),
];

const has = (dir: string, file: string): boolean => readdirSync(dir).includes(file);

/** Refused by a token's policy only: tests/service/owners.test.ts tests each limit. */
const OF_POLICIES = ["picture-bytes"];

/** Refused with a lowered setting only, as a request with more is not read: tests/service/limits.test.ts. */
const OF_SETTINGS = ["projection-totals"];

/** Refused by the build for browsers only: tests/browser/browser.test.ts. */
const OF_BROWSERS = ["picture-decoder"];

/** Refused in fonts of one's own, which no golden has: tests/fonts. */
const OF_FONTS = ["font-instances", "field-font"];

/** Refused after an unknown signer only: tests/signatures/service.test.ts. */
const OF_SIGNERS = ["signature-certify"];
/** Refused in fonts of one's own, as those that come with Platen have fewer fills: tests/fonts/color-fonts.test.ts. */
const OF_COLORS = ["glyph-fills"];

/** Rules in the sources of the compiler and the callers of backends; those with computed names are listed here. */
function rules(): Set<string> {
  const out = new Set([
    "shape-type",
    "shape-enum",
    "shape-required",
    "shape-unknown",
    "shape-union",
    "shape-alternative",
    ...["value", "field", "barcode"].map((fault) => `payload-${fault}`),
    "outside-left",
    "outside-right",
    "outside-top",
    "outside-bottom",
    "too-wide-for-room",
    "too-high-for-room",
    "font-missing",
    "font-strict",
    ...["html", "picture-place", "link", "picture", "depth", "footnote"].map((fault) => `markdown-${fault}`),
  ]);
  const files = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
      e.isDirectory() ? files(path.join(dir, e.name)) : /(?<!\.test|\.d)\.ts$/.test(e.name) ? [path.join(dir, e.name)] : [],
    );
  // warnings refuse nothing (golden/mistakes reaches each); rules of templates, e-invoices and values of forms are not those of requests:
  // compiler/template/template.test.ts, tests/einvoice/route.test.ts and tests/forms cover them
  const others = ["template", "einvoice", "fill", "warn"].map((folder) => path.join(root, "compiler", folder) + path.sep);
  const ofRequests = files(path.join(root, "compiler")).filter((file) => !others.some((folder) => file.startsWith(folder)));
  const sources = [...ofRequests, path.join(root, "runtime", "engine", "renderer.ts")];
  for (const file of sources.filter((f) => !f.endsWith("explain.ts"))) {
    const text = readFileSync(file, "utf8");
    for (const m of text.matchAll(/\bfail\(\s*"API-\d+",\s*"([a-z0-9-]+)"/g)) out.add(m[1]!);
    for (const m of text.matchAll(/\bnoRoom\(\s*"([a-z0-9-]+)"/g)) out.add(m[1]!);
    for (const m of text.matchAll(/(?<!needs\.)\b(?:r\.add|this\.add|add|problem)\(\s*"([a-z0-9-]+)"/g)) out.add(m[1]!);
    for (const m of text.matchAll(/"(path-[a-z]+)"/g)) out.add(m[1]!);
  }
  for (const trap of BUG_TRAPS) out.delete(trap);
  for (const rule of [...OF_POLICIES, ...OF_SETTINGS, ...OF_BROWSERS, ...OF_FONTS, ...OF_SIGNERS, ...OF_COLORS]) out.delete(rule);
  return out;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

test("what no golden uses and no error.json reaches is exactly what pending.txt lists", () => {
  const used = new Set<string>();
  const reached = new Set<string>();
  for (const c of cases) {
    if (has(c.dir, "error.json")) {
      const inError = new Set<string>();
      const value = parsed(c.body);
      if (value !== null) use(schema, value, "DocumentRequest", inError);
      for (const k of ALWAYS_REFUSED) if (inError.has(k)) used.add(k);
      reached.add((JSON.parse(readFileSync(path.join(c.dir, "error.json"), "utf8")) as { rule: string }).rule);
    } else use(schema, JSON.parse(new TextDecoder().decode(c.body)), "DocumentRequest", used);
  }
  const all = everything();
  const lines = [
    "# Generated by golden/coverage.test.ts (UPDATE=pending); it only gets shorter.",
    ...[...all].filter((k) => !used.has(k)).sort(),
    ...[...rules()]
      .filter((r) => !reached.has(r))
      .sort()
      .map((r) => `refusal ${r}`),
  ];
  const text = `${lines.join("\n")}\n`;
  if (process.env["UPDATE"] === "pending") writeFileSync(pendingFile, text);
  expect(text).toBe(readFileSync(pendingFile, "utf8"));
  // an unreached rule is never pending: rule and case are written together
  expect(lines.filter((l) => l.startsWith("refusal"))).toEqual([]);
  expect([...reached].filter((r) => !rules().has(r))).toEqual([]);
});
