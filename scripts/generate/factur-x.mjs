// compiler/einvoice/judge/schematron/table.ts: facts of Factur-X's Schematron for all profiles, without text of the official rules.
//
//   node scripts/generate/factur-x.mjs [--release 1.09.2] [--out DIR]
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const root = new URL("../..", import.meta.url).pathname;

/** archive in .cache (from .ci/run), and folder in it */
const RELEASES = {
  1.08: { zugferd: "2.4", archive: ".cache/einvoice/lib/phive-rules-zugferd-4.2.3.jar", folder: "external/schematron/2.4" },
  "1.09.2": { zugferd: "2.5", archive: ".cache/mustang/lib/validator-2.26.0-shaded.jar", folder: "xslt/ZF_250" },
};
const CURRENT = "1.09.2";

const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const name = option("--release") ?? CURRENT;
const release = RELEASES[name];
if (!release) throw new Error(`no release ${name}: ${Object.keys(RELEASES).join(", ")}`);

function unzipped(file, names) {
  const zip = fs.readFileSync(file);
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== 0x06054b50) end--;
  const out = new Map();
  for (let at = zip.readUInt32LE(end + 16), n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, length, extra, comment] = [zip.readUInt32LE(at + 20), ...[28, 30, 32].map((o) => zip.readUInt16LE(at + o))];
    const entry = zip.toString("utf8", at + 46, at + 46 + length);
    if (names.includes(entry)) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const bytes = zip.subarray(start, start + packed);
      out.set(entry, (zip.readUInt16LE(at + 10) === 0 ? bytes : zlib.inflateRawSync(bytes)).toString("utf8"));
    }
    at += 46 + length + extra + comment;
  }
  return names.map((n) => {
    if (!out.has(n)) throw new Error(`${file} has no ${n}`);
    return out.get(n);
  });
}

const ENTITIES = { quot: '"', apos: "'", lt: "<", gt: ">", amp: "&" };
const plain = (text) =>
  text.replace(/&(#x?[0-9a-f]+|\w+);/gi, (_, e) => ENTITIES[e] ?? String.fromCodePoint(Number(e.replace("#", "0").replace("00x", "0x"))));
const attribute = (tag, a) => {
  const m = new RegExp(`\\s${a}="([^"]*)"`).exec(tag);
  return m ? plain(m[1]) : undefined;
};

/** One that is true, or a list that is false (!A|B). */
function condition(written) {
  const atom = (text) => {
    const t = text.trim().replace(/\b(ram|udt|rsm|qdt):/g, "");
    let m = /^([\w/]*?)\/?(@\w+)?="([^"]*)"$/.exec(t);
    if (m) return `${m[1]}${m[2] ?? ""}=${m[3]}`;
    m = /^not \((@\w+)\)$/.exec(t);
    if (m) return `${m[1]}=`;
    m =
      /^(@currencyID)=(?:\.\.\/\.\.|\/CrossIndustryInvoice\/SupplyChainTradeTransaction\/ApplicableHeaderTradeSettlement)\/(InvoiceCurrencyCode|TaxCurrencyCode)$/.exec(
        t,
      );
    if (m) return `${m[1]}=&${m[2]}`;
    throw new Error(`a condition of another form: ${text}`);
  };
  const parts = written.split(/\band\b/);
  if (parts.length === 1) return atom(written);
  return `!${parts.map((p) => atom(/^not\((.*)\)$/.exec(p.trim())[1])).join("|")}`;
}

/** "ram:A[…]" to "A[condition]". */
function step(written) {
  const m = /^\w+:(\w+)(?:\[(.*)\])?$/s.exec(written);
  if (!m) throw new Error(`a step of another form: ${written}`);
  return m[2] === undefined ? m[1] : `${m[1]}[${condition(m[2])}]`;
}

function steps(context) {
  const out = [];
  let depth = 0;
  let last = "";
  for (const c of context.slice(1)) {
    if (c === "[") depth++;
    if (c === "]") depth--;
    if (c === "/" && depth === 0) {
      out.push(last);
      last = "";
    } else last += c;
  }
  return [...out, last].map(step);
}

const COUNT = /^count\((.*)\)(=|<=|>=)(\d+)$/s;

