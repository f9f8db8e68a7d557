import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
interface Locked {
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));
const manifest = read("package.json") as Manifest;
const server = read("packaging/server/package.json") as Manifest;
const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };
const installed = Object.entries(packages).filter(([where, { dev }]) => where.startsWith("node_modules/") && !dev);

const numbers = (version: string): number[] =>
  version
    .replace(/^v|-.*$/g, "")
    .split(".")
    .map((n) => (n === "x" || n === "*" || n === "" ? 0 : Number(n)));
const compare = (a: number[], b: number[]): number => [0, 1, 2].map((i) => (a[i] ?? 0) - (b[i] ?? 0)).find((d) => d !== 0) ?? 0;

function admits(range: string, version: string): boolean {
  const v = numbers(version);
  return range.split("||").some((part) =>
    part
      .trim()
      .replace(/([<>=^~]+)\s+/g, "$1")
      .split(/\s+/)
      .every((comparison) => {
        const [, sign, bound] = /^(>=|>|<=|<|\^|~|=)?(v?[\dx*.]+)$/.exec(comparison || "*")!;
        const c = compare(v, numbers(bound!));
        if (bound === "*") return true;
        if (sign === ">=") return c >= 0;
        if (sign === ">") return c > 0;
        if (sign === "<") return c < 0;
        if (sign === "<=") return c <= 0;
        if (sign === "^" || sign === undefined) return c >= 0 && v[0] === numbers(bound!)[0];
        throw new Error(`unknown comparison ${comparison}`);
      }),
  );
}

test("every package that is installed admits each Node.js that package.json admits", () => {
  expect(installed.length).toBeGreaterThan(80);
  const nodes = ["20.19.0", "20.20.2", "22.12.0", "24.0.0"];
  for (const node of nodes) expect(admits(manifest.engines.node, node)).toBe(true);
  for (const node of ["20.18.0", "18.20.0", "21.7.0"]) expect(admits(manifest.engines.node, node)).toBe(false);
  const refusing = installed.flatMap(([where, { engines, optional }]) =>
    engines?.node === undefined || optional
      ? []
      : nodes.filter((node) => !admits(engines.node!, node)).map((node) => `${where} on ${node}`),
  );
  expect(refusing).toEqual([]);
});

test("nothing holds only in this folder: no overrides; versions are exact", () => {
  expect(manifest).not.toHaveProperty("overrides");
  expect(manifest).not.toHaveProperty("resolutions");
  for (const { dependencies, optionalDependencies } of [manifest, server])
    for (const version of Object.values({ ...dependencies, ...optionalDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("no package of a user has an install script, and the lock names no registry", () => {
  const scripts = installed.filter(([, p]) => p.hasInstallScript).map(([where]) => where);
  expect(scripts).toEqual([]);
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined && /^https?:/.test(resolved))).toEqual([]);
});

test("README has a row for every dependency, and no other", () => {
  const table = /## Dependencies[^\n]*\n+([\s\S]*?)\n\n(?!\|)/.exec(readFileSync(path.join(root, "README.md"), "utf8"))![1]!;
  const rows = table.split("\n").slice(2);
  const named = (kind: string): string[] =>
    rows
      .map((row) => row.split("|")[1]!.trim())
      .filter((cell) => (/ \((development|service|bundled)\)$/.exec(cell)?.[1] ?? "") === kind)
      .flatMap((cell) => cell.replace(` (${kind})`, "").split(", "))
      .map((name) => name.replace(" (optional)", ""))
      .map((name) => (name.startsWith("css-") && `@csstools/${name}` in manifest.dependencies ? `@csstools/${name}` : name))
      .sort();
  const optional = Object.keys(manifest.optionalDependencies).filter((name) => !name.startsWith("platen-"));
  expect(named("")).toEqual([...Object.keys(manifest.dependencies), ...optional].sort());
  expect(named("service")).toEqual([...Object.keys(server.dependencies), ...Object.keys(server.optionalDependencies)].sort());
  const development = Object.keys(manifest.devDependencies).filter((name) => !name.startsWith("@types/"));
  expect([...named("development"), ...named("bundled")].sort()).toEqual(development.sort());
});

test("packages of a release have one version, and none is published alone", async () => {
  interface Publish {
    refusals(of: { manifests: readonly object[]; changelog: string; changed: string }): readonly string[];
  }
  const { FOLDERS } = (await import(path.join(root, "scripts/release/packages.mjs"))) as { FOLDERS: readonly string[] };
  const { refusals } = (await import(path.join(root, "scripts/release/publish.mjs"))) as Publish;
  const manifests = FOLDERS.map(
    (folder) => read(path.join(folder, "package.json")) as Manifest & { name: string; version: string; scripts: object },
  );
  expect(manifests.map(({ name }) => name).sort()).toEqual([
    "platen",
    "platen-fonts-cjk",
    "platen-fonts-emoji",
    "platen-fonts-world",
    "platen-server",
  ]);
  for (const { scripts } of manifests)
    expect(scripts).toHaveProperty("prepublishOnly", expect.stringContaining("scripts/release/together.mjs"));
  const fields = ["homepage", "repository", "bugs"] as const;
  const filled = manifests.map((m) => ({ ...m, ...Object.fromEntries(fields.map((f) => [f, "https://platen.test/"])) }));
  const changelog = `# ${manifests[0]!.version}`;
  expect(refusals({ manifests: filled, changelog, changed: "" })).toEqual([]);
  expect(refusals({ manifests, changelog, changed: "" })).toEqual(
    ["repository", "homepage", "bugs"].map((f) => `package.json: ${f} is a placeholder`),
  );
  const [first, ...rest] = filled;
  const other = refusals({ manifests: [{ ...first!, version: "9.9.9" }, ...rest], changelog: "", changed: " M x" });
  expect(other).toEqual(["platen-fonts-cjk is 9.9.9, platen is 0.1.0", "CHANGELOG.md has no 0.1.0", "files differ from the last commit"]);
});

test("links of README files on a package page are addresses", async () => {
  interface Packages {
    absoluteLinks(text: string, repository: string, folder?: string): string;
  }
  const { absoluteLinks } = (await import(path.join(root, "scripts/release/packages.mjs"))) as Packages;
  const text = '[a](docs/a.md#b) ![c](d.png) <img src="e.png"> [f](https://x.test/) [g](#h) [![i](j.png)](k.json)';
  expect(absoluteLinks(text, "git+https://git.test/p.git")).toBe(
    '[a](https://git.test/p/blob/main/docs/a.md#b) ![c](https://git.test/p/raw/main/d.png) <img src="https://git.test/p/raw/main/e.png"> ' +
      "[f](https://x.test/) [g](#h) [![i](https://git.test/p/raw/main/j.png)](https://git.test/p/blob/main/k.json)",
  );
});
