import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* dist/sbom.cdx.json beside npm's own bill of the whole lock, and beside the licences that the bundlers wrote. */
interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: unknown;
  readonly licenses?: unknown;
  readonly "bom-ref": string;
}
interface Bill {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const own = JSON.parse(readFileSync(path.join(root, "dist/sbom.cdx.json"), "utf8")) as Bill;
const names = new Set(own.components.map((c) => c.name));
/** npm names workspaces by their folders; `purl` has the package's name. */
const facts = ({ version, purl, hashes, licenses }: Component): unknown => ({ version, purl, hashes, licenses });

test("each component is as npm has it, and so is what it needs", () => {
  const args = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx"];
  const npm = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 })) as Bill;
  const theirs = new Map(npm.components.map((c) => [c["bom-ref"], c]));
  expect(own.specVersion).toBe(npm.specVersion);
  expect(own.components.map(facts)).toEqual(own.components.map((c) => facts(theirs.get(c["bom-ref"])!)));
  const needs = new Map(npm.dependencies.map((d) => [d.ref, [...d.dependsOn].sort()]));
  for (const { ref, dependsOn } of own.dependencies)
    if (ref !== own.metadata.component["bom-ref"]) expect(dependsOn, ref).toEqual(needs.get(ref));
});

test("what the bundlers took is there in its version; tools of tests are not", () => {
  const files = readdirSync(path.join(root, "dist"), { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith("LICENSES.txt"));
  expect(files.length).toBeGreaterThan(2);
  const taken = files.flatMap((file) =>
    [...readFileSync(path.join(root, "dist", file), "utf8").matchAll(/^(@?[a-z\d./_-]+) (\d+\.\d+\.\d+\S*) \(/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    ),
  );
  expect(taken.length).toBeGreaterThan(50);
  const refs = new Set(own.components.map((c) => c["bom-ref"]));
  expect(taken.filter((ref) => !refs.has(ref))).toEqual([]);
  for (const vendor of readdirSync(path.join(root, "dist/vendor")).flatMap((f) => /^(.*)\.LICENSE$/.exec(f)?.[1] ?? []))
    expect(
      [...names].some((name) => name.replace(/^@mongodb-js\//, "") === vendor || name === vendor.replace("mcp-", "@modelcontextprotocol/")),
      vendor,
    ).toBe(true);
  for (const tool of ["vitest", "typescript", "eslint", "puppeteer-core", "zxing-wasm"]) expect(names, tool).not.toContain(tool);
  for (const { ref, dependsOn } of own.dependencies)
    for (const need of dependsOn) expect(need === own.metadata.component["bom-ref"] || refs.has(need), `${ref} needs ${need}`).toBe(true);
});
