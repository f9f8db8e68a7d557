// Properties of XMP packets (ISO 16684-1), as far as metadata needs them: any prefix, elements or attributes, simple values or lists.

/** Longer packets are not read. */
const MOST_BYTES = 4 << 20;
/** Elements nested deeper have no properties. */
const DEEPEST = 64;
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML = "http://www.w3.org/XML/1998/namespace";

/** Namespace prefixes declared by an element, with those around it. */
interface Scope {
  readonly declared: ReadonlyMap<string, string>;
  readonly outer: Scope | null;
}

interface Open {
  /** Namespace and local name, parted by a blank. */
  readonly name: string;
  readonly scope: Scope | null;
  readonly isDefault: boolean;
  text: string;
}

type Attribute = readonly [prefix: string, local: string, value: string];

/** Returns values of properties by `NAMESPACE NAME`; those of an alternative begin with its default. */
export function xmpProperties(bytes: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, string[]>();
  if (bytes.length > MOST_BYTES) return out;
  const packet = decoded(bytes);
  const stack: Open[] = [];
  let deeper = 0;
  const add = (name: string, value: string, first: boolean): void => {
    const values = out.get(name);
    if (!values) out.set(name, [value]);
    else {
      values.push(first ? values[0]! : value);
      if (first) values[0] = value;
    }
  };
  const tag = (inside: string): void => {
    const isEmpty = inside.endsWith("/");
    if (inside.startsWith("/")) {
      if (deeper > 0) deeper--;
      else close(stack, add);
    } else if (deeper > 0 || stack.length === DEEPEST) {
      if (!isEmpty) deeper++;
    } else {
      open(stack, isEmpty ? inside.slice(0, -1) : inside, add);
      if (isEmpty) close(stack, add);
    }
  };
  for (let at = 0; at < packet.length;) {
    const begin = ended(packet, "<", at);
    const top = deeper === 0 ? stack.at(-1) : undefined;
    if (top) top.text += unescaped(packet.slice(at, begin));
    const markup = MARKUP.find(({ start }) => packet.startsWith(start, begin));
    if (markup) {
      const end = ended(packet, markup.end, begin + markup.start.length);
      if (top && markup.isText) top.text += packet.slice(begin + markup.start.length, end);
      at = end + markup.end.length;
    } else {
      const end = tagEnd(packet, begin + 1);
      if (end < packet.length) tag(packet.slice(begin + 1, end));
      at = end + 1;
    }
  }
  return out;
}

/** Markup other than tags. */
const MARKUP = [
  { start: "<!--", end: "-->", isText: false },
  { start: "<![CDATA[", end: "]]>", isText: true },
  { start: "<?", end: "?>", isText: false },
  { start: "<!", end: ">", isText: false },
] as const;

/** Place of `mark`, or the end of the packet. */
function ended(packet: string, mark: string, from: number): number {
  const at = packet.indexOf(mark, from);
  return at < 0 ? packet.length : at;
}

/** Place of the `>` outside of quotes, or the end of the packet. */
function tagEnd(packet: string, from: number): number {
  let quote = "";
  for (let at = from; at < packet.length; at++) {
    const c = packet[at]!;
    if (quote !== "") quote = c === quote ? "" : quote;
    else if (c === ">") return at;
    else if (c === '"' || c === "'") quote = c;
  }
  return packet.length;
}

/** Names and values in a tag. */
function* attributesIn(inside: string): Generator<readonly [name: string, value: string]> {
  for (let at = 0; ;) {
    const equals = inside.indexOf("=", at);
    if (equals < 0) return;
    const name = inside.slice(at, equals).trimEnd().split(/\s/).at(-1)!;
    let begin = equals + 1;
    while (inside[begin] !== undefined && inside[begin]!.trim() === "") begin++;
    const quote = inside[begin];
    if (quote !== '"' && quote !== "'") {
      at = begin;
      continue;
    }
    const end = ended(inside, quote, begin + 1);
    yield [name, unescaped(inside.slice(begin + 1, end))];
    at = end + 1;
  }
}

type Add = (name: string, value: string, first: boolean) => void;

function open(stack: Open[], inside: string, add: Add): void {
  const [qualified = ""] = inside.split(/\s/, 1);
  const attributes: Attribute[] = [];
  const declared = new Map<string, string>();
  for (const [key, value] of attributesIn(inside)) {
    const [prefix, local] = parted(key);
    if (key === "xmlns") declared.set("", value);
    else if (prefix === "xmlns") declared.set(local, value);
    else attributes.push([prefix, local, value]);
  }
  const outer = stack.at(-1)?.scope ?? null;
  const scope = declared.size > 0 ? { declared, outer } : outer;
  const [prefix, local] = parted(qualified);
  const isDefault = attributes.some(([p, l, value]) => namespaceOf(scope, p) === XML && l === "lang" && value === "x-default");
  const opened = { name: `${namespaceOf(scope, prefix)} ${local}`, scope, isDefault, text: "" };
  stack.push(opened);
  if (isDescription(stack, stack.length - 1))
    for (const [p, l, value] of attributes) if (p !== "") add(`${namespaceOf(scope, p)} ${l}`, value, false);
}

/** A property, or an item of one, ends. */
function close(stack: Open[], add: Add): void {
  const top = stack.at(-1);
  if (!top) return;
  const value = top.text.trim();
  const depth = stack.length - 1;
  if (value !== "") {
    if (isDescription(stack, depth - 1)) add(top.name, value, false);
    // a list in its property
    else if (top.name === `${RDF} li` && isDescription(stack, depth - 3)) add(stack[depth - 2]!.name, value, top.isDefault);
  }
  stack.pop();
}

/** True for a description that is directly in the packet: further ones belong to values. */
const isDescription = (stack: readonly Open[], depth: number): boolean =>
  stack[depth]?.name === `${RDF} Description` && stack[depth - 1]?.name === `${RDF} RDF`;

const parted = (name: string): readonly [string, string] => {
  const at = name.indexOf(":");
  return at < 0 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
};

function namespaceOf(scope: Scope | null, prefix: string): string {
  if (prefix === "xml") return XML;
  for (let at = scope; at; at = at.outer) {
    const found = at.declared.get(prefix);
    if (found !== undefined) return found;
  }
  return "";
}

const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hexadecimal?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return ENTITIES.get(name) ?? all;
        const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
      })
    : text;

/** Decodes by the byte order mark, or by zeros among the first bytes; UTF-8 else. */
function decoded(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0)) return new TextDecoder("utf-16be").decode(bytes);
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0)) return new TextDecoder("utf-16le").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}
