// Names of page variables in data stay text.
import { isObject } from "../../base/json.js";

const PAGE_VARIABLE = /\{(?:page|total_pages)\}/g;
const FLOW_VARIABLE = /\{(?:page|total_pages|(?:page|number|text|heading):[^}]*)\}/g;
/** with the sums of a table's header and footer */
const REPLACED = /\{(?:page|total_pages|(page:|number:|text:|heading:)[^}]*|(?:subtotal|carried):[^}]*)\}/g;
const WORD_JOINER = "\u2060";

const SUM = /\{(?:subtotal|carried):/;

/** Variables are recognized within a piece of the template only. */
export class Pieces {
  constructor(readonly pieces: readonly string[]) {}

  get text(): string {
    return this.pieces.join("");
  }
}

export interface BoundPart {
  readonly text: string;
  readonly own: boolean;
}

/** Joins parts so that data never forms a page variable, alone or with adjacent braces. */
export function joinParts(parts: readonly BoundPart[]): string | Pieces {
  const whole = parts.map((p) => p.text).join("");
  if (whole.search(REPLACED) < 0) return whole;
  const pieces: string[] = [];
  let from = 0;
  for (const match of whole.matchAll(REPLACED)) {
    const [{ length }, reference] = match;
    const end = match.index + length;
    // a reference's name may be bound (L17)
    const own = reference
      ? isOwn(parts, match.index, match.index + 1 + reference.length) && isOwn(parts, end - 1, end)
      : isOwn(parts, match.index, end);
    if (own) continue;
    pieces.push(whole.slice(from, match.index + 1));
    from = match.index + 1;
  }
  return pieces.length === 0 ? whole : new Pieces([...pieces, whole.slice(from)]);
}

function isOwn(parts: readonly BoundPart[], start: number, end: number): boolean {
  let offset = 0;
  for (const { text, own } of parts) {
    if (start >= offset && end <= offset + text.length) return own;
    offset += text.length;
  }
  return false;
}

type Json = Record<string, unknown>;

/** Settles strings as each place allows. Returns a copy: for values with such strings only. */
export function flattened(value: unknown): unknown {
  const flows = isObject(value) && "flow_document" in value;
  return new Settling(flows ? FLOW_VARIABLE : PAGE_VARIABLE).inside(value, "");
}

class Settling {
  constructor(readonly variables: RegExp) {}

  inside(value: unknown, key: string): unknown {
    if (value instanceof Pieces) return value.text;
    if (Array.isArray(value)) {
      if (key === "spans") return value.flatMap((span) => this.#spansOf(span));
      return key === "inlines"
        ? value.flatMap((item) => this.#inlinesWithoutSums(item))
        : value.map((item: unknown) => this.inside(item, ""));
    }
    if (!isObject(value)) return value;
    const out: Json = {};
    for (const [name, item] of Object.entries(value)) out[name] = this.#field(value, name, item, key);
    return out;
  }

  #field(owner: Json, name: string, item: unknown, ownerKey: string): unknown {
    if (item instanceof Pieces) {
      if (name === "content" && owner["type"] === "text")
        return ownerKey === "template" ? joined(item) : { spans: item.pieces.map((text) => ({ text })) };
      if (name === "header" && "key" in owner) return joined(item);
      return item.text;
    }
    if (name === "rows" && Array.isArray(item)) {
      const table = owner["type"] === "table";
      return item.map((row: unknown) =>
        isObject(row) ? fromEntries(row, (cell) => (table ? this.#cellOf(cell) : this.#rowValue(cell))) : this.inside(row, ""),
      );
    }
    if (name === "cells" && Array.isArray(item)) return item.map((cell) => this.#cellOf(cell));
    return this.inside(item, name);
  }

  /** Header rows have cells, dataset rows scalars. */
  #rowValue(value: unknown): unknown {
    if (value instanceof Pieces) return joined(value);
    return Array.isArray(value) ? value.map((cell) => this.#cellOf(cell)) : this.inside(value, "");
  }

  /** Strings become block text, whose inlines are literal. */
  #cellOf(cell: unknown): unknown {
    if (cell instanceof Pieces) return { content: this.#blocks(cell) };
    if (!isObject(cell)) return this.inside(cell, "");
    return fromEntries(cell, (value) =>
      value === cell["content"] && value instanceof Pieces ? this.#blocks(value) : this.inside(value, ""),
    );
  }

  #blocks({ pieces }: Pieces): unknown {
    return { blocks: [{ type: "paragraph", inlines: pieces.flatMap((piece) => this.#inlinesOf(piece)) }] };
  }

  #inlinesOf(piece: string): readonly unknown[] {
    const out: unknown[] = [];
    let from = 0;
    for (const match of piece.matchAll(this.variables)) {
      if (match.index > from) out.push({ type: "text", text: piece.slice(from, match.index) });
      out.push({ type: "variable", scope: "system", name: match[0].slice(1, -1) });
      from = match.index + match[0].length;
    }
    if (from < piece.length) out.push({ type: "text", text: piece.slice(from) });
    return out;
  }

  #spansOf(span: unknown): readonly unknown[] {
    if (!isObject(span)) return [span];
    const { text } = span;
    if (!(text instanceof Pieces)) return [this.inside(span, "")];
    const rest = this.inside({ ...span, text: "" }, "") as Json;
    return text.pieces.map((piece) => ({ ...rest, text: piece }));
  }

  /** Only sums of a table's header and footer. */
  #inlinesWithoutSums(inline: unknown): readonly unknown[] {
    return isObject(inline) && inline["text"] instanceof Pieces && inline["text"].text.search(SUM) >= 0
      ? this.#spansOf(inline)
      : [this.inside(inline, "")];
  }
}

function fromEntries(of: Readonly<Json>, map: (value: unknown) => unknown): Json {
  const out: Json = {};
  for (const [key, value] of Object.entries(of)) out[key] = map(value);
  return out;
}

/** In text without inlines, a word joiner separates brace and name. */
const joined = ({ pieces }: Pieces): string => pieces.join(WORD_JOINER);
