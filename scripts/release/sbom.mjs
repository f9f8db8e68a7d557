// Bill of materials of what ships, CycloneDX 1.5, from the lock: node scripts/release/sbom.mjs > FILE. Same lock, same bytes.
import { shipped } from "./shipped.mjs";

const purl = (name, version) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
const licence = (text) => (/[ ()]/.test(text) ? { expression: text } : { license: { id: text } });

function component(name, { version, license, integrity }) {
  const [, algorithm, hash] = /^(sha\d+)-(.+)$/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": `${name}@${version}`,
    name,
    version,
    ...(hash && { hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") }] }),
    ...(license && { licenses: [licence(license)] }),
    purl: purl(name, version),
  };
}

/** The document as an object. */
export function sbom() {
  const all = shipped();
  const ref = (place) => `${all.get(place).name}@${all.get(place).locked.version}`;
  const entries = [...all].map(([place, { name, locked, needs }]) => ({
    made: component(name, locked),
    dependsOn: [...new Set(needs.map(ref))].sort(),
    place,
  }));
  const rest = new Map(entries.flatMap(({ place, made }) => (place === "" ? [] : [[made["bom-ref"], made]])));
  const graph = new Map();
  for (const { made, dependsOn } of entries)
    graph.set(made["bom-ref"], [...new Set([...(graph.get(made["bom-ref"]) ?? []), ...dependsOn])].sort());
  const byName = ([a], [b]) => (a < b ? -1 : 1);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: entries.find(({ place }) => place === "").made },
    components: [...rest].sort(byName).map(([, made]) => made),
    dependencies: [...graph].sort(byName).map(([name, dependsOn]) => ({ ref: name, dependsOn })),
  };
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${JSON.stringify(sbom(), null, 2)}\n`);