function fact(kind, test, variables, lists) {
  if (test === "true()") return { fact: "-" };
  const attr = /^(@\w+)$/.exec(test);
  if (attr) return { fact: `${attr[1]}${kind === "failed-assert" ? "!" : "-"}` };
  const count = COUNT.exec(test);
  if (count) return { fact: `${step(count[1])}${count[2].replace("<=", "<").replace(">=", ">")}${count[3]}` };
  const code = /^string-length\(\$(codeValue\d+)\)=0 or document\(.*\/cl\[@id=(\d+)\]\/enumeration\[@value=\$\1\]$/.exec(test);
  if (code) return { fact: `${variables.get(code[1])}:${lists.get(code[2])}` };
  return null;
}

const tree = { children: new Map(), facts: new Map() };
const allLists = [];
let characteristics = "";
const PROFILES = [
  ["m", "MINIMUM"],
  ["w", "BASIC-WL"],
  ["b", "BASIC"],
  ["e", "EN16931"],
  ["x", "EXTENDED"],
];

for (const [letter, profile] of PROFILES) {
  const file = `${release.folder}/FACTUR-X_${profile}`;
  const [xslt, codes] = unzipped(path.join(root, release.archive), [`${file}.xslt`, `${file}_codedb.xml`]);
  const lists = new Map();
  for (const [, id, inner] of codes.matchAll(/<cl id="(\d+)">(.*?)<\/cl>/gs)) {
    const list = [...new Set([...inner.matchAll(/<enumeration value="([^"]*)"/g)].map((m) => plain(m[1])))].join(" ");
    if (!allLists.includes(list)) allLists.push(list);
    lists.set(id, allLists.indexOf(list));
  }
  for (const [, open, body] of xslt.matchAll(/<xsl:template (match="[^"]*" mode="M\d+" priority="1\d{3}")>(.*?)<\/xsl:template>/gs)) {
    const context = attribute(` ${open}`, "match");
    const variables = new Map([...body.matchAll(/<xsl:variable name="(codeValue\d+)" select="([^"]*)"/g)].map((m) => [m[1], m[2]]));
    for (const [, kind, test, rest] of body.matchAll(/<svrl:(failed-assert|successful-report) test="([^"]*)">(.*?)<\/svrl:\1>/gs)) {
      const id = /<xsl:attribute name="id">([^<]*)</.exec(rest)?.[1];
      // named rules are business rules, implemented by hand; release 1.08 lost the text of some
      const text = /<svrl:text>\s*(.*?)<\/svrl:text>/s.exec(rest)?.[1] ?? "";
      if (text.startsWith("[BR-FXEXT-04]")) characteristics = /contains\(' ([\w ]+) '/.exec(plain(test))[1];
      if (text.startsWith("[") || text === "") continue;
      const found = fact(kind, plain(test), variables, lists);
      if (!found || !context.startsWith("/rsm:")) throw new Error(`${profile}: an assertion of another form: ${context}: ${test}`);
      let here = tree;
      for (const s of steps(context)) {
        if (!here.children.has(s)) here.children.set(s, { children: new Map(), facts: new Map() });
        here = here.children.get(s);
      }
      const number = id === undefined ? "" : `#${Number(/^FX-SCH-A-(\d+)$/.exec(id)[1])}`;
      const key = `${found.fact} ${number}`;
      here.facts.set(key, `${here.facts.get(key) ?? ""}${letter}`);
    }
  }
}

/** All or no variants have conditions; the first true one applies. */
function check(node, where) {
  const names = new Map();
  for (const [s, child] of node.children) {
    const [, local, written] = /^(\w+)(\[.*)?$/s.exec(s);
    names.set(local, [...(names.get(local) ?? []), written]);
    check(child, `${where}/${s}`);
  }
  for (const [local, conditions] of names)
    if (conditions.length > 1 && conditions.includes(undefined)) throw new Error(`${where}/${local} with and without a condition`);
}
check(tree, "");

function written(node, depth) {
  return [...node.children].flatMap(([s, child]) => {
    const facts = [...child.facts].map(([key, letters]) => key.replace(" ", `~${letters}`));
    return [`${" ".repeat(depth)}${[s, ...facts].join(" ")}`, ...written(child, depth + 1)];
  });
}

const lines = (list) => {
  const out = [""];
  for (const word of list.split(" ")) {
    if (out.at(-1).length + word.length > 130) out.push("");
    out[out.length - 1] += `${out.at(-1) === "" ? "" : " "}${word}`;
  }
  return out;
};
const literal = (list) =>
  lines(list).length === 1
    ? `  ${JSON.stringify(list)},`
    : `  ${lines(list)
        .map((l, i, a) => JSON.stringify(i < a.length - 1 ? `${l} ` : l))
        .join(" +\n    ")},`;

const source = `// Generated by scripts/generate/factur-x.mjs from the Schematron of Factur-X ${name}. Do not edit.

/** The release of Factur-X whose facts these are, and the ZUGFeRD of the same day. */
export const FACTUR_X_RELEASE = ${JSON.stringify(name)};
export const ZUGFERD_RELEASE = ${JSON.stringify(release.zugferd)};

/** The code lists by their number in the facts; codes are separated by spaces. */
export const LISTS: readonly string[] = [
${allLists.map(literal).join("\n")}
];

/** The codes of item attributes, by BR-FXEXT-04. */
export const CHARACTERISTIC_TYPES =
${literal(characteristics).replace(/,$/, ";")}

/**
 * An element in each line, below the one that it is in; [condition] after the name of one that is only meant where the condition holds.
 * Behind it its facts: what is said, ~ the profiles (m MINIMUM, w BASIC WL, b BASIC, e EN 16931, x EXTENDED), # the official number where
 * there is one. - unused; @a- an unused, @a! a needed attribute; Name=1, Name<1, Name>1 how many of an element there are in it, < at most
 * and > at least; @a:3 and .:3 a value out of list 3.
 */
export const FACTS = \`
${written(tree, 0).join("\n")}
\`;
`;

const target = path.join(option("--out") ?? root, "compiler/einvoice/judge/schematron/table.ts");
fs.mkdirSync(path.dirname(target), { recursive: true });
fs.writeFileSync(target, source);
