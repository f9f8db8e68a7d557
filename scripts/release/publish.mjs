// Publishes all packages or none.
//
//     node scripts/release/publish.mjs [--dry-run]
//
// Refuses placeholders in package.json, versions that differ, a changelog without the version, changed files, a published version.
// Continues half-way: equal packages are left out.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FOLDERS, pack, read, root } from "./packages.mjs";

const dry = process.argv.includes("--dry-run");

/** @returns reasons against publication */
export function refusals({ manifests, changelog, changed }) {
  const [main] = manifests.filter(({ name }) => name === "platen");
  const found = [];
  for (const field of ["repository", "homepage", "bugs"])
    if (/\bexample\./.test(JSON.stringify(main[field] ?? "example."))) found.push(`package.json: ${field} is a placeholder`);
  for (const { name, version } of manifests) if (version !== main.version) found.push(`${name} is ${version}, platen is ${main.version}`);
  for (const fields of ["dependencies", "optionalDependencies", "peerDependencies"])
    for (const { name, [fields]: named = {} } of manifests)
      for (const other of manifests)
        if (named[other.name] !== undefined && named[other.name] !== main.version)
          found.push(`${name}: ${fields} name ${other.name} ${named[other.name]}, the release is ${main.version}`);
  if (!changelog.includes(main.version)) found.push(`CHANGELOG.md has no ${main.version}`);
  if (changed !== "") found.push("files differ from the last commit");
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const manifests = FOLDERS.map((folder) => read(path.join(folder, "package.json")));
  const found = refusals({
    manifests,
    changelog: fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8"),
    changed: execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }),
  });
  if (found.length > 0) {
    for (const line of found) console.error(`publish: ${line}`);
    process.exit(2);
  }
  const to = fs.mkdtempSync(path.join(os.tmpdir(), "platen-release-"));
  const files = pack(to);
  const published = (name, version) =>
    spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { encoding: "utf8" }).stdout.trim();
  const plan = manifests.map(({ name, version }, i) => {
    const integrity = `sha512-${createHash("sha512").update(fs.readFileSync(files[i])).digest("base64")}`;
    const there = published(name, version);
    if (there !== "" && there !== integrity) {
      console.error(`publish: ${name} ${version} is published already, with other contents`);
      process.exit(2);
    }
    return { name, version, file: files[i], there: there !== "" };
  });
  for (const { name, version, file, there } of plan) {
    console.log(`${name} ${version}${there ? ": published already" : ""}`);
    if (!there) execFileSync("npm", ["publish", file, "--access", "public", ...(dry ? ["--dry-run"] : [])], { stdio: "inherit" });
  }
  fs.rmSync(to, { recursive: true });
}
