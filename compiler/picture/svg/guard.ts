import { PictureFault } from "../fault.js";
import { attributeOf, tokensOf, type Token } from "./tokens.js";

/** Bytes of an SVG file, and elements it may come to once everything used is put in its place. */
const MAX_BYTES = 8 << 20;
const MAX_ELEMENTS = 100_000;

const refuse = (reason: string): never => {
  throw new PictureFault("svg", reason);
};

/**
 * What must not reach the SVG reader: entities, files outside, and documents that multiply themselves.
 * @throws PictureFault
 */
export function guardSvg(text: string): readonly Token[] {
  if (text.length > MAX_BYTES) refuse(`the SVG file has ${text.length} characters, at most ${MAX_BYTES} are read`);
  const tokens = tokensOf(text);
  for (const { kind, text: tag, name, rest } of tokens) {
    if (kind !== "tag") continue;
    if (/<!ENTITY/i.test(tag)) refuse("the SVG file declares entities, which are not read");
    if (!["image", "feImage", "use", "tref"].includes(name)) continue;
    for (const key of ["href", "xlink:href"]) {
      const target = (attributeOf(rest, key) ?? "").trim();
      if (target !== "" && !target.startsWith("#") && !/^data:/i.test(target))
        refuse(`the SVG file's ${name} refers to ${JSON.stringify(target.slice(0, 60))}; nothing outside the file is read`);
    }
  }
  if (expanded(tokens) > MAX_ELEMENTS) refuse(`the SVG file comes to more than ${MAX_ELEMENTS} elements when what it uses is put in place`);
  return tokens;
}

interface Part {
  own: number;
  readonly uses: string[];
}

/** Elements after every `use` has been replaced by what it names; cycles, which draw nothing, count once. */
function expanded(tokens: readonly Token[]): number {
  const parts = new Map<string, Part>();
  const root: Part = { own: 0, uses: [] };
  // of the open elements, those with an id: what is inside them counts for them
  const open: (Part | null)[] = [];
  const named: Part[] = [];
  for (const { kind, name, rest, closing, empty } of tokens) {
    if (kind !== "tag" || name === "") continue;
    if (closing) {
      if (open.pop()) named.pop();
      continue;
    }
    const id = attributeOf(rest, "id");
    const part: Part | null = id === undefined ? null : { own: 0, uses: [] };
    if (id !== undefined && part) parts.set(id, part);
    const target = name === "use" ? (attributeOf(rest, "href") ?? attributeOf(rest, "xlink:href"))?.trim() : undefined;
    // the innermost element with an id stands for those around it
    const inner = named.at(-1) ?? root;
    inner.own++;
    if (part) {
      inner.uses.push(id!);
      inner.own--;
      part.own++;
    }
    if (target?.startsWith("#")) (part ?? inner).uses.push(target.slice(1));
    if (empty) continue;
    open.push(part);
    if (part) named.push(part);
  }
  const known = new Map<string, number>();
  const count = (p: Part, depth: number): number => p.uses.reduce((sum, id) => Math.min(sum + of(id, depth + 1), 10 * MAX_ELEMENTS), p.own);
  const of = (id: string, depth: number): number => {
    const seen = known.get(id);
    if (seen !== undefined) return seen;
    const part = parts.get(id);
    if (!part || depth > 1000) return 0;
    known.set(id, 0);
    const n = count(part, depth);
    known.set(id, n);
    return n;
  };
  return count(root, 0);
}
