import fc from "fast-check";
import { guidelinesOf, type JudgedProfile } from "../../../compiler/einvoice/xml/guideline.js";
import { NAMESPACES, type Node, type Syntax } from "../../../compiler/einvoice/xml/node.js";
import { ROOT_TYPE, typesOf, type Child, type Types } from "../../../compiler/einvoice/xml/structure/tree.js";
import { valuesOf, type ValueType } from "../../../compiler/einvoice/xml/structure/values.js";
import { parseXml } from "../../../compiler/einvoice/xml/xml.js";

export interface Tree {
  name: string;
  attributes: [string, string][];
  children: Tree[];
  text: string;
}

export function treeOf(xml: Uint8Array): Tree {
  const parsed = parseXml(xml);
  if (!("root" in parsed)) throw new Error(parsed.message);
  return copyOf(parsed.root);
}

const copyOf = (n: Node): Tree => ({
  name: `${n.prefix}:${n.name}`,
  attributes: [...n.attributes].filter(([name]) => !name.startsWith("{")),
  children: n.children.map(copyOf),
  text: n.text,
});

const clone = (t: Tree): Tree => ({ ...t, attributes: t.attributes.map((a) => [...a]), children: t.children.map(clone) });

/** Without elements unknown to the profile, with the n-th of its identifiers. */
export function fitted(tree: Tree, profile: JudgedProfile, n = 0): Tree {
  const types = typesOf(profile);
  const values = valuesOf(profile);
  const fit = (t: Tree, typeName: string): Tree => {
    const type = types.get(typeName);
    if (!type)
      return { ...t, attributes: t.attributes.filter(([name]) => values[typeName.split(":")[0]!]!.attributes.has(name)), children: [] };
    const counts = new Map<string, number>();
    const children = t.children.flatMap((c) => {
      const child = type.children.find((d) => `${d.prefix}:${d.name}` === c.name);
      const count = (counts.get(c.name) ?? 0) + 1;
      counts.set(c.name, count);
      return child && count <= child.most ? [fit(c, child.type)] : [];
    });
    return { ...t, children, text: "" };
  };
  const out = fit(tree, ROOT_TYPE);
  const guideline = places(out).find((p) => p.path.endsWith("ram:GuidelineSpecifiedDocumentContextParameter/ram:ID"));
  if (guideline) guideline.tree.text = guidelineOf(profile, n);
  return out;
}

const PEPPOL = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const guidelineOf = (profile: JudgedProfile, n = 0): string =>
  profile === "peppol"
    ? PEPPOL
    : guidelinesOf(profile === "xrechnung" ? "xrechnung" : "factur_x", profile === "core" ? "en16931" : profile)[n]!;

const isUbl = (tree: Tree): boolean => tree.name.startsWith("ubl:") || tree.name.startsWith("cn:");
const syntaxOf = (tree: Tree): Syntax => (isUbl(tree) ? "ubl" : "cii");

