import { PictureFault } from "../fault.js";

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
export function guardSvg(text: string): void {
  if (text.length > MAX_BYTES) refuse(`the SVG file has ${text.length} characters, at most ${MAX_BYTES} are read`);
  const bare = text.replace(/<!--[\s\S]*?-->/g, "").replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, "");
  if (/<!ENTITY/i.test(bare)) refuse("the SVG file declares entities, which are not read");
  for (const [tag, name] of bare.matchAll(/<(image|feImage|use|tref)\b[^>]*>/gi)) {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag);
    const target = (href?.[1] ?? href?.[2] ?? "").trim();
    if (target !== "" && !target.startsWith("#") && !/^data:/i.test(target))
      refuse(`the SVG file's ${name} refers to ${JSON.stringify(target.slice(0, 60))}; nothing outside the file is read`);
  }
  const elements = expanded(bare);
  if (elements > MAX_ELEMENTS) refuse(`the SVG file comes to more than ${MAX_ELEMENTS} elements when what it uses is put in place`);
}

/** Elements after every `use` has been replaced by what it names; cycles, which draw nothing, count once. */
function expanded(text: string): number {
  interface Part {
    own: number;
    readonly uses: string[];
  }
  const parts = new Map<string, Part>();
  const root: Part = { own: 0, uses: [] };
  const open: (Part | null)[] = [];
  for (const [tag, closing, name, rest] of text.matchAll(/<(\/?)([A-Za-z][\w:.-]*)([^>]*)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const id = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(rest!);
    const part = id ? { own: 0, uses: [] } : null;
    if (id && part) parts.set(id[1] ?? id[2] ?? "", part);
    const around = [root, ...open.filter((p): p is Part => p !== null), ...(part ? [part] : [])];
    for (const p of around) p.own++;
    if (name === "use" || name!.endsWith(":use")) {
      const href = /\bhref\s*=\s*(?:"#([^"]*)"|'#([^']*)')/.exec(rest!);
      const target = href?.[1] ?? href?.[2];
      if (target !== undefined) for (const p of around) p.uses.push(target);
    }
    if (!tag.endsWith("/>")) open.push(part);
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
