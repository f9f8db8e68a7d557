// ISO 32000-1, 7.9.6 and 7.9.7.
import type { ObjectWriter } from "./object-writer.js";
import type { Dict, PdfValue, Ref, Text } from "./object.js";

/** a single leaf for most trees */
export const LEAF = 64;

/** Writes a name tree (ISO 32000-1, 7.9.6); `entries` in byte order of their ASCII keys. */
export const nameTree = (file: ObjectWriter, entries: readonly (readonly [Text, PdfValue])[]): Dict => tree(file, "Names", entries);

/** Writes a number tree (7.9.7); `entries` in ascending order. */
export const numberTree = (file: ObjectWriter, entries: readonly (readonly [number, PdfValue])[]): Dict => tree(file, "Nums", entries);

function tree(file: ObjectWriter, kind: "Names" | "Nums", entries: readonly (readonly [PdfValue, PdfValue])[]): Dict {
  if (entries.length <= LEAF) return { [kind]: entries.flat() };
  let level = chunks(entries).map((list) => ({ from: list[0]![0], to: list.at(-1)![0], dict: { [kind]: list.flat() } }));
  while (true) {
    const nodes = level.map((n) => ({ ...n, ref: file.add({ ...n.dict, Limits: [n.from, n.to] }) }));
    if (nodes.length <= LEAF) return { Kids: nodes.map((n) => n.ref) };
    level = chunks(nodes).map((list) => ({ from: list[0]!.from, to: list.at(-1)!.to, dict: { Kids: list.map((n): Ref => n.ref) } }));
  }
}

function chunks<T>(list: readonly T[]): T[][] {
  const out: T[][] = [];
  for (let i = 0; i < list.length; i += LEAF) out.push(list.slice(i, i + LEAF));
  return out;
}
