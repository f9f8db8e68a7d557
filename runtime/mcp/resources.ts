// Pages of docs/ as resources (FH-24).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "text/markdown";
}

const FOLDER = path.join(packageRoot, "docs");
const SCHEME = "platen://docs/";
const FIRST = "agents";

const textOf = (name: string): string => readFileSync(path.join(FOLDER, `${name}.md`), "utf8");

let all: readonly Resource[] | null = null;

/** Returns the pages of docs/, the one for language models first. */
export const resources = (): readonly Resource[] =>
  (all ??= readdirSync(FOLDER)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replace(/\.md$/, ""))
    .sort((a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : 1))
    .map(resourceOf));

function resourceOf(name: string): Resource {
  const text = textOf(name);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const first = /^# .+\n+(?:<!--[^]*?-->\n+)*([^\s#<|`!][^\n]*(?:\n[^\s#<|`!][^\n]*)*)/m.exec(text)?.[1] ?? title;
  const description = first.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/\s+/g, " ");
  return { uri: `${SCHEME}${name}`, name, title, description: sentence(description), mimeType: "text/markdown" };
}

const MOST_CHARACTERS = 200;
const sentence = (text: string): string => (/^.*?(?=[.:](?: |$))/.exec(text)?.[0] ?? text).slice(0, MOST_CHARACTERS);

/** Reads a resource; null for a URI that is not of a page. */
export function readResource(uri: string): { readonly uri: string; readonly mimeType: string; readonly text: string } | null {
  const found = resources().find((resource) => resource.uri === uri);
  return found ? { uri, mimeType: found.mimeType, text: textOf(found.name) } : null;
}
