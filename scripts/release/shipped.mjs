// Packages that a user receives: dependencies, and development dependencies whose code is bundled from here (vendor.mjs, browser.mjs, playground.mjs).
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Roots of bundled code; what these import is found in the lock. */
export const BUNDLED = [
  "@codemirror/autocomplete",
  "@codemirror/commands",
  "@codemirror/lang-json",
  "@codemirror/language",
  "@codemirror/lint",
  "@codemirror/state",
  "@codemirror/view",
  "@lezer/highlight",
  "@modelcontextprotocol/sdk",
  "@mongodb-js/saslprep",
  "@noble/ciphers",
  "@noble/hashes",
  "@resvg/resvg-wasm",
  "bwip-js",
  "codemirror",
  "css-select",
  "css-what",
  "harfbuzzjs",
  "hyphenopoly",
  "markdown-it",
  "pako",
];

/** Node's resolution: the nearest node_modules on the way up. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (packages[place]) return packages[place].link ? packages[place].resolved : place;
    if (at === "") return null;
  }
}

/**
 * Packages of the lock that ship, by place.
 * @returns {Map<string, { name: string, locked: any, needs: string[] }>} `needs`: places
 */
export function shipped() {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const found = new Map();
  const visit = (place) => {
    if (found.has(place)) return;
    const locked = packages[place];
    const name = place === "" ? "platen" : (locked.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length));
    const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies, ...(place === "" ? {} : locked.peerDependencies) });
    const entry = { name, locked, needs: [] };
    found.set(place, entry);
    entry.needs = [...names, ...(place === "" ? [...BUNDLED, "platen-server"] : [])]
      .flatMap((n) => resolve(packages, place, n) ?? [])
      .sort();
    for (const next of entry.needs) if (next !== "") visit(next);
  };
  visit("");
  return found;
}
