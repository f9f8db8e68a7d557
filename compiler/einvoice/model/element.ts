// Elements with the path of their terms, in UTF-8 (I31).
import { NAMESPACES } from "../xml/node.js";
import type { Step } from "./tree.js";
import type { Path } from "./value.js";
import { lookup } from "../../../base/lookup.js";

export interface Element {
  /** name with the customary prefix */
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  /** null for an element of elements */
  readonly text: string | null;
  readonly children: readonly Element[];
  /** of its term or group in the invoice */
  readonly path: Path;
  readonly step: Step;
}

const TEXT: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };
const VALUE: Readonly<Record<string, string>> = { ...TEXT, '"': "&quot;", "\n": "&#10;", "\t": "&#9;" };
const textOf = (text: string): string => text.replace(/[&<>\r]/g, (c) => lookup(TEXT, c)!);
const valueOf = (text: string): string => text.replace(/[&<>\r\n\t"]/g, (c) => lookup(VALUE, c)!);

/** UBL's root is in the default namespace. */
const ROOTS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "rsm:CrossIndustryInvoice": (["rsm", "ram", "udt", "qdt"] as const).map((p) => [`xmlns:${p}`, NAMESPACES[p]] as const),
  Invoice: [["xmlns", NAMESPACES.ubl], ...(["cac", "cbc"] as const).map((p) => [`xmlns:${p}`, NAMESPACES[p]] as const)],
  CreditNote: [["xmlns", NAMESPACES.cn], ...(["cac", "cbc"] as const).map((p) => [`xmlns:${p}`, NAMESPACES[p]] as const)],
};

/** Writes an element, indented by two blanks, with LF. */
export function serialize(root: Element): string {
  const out = ['<?xml version="1.0" encoding="UTF-8"?>'];
  const write = ({ name, attributes, text, children }: Element, indent: string): void => {
    const start = `${indent}<${name}${attributes.map(([n, v]) => ` ${n}="${valueOf(v)}"`).join("")}`;
    if (text !== null) out.push(`${start}>${textOf(text)}</${name}>`);
    else if (children.length === 0) out.push(`${start}/>`);
    else {
      out.push(`${start}>`);
      for (const c of children) write(c, `${indent}  `);
      out.push(`${indent}</${name}>`);
    }
  };
  write({ ...root, attributes: [...lookup(ROOTS, root.name)!, ...root.attributes] }, "");
  return `${out.join("\n")}\n`;
}

/** Returns the nearest element to an XPath with positions, with its ancestors, outermost first. */
export function elementsAt(root: Element, location: string): readonly Element[] {
  const steps = location.split("/").slice(2);
  const found = [root];
  for (const step of steps) {
    const [, name, place] = /^(.*?)(?:\[(\d+)\])?$/.exec(step)!;
    const named = found.at(-1)!.children.filter((c) => c.name === name);
    const next = named[place === undefined ? 0 : Number(place) - 1];
    if (!next) break;
    found.push(next);
  }
  return found;
}
