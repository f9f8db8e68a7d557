// compiler/einvoice/xml/structure/ubl.ts from UBL 2.1's schemas, compiler/einvoice/judge/ubl/unused-table.ts: paths that EN 16931's binding does not
// use. No text of the official rules.
//
//   node scripts/generate/ubl.mjs [--out DIR]
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const root = new URL("../..", import.meta.url).pathname;
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);

const lib = path.join(root, ".cache/einvoice/lib");
if (!fs.existsSync(lib)) {
  console.log("structure/ubl.ts and ubl/unused-table.ts stay as they are: .cache/einvoice is absent (.ci/run makes it)");
  process.exit(0);
}
const archiveOf = (name) =>
  path.join(
    lib,
    fs.readdirSync(lib).find((f) => f.startsWith(name)),
  );
const archive = archiveOf("ph-ubl21-");
const folder = "external/schemas/ubl21";
const RELEASE = "1.3.16";

function unzipped(file, entry) {
  const zip = fs.readFileSync(file);
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    if (zip.toString("utf8", at + 46, at + 46 + name) === entry) {
      const local = zip.readUInt32LE(at + 42);
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const packed = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
      return (zip.readUInt16LE(at + 10) === 0 ? packed : zlib.inflateRawSync(packed)).toString("utf8");
    }
    at += 46 + name + extra + comment;
  }
  throw new Error(`${file} has no ${entry}`);
}

const schema = (name) => unzipped(archive, `${folder}/${name}-2.1.xsd`).replace(/<!--[\s\S]*?-->/g, "");
const basic = schema("common/UBL-CommonBasicComponents");
const aggregate = schema("common/UBL-CommonAggregateComponents");
const qualified = schema("common/UBL-QualifiedDataTypes");

/** Types by element, bases by type. */
const elements = (text) =>
  new Map([...text.matchAll(/<xsd:element\s+name="(\w+)"\s+type="(?:\w+:)?(\w+)"/g)].map(([, name, type]) => [name, type]));
const bases = (text) =>
  new Map(
    [...text.matchAll(/<xsd:complexType name="(\w+)">[\s\S]*?<\/xsd:complexType>/g)].map(([whole, name]) => [
      name,
      /base="([\w-]+:)?(\w+)"/.exec(whole)?.[2],
    ]),
  );
const leafTypes = elements(basic);
const groupTypes = elements(aggregate);
const leafBases = bases(basic);
const qualifiedBases = bases(qualified);

/** Unqualified data type to the kind of value in structure/values.ts. */
const KINDS = {
  AmountType: "Amount",
  BinaryObjectType: "Binary",
  GraphicType: "Binary",
  PictureType: "Binary",
  SoundType: "Binary",
  VideoType: "Binary",
  CodeType: "Code",
  DateType: "Date",
  TimeType: "Time",
  IdentifierType: "ID",
  IndicatorType: "Boolean",
  MeasureType: "Measure",
  NumericType: "Number",
  ValueType: "Number",
  PercentType: "Number",
  RateType: "Number",
  QuantityType: "Quantity",
  TextType: "Text",
  NameType: "Text",
};
function kindOf(element) {
  const base = leafBases.get(leafTypes.get(element));
  const kind = KINDS[base] ?? KINDS[qualifiedBases.get(base)];
  if (!kind) throw new Error(`cbc:${element} is of ${base}`);
  return kind;
}

const groups = new Map(
  [...aggregate.matchAll(/<xsd:complexType name="(\w+)">([\s\S]*?)<\/xsd:complexType>/g)].map(([, name, body]) => [name, body]),
);
const often = (least, most) => (most === "unbounded" ? (least === "0" ? "*" : "+") : least === "0" ? "?" : "1");

function childrenOf(body) {
  const names = new Set();
  return [...body.matchAll(/<xsd:element\s+ref="(\w+):(\w+)"\s+minOccurs="(\d)"\s+maxOccurs="(\w+)"/g)].map(
    ([, prefix, name, least, most]) => {
      if (names.has(name)) throw new Error(`${name} twice`);
      names.add(name);
      const type = prefix === "ext" ? "Extensions" : prefix === "cbc" ? kindOf(name) : groupTypes.get(name).replace(/Type$/, "");
      return { name, type, group: prefix === "cac", often: often(least, most) };
    },
  );
}

const lines = [];
const done = new Set();
function write(header, children) {
  lines.push(header);
  let line = " ";
  for (const [i, c] of children.entries()) {
    const text = ` ${c.name} ${c.type} ${c.often}${i < children.length - 1 ? "," : ""}`;
    if (line.length + text.length > 140) {
      lines.push(line);
      line = " ";
    }
    line += text;
  }
  lines.push(line);
}

const open = [];
for (const name of ["Invoice", "CreditNote"]) {
  const main = schema(`maindoc/UBL-${name}`);
  const children = childrenOf(main);
  write(`cac:${name}`, children);
  open.push(...children);
}
while (open.length > 0) {
  const { type, group } = open.shift();
  if (!group || done.has(type)) continue;
  done.add(type);
  const children = childrenOf(groups.get(`${type}Type`));
  write(`cac:${type}`, children);
  open.push(...children);
}

const text = `// Generated by scripts/generate/ubl.mjs from the schemas of UBL 2.1 (OASIS). Do not edit.

/** Types are written as in cii.ts; children that are types are of the namespace cac, the others of cbc, Extensions of ext. */
export const UBL = \`
${lines.map((l) => l.trimEnd()).join("\n")}
\`;
`;
const save = (file, content) => {
  const to = path.join(option("--out") ?? root, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.writeFileSync(to, content);
};
save("compiler/einvoice/xml/structure/ubl.ts", text);

/** Number and path of each rule that forbids one; a line is of either kind, // is at any depth. */
const rules = unzipped(archiveOf("phive-rules-en16931-"), `external/schematron/${RELEASE}/ubl/EN16931-UBL-validation.xslt`);
const unused = [...rules.matchAll(/<svrl:failed-assert test="not\(([^"]+)\)">\s*<xsl:attribute name="id">UBL-CR-(\d+)</g)].flatMap(
  ([, test, number]) => {
    const steps = test.replace("(cac:InvoiceLine|cac:CreditNoteLine)", "Line").replace(/c[ab]c:|ext:/g, "");
    // two of the paths have an aggregate in the namespace of values: no file has such an element
    const [, prefix, last] = /(\w+):(\w+)$/.exec(test) ?? [];
    const impossible = prefix === "cbc" && !leafTypes.has(last);
    return /^[\w/@]+$/.test(steps) && !impossible ? [`${number} ${steps}`] : [];
  },
);
const filled = [];
for (const [i, entry] of unused.entries()) {
  const written = `${entry}${i < unused.length - 1 ? "," : ""}`;
  if (filled.length > 0 && filled.at(-1).length + written.length < 137) filled.push(`${filled.pop()} ${written}`);
  else filled.push(`  ${written}`);
}
save(
  "compiler/einvoice/judge/ubl/unused-table.ts",
  `// Generated by scripts/generate/ubl.mjs from the UBL binding of EN 16931 ${RELEASE}. Do not edit.

/** Number of UBL-CR and the path that is not used; Line is an invoice's or a credit note's, // any depth. */
export const UNUSED = \`
${filled.join("\n")}
\`;
`,
);