export function fittedUbl(tree: Tree, profile: JudgedProfile, n = 0): Tree {
  const out = clone(tree);
  const guideline = out.children.find((c) => c.name === "cbc:CustomizationID");
  if (guideline) guideline.text = guidelineOf(profile, n);
  return out;
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

export const fileOf = (tree: Tree): string => fileWith(tree, "ram");

/** `ram`: prefix for the namespace that is customarily ram; "" for none. */
export function fileWith(tree: Tree, ram: string): string {
  const own = (name: string): string => (ram === "ram" ? name : name.replace(/^ram:/, ram === "" ? "" : `${ram}:`));
  const write = (t: Tree, more = ""): string => {
    const attributes = t.attributes.map(([n, v]) => ` ${n}="${escaped(v)}"`).join("");
    const inner = t.children.length > 0 ? t.children.map((c) => write(c)).join("") : escaped(t.text);
    return `<${own(t.name)}${more}${attributes}>${inner}</${own(t.name)}>\n`;
  };
  const declared = Object.entries(NAMESPACES).map(
    ([p, uri]) => ` ${p === "ram" ? (ram === "" ? "xmlns" : `xmlns:${ram}`) : `xmlns:${p}`}="${uri}"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(tree, declared.join(""))}`;
}

interface Place {
  readonly tree: Tree;
  readonly parent: Tree | null;
  readonly path: string;
  readonly type: string | undefined;
  readonly child: Child | undefined;
}

function places(root: Tree, types?: Types): Place[] {
  const out: Place[] = [];
  const visit = (place: Place): void => {
    out.push(place);
    const { tree, path, type } = place;
    for (const c of tree.children) {
      const child = types?.get(type ?? "")?.children.find((d) => c.name.endsWith(`:${d.name}`));
      visit({ tree: c, parent: tree, path: `${path}/${c.name}`, type: child?.type, child });
    }
  };
  visit({
    tree: root,
    parent: null,
    path: root.name,
    type: types && (isUbl(root) ? root.name.replace(/^.*:/, "") : ROOT_TYPE),
    child: undefined,
  });
  return out;
}

const CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B"];
const TEXTS = [
  ...CATEGORIES,
  "",
  " ",
  "0",
  "0.00",
  "-1",
  "VAT",
  "vat",
  "GST",
  "380",
  "381",
  "384",
  "XX",
  "DE",
  "IT",
  "GR",
  "EL1",
  "EUR",
  "USD",
  "30",
  "58",
  "59",
  "48",
  "20241301",
  "true",
  "false",
  "1.005",
  "100",
  "5",
  "916",
  "130",
  "50",
  "AAA",
  "VATEX-EU-AE",
  "#PMT#x",
  "#BAR#B2B#",
  "B2B",
  "B2",
  "M8",
  "2026-02-30",
  "20260115",
  "123456789",
];
const ATTRIBUTES: readonly (readonly [string, string])[] = [
  ["schemeID", "VA"],
  ["schemeID", "FC"],
  ["schemeID", "0088"],
  ["schemeID", "9999"],
  ["schemeID", "EM"],
  ["schemeID", "SEPA"],
  ["schemeID", "0002"],
  ["schemeID", "0009"],
  ["schemeID", "0208"],
  ["schemeID", "0225"],
  ["currencyID", "EUR"],
  ["currencyID", "USD"],
  ["currencyID", "ZZZ"],
  ["unitCode", "C62"],
  ["unitCode", "nope"],
  ["format", "102"],
  ["format", "610"],
  ["listID", "AA"],
  ["listID", "ABC"],
  ["name", "x"],
  ["mimeCode", "application/pdf"],
  ["mimeCode", "application/xml"],
  ["schemeName", "x"],
];

const SPACES = [" ", "\n", "\t", "\u00a0", "\u2003", "\u3000", "\ufeff"];

type Change =
  | { readonly kind: "drop" | "double" | "forward" | "blank" | "unattribute"; readonly at: number }
  | { readonly kind: "cents"; readonly at: number; readonly by: number }
  | { readonly kind: "text"; readonly at: number; readonly to: string }
  | { readonly kind: "space"; readonly at: number; readonly to: string; readonly before: boolean }
  | { readonly kind: "attribute"; readonly at: number; readonly to: readonly [string, string] }
  | { readonly kind: "category"; readonly at: number; readonly to: string; readonly rate: string | null }
  | { readonly kind: "borrow"; readonly at: number; readonly from: number };

const at = fc.nat(1_000_000);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("drop" as const, "double" as const, "forward" as const, "blank" as const, "unattribute" as const),
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("cents" as const), at, by: fc.constantFrom(1, -1, 100, -100, 99, -99, 0.5, 1e6) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("text" as const), at, to: fc.constantFrom(...TEXTS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("space" as const), at, to: fc.constantFrom(...SPACES), before: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("attribute" as const), at, to: fc.constantFrom(...ATTRIBUTES) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("category" as const),
      at,
      to: fc.constantFrom(...CATEGORIES),
      rate: fc.constantFrom(null, "0", "0.00", "19", "-1"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("borrow" as const), at, from: at }) },
);

const RAM = fc.oneof({ weight: 9, arbitrary: fc.constant("ram") }, { weight: 1, arbitrary: fc.constantFrom("r", "") });

/** `file`: modulo the count; `inside`: changes keep to the profile's structure. */
export const changes = fc.record({ file: at, list: fc.array(change, { minLength: 1, maxLength: 3 }), inside: fc.boolean(), ram: RAM });
type Changes = typeof changes extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(from: readonly T[], n: number): T | undefined => (from.length === 0 ? undefined : from[n % from.length]);
const isNumber = (t: Tree): boolean => t.children.length === 0 && /(Amount|Quantity|Percent)$/.test(t.name);
const hasText = (t: Tree): boolean => t.children.length === 0;

interface Room {
  readonly types: Types;
  readonly values: Readonly<Record<string, ValueType>>;
}

/** `all`: sources of borrowed elements */
export function changed(all: readonly Tree[], { file, list, inside }: Changes, profile?: JudgedProfile): Tree {
  const root = clone(pick(all, file)!);
  const syntax = syntaxOf(root);
  const room = inside && profile ? { types: typesOf(profile, syntax), values: valuesOf(profile, syntax) } : undefined;
  for (const c of list) apply(root, c, all, room);
  return root;
}

