// Packages of a release as tarballs: node scripts/release/packages.mjs FOLDER
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");
export const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
const npm = (args, cwd) =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });

export const FOLDERS = ["fonts/cjk", "fonts/emoji", "fonts/world", "packaging/server", "."];

const addressOf = (web, kind, file) => `${web}/${kind}/main/${file}`;

export function absoluteLinks(text, repository, folder = "") {
  const web = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  const resolved = (kind, link) => (/^(?:[a-z]+:|#)/i.test(link) ? link : addressOf(web, kind, path.posix.join(folder, link)));
  return text
    .replace(/(!?)\]\(([^)\s]+)\)/g, (_, __, link) => `](${resolved(/\.(png|svg|jpe?g)$/.test(link) ? "raw" : "blob", link)})`)
    .replace(/(<img src=")([^"]+)"/g, (_, before, link) => `${before}${resolved("raw", link)}"`);
}

/** @returns files of the tarballs, in the order of `folders` */
export function pack(to, folders = FOLDERS) {
  const { repository, homepage, bugs } = read("package.json");
  fs.mkdirSync(to, { recursive: true });
  return folders.map((folder) => {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), "platen-pack-"));
    const tarball = (cwd) => JSON.parse(npm(["pack", "--ignore-scripts", "--json", "--pack-destination", work], cwd))[0].filename;
    execFileSync("tar", ["-xzf", path.join(work, tarball(path.join(root, folder))), "-C", work]);
    const unpacked = path.join(work, "package");
    const file = path.join(unpacked, "package.json");
    const { scripts: _scripts, devDependencies: _dev, workspaces: _workspaces, ...manifest } = JSON.parse(fs.readFileSync(file, "utf8"));
    const directory = folder === "." ? {} : { directory: folder };
    fs.writeFileSync(file, `${JSON.stringify({ ...manifest, repository: { ...repository, ...directory }, homepage, bugs }, null, 2)}\n`);
    const schemas = path.join(unpacked, "schemas");
    // indented, they are a four-hundredth of an installation
    for (const name of fs.existsSync(schemas) ? fs.readdirSync(schemas) : []) {
      const schema = path.join(schemas, name);
      fs.writeFileSync(schema, JSON.stringify(JSON.parse(fs.readFileSync(schema, "utf8"))));
    }
    const readme = path.join(unpacked, "README.md");
    if (fs.existsSync(readme))
      fs.writeFileSync(readme, absoluteLinks(fs.readFileSync(readme, "utf8"), repository.url, folder === "." ? "" : folder));
    const name = tarball(unpacked);
    fs.copyFileSync(path.join(work, name), path.join(to, name));
    fs.rmSync(work, { recursive: true });
    return path.join(to, name);
  });
}

if (process.argv[1] === import.meta.filename) {
  const [to] = process.argv.slice(2);
  if (to === undefined) throw new Error("a folder for the tarballs is needed: node scripts/release/packages.mjs FOLDER");
  for (const file of pack(path.resolve(to))) console.log(file);
}
