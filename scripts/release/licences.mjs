import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** node_modules/name or node_modules/@scope/name, the innermost of a path */
const packageOf = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];

/** Licences of the packages of bundled modules. `inputs`: files, absolute or from the root */
export function writeLicences(file, what, inputs) {
  const packages = [...new Set(inputs.flatMap((i) => packageOf(i) ?? []))].sort();
  const notices = packages.map((given) => {
    const dir = path.resolve(root, given);
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
    const text = fs.readdirSync(dir).find((f) => /^(licen[cs]e|copying)/i.test(f));
    return `${name} ${version} (${license})\n\n${text ? fs.readFileSync(path.join(dir, text), "utf8").trim() : `licence: ${license}`}\n`;
  });
  fs.writeFileSync(file, `${what} code of these packages:\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`);
}