function fits(c: Change, { tree, parent, type, child }: Place, { values }: Room): boolean {
  const count = parent?.children.filter((s) => s.name === tree.name).length ?? 0;
  const value = values[type?.split(":")[0] ?? ""];
  switch (c.kind) {
    case "drop":
      return child !== undefined && count > child.least;
    case "double":
      return child !== undefined && count < child.most;
    case "forward":
      return false;
    case "blank":
      return value?.fits("") ?? false;
    case "text":
      return value?.fits(c.to) ?? false;
    case "space":
      return value?.fits(spaced(tree.text, c)) ?? false;
    case "attribute":
      return value?.attributes.has(c.to[0]) ?? false;
    case "unattribute":
      return value?.required.length === 0;
    default:
      return true;
  }
}

const spaced = (text: string, c: Change & { readonly kind: "space" }): string => (c.before ? c.to + text : text + c.to);

function apply(root: Tree, c: Change, all: readonly Tree[], room: Room | undefined): void {
  const here = places(root, room?.types);
  const inner = here.filter((p) => p.parent !== null && (!room || fits(c, p, room)));
  if (c.kind === "drop" || c.kind === "double" || c.kind === "forward") {
    const p = pick(inner, c.at);
    if (!p) return;
    const siblings = p.parent!.children;
    const i = siblings.indexOf(p.tree);
    if (c.kind === "drop") siblings.splice(i, 1);
    else if (c.kind === "double") siblings.splice(i, 0, clone(p.tree));
    else if (i > 0) siblings.splice(i - 1, 0, ...siblings.splice(i, 1));
  } else if (c.kind === "cents") {
    const p = pick(
      inner.filter((q) => isNumber(q.tree)),
      c.at,
    );
    if (p) p.tree.text = (Number(p.tree.text) + c.by / 100).toFixed(c.by === 0.5 ? 3 : 2);
  } else if (c.kind === "text" || c.kind === "blank" || c.kind === "space") {
    const p = pick(
      inner.filter((q) => hasText(q.tree)),
      c.at,
    );
    if (p) p.tree.text = c.kind === "text" ? c.to : c.kind === "space" ? spaced(p.tree.text, c) : "";
  } else if (c.kind === "attribute" || c.kind === "unattribute") {
    const p =
      c.kind === "attribute"
        ? pick(
            inner.filter((q) => hasText(q.tree)),
            c.at,
          )
        : pick(
            inner.filter((q) => q.tree.attributes.length > 0),
            c.at,
          );
    if (p) p.tree.attributes = c.kind === "attribute" ? [...p.tree.attributes.filter(([n]) => n !== c.to[0]), [...c.to]] : [];
  } else if (c.kind === "category") {
    const isCode = (q: Place): boolean => q.tree.name === "cbc:ID" && /:(Classified)?TaxCategory$/.test(q.parent?.name ?? "");
    const codes = inner.filter((q) => q.tree.name === "ram:CategoryCode" || isCode(q));
    const from = pick(codes, c.at)?.tree.text;
    for (const q of codes.filter((d) => d.tree.text === from)) {
      q.tree.text = c.to;
      const rates = q.parent!.children.filter((r) => r.name === "ram:RateApplicablePercent" || r.name === "cbc:Percent");
      if (c.rate !== null) for (const r of rates) r.text = c.rate;
      else if (c.to === "O") q.parent!.children = q.parent!.children.filter((r) => !rates.includes(r));
    }
  } else if (c.kind === "borrow") borrow(here, c, all, room);
}

function borrow(here: readonly Place[], c: Change & { readonly from: number }, all: readonly Tree[], room: Room | undefined): void {
  const other = pick(all, c.from)!;
  const p = pick(
    places(other).filter((q) => q.parent !== null),
    c.at,
  );
  if (!p) return;
  const target = here.find((h) => h.path === p.path.slice(0, p.path.lastIndexOf("/")));
  if (!target) return;
  const most = room?.types.get(target.type ?? "")?.children.find((d) => p.tree.name.endsWith(`:${d.name}`))?.most ?? 0;
  if (room && target.tree.children.filter((s) => s.name === p.tree.name).length >= most) return;
  const siblings = p.parent!.children;
  const before = new Set(siblings.slice(0, siblings.indexOf(p.tree) + 1).map((s) => s.name));
  const index = target.tree.children.findLastIndex((s) => before.has(s.name)) + 1;
  target.tree.children.splice(index, 0, clone(p.tree));
}
