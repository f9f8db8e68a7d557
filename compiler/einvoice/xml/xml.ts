// No DTD, five predefined entities, bounded size and depth.
import { SaxesParser, type SaxesTagNS } from "saxes";
import { facts, type Finding } from "./finding.js";
import { node, type Node } from "./node.js";

/** Limit of xml.content in requests. */
export const MOST_BYTES = 2 * 1024 * 1024;
/** CII: below 15 */
const DEEPEST = 64;
/** bounds memory: an element needs 4 bytes */
const MOST_ELEMENTS = 200_000;

export interface Parsed {
  readonly root: Node;
  /** Elements by local name, in document order. */
  readonly named: ReadonlyMap<string, readonly Node[]>;
}

class Refused extends Error {
  constructor(readonly finding: Finding) {
    super(finding.message);
  }
}

const refusal = (rule: string, message: string, line?: number, actual?: string): Refused =>
  new Refused({
    rule,
    severity: "error",
    terms: [],
    location: "/",
    ...(line !== undefined && { line }),
    message,
    ...facts({ actual }),
  });

export interface XmlLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
}
/** files alone, and XML written here (I28; IN-7): 10,000 lines are a million elements */
export const LARGE: XmlLimits = { bytes: 20 * 1024 * 1024, elements: 1_000_000, depth: 128 };
/** Returns the limits of a file with so many bytes at most. */
export const xmlLimits = (bytes: number): XmlLimits => ({
  bytes,
  elements: Math.ceil((MOST_ELEMENTS * bytes) / MOST_BYTES),
  depth: DEEPEST,
});
const SMALL = xmlLimits(MOST_BYTES);

/** UTF-8 XML 1.0. @returns the finding that refuses it */
export function parseXml(bytes: Uint8Array, limits: XmlLimits = SMALL): Parsed | Finding {
  try {
    return read(textOf(bytes, limits.bytes), limits);
  } catch (e) {
    if (e instanceof Refused) return e.finding;
    throw e;
  }
}

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0x00, 0x00, 0xfe, 0xff], "UTF-32"],
  [[0xff, 0xfe, 0x00, 0x00], "UTF-32"],
  [[0xfe, 0xff], "UTF-16"],
  [[0xff, 0xfe], "UTF-16"],
  [[0x00, 0x3c], "UTF-16"],
  [[0x3c, 0x00], "UTF-16"],
  [[0x4c, 0x6f, 0xa7, 0x94], "EBCDIC"],
];

/** @throws Refused */
function textOf(bytes: Uint8Array, most: number): string {
  if (bytes.length > most) throw refusal("XML-SIZE", `The file has ${bytes.length} bytes; at most ${most} are allowed.`);
  const other = MARKS.find(([mark]) => mark.every((b, i) => bytes[i] === b));
  if (other) throw refusal("XML-ENCODING", `The file is in ${other[1]}; it must be in UTF-8.`, undefined, other[1]);
  try {
    // the reader skips one byte order mark; a second one is text
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusal("XML-ENCODING", "The file is not UTF-8.");
  }
}

/** @throws Refused */
function read(text: string, limits: XmlLimits): Parsed {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const named = new Map<string, Node[]>();
  let root: Node | undefined;
  let here: Node | null = null;
  let depth = 0;
  let count = 0;
  let line = 1;
  parser.on("error", (e) => {
    throw malformed(e.message, parser.line);
  });
  parser.on("doctype", () => {
    throw refusal("XML-DOCTYPE", "A DOCTYPE is not allowed: invoices have no DTD.", parser.line);
  });
  parser.on("xmldecl", (d) => {
    if (d.encoding !== undefined && d.encoding.toUpperCase() !== "UTF-8")
      throw refusal("XML-ENCODING", `The file declares the encoding ${d.encoding}; it must be UTF-8.`, 1, d.encoding);
    if (d.version !== undefined && d.version !== "1.0")
      throw refusal("XML-VERSION", `The file declares XML ${d.version}; it must be XML 1.0.`, 1, d.version);
  });
  parser.on("opentagstart", () => (line = parser.line));
  parser.on("opentag", (tag) => {
    if (++depth > limits.depth) throw refusal("XML-DEPTH", `Elements are nested more than ${limits.depth} deep.`, line);
    if (++count > limits.elements) throw refusal("XML-SIZE", `There are more than ${limits.elements} elements.`, line);
    const made: Node = node(tag, here, attributesOf(tag), line);
    here?.children.push(made);
    root ??= made;
    here = made;
    const known = named.get(made.name);
    if (known) known.push(made);
    else named.set(made.name, [made]);
  });
  parser.on("closetag", () => {
    depth--;
    here = here?.parent ?? null;
  });
  const addText = (t: string): void => {
    if (here) here.text += t;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text).close();
  if (!root) throw refusal("XML-WELL-FORMED", "The file has no element.");
  return { root, named };
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function attributesOf(tag: SaxesTagNS): ReadonlyMap<string, string> {
  const all = Object.values(tag.attributes);
  if (all.length === 0) return NO_ATTRIBUTES;
  const out = new Map<string, string>();
  for (const a of all) {
    if (a.prefix === "xmlns" || a.name === "xmlns") continue;
    out.set(a.uri === "" ? a.local : `{${a.uri}}${a.local}`, a.value);
  }
  return out;
}

function malformed(message: string, line: number): Refused {
  const plain = message.replace(/^\d+:\d+: /, "").replace(/\.$/, "");
  if (plain === "undefined entity")
    return refusal("XML-ENTITY", "An entity is not predefined in XML: allowed are amp, lt, gt, quot and apos.", line);
  return refusal("XML-WELL-FORMED", `The file is not well-formed XML: ${plain}.`, line);
}
